"""Notifications between servers on one PostgreSQL, by LISTEN and NOTIFY: of changed games and evenings, and of bots."""

import asyncio
from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from yurei.club.model.stored import BotNews

CHANNEL = "yurei"
LOBBY = "lobby"
"""The name sent when challenges have changed. No game or evening has this name."""
AGAIN = 0.5
"""Seconds until listening is tried again after the connection was lost."""

_TELL = sql.select(sql.func.pg_notify(CHANNEL, sql.bindparam("told")))


class Elsewhere:
    """Notifications of changes by other servers.

    Attributes:
        heard: Functions called with the name of a game or an evening that another server changed, or with a notice for
            a bot, see ``notice``; with None after a lost connection, when any of them may have changed.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._own = token_hex(8)
        self._listening: asyncio.Task[None] | None = None
        self.heard: list[Callable[[str | None], None]] = []

    def tell(self, connection: sql.Connection, name: str) -> None:
        """Notify other servers of a game or an evening, or for a bot, once the transaction commits."""
        connection.execute(_TELL, {"told": self.told([name])})

    def told(self, names: Iterable[str]) -> str:
        """Return the payload of a notification: at most 8,000 bytes, 13 for each game."""
        return " ".join((self._own, *names))

    async def begin(self) -> None:
        """Start to listen."""
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(ready))
        await ready.wait()

    async def end(self) -> None:
        """Stop listening."""
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
            except Exception:  # the connection is lost; writes raise their own errors
                ready.set()
                await asyncio.sleep(AGAIN)

    def _hear(self, name: str | None) -> None:
        for heard in self.heard:
            heard(name)


def notice(news: BotNews) -> str:
    """Return a notice for a bot as a name that can be sent to other servers."""
    return f"{news.person}:{news.game}:{news.chair}:{news.since}"


def read_notice(name: str) -> BotNews | None:
    """Return the notice for a bot in a name that was sent; None if it is that of a game or an evening."""
    match name.split(":"):
        case [person, game, chair, since]:
            return BotNews(person, game, chair, int(since))
    return None
