"""One person's games: where he is waited for, what goes on, what has ended, and all of his records."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from functools import partial
from time import monotonic
from weakref import WeakValueDictionary

from yurei.club.game import actions
from yurei.club.game.record import record_of
from yurei.club.games.games import Games
from yurei.club.model.chairs import REFEREE
from yurei.club.model.chat import TooMuch
from yurei.club.model.secrets import digest
from yurei.club.model.stored import NOT_KEPT, NotKept, PastGame, StoreFailed, Tally, Wanted
from yurei.club.model.summary import PLAYERS
from yurei.club.people.people import People
from yurei.club.seats.seats import Forbidden
from yurei.club.store import Store
from yurei.club.store.gathering import Gathering
from yurei.languages import N_
from yurei.records import Record

MOST_TABLES = 100_000
"""Every table at which somebody sits."""
MOST_OPEN = 20
"""Games that somebody plays at once."""
_STILL_PLAYS = N_("this browser plays a game in progress; end that game, or move that seat first")


class OwnGames:
    """The games of people.

    Args:
        store: Knows them from their summaries.
        games: All games.
        people: Everybody who has sat down here.
        clock: Tells the time.
    """

    def __init__(self, store: Store, games: Games, people: People, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._turns = Gathering(store.turns)
        self._games = games
        self._people = people
        self._packing: set[str] = set()
        self._one_at_a_time = asyncio.Lock()
        # A lock lasts as long as somebody has it or waits for it.
        self._beginning: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.clock = clock

    async def turns(self, key: str | None) -> int:
        """In how many games somebody is waited for. No game is loaded for it."""
        return 0 if key is None else await self._turns.of(digest(key))

    async def close(self) -> None:
        """Answer those who have asked."""
        await self._turns.close()

    async def running(self, key: str | None, most: int) -> list[tuple[str, str]]:
        """The games that go on, and his chair in each: where he is waited for first, then the newest."""
        return [] if key is None else await self._store.running(digest(key), most)

    @asynccontextmanager
    async def room(self, key: str | None, most: int = MOST_OPEN) -> AsyncIterator[None]:
        """Room for another game, while he sits down there: who begins many at once begins one after the other.

        At a shared screen nobody waits for him, so it is not counted.

        Raises:
            TooMuch: where he sits at as many already as anybody can play.
        """
        if key is None:  # who comes for the first time sits nowhere yet
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
        """The games that have ended, the latest first: how many there are, and some of them. None is loaded for it."""
        if key is None:
            return 0, []
        count, found = await self._store.past(digest(key), wanted, first, most)
        await self._people.know(other for game in found for other in game.keys.values())
        return count, found

    async def tallies(self, key: str | None) -> list[Tally]:
        """What he has won and lost, by game and referee."""
        return [] if key is None else await self._store.tallies(digest(key))

    def records(self, key: str) -> AsyncGenerator[tuple[str, Record], None]:
        """Every record of his games that have ended, and a name for each; one game after the other.

        Raises:
            TooMuch: where he fetches them already.
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
                        # First of all the server plays: all who fetch their records take a quarter of it together.
                        await asyncio.sleep(3 * (monotonic() - began))
                except Exception as error:  # a game that cannot be made again keeps no other one back
                    logging.getLogger(__name__).warning("a record is missing: %s", type(error).__name__)
                else:
                    yield f"{made:%Y-%m-%d}-{ruleset}-{name}", record
        finally:
            self._packing.discard(person)

    async def forget(self, key: str) -> None:
        """Forget somebody: he leaves every table for good, and nothing that is kept names or recognises him.

        Where a game goes on he resigns at his next turn, so that nobody waits for him.

        Raises:
            NotKept: where it could not be written down.
        """
        for name, chair in await self.running(key, MOST_TABLES):
            async with self._games.game(name) as game:
                if game.seats_of(chair) and not game.final:
                    await self._games.happen(game, partial(actions.leave, game, chair))
            self._games.tell(name)
        with _kept():
            await self._people.forget(key)
        self._games.forget(digest(key))

    async def change_key(self, key: str) -> str:
        """Give somebody another key to all his chairs; who has the old one is nobody here any more.

        Returns:
            The new key.

        Raises:
            Forbidden: where nobody has it any more, for it has just been changed.
            NotKept: where it could not be written down; then the old one is good still.
        """
        with _kept():
            new = await self._people.change_key(key)
        self._games.forget(digest(key))
        if new is None:
            raise Forbidden(N_("this token is no longer valid; a newer one has replaced it"))
        return new

    async def take_over(self, old: str | None, new: str) -> None:
        """A browser gets the key of somebody who plays elsewhere; what it has played itself to the end comes along.

        Args:
            old: Its own key so far.
            new: His.

        Raises:
            Forbidden: where it sits at a table at which the game goes on: who has made the link would sit there too.
            NotKept: where it could not be written down.
        """
        if old is None or old == new:
            return
        playing = {chair for _, chair in await self.running(old, MOST_TABLES)}
        if playing.intersection((*PLAYERS, REFEREE)):
            raise Forbidden(_STILL_PLAYS)
        with _kept():
            await self._people.take_over(old, new)
        self._games.forget(digest(old))


@contextmanager
def _kept() -> Iterator[None]:
    """Something that is written down, or has not happened.

    Raises:
        NotKept: where it could not be.
    """
    try:
        yield
    except StoreFailed as error:
        raise NotKept(NOT_KEPT) from error
