"""Store and cache of club evenings: serialises changes, and notifies listeners."""

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from weakref import WeakValueDictionary

from yurei.club.game.effects import apply_events
from yurei.club.game.game import Game
from yurei.club.games import Games, Listeners, retried_if_overtaken
from yurei.club.model.chairs import WINDOW
from yurei.club.model.secrets import derived_secret, digest, link_secret
from yurei.club.model.stored import Event, EventKind, NotKept
from yurei.club.seats import Forbidden
from yurei.club.store import Store
from yurei.club.tournaments.evening import Evening, Table
from yurei.errors import Unknown
from yurei.languages import N_

OVER = "over"
LATELY = timedelta(days=3)
"""Age of the oldest evening to which people are led back."""
MOST_HELD = 256
"""Most evenings cached in memory, the latest used; others are read from the store."""


class EveningBook:
    """The evenings of this server.

    Attributes:
        listeners: Pages that wait for changes in an evening.
    """

    def __init__(self, games: Games, store: Store) -> None:
        self._games, self._store = games, store
        self._evenings: dict[str, Evening] = {}  # the latest used are at the end
        self._stale: set[str] = set()  # changed through another server
        # A lock exists as long as a task holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.listeners = Listeners()
        self._noting: set[asyncio.Task[None]] = set()
        games.subscribers.append(self._game_changed)
        store.subscribe(self._changed_elsewhere)

    async def get(self, name: str) -> Evening:
        """Return an evening.

        Raises:
            Unknown: if there is none of this name.
        """
        if name not in self._stale and (known := self._evenings.get(name)) is not None:
            return known
        async with self._locked(name) as evening:
            pass
        for table in evening.waiting:
            await self._note_result(name, table.game)
        return self._evenings.get(name, evening)

    def is_attended_by(self, name: str, keys: Collection[str]) -> bool:
        """Return whether one of these keys, by their digests, is that of a host or a player of an evening in memory."""
        evening = self._evenings.get(name)
        if evening is None:
            return False
        return not {evening.host, evening.maker, *(player.key for player in evening.players)}.isdisjoint(keys)

    @asynccontextmanager
    async def changing(self, name: str) -> AsyncIterator[Evening]:
        """Lock an evening and yield it for a change.

        Raises:
            Unknown: if there is none of this name.
        """
        await self.get(name)
        async with self._locked(name) as evening:
            yield evening

    async def running(self, person: str, now: datetime) -> list[Evening]:
        """Return the evenings of the last days that are not over and that a person, by digest, hosts or plays in."""
        names = await self._store.evenings_with(person, now - LATELY)
        return [evening for name in names if not (evening := await self.get(name)).over]

    async def keep(self, evening: Evening) -> None:
        """Store a changed evening, and wake its listeners.

        Raises:
            NotKept: if it could not be stored; it has not changed then.
            Overtaken: if another server has changed it first.
        """
        now = replace(evening, version=evening.version + 1)
        try:
            await self._store.keep_evening(now.stored())
        except BaseException:
            self._stale.add(evening.id)
            raise
        before = self._evenings.get(evening.id)
        self._hold(now)
        self.listeners.wake(evening.id)
        if now.over and before is not None and (before.over, before.winners) != (True, now.winners):
            self._begin(self.tell_tables(now.tables, EventKind.ROUND, OVER))

    async def forget(self, key: str) -> None:
        """Delete a person from all evenings, by their key: they count as gone home, without a name.

        Raises:
            NotKept: if it could not be stored.
        """
        for name in await self._store.evenings_with(digest(key)):
            await self._change(name, lambda evening: evening.without(digest(key)))

    async def take_over(self, old: str, new: str) -> None:
        """Replace a browser's key in all evenings after it has taken over another person's key.

        Args:
            old: The browser's own key so far.
            new: The key of that person.

        Raises:
            NotKept: if it could not be stored.
        """
        for name in await self._store.evenings_with(digest(old)):
            await self._change(name, lambda evening: evening.with_key(digest(old), digest(new)))

    @retried_if_overtaken
    async def _change(self, name: str, change: Callable[[Evening], Evening]) -> None:
        async with self.changing(name) as evening:
            await self.keep(change(evening))

    @asynccontextmanager
    async def _locked(self, name: str) -> AsyncIterator[Evening]:
        """Lock an evening and yield its current state."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            if name in self._stale:
                self._stale.discard(name)
                self._evenings.pop(name, None)
            if name not in self._evenings:
                found = await self._store.evening(name[:32])
                if found is None:
                    raise Unknown(N_("evening not found; ask for the link again"))
                self._hold(Evening.read(found))
            yield self._evenings[name]

    def _hold(self, evening: Evening) -> None:
        self._evenings.pop(evening.id, None)
        self._evenings[evening.id] = evening
        for name in list(self._evenings)[: max(0, len(self._evenings) - MOST_HELD)]:
            del self._evenings[name]

    def _changed_elsewhere(self, name: str | None) -> None:
        """Mark an evening as changed by another server, or all of them without a name, and wake the listeners."""
        here = {*self._evenings, *self._locks}  # some may be loading an old state
        self._stale |= here if name is None else here & {name}
        if name is None:
            self.listeners.wake_all()
        else:
            self.listeners.wake(name)

    def _game_changed(self, game: Game, _: Sequence[Event]) -> None:
        """Start to enter the result of a game of an evening once it is final."""
        name = game.stored.terms.get("evening")
        if name is None or not game.final:
            return
        known = self._evenings.get(name)
        game.evening_winners = () if known is None else known.winners
        if known is None or any(table.game == game.stored.id for table in known.waiting):
            self._begin(self._note_result(name, game.stored.id))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._noting.add(task := asyncio.create_task(work))
        task.add_done_callback(self._noting.discard)

    async def tell_tables(self, tables: Iterable[Table], kind: EventKind, what: str = "") -> None:
        """Add an event of the evening to the games of tables; a game that cannot be written stays as it was."""
        for table in tables:
            if table.game:
                with suppress(NotKept):
                    async with self._games.game(table.game) as game:
                        if kind is EventKind.ROUND or not game.final or game.waiting.abandoned:
                            event = game.event(WINDOW, kind, what)
                            await self._games.happen(game, partial(apply_events, game, [event]))

    async def _note_result(self, name: str, game: str) -> None:
        """Enter the result of a game that has ended, unless the host has entered one."""
        async with self._games.game(game) as held:
            if not held.final or held.result is None:
                return
            winner = held.result.winner
        try:
            await self._enter(name, game, "draw" if winner is None else winner.word)
        except NotKept:  # entered at the next event in that game
            logging.getLogger(__name__).warning("a result of an evening could not be written down")

    @retried_if_overtaken
    async def _enter(self, name: str, game: str, result: str) -> None:
        async with self._locked(name) as evening:
            at = [number for number, table in enumerate(evening.tables, 1) if table.game == game and not table.result]
            if at and not evening.ended:
                await self.keep(evening.decided(len(evening.played), at[0], result, by_hand=False))


def player_link(host: str, number: int) -> str:
    """Return the secret of a player's link, derived from the host's."""
    return link_secret(host, f"player {number}")


def table_secret(host: str, round_number: int, table_number: int) -> str:
    """Return the maker's secret of a game of an evening; both numbers from 1."""
    return derived_secret(host, f"{round_number}.{table_number}")


def check_host(evening: Evening, host: str | None) -> str:
    """Check and return the secret of an evening's host.

    Raises:
        Forbidden: if it is not the host's.
    """
    if host is None or not hmac.compare_digest(evening.host, digest(host)):
        raise Forbidden(N_("only the browser that made this evening can do this"))
    return host
