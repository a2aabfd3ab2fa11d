"""A server is refused the database of a newer yurei, and the file of another program, in one sentence; nothing is written."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.people import START, Server
from tests.web.wire import run_apart
from yurei.club.store import Store, backup, why_closed

NEWER = "a newer yurei has written it (its version is 9999, and "
OTHER = "it belongs to another program"


def url(database: Path) -> str:
    return f"sqlite+aiosqlite:///{database}"


async def _made(database: Path) -> None:
    store = Store(url(database))
    await store.open()
    await store.close()


def newer(database: Path) -> None:
    run_apart(_made(database))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def crash_after(statement: str, database: Path) -> None:
    """Run a statement in a process that ends without closing the database, so that its rows stay in the log."""
    code = "import os, sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.execute(sys.argv[2]); c.commit(); os._exit(0)"
    subprocess.run([sys.executable, "-c", code, str(database), statement], check=True)
    assert Path(f"{database}-wal").stat().st_size


def newer_after_a_crash(database: Path) -> None:
    """Make one whose newest rows are still in the log beside it."""
    run_apart(_made(database))
    crash_after("UPDATE alembic_version SET version_num = '9999'", database)


def filled(database: Path, rows: int) -> None:
    run_apart(_made(database))
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
    why = run_apart(why_closed(url(database)))
    assert why is not None
    assert why.startswith(FOREIGN[make])
    assert contents(tmp_path) == before


def backed_up(source: Path, to: Path) -> None:
    """Restore a back-up of an earlier day."""
    backup(str(source), to.with_name("copy.db"))
    os.replace(to.with_name("copy.db"), to)


def copied(source: Path, to: Path) -> None:
    """Restore a file that was copied while no server ran."""
    shutil.copy(source, to)


@pytest.mark.parametrize("restore", [backed_up, copied])
def test_a_database_that_is_restored_beside_the_log_of_another_is_refused(
    tmp_path: Path, restore: Callable[[Path, Path], None]
) -> None:
    earlier, database, log = tmp_path / "earlier.db", tmp_path / "games.db", tmp_path / "games.db-wal"
    filled(earlier, 1000)
    killed_while_writing(database)
    before = log.read_bytes()
    restore(earlier, database)
    restored = database.read_bytes()
    said = run_apart(why_closed(url(database)))
    assert said is not None
    assert said.startswith("games.db-wal beside it belongs to another database")
    assert log.read_bytes() == before
    assert database.read_bytes() == restored
    log.unlink()
    Path(f"{database}-shm").unlink(missing_ok=True)
    assert run_apart(why_closed(url(database))) is None


def test_a_killed_server_finds_what_is_in_its_own_log(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    killed_while_writing(database)
    assert run_apart(why_closed(url(database))) is None
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM filler WHERE text LIKE 'y%'").fetchone() == (60,)


def test_serve_refuses_a_newer_database_in_one_sentence(tmp_path: Path) -> None:
    newer(tmp_path / "games.db")
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--no-browser"]
    done = subprocess.run(
        [*command, "--database", str(tmp_path / "games.db")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"yurei: the database cannot be opened: {NEWER}")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a lock on the file would keep SQLite out too")
def test_a_hard_link_is_not_served_beside_its_file(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    os.link(tmp_path / "games.db", tmp_path / "link.db")
    try:
        why = run_apart(why_closed(url(tmp_path / "link.db")))
    finally:
        server.kill()
    assert why == "another server has this file open under another name"
