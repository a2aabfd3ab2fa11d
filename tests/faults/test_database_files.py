"""Database files: foreign and newer ones are refused and unchanged, two servers on one file are refused, `yurei check` finds changes."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_cli import yurei
from tests.day_and_night import first_by_day
from tests.faults.clubs import opened, run_on_loop
from tests.faults.power import new
from tests.web.people import START, Server
from tests.web.wire import Made, WebApp, call_in_thread, make, run_in_thread
from yurei.club.store import backup, why_closed

NEWER = "a newer yurei has written it (its version is 9999, and "
OTHER = "it belongs to another program"


def url(database: Path) -> str:
    return f"sqlite+aiosqlite:///{database}"


def newer(database: Path) -> None:
    run_in_thread(new(database))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def crash_after(statement: str, database: Path) -> None:
    """Run a statement in a process that ends without closing the database, so that its rows stay in the log."""
    code = "import os, sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.execute(sys.argv[2]); c.commit(); os._exit(0)"
    subprocess.run([sys.executable, "-c", code, str(database), statement], check=True)
    assert Path(f"{database}-wal").stat().st_size


def newer_after_a_crash(database: Path) -> None:
    """Make one whose newest rows are still in the log beside it."""
    run_in_thread(new(database))
    crash_after("UPDATE alembic_version SET version_num = '9999'", database)


def filled(database: Path, rows: int) -> None:
    run_in_thread(new(database))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")
        connection.executemany("INSERT INTO filler VALUES (?, ?)", [(n, f"{n} ".ljust(300)) for n in range(rows)])


def killed_while_writing(database: Path) -> None:
    """Make one of a server that was killed: part of it is in the file, and the newest part in the log beside it."""
    filled(database, 3000)
    crash_after("UPDATE filler SET text = 'y' || id WHERE id % 50 = 0", database)


def of_another_program(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER, url TEXT)")
        connection.execute("INSERT INTO bookmarks VALUES (1, 'x')")


def of_another_program_with_migrations(database: Path) -> None:
    of_another_program(database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0a1b2c')")


def with_a_table_of_our_name(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE games (id INTEGER, title TEXT)")


FOREIGN = {
    newer: NEWER,
    newer_after_a_crash: NEWER,
    of_another_program: OTHER,
    of_another_program_with_migrations: OTHER,
    with_a_table_of_our_name: OTHER,
}


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file's bytes; the shared memory of a log is no content."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize("make", FOREIGN)
def test_a_foreign_database_is_refused_and_stays_as_it_was(tmp_path: Path, make: object) -> None:
    assert callable(make)
    database = tmp_path / "an odd näme#1.db"
    make(database)
    before = contents(tmp_path)
    why = run_in_thread(why_closed(url(database)))
    assert why is not None
    assert why.startswith(FOREIGN[make])
    assert contents(tmp_path) == before


def backed_up(source: Path, to: Path) -> None:
    backup(str(source), to.with_name("copy.db"))
    os.replace(to.with_name("copy.db"), to)


@pytest.mark.parametrize("restore", [backed_up, shutil.copy])
def test_a_database_that_is_restored_beside_the_log_of_another_is_refused(
    tmp_path: Path, restore: Callable[[Path, Path], object]
) -> None:
    earlier, database, log = tmp_path / "earlier.db", tmp_path / "games.db", tmp_path / "games.db-wal"
    filled(earlier, 1000)
    killed_while_writing(database)
    before = log.read_bytes()
    restore(earlier, database)
    restored = database.read_bytes()
    said = run_in_thread(why_closed(url(database)))
    assert said is not None
    assert said.startswith("games.db-wal beside it belongs to another database")
    assert log.read_bytes() == before
    assert database.read_bytes() == restored
    log.unlink()
    Path(f"{database}-shm").unlink(missing_ok=True)
    assert run_in_thread(why_closed(url(database))) is None


def test_a_killed_server_finds_what_is_in_its_own_log(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    killed_while_writing(database)
    assert run_in_thread(why_closed(url(database))) is None
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM filler WHERE text LIKE 'y%'").fetchone() == (60,)


def test_a_second_server_is_refused_and_after_a_kill_the_next_is_let_in(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    second = [sys.executable, "-c", START, "serve", "--port", "0", "--database", str(server.database), "--no-browser"]
    done = subprocess.run(second, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "yurei: the database cannot be opened: another server has this file open; "
        "give --database a file, or the URL of a server\n"
    )
    if sys.platform == "linux":  # elsewhere a lock on the file would keep SQLite out too
        os.link(server.database, tmp_path / "link.db")
        why = run_in_thread(why_closed(url(tmp_path / "link.db")))
        assert why == "another server has this file open under another name"
    server.kill()
    assert run_in_thread(why_closed(url(server.database))) is None


@run_on_loop
async def test_one_connection_writes_and_checkpoints_and_the_others_cannot(tmp_path: Path) -> None:
    settings = ("query_only", "wal_autocheckpoint", "synchronous", "secure_delete")
    async with opened(url(tmp_path / "games.db")) as store:
        async with store.backend.engine.connect() as reader:
            found = [(await reader.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in settings[:2]]
            assert found == [1, 0]
            with pytest.raises(Exception, match="readonly"):
                await reader.exec_driver_sql("DELETE FROM games")
        written = await store.write(
            lambda writer: {name: writer.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in settings}
        )
        assert (written["query_only"], written["synchronous"], written["secure_delete"]) == (0, 2, 1)
        assert written["wal_autocheckpoint"] > 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Made]]:
    """A database with a game that goes on, one that is counted, and one that has ended; the server has it open."""
    database = tmp_path_factory.mktemp("check") / "games.db"
    with WebApp(place=f"sqlite+aiosqlite:///{database}") as webapp:
        running, counted, ended = (make(webapp, width="5") for _ in range(3))
        for game in (running, counted, ended):
            game.act("black", "stone", "C3")
        for seat in ("white", "black"):
            counted.act(seat, "pass")
        ended.act("white", "resign")
        yield database, ended


def checked(database: Path) -> tuple[int, list[str]]:
    done = call_in_thread(lambda: yurei("check", "--database", str(database)))
    assert isinstance(done.exception, SystemExit | None), repr(done.exception)
    return done.exit_code, (done.stdout or done.stderr).splitlines()


def test_check_finds_nothing_wrong_on_a_running_server(played: tuple[Path, Made]) -> None:
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


@pytest.mark.parametrize("change", first_by_day(CHANGES, 2))
def test_check_finds_a_manipulated_row(played: tuple[Path, Made], tmp_path: Path, change: str) -> None:
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


def test_check_finds_a_damaged_file(played: tuple[Path, Made], tmp_path: Path) -> None:
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
def test_check_refuses_a_file_that_it_cannot_read(tmp_path: Path, made: str, said: str) -> None:
    database = tmp_path / "games.db"
    if made == "text":
        database.write_text("this is no database " * 100)
    elif made:
        sqlite3.connect(database).close()
        database.touch()
    status, lines = checked(database)
    assert (status, len(lines)) == (2, 1)
    assert said in lines[0]
