"""Of two servers on one file the second is refused in a sentence, and one that was killed keeps nobody out."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.people import START, Server
from tests.web.wire import run_apart
from yurei.club.model.stored import StoreFailed
from yurei.club.store import Store, why_closed


def url(database: Path) -> str:
    return f"sqlite+aiosqlite:///{database}"


def test_a_second_server_is_refused_and_after_a_kill_the_next_is_let_in(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    second = [sys.executable, "-c", START, "serve", "--port", "0", "--database", str(server.database), "--no-browser"]
    done = subprocess.run(second, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip() == (
        "yurei: the database cannot be opened: another server has this file open; "
        "give --database a file, or the URL of a server"
    )
    server.kill()
    assert run_apart(why_closed(url(server.database))) is None


async def _twice(database: Path) -> None:
    one, other = Store(url(database)), Store(url(database))
    await one.open()
    with pytest.raises(StoreFailed, match="another server has this file open"):
        await other.open()
    assert await why_closed(url(database)) == "another server has this file open"
    await one.close()
    assert await why_closed(url(database)) is None
    await other.close()


def test_two_stores_on_one_file_are_one_too_many(tmp_path: Path) -> None:
    run_apart(_twice(tmp_path / "games.db"))


async def _reads(database: Path) -> dict[str, int]:
    store = Store(url(database))
    await store.open()
    settings = ("query_only", "wal_autocheckpoint", "synchronous", "secure_delete")
    async with store.backend.engine.connect() as reader:
        found = {name: (await reader.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in settings[:2]}
        with pytest.raises(Exception, match="readonly"):
            await reader.exec_driver_sql("DELETE FROM games")
    written = await store.write(
        lambda writer: {name: writer.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in settings}
    )
    assert (written["query_only"], written["synchronous"], written["secure_delete"]) == (0, 2, 1)
    assert written["wal_autocheckpoint"] > 0
    assert store.backend.writing.pool.checkedin() == 1, "there is one connection that writes, and no second"  # type: ignore[attr-defined]
    await store.close()
    return found


def test_one_connection_writes_and_checkpoints_and_the_others_cannot(tmp_path: Path) -> None:
    assert run_apart(_reads(tmp_path / "games.db")) == {"query_only": 1, "wal_autocheckpoint": 0}
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
