"""Database connections: how the database is opened, and which connection may write. The tables are defined elsewhere.

Several servers may share a PostgreSQL. An SQLite file has one server, and one of its connections alone writes and
checkpoints; the others read. This also keeps the file intact with an SQLite before 3.51.3, see decision 0026.
"""

import asyncio
import logging
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from urllib.parse import quote

import sqlalchemy as sql
from filelock import BaseFileLock, FileLock, Timeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from yurei.club.model.stored import AWAY, NOT_KEPT, DatabaseAway, NotKept, StoreFailed
from yurei.club.store.elsewhere import Elsewhere
from yurei.club.store.migrating import check_origin, found, migrate, newest
from yurei.club.store.writer import Writer
from yurei.club.store.writing import OnLoop, OnThread, Write

if sys.platform == "linux":
    import fcntl

Done = TypeVar("Done")
Row: TypeAlias = sql.Row[*tuple[Any, ...]]
DURABLE = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")
"""SQLite settings for writing: an acknowledged try survives a loss of power, and deleted data is overwritten."""
READING = ("query_only=ON", "wal_autocheckpoint=0", "busy_timeout=5000")
BY_KEY = ("enable_seqscan=off", "enable_hashjoin=off", "enable_mergejoin=off")
"""PostgreSQL settings for writing: rows are found by key despite wrong estimates (100 rows for a JSON value)."""
UNANSWERED = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.TimeoutError)
"""Errors of a database that may answer a moment later."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""
WITHOUT_LOG = b"\1\1"
"""Its bytes from 18 on where it is not written by a log, as in a back-up; a server has set them before it writes one."""


class Database:
    """An SQLite file, or a PostgreSQL.

    Args:
        url: The address, as SQLAlchemy takes it for asyncio.
    """

    def __init__(self, url: str) -> None:
        # Parameters are hidden, since errors may be logged. Reading uses single statements without transactions, whose
        # begin and end would be two more round trips to PostgreSQL.
        each: dict[str, Any] = (
            {} if sql.make_url(url).get_backend_name() == "sqlite" else {"isolation_level": "AUTOCOMMIT"}
        )
        self._engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **each)
        self._file: Path | None = None
        self._lock: BaseFileLock | None = None
        self._begins: int | None = None
        self._damaged = False
        self.elsewhere: Elsewhere | None = None
        few: dict[str, Any] = {"max_overflow": 0, "hide_parameters": True}
        if self._engine.dialect.name == "sqlite":
            at = sql.make_url(url).set(drivername="sqlite")
            self._file = Path(str(at.database))
            self._lock = FileLock(f"{self._file}.lock", blocking=False, thread_local=False)
            self._writing = sql.create_engine(at, poolclass=sql.QueuePool, pool_size=1, **few)
            self._writer = Writer(OnThread(self._writing))
            _set_up(self._writing, DURABLE)
            _set_up(self._engine.sync_engine, READING)
            sql.event.listen(self._writing, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        else:
            self.elsewhere = Elsewhere(self._engine)
            writing = create_async_engine(url, pool_size=2, **few)
            self._writing = writing.sync_engine
            self._writer = Writer(OnLoop(writing, self.elsewhere))
            _set_up(self._writing, BY_KEY)
        for engine in (self._writing, self._engine.sync_engine):
            sql.event.listen(engine, "handle_error", self._note_damage)

    @property
    def writer(self) -> Writer:
        """The one connection that writes."""
        return self._writer

    def subscribe(self, call: Callable[[str | None], None]) -> None:
        """Call a function with every game or evening that another server has changed, see ``Elsewhere``."""
        if self.elsewhere is not None:
            self.elsewhere.heard.append(call)

    async def open(self) -> None:
        """Lock out other servers, and migrate the tables.

        Raises:
            StoreFailed: if another server has the file, or it is not ours or of a newer version.
            NotKept: if it cannot be written.
        """
        if self._file is not None and self._file.is_file():
            self._begins = os.open(self._file, os.O_RDONLY)
            await asyncio.to_thread(_check_file, self._file, self._begins)
        if self._lock is not None:
            try:
                self._lock.acquire()
            except Timeout:
                raise StoreFailed("another server has this file open") from None
        try:
            self._lock_file()
            await self._write(migrate)
            self._lock_file()
            if self.elsewhere is not None:
                await self.elsewhere.begin()
        except BaseException:
            await self.close()
            raise

    def _lock_file(self) -> None:
        """Lock the file itself once it exists: the lock file does not keep out a server that uses a hard link.

        Raises:
            StoreFailed: if another server has it.
        """
        if self._file is None or not self._file.exists():
            return
        if self._begins is None:
            self._begins = os.open(self._file, os.O_RDONLY)
        if sys.platform == "linux":  # on other systems this lock would keep SQLite out, too
            try:
                fcntl.flock(self._begins, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreFailed("another server has this file open under another name") from None

    async def open_to_read(self) -> None:
        """Open for reading only; a server may have the database open too."""
        if self._file is not None and not self._file.is_file():
            raise StoreFailed(f"there is no file {self._file}")
        try:
            async with self._engine.connect() as connection:
                version = await connection.run_sync(found)
        except sql.exc.SQLAlchemyError as error:
            raise StoreFailed(str(getattr(error, "orig", error))) from error
        if version != newest():
            raise StoreFailed("its tables are those of another version; let a server of this version start on it once")

    async def close(self) -> None:
        """Close all connections, and release the locks."""
        if self.elsewhere is not None:
            await self.elsewhere.end()
        await self._engine.dispose()
        await self._writer.close()
        if self._begins is not None:
            os.close(self._begins)
            self._begins = None
        if self._lock is not None:
            self._lock.release()

    async def _write(self, write: Write[Done]) -> Done:
        """Run a write in a transaction; it is on the disk when this returns.

        Args:
            write: Writes. It may be called twice, the first call being rolled back.

        Raises:
            NotKept: if it cannot be written.
        """
        try:
            return await self._writer.write(write)
        except sql.exc.SQLAlchemyError as error:
            raise NotKept(NOT_KEPT) from error

    async def _rows(self, query: sql.Executable, *, again: bool = True) -> Sequence[Row]:
        """Return the rows of a query; one that meets a lost connection is tried again, as after a restart.

        Raises:
            DatabaseAway: if the database does not answer.
        """
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
        except UNANSWERED as error:
            if not (again and getattr(error, "connection_invalidated", False)):
                logging.getLogger(__name__).warning("the database does not answer: %s", type(error).__name__)
                raise DatabaseAway(AWAY) from error
        return await self._rows(query, again=False)

    async def _row(self, query: sql.Executable) -> Row | None:
        """Return the first row of a query; None if there is none."""
        return next(iter(await self._rows(query)), None)

    async def _values(self, query: sql.Executable) -> list[Any]:
        """Return the values of a query for one column."""
        return [value for (value,) in await self._rows(query)]

    async def _write_unless_kept(self, write: Write[Done], is_kept: Callable[[], Awaitable[bool]]) -> Done | None:
        """Run a write; return None if it fails, but is stored: the connection was lost after the commit.

        Raises:
            NotKept: if it is not stored.
        """
        try:
            return await self._write(write)
        except NotKept:
            with suppress(sql.exc.SQLAlchemyError, OSError, DatabaseAway):
                if await is_kept():
                    return None
            raise

    def _notify_servers(self, connection: sql.Connection, name: str) -> None:
        """Notify other servers of a game or an evening, or for a bot, once the transaction commits."""
        if self.elsewhere is not None:
            self.elsewhere.tell(connection, name)

    async def answers(self) -> bool:
        """Return whether the database can be reached, and no damage was found."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sql.select(1))
            if self._file is not None and self._begins is not None:
                return not self._damaged and await asyncio.to_thread(_is_whole, self._file, self._begins)
            return not self._damaged
        except (sql.exc.SQLAlchemyError, sqlite3.Error, OSError):
            return False

    def _note_damage(self, context: sql.ExceptionContext) -> None:
        code = getattr(context.original_exception, "sqlite_errorcode", 0)
        self._damaged |= code & 0xFF in DAMAGED


