"""The connection that writes: for SQLite on its own thread, for PostgreSQL on the event loop.

SQLite blocks its caller while it waits for the disk. PostgreSQL needs no thread, and one would be slower: after each
reply it would wait until the loop releases Python's interpreter lock, five milliseconds on a busy server.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from yurei.club.store.appends import AT_ONCE, Append, append_all, at_once
from yurei.club.store.elsewhere import Elsewhere

Done = TypeVar("Done")
Write: TypeAlias = Callable[[sql.Connection], Done] | Append
"""A write; it may be called twice, the first call being rolled back."""


class OnThread:
    """A connection with blocking calls, on a thread of its own."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._thread = _new_thread()

    async def write(self, writes: Sequence[Write[Any]]) -> list[Any]:
        """Return the results of writes in one transaction; they are on the disk when this returns.

        Raises:
            Exception: if one of them failed; then nothing is written.
        """

        def write() -> list[Any]:
            with self._engine.begin() as connection:
                return _all(connection, writes, None)

        return await self._on_thread(write)

    async def do(self, statement: str) -> None:
        """Execute a statement outside transactions."""

        def do() -> None:
            with closing(self._engine.raw_connection()) as connection:
                connection.cursor().execute(statement)

        await self._on_thread(do)

    async def close(self) -> None:
        """Close the connection, which later writes open again."""
        await self._on_thread(self._engine.dispose)
        self._thread.shutdown()
        self._thread = _new_thread()

    async def _on_thread(self, work: Callable[[], Done]) -> Done:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class OnLoop:
    """A connection with asynchronous calls, on the event loop.

    Plain events bypass SQLAlchemy, which would cost as much as everything else.

    Args:
        engine: The engine of the connection, with psycopg.
        elsewhere: The other servers.
    """

    def __init__(self, engine: AsyncEngine, elsewhere: Elsewhere) -> None:
        self._engine, self._elsewhere = engine, elsewhere
        self._at_once = str(AT_ONCE.compile(dialect=engine.dialect))
        self._held: AsyncConnection | None = None

    async def write(self, writes: Sequence[Write[Any]]) -> list[Any]:
        """See ``OnThread``."""
        appends = [write for write in writes if isinstance(write, Append)]
        if len(appends) == len(writes) and await self._append(appends):
            return [None] * len(writes)
        async with self._engine.begin() as connection:
            return await connection.run_sync(_all, writes, self._elsewhere)

    async def _append(self, appends: Sequence[Append]) -> bool:
        """Write events in one statement, which is its own transaction; return whether that went well.

        If not, or if that is unknown, they are written like everything else, which reports the error.
        """
        try:
            if self._held is None:
                self._held = await self._engine.connect()
                await self._held.execution_options(isolation_level="AUTOCOMMIT")
            driver: Any = (await self._held.get_raw_connection()).driver_connection
            await driver.execute(self._at_once, at_once(appends, self._elsewhere))
        except Exception:
            await self._let_go(broken=True)
            return False
        return True

    async def _let_go(self, *, broken: bool = False) -> None:
        held, self._held = self._held, None
        if held is not None:
            if broken:
                await held.invalidate()
            await held.close()

    async def do(self, statement: str) -> None:
        """See ``OnThread``."""
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.exec_driver_sql(statement)

    async def close(self) -> None:
        """See ``OnThread``."""
        await self._let_go()
        await self._engine.dispose()


Connection: TypeAlias = OnThread | OnLoop
"""The connection that writes."""


def _all(connection: sql.Connection, writes: Sequence[Write[Any]], elsewhere: Elsewhere | None) -> list[Any]:
    """Return the results of writes on a connection; all events are written together."""
    if appends := [write for write in writes if isinstance(write, Append)]:
        append_all(connection, appends, elsewhere)
    return [None if isinstance(write, Append) else write(connection) for write in writes]


def _new_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "writer")
