"""Access to the database: opening it, reading with one retry, and writing through a single connection."""

import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import sqlalchemy as sql

from yurei.club.model.stored import AWAY, NOT_KEPT, DatabaseUnavailable, NotStored, StoreFailed
from yurei.club.store.backend import Backend, Done, Write
from yurei.club.store.postgres import Postgres
from yurei.club.store.sqlite import SqliteFile
from yurei.club.store.tables import events, migrate, version_of, versions
from yurei.club.store.writer import Writer

Row: TypeAlias = sql.Row[*tuple[Any, ...]]
UNANSWERED = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.TimeoutError)
"""Errors of a database that may answer a moment later."""
Unreadable = (sql.exc.SQLAlchemyError, DatabaseUnavailable)  # errors of a query if the database cannot be read


class Database:
    """A database of either kind: an SQLite file or PostgreSQL."""

    def __init__(self, url: str, backend: Backend | None = None) -> None:
        is_file = sql.make_url(url).get_backend_name() == "sqlite"
        self.backend = backend or (SqliteFile(url) if is_file else Postgres(url))
        self.writer = Writer(self.backend)

    async def open(self) -> None:
        """Lock out other servers, if only one may use the database, and migrate the tables."""
        await self.backend.lock()
        try:
            await self.write(migrate)
            await self.backend.begin()
        except BaseException:
            await self.close()
            raise

    async def open_to_read(self) -> None:
        """Check that the database can be read without a migration. A server may have it open meanwhile."""
        self.backend.check_exists()
        try:
            version = await self.backend.read(version_of)
        except sql.exc.SQLAlchemyError as error:
            raise StoreFailed(get_error_text(error)) from error
        if version != max(versions()):
            raise StoreFailed("its tables are those of another version; let a server of this version start on it once")

    async def close(self) -> None:
        """Run the queued writes, close all connections, and release the locks."""
        await self.writer.finish()
        await self.backend.close()

    async def write(self, write: Write[Done]) -> Done:
        """Run a write in a transaction; it is on the disk when this returns."""
        try:
            return await self.writer.write(write)
        except sql.exc.SQLAlchemyError as error:
            raise NotStored(NOT_KEPT) from error

    async def write_unless_kept(self, write: Write[Done], is_kept: Callable[[], Awaitable[bool]]) -> Done | None:
        """Run a write. If it fails, but ``is_kept`` finds it stored (connection lost after the commit), return None."""
        try:
            return await self.write(write)
        except NotStored:
            with suppress(sql.exc.SQLAlchemyError, OSError, DatabaseUnavailable):
                if await is_kept():
                    return None
            raise

    async def rows(self, query: sql.Executable, *, again: bool = True) -> Sequence[Row]:
        """Return the rows of a query; with ``again``, repeat it once if the connection was lost."""
        try:
            return await self.backend.read(lambda connection: connection.execute(query).all())
        except UNANSWERED as error:
            if not (again and getattr(error, "connection_invalidated", False)):
                logging.getLogger(__name__).warning("the database does not answer: %s", type(error).__name__)
                raise DatabaseUnavailable(AWAY) from error
        return await self.rows(query, again=False)

    async def row(self, query: sql.Executable) -> Row | None:
        """Return the first row of a query; None if there is none."""
        return next(iter(await self.rows(query)), None)

    async def values(self, query: sql.Executable) -> list[Any]:
        """Return the values of a query that selects one column."""
        return [value for (value,) in await self.rows(query)]

    async def is_available(self) -> bool:
        """Return whether the database can be reached, and no damage was found."""
        try:
            await self.backend.read(lambda connection: connection.execute(sql.select(1)))
            return await self.backend.is_whole()
        except (sql.exc.SQLAlchemyError, sqlite3.Error, OSError):
            return False

    async def damages(self) -> list[str]:
        """Return the faults of the database itself, one line for each."""
        found: list[str] = []
        counted = sql.select(events.c.game).group_by(events.c.game)
        torn = counted.having(sql.func.count() != sql.func.max(events.c.number) + 1)

        def look(connection: sql.Connection) -> None:
            found.extend(self.backend.list_damage(connection))
            found.extend(f"game {name}: events are missing" for name in connection.execute(torn).scalars())

        try:
            await self.backend.read(look)
        except Unreadable as error:
            found.append(f"the database: {get_error_text(error)}")
        return found


def get_error_text(error: Exception) -> str:
    """Return the database's own error message in one line."""
    return str(getattr(error, "orig", None) or getattr(error.__cause__, "orig", None) or error).splitlines()[0]