def _set_up(engine: sql.Engine, settings: tuple[str, ...]) -> None:
    """Apply settings to every new connection. SQLite transactions begin explicitly, not when Python decides."""
    sqlite = engine.dialect.name == "sqlite"

    def prepare(connection: Any, _: Any) -> None:
        if sqlite:
            connection.isolation_level = None
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"{'PRAGMA' if sqlite else 'SET'} {setting}")
        cursor.close()
        if not sqlite:
            connection.commit()

    sql.event.listen(engine, "connect", prepare)


def _check_file(file: Path, begins: int) -> None:
    """Check that an SQLite file is ours, without changing it or writing a file beside it."""
    # A log beside the file holds the newest data; without one SQLite must not create one to read.
    log = Path(f"{file}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    how = "mode=ro" if log.exists() else "immutable=1"
    foreign = StoreFailed(
        f"{log.name} beside it belongs to another database, such as one that a back-up has replaced; "
        f"move {log.name} and {file.name}-shm away and start again"
    )
    if has_log and os.read(begins, 20)[18:] == WITHOUT_LOG:
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


def _is_whole(file: Path, begins: int) -> bool:
    """Return whether a new connection can read the file: older ones have parts of it cached.

    Args:
        file: The file.
        begins: The file's descriptor since the start. This process must close no file of the database while SQLite
            has it open: on POSIX all locks of the process on it would be released, and the next reader would take
            itself for the last one, and delete the write-ahead log of the running server.
    """
    here, then = file.stat(), os.fstat(begins)
    if (here.st_dev, here.st_ino) != (then.st_dev, then.st_ino) or os.pread(begins, len(MAGIC), 0) != MAGIC:
        return False
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA query_only=ON")
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            connection.execute(f'SELECT * FROM "{table}" LIMIT 1').fetchall()
    return True
