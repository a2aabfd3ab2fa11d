"""Solved boards on the command line and over the line protocol."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from scripts.solved import PICTURE, picture
from yurei.apps.cli import solved
from yurei.apps.cli.app import app
from yurei.apps.jsonlines import Session
from yurei.kernel import solving
from yurei.players import tablebase
from yurei.players.tablebase import analyse, openings, values_for
from yurei.referee.settings import read_settings
from yurei.rules import BLACK, Size


def yurei(*words: str, tables: Path) -> Result:
    return CliRunner(env={"YUREI_TABLES": str(tables)}).invoke(app, list(words), prog_name="yurei")


def ask(session: Session, width: int, height: int) -> Any:
    return json.loads(session.answer(json.dumps({"op": "solve", "width": width, "height": height})) or "null")


def test_a_lost_position_calls_no_move_best(tmp_path: Path) -> None:
    for board, said in (("BB./B../.BB", "All moves lose; longest: C2.\n"), (".B/BB", "Best: A2.\n")):
        assert yurei("analyse", board, "--to-move", "white", tables=tmp_path).stdout.endswith(said)


def test_a_missing_table_comes_with_the_command_that_makes_it(tmp_path: Path) -> None:
    assert "make one with yurei solve alter-igo 2x5" in yurei("analyse", "...../.....", tables=tmp_path).stderr
    own = tmp_path / "my tables"
    shown = yurei("analyse", "...../.....", "--tables", str(own), tables=tmp_path).stderr
    command = shlex.split(" ".join(shown.split("make one with yurei ")[1].split()))
    assert yurei(*command, tables=tmp_path).exit_code == 0
    assert yurei("analyse", "...../.....", "--tables", str(own), tables=tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("board", "moves", "line"),
    [
        ("...", [], ["B1", "A1"]),  # White has nothing but lone suicides
        ("...", ["b1"], ["A1"]),
        (".B/BB", [], ["A2", "A1", "B2", "A2", "B1"]),
        ("../..", [], ["A1", "B2", "A2", "B1"]),  # all four go: the empty board comes again
    ],
)
def test_the_line_of_play_is_shown_to_its_end(tmp_path: Path, board: str, moves: list[str], line: list[str]) -> None:
    plain = json.loads(yurei("analyse", board, *moves, "--json", tables=tmp_path).stdout)
    assert plain["line"] == line
    said = yurei("analyse", board, *moves, tables=tmp_path).stdout.splitlines()[1]
    ending = ", and a position comes again." if plain["value"] == "draw" else "."
    assert said == f"Line of play: {' '.join(line)}{ending}"


def test_moves_are_played_before_a_position_is_analysed(tmp_path: Path) -> None:
    after = yurei("analyse", ".../.../...", "B2", "a2", "--to-move", "white", tables=tmp_path).stdout
    assert after == yurei("analyse", ".../BW./...", "--to-move", "white", tables=tmp_path).stdout
    assert after.startswith("White to move: ")


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (["A1", "A1"], "move 2, A1, is illegal: opponent-stone"),
        (["pass"], "move 1, pass, is illegal: no-passing"),
        (["D1"], "'D1' is no point of a 3x1 board"),
        (["B1", "A1"], "the game is over after move 2, A1: lone-suicide; leave it out"),
    ],
)
def test_moves_that_cannot_be_played_are_refused(tmp_path: Path, moves: list[str], why: str) -> None:
    shown = yurei("analyse", "...", *moves, tables=tmp_path)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert why in shown.stderr


def test_a_board_is_solved_once_and_then_analysed_and_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert yurei("analyse", "...../.....", tables=tmp_path).exit_code == 2
    assert "there is no table of the board 2x5" in ask(Session(), 5, 2)["error"]
    assert yurei("solve", "alter-igo", "5x2", "--json", tables=tmp_path).stdout == (
        '{"ruleset": "alter-igo", "width": 2, "height": 5, "value": "black", "distance": 20, '
        '"won": 21983, "drawn": 2751, "lost": 10383, "longest": 32, '
        f'"table": "{tmp_path / "alter-igo-2x5.solved"}"}}\n'
    )
    analysed = json.loads(yurei("analyse", "...../.....", "--json", tables=tmp_path).stdout)
    assert (analysed["value"], analysed["distance"], analysed["board"]) == ("black", 20, "...../.....")
    assert all(analysed["moves"][point] == {"value": "black", "distance": 20} for point in analysed["best"])
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    session = Session()
    assert ask(session, 2, 5) == ask(session, 5, 2) == {"value": "black", "distance": 20}


def test_first_moves_of_large_boards_are_known_without_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    assert ask(Session(), 6, 3) == ask(Session(), 3, 6) == {"value": "black", "distance": 30}
    empty = "....../....../......"
    weighed = json.loads(yurei("analyse", empty, "--json", tables=tmp_path).stdout)
    assert (weighed["value"], weighed["distance"], weighed["line"]) == ("black", 30, ["C2"])
    assert weighed["moves"]["A1"] == {"value": "draw", "distance": None}
    assert weighed["best"] == ["C2", "D2"]
    shown = yurei("analyse", empty, tables=tmp_path).stdout
    command = f"make a table with yurei solve alter-igo 3x6 --tables {tmp_path}\n"
    assert f"Line of play: C2; for more, {command}" in shown
    missing = yurei("analyse", empty, "C2", tables=tmp_path)
    assert missing.exit_code == 2
    assert command in " ".join(missing.stderr.split()) + "\n"
    settings = read_settings({"ruleset": "alter-igo", "referee": "open", "width": 3, "height": 6})
    assert values_for(settings) is None, "players do not use boards of which only first moves are known"


def test_the_page_shows_the_real_output_of_the_command() -> None:
    page = (PICTURE.parent / "solved.md").read_text(encoding="utf-8")
    ((command, printed),) = re.findall(r"^```text\n\$ yurei (.*)\n((?:.*\n)*?)```", page, re.MULTILINE)
    assert yurei(*command.split(), tables=Path("/home/you/.local/share/yurei/tables")).stdout == printed


def test_the_page_has_the_picture_and_the_counts_of_large_boards() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run scripts/solved.py"
    page = (PICTURE.parent / "solved.md").read_text(encoding="utf-8")
    for size, known in openings().items():
        (row,) = re.findall(rf"^\| {size.width}×{size.height} \| (.*) \|$", page, re.MULTILINE)
        value, wins, positions, *counts = row.split(" | ")
        assert value == (f"Black in {known.empty}" if known.empty else "draw")
        lying = Size(size.height, size.width) if size != Size(4, 5) else size
        analysis = analyse(known, bytes(size.points), lying, BLACK)
        won = [lying.name(point) for point, outcome in analysis.moves.items() if outcome.winner is BLACK]
        assert wins == (" ".join(won) or "none")
        expected = known.won, known.drawn, known.lost, known.longest
        assert [positions, *counts[:4]] == [f"{number:,}" for number in (sum(expected[:3]), *expected)]


def test_solve_prints_the_known_result_and_checks_the_memory_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved, "_memory_size", lambda: 2.0**30)
    shown = yurei("solve", "alter-igo", "4x5", tables=tmp_path)
    assert "solving 4x5 takes 3.5 GiB of memory, this machine has 1.0" in shown.stderr
    monkeypatch.setattr(solved, "make_table", interrupted)
    shown = yurei("solve", "alter-igo", "6x3", tables=tmp_path)
    assert shown.stderr.startswith("3x6: Black wins in 30 moves. Making the table of all positions.\n")


@pytest.mark.parametrize(
    ("width", "height", "value", "distance"), [(1, 1, "white", 1), (3, 1, "black", 2), (2, 2, "draw", None)]
)
def test_the_line_protocol_solves_small_boards_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, height: int, value: str, distance: int
) -> None:
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    assert ask(Session(), width, height) == {"value": value, "distance": distance}


def test_a_solve_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    yurei("solve", "alter-igo", "3", "--tables", str(tmp_path / "whole"), tables=tmp_path)
    monkeypatch.setattr(solving, "SECONDS", 0.0)
    monkeypatch.setattr(tablebase, "write_table", interrupted)
    assert yurei("solve", "alter-igo", "3", tables=tmp_path).exit_code != 0
    assert [path.name for path in (tmp_path / "alter-igo-3x3.unfinished").iterdir()] == ["25-plies"]
    monkeypatch.undo()
    assert yurei("solve", "alter-igo", "3", tables=tmp_path).exit_code == 0
    assert not (tmp_path / "alter-igo-3x3.unfinished").exists()
    name = "alter-igo-3x3.solved"
    assert (tmp_path / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def interrupted(*arguments: object) -> Path:
    raise KeyboardInterrupt
