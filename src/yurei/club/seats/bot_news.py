"""News for bots: all stored notices from any number on, as often as they ask."""

from contextlib import suppress

from yurei.club.games.games import Games
from yurei.club.model.secrets import digest
from yurei.club.model.stored import BotNews, NotKept
from yurei.club.people.bots import NO_BOT
from yurei.club.people.people import People
from yurei.club.seats.seats import Forbidden
from yurei.club.store import Store

MOST_GAMES = 100
"""Most games that a bot may start to play at once."""
MOST_TOLD = 10 * MOST_GAMES
"""Most games listed when a bot reconnects: others may have accepted challenges or asked for rematches."""
AT_ONCE = 50
"""Number of notices read at a time, so that a slow bot holds no more in memory."""


class BotDesk:
    """The bots of this server and their notices.

    Attributes:
        listeners: Event streams of bots that wait for notices, by the digests of their keys.
    """

    def __init__(self, store: Store, games: Games, people: People) -> None:
        self._store, self._people = store, people
        self.listeners = games.bots

    async def person(self, token: str) -> str:
        """Return the digest of a bot's key, by its token.

        Raises:
            Forbidden: if it is not a bot's.
        """
        person = digest(token)
        await self._people.renew(person)
        if not self._people.is_bot(person):
            raise Forbidden(NO_BOT)
        return person

    async def resume(self, person: str, known: int | None) -> int | None:
        """Resume after the last number that has arrived, and delete the notices before it.

        Returns that number; None if it was never given, or later notices were deleted already.
        """
        first, last = await self._store.numbers_of_news(person)
        if known is None or not first - 1 <= known <= last:
            return None
        with suppress(NotKept):  # deleting only saves space
            await self._store.drop_news(person, known)
        return known

    async def newest(self, person: str) -> int:
        """Return the number of the newest notice."""
        return (await self._store.numbers_of_news(person))[1]

    async def after(self, person: str, number: int) -> list[BotNews]:
        """Return the first notices after a number."""
        return await self._store.news_after(person, number, AT_ONCE)

    async def running(self, person: str) -> list[tuple[str, str]]:
        """Return a bot's games in progress, and its chair in each."""
        return await self._store.running(person, MOST_TOLD)
