"""The games of one person: those in progress, those that wait for them, ended ones, and all records."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from time import monotonic
from weakref import WeakValueDictionary

from yurei.club.game import actions
from yurei.club.game.record import record_of
from yurei.club.games import Games
from yurei.club.model.chairs import REFEREE
from yurei.club.model.chat import TooMuch
from yurei.club.model.secrets import digest
from yurei.club.model.stored import PastGame, Tally, Wanted
from yurei.club.model.summary import PLAYERS
from yurei.club.people.people import People
from yurei.club.seats.seats import Forbidden
from yurei.club.store import Store
from yurei.club.store.gathering import Gathering
from yurei.languages import N_
from yurei.records import Record

MOST_TABLES = 100_000
"""Limit for all games of a person."""
MOST_OPEN = 20
"""Most games that a person may play at once."""
_STILL_PLAYS = N_("this browser plays a game in progress; end that game, or move that seat first")


class OwnGames:
    """The games of people."""

    def __init__(self, store: Store, games: Games, people: People, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._turns = Gathering(store.turns)
        self._games = games
        self._people = people
        self._packing: set[str] = set()
        self._one_at_a_time = asyncio.Lock()
        # A lock exists as long as a task holds it or waits for it.
        self._beginning: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.clock = clock

    async def turns(self, key: str | None) -> int:
        """Return the number of games that wait for a person. No game is loaded for it."""
        return 0 if key is None else await self._turns.of(digest(key))

    async def close(self) -> None:
        """Answer the pending queries, and stop."""
        await self._turns.close()

    async def running(self, key: str | None, most: int) -> list[tuple[str, str]]:
        """Return a person's games in progress with their chair: those that wait for them first, then the newest."""
        return [] if key is None else await self._store.running(digest(key), most)

    @asynccontextmanager
    async def room(self, key: str | None, most: int = MOST_OPEN) -> AsyncIterator[None]:
        """Check and hold room for another game while a person sits down; concurrent starts run one after the other.

        A shared screen keeps nobody waiting, so it is not counted.

        Raises:
            TooMuch: if the person plays ``most`` games already.
        """
        if key is None:  # a first visit has no games
            yield
            return
        lock = self._beginning.setdefault(digest(key), asyncio.Lock())
        async with lock:
            open_games = [game for game, chair in await self.running(key, 10 * most) if chair in PLAYERS]
            if len(open_games) >= most:
                raise TooMuch(
                    N_("you have {count} games in progress; finish one before you start another"),
                    count=len(open_games),
                )
            yield

    async def past(self, key: str | None, wanted: Wanted, first: int, most: int) -> tuple[int, list[PastGame]]:
        """Return the number of ended games that match, and a page of them, the latest first. Loads no game."""
        if key is None:
            return 0, []
        count, found = await self._store.past(digest(key), wanted, first, most)
        await self._people.know(other for game in found for other in game.keys.values())
        return count, found

    async def tallies(self, key: str | None) -> list[Tally]:
        """Return a person's numbers of results, by game and referee."""
        return [] if key is None else await self._store.tallies(digest(key))

    def records(self, key: str) -> AsyncGenerator[tuple[str, Record], None]:
        """Return a generator of the records of a person's ended games, each with a name.

        Raises:
            TooMuch: if a download is in progress already.
        """
        if digest(key) in self._packing:
            raise TooMuch(N_("your records are already being downloaded; please wait"))
        return self._records(digest(key))

    async def _records(self, person: str) -> AsyncGenerator[tuple[str, Record], None]:
        self._packing.add(person)
        try:
            for name, ruleset, made in await self._store.final_games(person):
                try:
                    async with self._one_at_a_time:
                        began = monotonic()
                        record = record_of(await self._games.once(name))
                        # The server's requests come first: all downloads together may take a quarter of its time.
                        await asyncio.sleep(3 * (monotonic() - began))
                except Exception as error:  # a faulty game stops no other
                    logging.getLogger(__name__).warning("a record is missing: %s", type(error).__name__)
                else:
                    yield f"{made:%Y-%m-%d}-{ruleset}-{name}", record
        finally:
            self._packing.discard(person)

    async def forget(self, key: str) -> None:
        """Delete a person: they leave every game for good, and nothing that is stored names or identifies them.

        In games in progress they resign at their next turn, so that nobody waits for them.

        Raises:
            NotKept: if it could not be stored.
        """
        for name, chair in await self.running(key, MOST_TABLES):
            async with self._games.game(name) as game:
                if game.seats_of(chair) and not game.final:
                    await self._games.happen(game, partial(actions.leave, game, chair))
        await self._people.forget(key)
        self._games.forget(digest(key))

    async def change_key(self, key: str) -> str:
        """Replace a person's key in all their chairs; the old one becomes invalid.

        Returns:
            The new key.

        Raises:
            Forbidden: if the key is not valid any more, because it has just been changed.
            NotKept: if it could not be stored; the old key stays valid then.
        """
        new = await self._people.change_key(key)
        self._games.forget(digest(key))
        if new is None:
            raise Forbidden(N_("this token is no longer valid; a newer one has replaced it"))
        return new

    async def take_over(self, old: str | None, new: str) -> None:
        """Give a browser the key of a person on another device; its own ended games come along.

        Args:
            old: The browser's own key so far.
            new: The key of that person.

        Raises:
            Forbidden: if it sits in a game in progress: the maker of the link would sit there too.
            NotKept: if it could not be stored.
        """
        if old is None or old == new:
            return
        playing = {chair for _, chair in await self.running(old, MOST_TABLES)}
        if playing.intersection((*PLAYERS, REFEREE)):
            raise Forbidden(_STILL_PLAYS)
        await self._store.take_over(digest(old), digest(new))
        self._games.forget(digest(old))
