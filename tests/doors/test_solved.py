"""Solved boards on the command line and over the line protocol."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from yurei.apps.cli.app import app
from yurei.apps.cli.research import solved
from yurei.apps.jsonlines import Session
from yurei.kernel.solving import crews


def yurei(*words: str, tables: Path) -> Result:
    return CliRunner(env={"YUREI_TABLES": str(tables)}).invoke(app, list(words), prog_name="yurei")


def ask(session: Session, width: int, height: int) -> Any:
    return json.loads(session.answer(json.dumps({"op": "solve", "width": width, "height": height})) or "null")


def test_a_lost_position_calls_no_move_best(tmp_path: Path) -> None:
    lost = yurei("analyse", "BB./B../.BB", "--to-move", "white", tables=tmp_path).stdout
    assert lost.endswith("All moves lose; longest: C2.\n")
    won = yurei("analyse", ".B/BB", "--to-move", "white", tables=tmp_path).stdout
    assert won.endswith("Best: A2.\n")


def test_a_missing_table_comes_with_the_command_that_makes_it(tmp_path: Path) -> None:
    missing = yurei("analyse", "...../.....", tables=tmp_path)
    assert "make one with yurei solve alter-igo 2x5" in missing.stderr


def test_a_board_is_solved_once_and_then_analysed_and_asked_for(tmp_path: Path) -> None:
    assert yurei("analyse", "...../.....", tables=tmp_path).exit_code == 2
    assert "there is no table of the board 2x5" in ask(Session(), 5, 2)["error"]
    solved_board = yurei("solve", "alter-igo", "5x2", "--json", tables=tmp_path)
    assert json.loads(solved_board.stdout) == {
        "ruleset": "alter-igo",
        "width": 2,
        "height": 5,
        "value": "black",
        "distance": 20,
        "won": 21983,
        "drawn": 2751,
        "lost": 10383,
        "longest": 32,
        "table": str(tmp_path / "alter-igo-2x5.solved"),
    }
    analysed = json.loads(yurei("analyse", "...../.....", "--json", tables=tmp_path).stdout)
    assert (analysed["value"], analysed["distance"], analysed["board"]) == ("black", 20, "...../.....")
    assert all(analysed["moves"][point] == {"value": "black", "distance": 20} for point in analysed["best"])


def test_the_line_protocol_answers_from_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    yurei("solve", "alter-igo", "2x5", tables=tmp_path)
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    session = Session()
    assert ask(session, 2, 5) == ask(session, 5, 2) == {"value": "black", "distance": 20}


def test_the_line_protocol_solves_small_boards_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    session = Session()
    assert ask(session, 1, 1) == {"value": "white", "distance": 1}
    assert ask(session, 3, 1) == {"value": "black", "distance": 2}
    assert ask(session, 2, 2) == {"value": "draw", "distance": None}


def test_a_board_is_solved_in_processes(tmp_path: Path) -> None:
    yurei("solve", "alter-igo", "1", tables=tmp_path)  # now all is compiled, and they find it
    shown = yurei("solve", "alter-igo", "3", "--parts", "2", tables=tmp_path).stdout
    assert shown.startswith("3x3, the board empty and Black to move: Black wins in 18 moves.\n12,675 positions: ")


def test_a_board_that_does_not_fit_into_this_machine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved, "_memory", lambda: 2.0**30)
    shown = yurei("solve", "alter-igo", "4x5", tables=tmp_path)
    assert "solving 4x5 takes 6.8 GiB of memory, this machine has 1.0; --ray ADDRESS shares it" in shown.stderr


def test_a_cluster_without_ray_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(crews, "import_module", lacks)
    shown = yurei("solve", "alter-igo", "3", "--ray", "auto", tables=tmp_path)
    assert "solving on a cluster needs ray, which is not installed: pip install 'yurei[research]'" in shown.stderr
    assert shown.exit_code == 2


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_a_board_is_solved_on_a_cluster(tmp_path: Path) -> None:
    here = yurei("solve", "alter-igo", "3", "--tables", str(tmp_path / "here"), tables=tmp_path)
    words = ["solve", "alter-igo", "3", "--ray", "local", "--parts", "2", "--tables", str(tmp_path / "there")]
    there = subprocess.run([sys.executable, "-m", "yurei.apps.cli", *words], capture_output=True, text=True, check=True)
    assert there.stdout.splitlines()[:2] == here.stdout.splitlines()[:2]
    name = "alter-igo-3x3.solved"
    assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
