"""An SQLite file, used by one server. A single connection, on a separate thread, writes and checkpoints; others read.

SQLite blocks its caller while it waits for the disk. A single writing connection also protects the file from a bug of
SQLite before 3.51.3, see decision 0026.
"""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sql
from filelock import FileLock, Timeout
from sqlalchemy.ext.asyncio import create_async_engine

from yurei.club.model.stored import StoreFailed
from yurei.club.store.backend import SUMMARY, Append, Backend, Done, Write, rows_of
from yurei.club.store.tables import chairs, check_origin, events, games
from yurei.errors import BadValue

if sys.platform == "linux":
    import fcntl

DURABLE = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")
"""Settings for writing: an acknowledged try survives a loss of power, and deleted data is overwritten."""
READING = ("query_only=ON", "wal_autocheckpoint=0", "busy_timeout=5000")
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
MAGIC = b"SQLite format 3\0"  # the first bytes of every SQLite file
WITHOUT_LOG = b"\1\1"
"""Its bytes from 18 on where it is not written by a log, as in a back-up; a server has set them before it writes one."""
# Statements are built once: building one takes longer than executing it.
_ADD_EVENTS = events.insert()
_SUM_UP_GAME = (
    games.update()
    .where(games.c.id == sql.bindparam("of"))
    .values({name: sql.bindparam(f"new_{name}") for name in SUMMARY})
)
_SUM_UP_CHAIR = (
    chairs.update()
    .where(chairs.c.game == sql.bindparam("of"), chairs.c.name == sql.bindparam("chair"))
    .values(to_move=sql.bindparam("awaited"), result=sql.bindparam("ended"))
)


