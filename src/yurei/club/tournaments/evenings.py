"""The club evenings of this server, and the actions of players: claim their link, and sit down at their table."""

import hmac
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

from yurei.club.club import Club
from yurei.club.games import retried_if_overtaken
from yurei.club.model.secrets import Secrets, digest, link_digest
from yurei.club.seats import Forbidden
from yurei.club.store import Store
from yurei.club.tournaments.book import EveningBook
from yurei.club.tournaments.evening import Evening, Player
from yurei.club.tournaments.hosting import Hosting
from yurei.errors import BadValue
from yurei.languages import N_


class Evenings:
    """The club evenings of this server. Its methods are the actions of players.

    Attributes:
        book: Stores and caches the evenings.
        hosting: The actions of hosts.
    """

    def __init__(
        self, club: Club, store: Store, clock: Callable[[], datetime], secrets: Secrets, chance: Random
    ) -> None:
        self._club, self.book = club, EveningBook(club.games, store)
        self.hosting = Hosting(club, store, self.book, clock, secrets, chance)

    @retried_if_overtaken
    async def claim(self, name: str, number: int, link: str, key: str | None) -> str:
        """Join an evening by a player's link.

        Args:
            key: The key of this browser, if it has been here before.

        Returns:
            The key of the browser: its own, or the first that it gets.

        Raises:
            Forbidden: if the link is wrong or used, or the browser is another player's.
        """
        async with self.book.changing(name) as evening:
            player = check_link(evening, number, link)
            known = await self._club.people.recognised(key)
            own = digest(known) if known else None
            if player.key is not None and (own is None or not hmac.compare_digest(player.key, own)):
                raise Forbidden(N_("this link has been used in another browser; its host can let it be used once more"))
            if evening.number_of(own) not in (None, number):
                raise Forbidden(
                    N_("this browser is used by another player of this evening; each player needs a separate browser")
                )
            if known is not None and player.key is not None:
                return known
            evening.check_open()
            key = await self._called(known, player.name)
            await self.book.keep(evening.with_player(number, replace(player, key=digest(key), gone=False)))
        return key

    async def _called(self, known: str | None, name: str) -> str:
        """Return the key of a browser, which gets the player's name if it has none."""
        if known is not None and self._club.people.names[digest(known)]:
            return known
        return await self._club.rename(known, name)

    async def sit_down(self, name: str, number: int, key: str | None) -> tuple[str, str]:
        """Seat a player at their table of this round.

        Returns:
            The game, and the player's chair there.

        Raises:
            Forbidden: if the key is another player's.
            BadValue: if the player has no table now.
        """
        evening = await self.book.get(name)
        check_player(evening, number, key)
        table = evening.table_of(number)
        if table is None or table.white is None or key is None:
            raise BadValue(N_("you have no table in this round; wait for the next one"))
        chair = "black" if table.black == number else "white"
        await self._club.seats.seat(table.game, chair, key)
        return table.game, chair


def check_link(evening: Evening, number: int, link: str) -> Player:
    """Check a player's link, and return the player.

    Raises:
        Forbidden: if it is not theirs.
        Unknown: if there is no such player.
    """
    player = evening.known(number)
    if not hmac.compare_digest(player.link, link_digest(link)):
        raise Forbidden(N_("this link belongs to no player of this evening; ask its host for yours"))
    return player


def check_player(evening: Evening, number: int, key: str | None) -> Player:
    """Check a player's key, and return the player.

    Raises:
        Forbidden: if it is another player's.
        Unknown: if there is no such player.
    """
    player = evening.known(number)
    if key is None or player.key is None or not hmac.compare_digest(player.key, digest(key)):
        raise Forbidden(N_("this is the page of a player of this evening; open the link that is yours"))
    return player
