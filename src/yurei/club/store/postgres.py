"""A PostgreSQL database. Several servers may share it; they notify each other of changes by LISTEN and NOTIFY.

No thread is used: after each reply a thread would wait until the event loop releases Python's interpreter lock, five
milliseconds on a busy server.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from yurei.club.store.backend import Append, Backend, Write, rows_of

CHANNEL = "yurei"
CLOSING = 1.0  # most seconds to wait for reads in progress when the database is closed
AGAIN = 0.5  # seconds before listening is retried after a lost connection
DEADLOCK = "40P01"  # the error code for a deadlock of two transactions
BY_KEY = ("enable_seqscan=off", "enable_hashjoin=off", "enable_mergejoin=off")
"""Settings for writing: rows are found by key despite wrong estimates (100 rows for a JSON value)."""
_NOTIFY = sql.select(sql.func.pg_notify(CHANNEL, sql.bindparam("told")))
_APPEND = sql.text(
    """
    WITH happened AS (
        INSERT INTO events (game, number, chair, kind, what, at, request)
        SELECT game, number, chair, kind, what, at, request FROM json_to_recordset(CAST(:events AS json))
            AS new(game text, number integer, chair text, kind text, what text, at text, request text)
    ), summed_up AS (
        UPDATE games SET phase = new_phase, ended = new_ended, ended_by = new_ended_by, winner = new_winner,
            margin = new_margin, board = new_board
        FROM json_to_recordset(CAST(:games AS json)) AS new("of" text, new_phase text, new_ended text,
            new_ended_by text, new_winner text, new_margin double precision, new_board text)
        WHERE games.id = "of" AND (phase, games.ended, ended_by, winner, margin, board)
            IS DISTINCT FROM (new_phase, new_ended, new_ended_by, new_winner, new_margin, new_board)
    ), awaiting AS (
        UPDATE chairs SET to_move = awaited, result = new.ended
        FROM json_to_recordset(CAST(:chairs AS json)) AS new("of" text, chair text, awaited boolean, ended text)
        WHERE chairs.game = "of" AND chairs.name = chair AND (to_move, result) IS DISTINCT FROM (awaited, new.ended)
    )
    SELECT pg_notify(:channel, :told)
    """
)
"""All events in one statement: each is a network round trip, and this one is its own transaction.

Unchanged summaries are not written: most tries leave them as they are, and each row that is updated is copied.
"""


class Postgres(Backend):
    """A PostgreSQL database, accessed through psycopg."""

    is_shared = True

    def __init__(self, url: str) -> None:
        # Errors may be logged, so parameters are hidden. Reads run without a transaction, whose begin and end would be
        # two more round trips.
        reading = create_async_engine(url, hide_parameters=True, isolation_level="AUTOCOMMIT")
        self._writing = create_async_engine(url, hide_parameters=True, pool_size=2, max_overflow=0)
        super().__init__(reading, self._writing.sync_engine)
        sql.event.listen(self.writing, "connect", _set_up)
        self._is_closed = False
        for engine in (reading.sync_engine, self.writing):
            sql.event.listen(engine, "do_connect", self._refuse_after_close)
        self._append_statement = str(_APPEND.compile(dialect=reading.dialect))
        self._held: AsyncConnection | None = None
        self._own = token_hex(8)
        self._listening: asyncio.Task[None] | None = None

    async def lock(self) -> None:
        self._is_closed = False

    async def begin(self) -> None:
        """Start to listen to the notices of other servers."""
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(ready))
        await ready.wait()

    async def _listen(self, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self.engine.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    await driver.execute(f"LISTEN {CHANNEL}")
                    self._call_subscribers(None)
                    ready.set()
                    async for note in driver.notifies():
                        sender, *names = note.payload.split()
                        for name in names if sender != self._own else ():
                            self._call_subscribers(name)
            except Exception:  # the connection is lost; writes raise their own errors
                ready.set()
                await asyncio.sleep(AGAIN)

    def _call_subscribers(self, name: str | None) -> None:
        for subscriber in self.subscribers:
            subscriber(name)

    def _payload(self, names: Iterable[str]) -> str:
        return " ".join((self._own, *names))

    def notify(self, connection: sql.Connection, names: Iterable[str]) -> None:
        for name in names:
            connection.execute(_NOTIFY, {"told": self._payload([name])})

    def _refuse_after_close(self, dialect: Any, *_: Any) -> None:
        """Refuse a new connection after the closing: a task that still reads could open one that nobody closes."""
        if self._is_closed:
            raise dialect.dbapi.OperationalError("the server is stopping")

    async def close(self) -> None:
        self._is_closed = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        # The pool only closes connections that are not in use.
        pool: Any = self.engine.pool
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                while pool.checkedout():
                    await asyncio.sleep(0.01)
        await self.engine.dispose()
        await self._release(broken=False)
        await self._writing.dispose()

    async def write(self, writes: Sequence[Write[Any]]) -> list[Any]:
        """Write as in ``Backend``. Plain events bypass SQLAlchemy, which would double the time."""
        appends = [write for write in writes if isinstance(write, Append)]
        if len(appends) == len(writes) and await self._append(appends):
            return [None] * len(writes)
        async with self._writing.begin() as connection:
            return await connection.run_sync(self.run, writes)

    async def _append(self, appends: Sequence[Append]) -> bool:
        """Write events in one statement; return False if the write may have failed, so that it is repeated."""
        try:
            if self._held is None:
                self._held = await self._writing.connect()
                await self._held.execution_options(isolation_level="AUTOCOMMIT")
            driver: Any = (await self._held.get_raw_connection()).driver_connection
            await driver.execute(self._append_statement, self._parameters(appends))
        except Exception:
            await self._release(broken=True)
            return False
        return True

    async def _release(self, *, broken: bool) -> None:
        held, self._held = self._held, None
        if held is not None:
            if broken:
                await held.invalidate()
            await held.close()

    def append(self, connection: sql.Connection, appends: Sequence[Append]) -> None:
        connection.execute(_APPEND, self._parameters(appends))

    def _parameters(self, appends: Sequence[Append]) -> dict[str, str]:
        rows = zip(("events", "games", "chairs"), map(json.dumps, rows_of(appends)), strict=True)
        return {**dict(rows), "channel": CHANNEL, "told": self._payload({append.game for append in appends})}

    def lock_table(self, connection: sql.Connection, table: sql.Table) -> None:
        connection.exec_driver_sql(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE")

    def is_deadlock(self, error: Exception) -> bool:
        return getattr(getattr(error, "orig", None), "sqlstate", None) == DEADLOCK


def _set_up(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for setting in BY_KEY:
        cursor.execute(f"SET {setting}")
    cursor.close()
    connection.commit()
