"""`yurei check` makes every game again: it says nothing where all is well, and finds what somebody has changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_cli import yurei
from tests.web.wire import House, Made, apart, make


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Made]]:
    """A database with a game that goes on, one that is counted, and one that has ended; the server has it open."""
    database = tmp_path_factory.mktemp("check") / "games.db"
    with House(place=f"sqlite+aiosqlite:///{database}") as house:
        running, counted, ended = (make(house, width="5") for _ in range(3))
        for game in (running, counted, ended):
            game.act("black", "stone", "C3")
        for seat in ("white", "black"):
            counted.act(seat, "pass")
        ended.act("white", "resign")
        yield database, ended


def checked(database: Path) -> tuple[int, list[str]]:
    done = apart(lambda: yurei("check", "--database", str(database)))
    assert isinstance(done.exception, SystemExit | None), repr(done.exception)
    return done.exit_code, (done.stdout or done.stderr).splitlines()


def test_a_server_that_runs_is_checked_and_well(played: tuple[Path, Made]) -> None:
    before = sorted(path.name for path in played[0].parent.iterdir())
    assert checked(played[0]) == (0, ["3 games, nothing wrong"])
    assert sorted(path.name for path in played[0].parent.iterdir()) == before


CHANGES = {
    "UPDATE games SET winner = 'white' WHERE id = :game": ["winner is kept as 'white', and its events make it 'black'"],
    "UPDATE games SET phase = 'playing' WHERE id = :game": [
        "phase is kept as 'playing', and its events make it 'final'"
    ],
    "UPDATE chairs SET to_move = 1 WHERE game = :game AND name = 'black'": ["chair black is kept as"],
    "UPDATE events SET what = 'Z9' WHERE game = :game AND kind = 'try' AND number < 6": ["it cannot be made again"],
    "DELETE FROM events WHERE game = :game AND what = 'C3'": ["events are missing", ""],
    "DELETE FROM games WHERE id = :game": ["a row of", "a row of"],
}


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("change", CHANGES)
def test_a_manipulated_row_is_found(played: tuple[Path, Made], tmp_path: Path, change: str) -> None:
    database, game = played
    copy = tmp_path / "copy.db"
    assert yurei("backup", str(copy), "--database", str(database)).exit_code == 0
    with closing(sqlite3.connect(copy)) as writing, writing:
        writing.execute(change, {"game": game.name})
    status, lines = checked(copy)
    assert status == 1
    assert lines[-1].endswith(" wrong")
    for said, wanted in zip(lines, CHANGES[change], strict=False):
        assert wanted in said


def test_a_damaged_file_is_found(played: tuple[Path, Made], tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert yurei("backup", str(copy), "--database", str(played[0])).exit_code == 0
    with copy.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xa5" * 4096)
    status, lines = checked(copy)
    assert status in (1, 2)
    assert "malformed" in lines[0]


@pytest.mark.parametrize(
    ("made", "said"), [("", "there is no database at"), ("text", "cannot be checked"), ("empty", "of another version")]
)
def test_a_database_that_cannot_be_checked_is_refused_in_a_sentence(tmp_path: Path, made: str, said: str) -> None:
    database = tmp_path / "games.db"
    if made == "text":
        database.write_text("this is no database " * 100)
    elif made:
        sqlite3.connect(database).close()
        database.touch()
    status, lines = checked(database)
    assert (status, len(lines)) == (2, 1)
    assert said in lines[0]
