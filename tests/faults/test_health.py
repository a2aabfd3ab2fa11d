"""`/health` writes, and says so where it cannot: the disk is full, the file is damaged or gone. Nothing is acknowledged then."""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.web.wire import House, Visitor, make
from yurei.club.store.sqlite import SqliteFile


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def house(database: Path) -> Iterator[House]:
    """The application with a real database, open as a server opens it."""
    with House(place=f"sqlite+aiosqlite:///{database}") as house:
        house.opens()
        yield house


def health(house: House) -> tuple[int, str, str]:
    """What is answered a second later: the status, and the words."""
    house.waits(1)
    answer = Visitor(house).get("/health")
    words = json.loads(answer.text)
    return answer.status, words["status"], words["database"]


WELL, UNWELL = (200, "well", "writes"), (503, "unwell", "does not write")


@contextmanager
def full_disk(database: Path) -> Iterator[None]:
    """Let no file grow over the size that the log of the database has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(f"{database}-wal"), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_on_a_full_disk_nothing_is_acknowledged_and_it_goes_on_when_there_is_room(house: House, database: Path) -> None:
    made = make(house, width="5")
    made.act("black", "stone", "C3")
    assert health(house) == WELL
    with full_disk(database):
        assert health(house) == UNWELL
        refused = made.act("white", "stone", "D4")
        assert refused.status == 503
        assert "nothing has changed" in refused.text
        assert made.seats["white"].get(made.at("white")).status == 200, "who looks is answered"
        assert made.act("white", "stone", "D4").status == 503, "it did not happen the first time either"
    assert health(house) == WELL
    assert made.act("white", "stone", "D4").status == 200


def test_a_file_that_can_grow_no_more_is_a_full_disk(house: House) -> None:
    made = make(house, width="5")
    store = house.store
    before = len(house.run(store.games.load(made.name))[2])  # type: ignore[index]
    assert isinstance(store.backend, SqliteFile)
    house.run(store.backend.execute("PRAGMA max_page_count = 1"))  # no smaller than it is
    answers = [made.act("black", "pencil-cross", "C3").status for _ in range(100)]
    assert answers[0] == 200, "there is room on the last page"
    assert set(answers) == {200, 503}
    kept = len(house.run(store.games.load(made.name))[2])  # type: ignore[index]
    assert kept - before == answers.count(200)


@pytest.mark.parametrize("keeps", [0, 16, 100, 4096])
def test_a_damaged_file_is_noticed(house: House, database: Path, keeps: int) -> None:
    make(house)
    house.run(house.store.backend.overwrite_deleted())
    assert health(house) == WELL
    with database.open("r+b") as file:
        file.seek(keeps)
        file.write(b"\xa5" * (os.path.getsize(database) - keeps))
    assert health(house) == UNWELL
    assert health(house) == UNWELL, "it does not heal by itself"


def test_a_file_that_is_gone_is_noticed(house: House, database: Path) -> None:
    assert health(house) == WELL
    database.unlink()
    assert health(house) == UNWELL


COUNT = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM events').fetchone()[0])"
"""Another program that reads the file, and is the last to close it if the server has no locks on it any more."""


def test_another_program_that_reads_the_file_after_it_takes_nothing_from_the_server(
    house: House, database: Path, tmp_path: Path
) -> None:
    made = make(house, width="5")
    made.act("black", "stone", "C3")
    assert health(house) == WELL
    log = Path(f"{database}-wal").stat().st_ino
    subprocess.run([sys.executable, "-c", COUNT, database], check=True, capture_output=True)
    assert made.act("white", "stone", "D4").status == 200
    assert Path(f"{database}-wal").stat().st_ino == log, "the log that the server writes is still the file's"
    for name in (database.name, f"{database.name}-wal"):  # as they lie there when the power goes
        shutil.copy(database.with_name(name), tmp_path / f"after-{name}")
    with closing(sqlite3.connect(tmp_path / f"after-{database.name}")) as left:
        assert left.execute("SELECT count(*) FROM events WHERE kind = 'try'").fetchone() == (2,)
    assert health(house) == WELL


def test_a_file_that_was_put_in_its_place_is_noticed(house: House, database: Path) -> None:
    assert health(house) == WELL
    shutil.copy(database, f"{database}-copy")
    os.replace(f"{database}-copy", database)
    assert health(house) == UNWELL
