"""The book of evenings: each as it is now, one change after the other, and told to all who look."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yurei.club.evenings.evening import Evening
from yurei.club.games import Games
from yurei.club.listeners import Listeners
from yurei.club.people import digest
from yurei.club.seats import Forbidden, link_secret
from yurei.club.store import Store
from yurei.club.stored import NOT_KEPT, NotKept, StoreFailed
from yurei.errors import Unknown
from yurei.languages import N_


class EveningBook:
    """All evenings of this server.

    Args:
        games: Tell how they have ended.
        store: Keeps the evenings.

    Attributes:
        listeners: Who waits for something to change in an evening.
    """

    def __init__(self, games: Games, store: Store) -> None:
        self._games, self._store = games, store
        self._evenings: dict[str, Evening] = {}
        self._at: dict[str, str] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.listeners = Listeners()
        self._noting: set[asyncio.Task[None]] = set()
        games.when_final = self._game_is_final

    async def get(self, name: str) -> Evening:
        """An evening.

        Raises:
            Unknown: where there is no such one.
        """
        if name not in self._evenings:
            found = await self._store.evening(name[:32])
            if found is None:
                raise Unknown(N_("there is no such evening here; ask for the link again"))
            # Somebody else may have been quicker, and have changed it since.
            if name not in self._evenings:
                self._take_in(Evening.read(found))
                for table in self._evenings[name].waiting:
                    await self._note_result(table.game)
        return self._evenings[name]

    @asynccontextmanager
    async def changing(self, name: str) -> AsyncIterator[Evening]:
        """An evening while it is changed, one change after the other.

        Raises:
            Unknown: where there is no such one.
        """
        await self.get(name)
        async with self._locks[name]:
            yield self._evenings[name]

    async def keep(self, evening: Evening) -> None:
        """Write down what an evening has come to, and tell all who look.

        Raises:
            NotKept: where it could not be; it has not happened then.
        """
        try:
            await self._store.keep_evening(evening.stored())
        except StoreFailed as error:
            raise NotKept(NOT_KEPT) from error
        self._take_in(evening)
        self.listeners.tell(evening.id)

    async def forget(self, key: str) -> None:
        """Forget somebody, by his key: in every evening he has gone home, and is not named.

        Raises:
            NotKept: where it could not be written down.
        """
        for name in await self._store.evenings_with(digest(key)):
            async with self.changing(name) as evening:
                await self.keep(evening.without(digest(key)))

    def _take_in(self, evening: Evening) -> None:
        self._evenings[evening.id] = evening
        self._at |= {table.game: evening.id for table in evening.waiting}

    def _game_is_final(self, game: str) -> None:
        if game in self._at:
            task = asyncio.create_task(self._note_result(game))
            self._noting.add(task)
            task.add_done_callback(self._noting.discard)

    async def _note_result(self, game: str) -> None:
        """Note how a game has ended, where it has, and its host has not said so himself."""
        async with self._games.game(game) as held:
            if not held.final or held.result is None:
                return
            winner = held.result.winner
        if (name := self._at.pop(game, None)) is None:
            return
        async with self._locks[name]:
            evening = self._evenings[name]
            at = [number for number, table in enumerate(evening.tables, 1) if table.game == game and not table.result]
            try:
                if at and not evening.ended:
                    result = "draw" if winner is None else winner.word
                    await self.keep(evening.decided(len(evening.played), at[0], result, by_hand=False))
            except NotKept:
                self._at[game] = name  # it is noted when something happens there again
                logging.getLogger(__name__).warning("a result of an evening could not be written down")


def player_link(host: str, number: int) -> str:
    """The secret of a player's link, as it follows from the host's."""
    return link_secret(host, f"player {number}")


def table_secret(host: str, round_number: int, table_number: int) -> str:
    """The secret of the maker of a game of an evening; both numbers from 1."""
    return link_secret(host, f"{round_number}.{table_number}")


def check_host(evening: Evening, host: str | None) -> str:
    """The secret of who has made an evening.

    Raises:
        Forbidden: where this is not it.
    """
    if host is None or not hmac.compare_digest(evening.host, digest(host)):
        raise Forbidden(N_("only the browser that made this evening can do this"))
    return host
