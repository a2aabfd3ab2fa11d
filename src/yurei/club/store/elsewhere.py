"""Several servers on one PostgreSQL: each tells the others in which game or evening something has happened, and for which bot, by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "yurei"
LOBBY = "lobby"
"""What is told where challenges have changed. No game, evening or bot is called so."""
AGAIN = 0.5
"""Seconds until it is listened again where the database was gone."""

_TELL = sql.select(sql.func.pg_notify(CHANNEL, sql.bindparam("told")))


class Elsewhere:
    """What happens through other servers.

    Args:
        engine: Of a PostgreSQL.

    Attributes:
        heard: Each is called with the name of a game or an evening in which something has happened elsewhere, or with the
            digest of the key of a bot that is to hear something; with None where nobody knows of which, because it could
            not be listened for a while.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._own = token_hex(8)
        self._listening: asyncio.Task[None] | None = None
        self.heard: list[Callable[[str | None], None]] = []

    def tell(self, connection: sql.Connection, name: str) -> None:
        """Tell the others of a game, an evening or a bot, once what is being written is kept."""
        connection.execute(_TELL, {"told": self.told([name])})

    def told(self, names: Iterable[str]) -> str:
        """What is told of games, evenings and bots on the channel: 8,000 bytes at most, of a game thirteen."""
        return " ".join((self._own, *names))

    async def begin(self) -> None:
        """Listen from now on."""
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(ready))
        await ready.wait()

    async def end(self) -> None:
        """Listen no longer."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])

    async def _listen(self, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._engine.connect() as connection:
                    own = await connection.execution_options(isolation_level="AUTOCOMMIT")
                    driver: Any = (await own.get_raw_connection()).driver_connection
                    await driver.execute(f"LISTEN {CHANNEL}")
                    self._hear(None)
                    ready.set()
                    async for note in driver.notifies():
                        sender, *names = note.payload.split()
                        for name in names if sender != self._own else ():
                            self._hear(name)
            except Exception:  # the database is gone; whoever writes is told so
                ready.set()
                await asyncio.sleep(AGAIN)

    def _hear(self, name: str | None) -> None:
        for heard in self.heard:
            heard(name)
