"""What bots are sent: all that is written down for them, from any number on, however often they ask."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, suppress

from yurei.club.games.games import Games
from yurei.club.model.secrets import digest
from yurei.club.model.stored import BotNews, StoreFailed
from yurei.club.people.bots import NO_BOT
from yurei.club.people.people import People
from yurei.club.seats.seats import Forbidden
from yurei.club.store import Store

MOST_GAMES = 100
"""Games that a bot plays at once, where it begins them itself."""
MOST_TOLD = 10 * MOST_GAMES
"""So many it is told of when it begins anew: others may have accepted its challenges meanwhile, or play it again."""
AT_ONCE = 50
"""So much is read for a bot before it has taken what was read before: nothing else waits for who reads slowly."""


class BotDesk:
    """What bots of this server are told, and who they are.

    Args:
        store: Keeps what they are told.
        games: All games.
        people: Everybody who is known here.
    """

    def __init__(self, store: Store, games: Games, people: People) -> None:
        self._store = store
        self._games = games
        self._people = people

    async def person(self, token: str) -> str:
        """A bot by its token: the digest of its key.

        Raises:
            Forbidden: where it is no bot's.
        """
        person = digest(token)
        await self._people.renew(person)
        if not self._people.is_bot(person):
            raise Forbidden(NO_BOT)
        return person

    def listening(self, person: str) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever there is more for a bot."""
        return self._games.bots.listening(person)

    def wake(self, person: str) -> None:
        """Let those look up who listen for a bot."""
        self._games.bots.tell(person)

    def check_open(self) -> None:
        """Make sure that it is worth while to wait.

        Raises:
            Stopping: where the server stops.
        """
        self._games.bots.check_open()

    async def resume(self, person: str, known: int | None) -> int | None:
        """Go on behind the last number that has arrived; nothing before it is kept any longer.

        Returns:
            The same number; None where there is no going on from there: it was never given, or is too long ago.
        """
        first, last = await self._store.numbers_of_news(person)
        if known is None or not first - 1 <= known <= last:
            return None
        with suppress(StoreFailed):  # it is only to save room
            await self._store.drop_news(person, known)
        return known

    async def newest(self, person: str) -> int:
        """The number of what was written down last."""
        return (await self._store.numbers_of_news(person))[1]

    async def after(self, person: str, number: int) -> list[BotNews]:
        """What comes behind a number, or the first of it."""
        return await self._store.news_after(person, number, AT_ONCE)

    async def running(self, person: str) -> list[tuple[str, str]]:
        """A bot's games that go on, and its chair in each."""
        return await self._store.running(person, MOST_TOLD)