class SqliteFile(Backend):
    """An SQLite file as the database of one server."""

    def __init__(self, url: str) -> None:
        at = sql.make_url(url).set(drivername="sqlite")
        one: dict[str, Any] = {"poolclass": sql.QueuePool, "pool_size": 1, "max_overflow": 0}
        # Errors may be logged, so parameters are hidden.
        super().__init__(
            create_async_engine(url, hide_parameters=True), sql.create_engine(at, hide_parameters=True, **one)
        )
        self._file = Path(str(at.database))
        self._lock = FileLock(f"{self._file}.lock", blocking=False, thread_local=False)
        self._descriptor: int | None = None
        self._damaged = False
        self._thread = ThreadPoolExecutor(1, "writer")
        _set_up(self.writing, DURABLE)
        sql.event.listen(self.writing, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        _set_up(self.engine.sync_engine, READING)
        for engine in (self.writing, self.engine.sync_engine):
            sql.event.listen(engine, "handle_error", self._note_damage)

    def _note_damage(self, context: sql.ExceptionContext) -> None:
        self._damaged |= getattr(context.original_exception, "sqlite_errorcode", 0) & 0xFF in DAMAGED

    def check_exists(self) -> None:
        if not self._file.is_file():
            raise StoreFailed(f"there is no file {self._file}")

    async def lock(self) -> None:
        """Check that yurei wrote the file, and lock out other servers."""
        if self._file.is_file():
            self._descriptor = os.open(self._file, os.O_RDONLY)
            await asyncio.to_thread(_check_file, self._file, self._descriptor)
        try:
            self._lock.acquire()
        except Timeout:
            raise StoreFailed("another server has this file open") from None
        try:
            await self.begin()
        except BaseException:
            await self.close()
            raise

    async def begin(self) -> None:
        """Also lock the database file itself, as the lock file does not exclude a server that uses a hard link."""
        if not self._file.exists():
            return
        if self._descriptor is None:
            self._descriptor = os.open(self._file, os.O_RDONLY)
        if sys.platform == "linux":  # on other systems this lock would keep SQLite out, too
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreFailed("another server has this file open under another name") from None

    async def close(self) -> None:
        await self.engine.dispose()
        await self._on_thread(self.writing.dispose)
        self._thread.shutdown()
        self._thread = ThreadPoolExecutor(1, "writer")
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        self._lock.release()

    async def _on_thread(self, work: Callable[[], Done]) -> Done:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def write(self, writes: Sequence[Write[Any]]) -> list[Any]:
        def write() -> list[Any]:
            with self.writing.begin() as connection:
                return self.run(connection, writes)

        return await self._on_thread(write)

    def append(self, connection: sql.Connection, appends: Sequence[Append]) -> None:
        happened, in_games, in_chairs = rows_of(appends)
        for statement, rows in (_ADD_EVENTS, happened), (_SUM_UP_GAME, in_games), (_SUM_UP_CHAIR, in_chairs):
            if rows:
                connection.execute(statement, rows)

    async def overwrite_deleted(self) -> None:
        """Truncate the write-ahead log. While a reader uses it, deleted data stays there until the next reset."""
        await self.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    async def execute(self, statement: str) -> None:
        """Execute a statement outside transactions."""

        def execute() -> None:
            with closing(self.writing.raw_connection()) as connection:
                connection.cursor().execute(statement)

        await self._on_thread(execute)

    async def is_whole(self) -> bool:
        if self._damaged or self._descriptor is None:
            return not self._damaged
        return await asyncio.to_thread(_is_whole, self._file, self._descriptor)

    def list_damage(self, connection: sql.Connection) -> Iterator[str]:
        for line in connection.exec_driver_sql("PRAGMA integrity_check").scalars():
            if line != "ok":
                yield f"the file: {line}"
        for table, _, other, _ in map(tuple, connection.exec_driver_sql("PRAGMA foreign_key_check")):
            yield f"the file: a row of {table} belongs to none of {other}"


def _set_up(engine: sql.Engine, settings: Sequence[str]) -> None:
    """Apply settings to every new connection, and let transactions begin explicitly."""

    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    sql.event.listen(engine, "connect", prepare)


def _check_file(file: Path, descriptor: int) -> None:
    """Check that an SQLite file was written by yurei, without changing it and without creating files beside it."""
    # A log beside the file contains the newest data. If there is none, SQLite must not create one for reading.
    log = Path(f"{file}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    how = "mode=ro" if log.exists() else "immutable=1"
    foreign = StoreFailed(
        f"{log.name} beside it belongs to another database, such as one that a back-up has replaced; "
        f"move {log.name} and {file.name}-shm away and start again"
    )
    if has_log and os.read(descriptor, 20)[18:] == WITHOUT_LOG:
        raise foreign
    uri = f"file:{quote(str(file.resolve()))}?{how}"
    engine = sql.create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=sql.NullPool)
    try:
        with engine.connect() as connection:
            check_origin(connection)
            if has_log and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
                raise foreign
    except sql.exc.SQLAlchemyError as error:
        raise StoreFailed(str(getattr(error, "orig", error))) from None


def _is_whole(file: Path, descriptor: int) -> bool:
    """Return whether a new connection can read the file; open connections have parts of it cached.

    ``descriptor`` stays open from the start, because this process must not close any descriptor of the database while
    SQLite uses it. On POSIX that would release all locks of the process on the file; the next reader would then take
    itself for the only one, and delete the write-ahead log of the running server.
    """
    here, then = file.stat(), os.fstat(descriptor)
    if (here.st_dev, here.st_ino) != (then.st_dev, then.st_ino) or os.pread(descriptor, len(MAGIC), 0) != MAGIC:
        return False
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA query_only=ON")
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            connection.execute(f'SELECT * FROM "{table}" LIMIT 1').fetchall()
    return True


def backup(place: str, to: Path) -> None:
    """Copy the present content of an SQLite file into a new file, which gets its name once it is complete."""
    if "://" in place:
        raise BadValue("this copies a file of SQLite's; of a PostgreSQL, make a copy with pg_dump")
    source = Path(place).expanduser().resolve()
    if not source.is_file():
        raise BadValue(f"there is no database at {source}; give --database the file that the server uses")
    if to.exists():
        raise BadValue(f"{to} is there already; give the copy another name")
    part = to.with_name(f"{to.name}.part")
    try:
        part.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(f"file:{quote(str(source))}?mode=rw", uri=True)) as here,
            closing(sqlite3.connect(part)) as there,
        ):
            here.execute("PRAGMA query_only=ON")
            there.execute("PRAGMA synchronous=FULL")
            here.backup(there)
            there.execute("PRAGMA journal_mode=DELETE")  # so that no log beside the file is taken for a part of it
        os.replace(part, to)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise BadValue(f"the copy cannot be made: {error}") from None
