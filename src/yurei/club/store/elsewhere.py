"""Several servers on one PostgreSQL: each tells the others in which game something has happened, by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "yurei"
AGAIN = 0.5
"""Seconds until it is listened again where the database was gone."""

_TELL = sql.select(sql.func.pg_notify(CHANNEL, sql.bindparam("told")))


class Elsewhere:
    """What happens through other servers.

    Args:
        engine: Of a PostgreSQL.

    Attributes:
        heard: Is called with the name of a game in which something has happened elsewhere; with None where nobody knows
            in which, because it could not be listened for a while.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._own = token_hex(8)
        self._listening: asyncio.Task[None] | None = None
        self.heard: Callable[[str | None], None] = lambda _: None

    def tell(self, connection: sql.Connection, game: str) -> None:
        """Tell the others of a game, once what is being written is kept."""
        connection.execute(_TELL, {"told": f"{self._own} {game}"})

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
                    self.heard(None)
                    ready.set()
                    async for note in driver.notifies():
                        sender, _, game = note.payload.partition(" ")
                        if sender != self._own:
                            self.heard(game)
            except Exception:  # the database is gone; whoever writes is told so
                ready.set()
                await asyncio.sleep(AGAIN)
