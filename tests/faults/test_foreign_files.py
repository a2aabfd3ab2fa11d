"""A server is refused the database of a newer yurei, and the file of another program, in one sentence; nothing is written."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.doors.web.people import START, Server
from tests.doors.web.wire import run_apart
from yurei.club.store import Store, why_closed

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


def newer_after_a_crash(database: Path) -> None:
    """Make one whose newest rows are still in the log beside it."""
    run_apart(_made(database))
    code = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1])\n"
        "c.execute(\"UPDATE alembic_version SET version_num = '9999'\"); c.commit(); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(database)], check=True)
    assert Path(f"{database}-wal").stat().st_size


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
