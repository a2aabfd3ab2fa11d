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
from yurei.errors import BadSettings
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

class Taught(Simple):
    slug, summary = "taught", "Was taught on small boards."

    def check(self, settings):
        super().check(settings)
        note("checked in", os.getpid())
        if settings.size.points > 25:
            raise BadSettings("taught knows boards up to 5x5, not {size},\\n  and says so" + "!" * 1000, size=settings.size)
        if settings.size.points == 9:
            raise KeyError("C3")

    def weakness(self, settings):
        return "taught opens badly under hamburg" if settings.referee.slug == "hamburg" else None

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
        "[yurei.players]\n"
        + "".join(f"{each.lower()} = dishonest_players:{each}\n" for each in ("Spy", "Taught", "Forger"))
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


def test_a_program_refuses_a_game_that_it_does_not_play_before_the_game_is_made(house: House, notes: Path) -> None:
    for _ in range(2):
        status, answer = made(house, {"width": 7, "height": 7}, white="taught")
        assert status == 422
        own = "taught knows boards up to 5x5, not 7x7, and says so!!!"
        assert answer["error"].startswith(f"taught does not play this game: {own}")
        assert len(answer["error"]) < 500
    assert not house.notebook.games
    form = {"opponent": "yurei", "program": "taught", "width": "7", "height": "7"}
    page = Visitor(house).post("/games", form)
    assert page.status == 422
    assert "taught knows boards up to 5x5" in page.text
    assert f"checked in {os.getpid()}" not in notes.read_text().splitlines()


def test_the_same_program_sits_down_where_it_plays_and_says_where_it_is_weaker(house: House) -> None:
    status, game = made(house, white="taught")
    assert (status, game["warnings"]) == (201, [])
    status, game = made(house, {"referee": "hamburg"}, white="taught", black="taught")
    assert (status, game["warnings"]) == (201, ["taught opens badly under hamburg"])


def test_a_program_that_fails_while_it_is_asked_about_a_game_is_refused(house: House) -> None:
    status, answer = made(house, {"width": 3, "height": 3}, white="taught")
    assert (status, answer["error"]) == (422, "the program taught cannot be set so: KeyError")


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
