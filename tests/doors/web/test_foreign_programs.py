"""Programs of packages that somebody has installed beside yurei: they know what their seat was told, whatever they try."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doors.web.programs import Program
from tests.doors.web.test_thinking import against, answered, seen
from tests.doors.web.wire import House, Visitor, until
from yurei.club.programs.thinking.limits import Limits
from yurei.club.programs.thinking.workers import Workers

PACKAGE = """
import gc, os, sys, time
from yurei.club.game.game import Game
from yurei.players import Player
from yurei.players.simple import Simple

def note(*words):
    with open(os.environ["NOTES"], "a") as notes:
        print(*words, file=notes)

class Spy(Simple):
    slug, summary, version = "spy", "Looks for what it was not told.", 3
    PARAMETERS = {"way": "looks"}

    def __init__(self, seed=None, **parameters):
        super().__init__(seed, **parameters)
        note("made in", os.getpid())
        if self.parameters["way"] == "ends":
            sys.exit("no more")
        self._look()

    def decide(self, budget):
        self._look()
        return super().decide(budget)

    def _look(self):
        for each in gc.get_objects():
            if isinstance(each, Game) or (isinstance(each, Player) and each is not self and each.begun):
                note("sees", type(each).__name__)

class Forger(Simple):
    slug, summary = "forger", "Writes answers of its own to the server."
    PARAMETERS = {"line": 0}
    LINES = (
        '{"began": 1}\\n{"answer": "resign"}\\n', '{"began": "x"}\\n', "5\\n", '{"began": 1e300}\\n', "[" * 60000 + "\\n",
        '{"began": null}\\n', "null\\n", '{"began": 3}\\n7\\n', '{"began": -5}\\n', '{"answer": []}\\n',
    )

    def decide(self, budget):
        for number in map(int, os.listdir("/proc/self/fd")):
            try:
                if number > 2 and "pipe" in os.readlink(f"/proc/self/fd/{number}"):
                    os.write(number, self.LINES[self.parameters["line"]].encode())
            except OSError:
                pass
        return super().decide(budget)
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the spy has found. Its package is installed, so that every process of ours finds it."""
    folder, found = tmp_path / "installed", tmp_path / "notes"
    described = folder / "dishonest_players-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: dishonest-players\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(
        "[yurei.players]\nspy = dishonest_players:Spy\nforger = dishonest_players:Forger\n"
    )
    (folder / "dishonest_players.py").write_text(PACKAGE)
    found.touch()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("NOTES", str(found))
    return found


@pytest.fixture
def house(notes: Path) -> Iterator[House]:
    """A house whose programs think in one process of their own."""
    with House(thinkers=Workers(Limits(1, seconds=1.0, grace=20, again=1, first=0.0))) as house:
        yield house


def made(house: House, settings: dict[str, Any] | None = None, **programs: str) -> tuple[int, dict[str, Any]]:
    """What comes of asking for a game with programs in these seats."""
    wish = {"settings": {"width": 5, "height": 5, **(settings or {})}, "programs": programs}
    answer = Program(house).ask("POST", "/api/games", wish)
    return answer.status, json.loads(answer.text)


def test_somebody_elses_program_is_never_loaded_in_the_server(house: House, notes: Path) -> None:
    visitor, table = against(house, "spy")
    visitor.send(table, {"do": "stone", "at": "C3"})
    assert answered(house, visitor, table, 2)["to_move"] == "black"
    assert "yurei" in visitor.get(table).text
    lines = notes.read_text().splitlines()
    assert len(lines) >= 2, "it has said who it is, and has played"
    assert f"made in {os.getpid()}" not in lines
    assert not [line for line in lines if line.startswith("sees")]
    assert "dishonest_players" not in sys.modules


def test_it_never_shares_a_process_with_the_other_seat(house: House, notes: Path) -> None:
    status, game = made(house, {"referee": "common"}, black="spy", white="spy")
    assert status == 201
    until(lambda: len(notes.read_text().splitlines()) > 8)
    assert not [line for line in notes.read_text().splitlines() if line.startswith("sees")]
    assert [chair for chair in game["links"] if chair in ("black", "white")] == []


def test_its_version_is_written_down(house: House) -> None:
    status, game = made(house, white="spy")
    stored = house.notebook.games[game["game"]][0]
    assert (status, stored.terms["player_versions"]) == (201, {"white": 3})


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("spy:way=ends", "the program spy:way=ends cannot be set so: SystemExit"),
        ("spy:who=me", "the program spy:who=me cannot be set so: spy has no parameter 'who'. Known: way"),
        ("sp", "there is no player 'sp'"),
    ],
)
def test_a_program_that_cannot_sit_down_is_refused_in_a_sentence(house: House, name: str, sentence: str) -> None:
    status, answer = made(house, white=name)
    assert status in (404, 422)
    assert sentence in answer["error"]


def is_played(visitor: Visitor, table: str, point: str) -> bool:
    """Try a point; return whether a stone stands there now. On a point of White's the try is refused."""
    return f"{point}, black stone" in visitor.send(table, {"do": "stone", "at": point}).text


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize("line", range(10))
def test_output_of_one_program_is_never_read_as_anothers_answer(house: House, line: int) -> None:
    forger, tricked = against(house, f"forger:line={line}")
    other, table = against(house, "simple")
    points = iter(["A1", "E5", "A5", "E1", "C5", "C1"])
    known = seen(house, other, table)
    for _ in range(3):
        point = next(each for each in points if is_played(other, table, each))
        forger.send(tricked, {"do": "stone", "at": point})
        known = answered(house, other, table, len(known["heard"]) + 2)
        assert known["ended"] is None
    until(lambda: seen(house, forger, tricked)["to_move"] != "white")
