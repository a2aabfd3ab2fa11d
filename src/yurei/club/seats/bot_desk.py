"""The bots of a server: who has a bot's key, and the games of a bot."""

from yurei.club.games import Games
from yurei.club.model.secrets import digest
from yurei.club.people.bots import NO_BOT
from yurei.club.people.people import People
from yurei.club.seats.seats import Forbidden
from yurei.club.store import Store

MOST_GAMES = 100
"""Most games that a bot may start to play at once."""
MOST_TOLD = 10 * MOST_GAMES
"""Most games listed when a bot connects: others may have accepted challenges or asked for rematches."""


class BotDesk:
    """The bots of this server.

    Attributes:
        inboxes: The inboxes of the bots with an open stream.
    """

    def __init__(self, store: Store, games: Games, people: People) -> None:
        self._store, self._people = store, people
        self.inboxes = games.bots

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

    async def running(self, person: str) -> list[tuple[str, str]]:
        """Return a bot's games in progress, and its chair in each."""
        return await self._store.running(person, MOST_TOLD)
