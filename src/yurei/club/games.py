"""All games of this server. A game is loaded when it is requested, cached while in use, and stored after each event."""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial, wraps
from itertools import islice
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from yurei.club.archive import find_awaited_people, phase_of, summary_of
from yurei.club.game.actions import sit
from yurei.club.game.effects import apply_event, apply_events
from yurei.club.game.game import Game, TablePresence, knowledge_test
from yurei.club.model.stored import BotNews, Chair, Event, StoredGame, Summary, WriteConflict
from yurei.club.model.tasks import Tasks
from yurei.club.people import Inboxes, People, news_for_bots
from yurei.club.presence import Notifier, Presence, Sightings, SpectatorCounts
from yurei.club.programs.proposals import Proposals, Proposer
from yurei.club.server_time import Uptime
from yurei.club.store import Store
from yurei.club.store.backend import read_notice
from yurei.errors import Unknown, YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

Asked = ParamSpec("Asked")
Done = TypeVar("Done")
Subscriber = Callable[[Game, Sequence[Event]], None]  # called without events if names, presence or clocks changed
TIMES = 5  # most retries of an action after other servers have written first
SLICE = 0.005  # seconds during which events are applied before other tasks may run
AT_ONCE = 10  # number of listeners woken at a time, so that other requests are served in between
SOONEST = 0.02  # least seconds between two checks of the same clock
AGAIN = 1.0  # seconds before a failed check of a clock is repeated


class ServerStopping(YureiError):
    """Raised for waiting clients when the server stops."""


STOPS = N_("the server is restarting; nothing is lost, try again in a moment")


class Listeners:
    """The clients that wait for changes, by the game or evening, and by the chair whose view they have open."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, defaultdict[str, set[asyncio.Event]]] = defaultdict(lambda: defaultdict(set))
        self._stopping = False

    def __contains__(self, name: object) -> bool:
        return name in self._bells

    @contextmanager
    def listening(self, name: str, place: str = "") -> Iterator[asyncio.Event]:
        """Yield an asyncio event, which is set after each change that the chair ``place`` may know of."""
        bell, places = asyncio.Event(), self._bells[name]
        places[place].add(bell)
        try:
            yield bell
        finally:
            places[place].discard(bell)
            if not places[place]:
                del places[place]
            if not places:
                del self._bells[name]

    def count(self, name: str, place: str) -> int:
        """Return the number of clients that wait for changes of a game from a chair."""
        return len(self._bells[name].get(place, ())) if name in self._bells else 0

    def wake(self, name: str, hears: Callable[[str], bool] = lambda _: True) -> None:
        """Wake the listeners of each chair for which ``hears`` returns True, small groups first."""
        places = [place for place in self._bells.get(name, ()) if hears(place)]
        few_first = sorted(places, key=lambda place: len(self._bells[name][place]))
        self._set(iter([bell for place in few_first for bell in self._bells[name][place]]))

    def _set(self, bells: Iterator[asyncio.Event]) -> None:
        now = list(islice(bells, AT_ONCE))
        for bell in now:
            bell.set()
        if len(now) == AT_ONCE:
            asyncio.get_running_loop().call_soon(self._set, bells)

    def wake_all(self) -> None:
        for name in self._bells:
            self.wake(name)

    def stop_waiting(self) -> None:
        """Wake all listeners, so that ``check_open`` raises ``ServerStopping`` for them."""
        self._stopping = True
        self.wake_all()

    def check_open(self) -> None:
        """Check that the server still accepts listeners."""
        if self._stopping:
            raise ServerStopping(STOPS)


class Alarms:
    """Timers, one for each game with a running clock. At its time, a timer calls ``ring`` to check the game's clock."""

    def __init__(self, ring: Callable[[str], Awaitable[None]]) -> None:
        self._ring = ring
        self._set: dict[str, asyncio.TimerHandle] = {}
        self._ringing = Tasks()

    def set(self, name: str, wait: timedelta | None) -> None:
        """Set the timer of a game anew; with None for ``wait``, remove the timer."""
        if (before := self._set.pop(name, None)) is not None:
            before.cancel()
        if wait is not None:
            self._set_timer(name, max(SOONEST, wait.total_seconds()))

    def cancel_timers(self) -> None:
        """Cancel all timers."""
        for alarm in self._set.values():
            alarm.cancel()
        self._ringing.cancel()
        self._set.clear()

    def _set_timer(self, name: str, seconds: float) -> None:
        self._set[name] = asyncio.get_running_loop().call_later(seconds, self._go_off, name)

    def _go_off(self, name: str) -> None:
        del self._set[name]
        self._ringing.start(self._check_clock(name))

    async def _check_clock(self, name: str) -> None:
        try:
            await self._ring(name)
        except Exception:
            logging.getLogger(__name__).exception("a clock could not be looked at; it is tried again")
            if name not in self._set:
                self._set_timer(name, AGAIN)


class PersonIndex:
    """Index that finds the games in memory in which a person sits, by the digest of the person's key."""

    def __init__(self) -> None:
        self._keys: dict[str, frozenset[str]] = {}
        self._games: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def note(self, game: str, keys: Iterable[str | None]) -> None:
        """Set the digests of the keys of all people at a game; None stands for an empty chair."""
        self.forget(game)
        self._keys[game] = frozenset(key for key in keys if key is not None)
        for key in self._keys[game]:
            self._games[key][game] = None

    def forget(self, game: str) -> None:
        """Remove a game that is no longer in memory."""
        for key in self._keys.pop(game, ()):
            del self._games[key][game]
            if not self._games[key]:
                del self._games[key]

    def games_of(self, key: str) -> list[str]:
        """Return the games in memory in which the person with a key (a digest) sits."""
        return list(self._games.get(key, ()))


class Games:
    """The games of this server: loads, locks, caches and stores them."""

    def __init__(
        self, store: Store, uptime: Uptime, people: People, propose: Proposer | None, compiling: Callable[[], bool]
    ) -> None:
        self._store, self._uptime, self._people, self._compiling = store, uptime, people, compiling
        self._clock = uptime.now
        self._games: dict[str, Game] = {}
        self._stale: set[str] = set()  # games changed by a different server
        # Locks are kept while a task holds them or waits for them.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._asked_for: dict[str, datetime] = {}  # time of the last request for each game
        self._lifted: dict[str, str] = {}  # seats with a lifted curtain, for games not in memory
        self._summaries: dict[str, Summary] = {}  # summaries as stored, so that only changed ones are written
        self._seated = PersonIndex()
        self._alarms = Alarms(self._look_at_clock)
        # Predicates: whether a chair may know of the events that are being stored; by the name of the game.
        self.unwritten: dict[str, Callable[[str], bool]] = {}
        self.listeners, self.bots = Listeners(), Inboxes()
        # By the digest of a person's key, and by the game whose page shows its own turn.
        self.turn_listeners = Listeners()
        # Functions that say whether a game, by its name, must stay in memory.
        self.needed_by: list[Callable[[str], bool]] = [self._locks.__contains__, self.listeners.__contains__]
        self.proposals = Proposals(propose, self.announce_change)
        store.backend.subscribers.append(self._handle_remote_change)
        self.crowds = SpectatorCounts()
        self.sightings = Sightings(store, uptime.now)
        self.presence = Presence[tuple[str, str]](self._handle_presence_change)
        self.notifier = Notifier(self.presence)
        self.subscribers: list[Subscriber] = [
            lambda game, _: self._alarms.set(game.stored.id, game.next_change()),
            self.proposals.game_changed,
            lambda game, events: self.notifier.game_changed(game, events),  # ``notifier`` may be replaced later
        ]

    async def add(self, stored: StoredGame, chairs: Collection[Chair], sit_down: Iterable[str]) -> None:
        """Store a new game, with people who sit down on the chairs ``sit_down``, in one transaction."""
        keys = {chair.name: chair.key for chair in chairs}
        await self._people.load_nicknames(keys.values())
        game = await self._build(stored, [replace(chair, key=None) for chair in chairs])
        for name in keys:
            game.chairs[name].key = keys[name]
        sat = [sit(game, name) for name in sit_down]
        news = news_for_bots(game, game.events, self._people.names)
        await self._store.games.add(game.stored, game.chairs.values(), game.events, summary_of(game), news)
        self.bots.put(*news)
        self._wake_people(stored.id, find_awaited_people(game))
        if sat:
            async with self.game(stored.id):  # a bot that was notified of the game may already have played in it
                self.announce_change(stored.id, game.events)

    async def exists(self, name: str) -> bool:
        """Return whether a game with this name exists."""
        return name in self._games or await self._store.games.load(name) is not None

    @asynccontextmanager
    async def game(self, name: str) -> AsyncIterator[Game]:
        """Lock a game and yield it; load it if needed. Readers see no state that is not stored yet."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        async with lock:
            await self._refresh_game(name)
            with suppress(WriteConflict):
                if late := self._games[name].overdue():
                    await self.run_action(self._games[name], partial(apply_events, self._games[name], late))
            await self._refresh_game(name)
            self._asked_for[name] = self._clock()
            yield self._games[name]

    @asynccontextmanager
    async def read(self, name: str, chair: str) -> AsyncIterator[Game]:
        """Yield the stored state of a game for a chair to read. The ``with`` block must not await anything.

        The game is locked only while events that the chair may know of are being stored. So the waiting time reveals
        nothing about other events.
        """
        game = self.game_if_written(name, chair)
        if game is not None and not game.overdue():
            self._asked_for[name] = self._clock()
            yield game
        else:
            async with self.game(name) as game:
                yield game

    async def load(self, name: str) -> None:
        """Load a game into memory, or update it there. This also sets its timer, and asks its programs."""
        async with self.game(name):
            pass

    async def load_uncached(self, name: str) -> Game:
        """Return a game for a single reading, without keeping it in memory."""
        return self._games.get(name) or await self._rebuild(name)

    async def run_action(
        self, game: Game, act: Callable[[], list[Event]], taken: Chair | None = None, left: str | None = None
    ) -> list[Event]:
        """Run an action in a locked game, store its new events and return them. An error undoes the action.

        ``taken`` is a chair whose key or token the action changes; ``left`` is the key of the person who had it before.
        """
        name, before, awaited = game.stored.id, len(game.events), find_awaited_people(game)
        try:
            events = act()
        except BaseException as error:
            if not isinstance(error, YureiError) or len(game.events) != before:
                self.drop(name)  # rebuild it from the store
            raise
        self.unwritten[name] = knowledge_test(game, events)
        try:
            await self._store_events(game, before, events, taken, left)
        except BaseException:
            self.drop(name)
            raise
        finally:
            del self.unwritten[name]
        if events or taken is not None:
            self.announce_change(name, events)
            self._wake_people(name, awaited ^ find_awaited_people(game))
        return events

    def _wake_people(self, game: str, people: Iterable[str]) -> None:
        for person in people:
            self.turn_listeners.wake(person, lambda place: place != game)

    async def _store_events(
        self, game: Game, first: int, events: Sequence[Event], taken: Chair | None, left: str | None
    ) -> None:
        name, now = game.stored.id, summary_of(game)
        summary = None if now == self._summaries.get(name) else now
        if events or taken is not None or summary is not None:
            news = news_for_bots(game, events, self._people.names)
            if taken is not None and left is not None and left != taken.key and self._people.is_bot(left):
                news.insert(0, BotNews(left, name, taken.name, game.number_known(taken.name)))
            await self._store.games.append(name, first, events, taken, summary, news)
            self.bots.put(*news)
        self._summaries[name] = now
        if taken is not None:
            self._index_people(game)

    def announce_change(self, name: str, events: Sequence[Event] = ()) -> None:
        """Call the subscribers after a change of a game, and wake the listeners that may know of one of its new events.

        Without events something else has changed: it was loaded, or a person came, left or moved.
        """
        game = self._games.get(name)
        self.listeners.wake(name, knowledge_test(game, events))
        if game is not None:
            self._asked_for[name] = self._clock()
            game.changes += not events
            for subscriber in self.subscribers:
                subscriber(game, events)

    def person_changed(self, key: str) -> None:
        """Call the subscribers of all games of a person, given by the digest of their key."""
        for name in self._seated.games_of(key):
            self.announce_change(name)

    def count_phases(self) -> Counter[str]:
        """Return the number of games in memory by phase, such as playing or counting."""
        return Counter(phase_of(game) for game in self._games.values())

    def game_if_written(self, name: str, chair: str) -> Game | None:
        """Return a game if everything that the chair may know of it is stored, so that no lock is needed; else None."""
        if name in self._stale or (name in self.unwritten and self.unwritten[name](chair)):
            return None
        return self._games.get(name)

    def is_played_by(self, name: str, keys: Collection[str]) -> bool:
        """Return whether one of these keys (digests) opens a chair of a game in memory that has not ended."""
        game = self._games.get(name)
        if game is None or game.result_is_final:
            return False
        chairs = [chair for chair in game.chairs.values() if chair.name != AUDIENCE.name]
        return any(key in (chair.key, chair.token) for chair in chairs for key in keys)

    async def list_public_games(self, most: int) -> list[str]:
        """Return the names of the newest games that everybody may watch."""
        return await self._store.games.list_public_games(most)

    def note_presence(self, who: tuple[str, str]) -> None:
        """Store in memory that the person on a chair of a game is present now."""
        self.sightings.note_presence(who)
        if (game := self._games.get(who[0])) is not None and who[1] in game.chairs:
            game.chairs[who[1]].seen = self.sightings.get_last_sighting(who)

    def _handle_presence_change(self, who: tuple[str, str]) -> None:
        self.note_presence(who)
        self.announce_change(who[0])

    async def _look_at_clock(self, name: str) -> None:
        await self.load(name)
        self.announce_change(name)  # if this was not a loss on time, a new period has begun

    def drop(self, name: str) -> None:
        """Drop a game from memory. The next request for the game, or its timer, loads it again."""
        self._games.pop(name, None)
        self._asked_for.pop(name, None)
        self._seated.forget(name)
        self.listeners.wake(name)
        self._summaries.pop(name, None)

    def forget(self, key: str) -> None:
        """Drop all games of a person, given by the digest of their key, from memory. Requests load the games again."""
        self._stale.update(self._locks)  # the person may be sitting down, or the game loading, at this moment
        for name in self._seated.games_of(key):
            self.drop(name)

    def drop_idle(self, since: datetime) -> int:
        """Drop unused games, not requested since the time ``since``, from memory; return the number of dropped games.

        Timers need no game in memory. Nothing is awaited here, so that no request can get a game that is being dropped.
        """
        idle = [
            name
            for name, game in self._games.items()
            if self._asked_for.get(name, since) <= since
            and not game.count.proposing
            and not any(needs(name) for needs in self.needed_by)
        ]
        for name in idle:
            if (lifted := self._games[name].lifted) is not None:  # it is not in the events
                self._lifted[name] = lifted
            self.drop(name)
        return len(idle)

    def mark_stale(self, name: str) -> None:
        """Mark a game, so that its next use reloads from the store what other servers have written."""
        self._stale.add(name)

    def _handle_remote_change(self, name: str | None) -> None:
        """Mark a game as changed by another server. For None, mark all games, and end the streams of all bots."""
        if name is None:
            self.bots.end_all()
        elif (news := read_notice(name)) is not None:
            self.bots.put(news)
            return
        for each in {*self._games, *self._locks} if name is None else [name]:
            if each in self._games or each in self._locks:  # a locked game may be loading an old state
                self._stale.add(each)  # whoever holds the lock may go on: the store refuses conflicting events
            self.listeners.wake(each)

    async def _refresh_game(self, name: str) -> None:
        if name in self._stale:
            await self._load_new_events(name)
        if name not in self._games:
            game = await self._rebuild(name)
            game.lifted = self._lifted.pop(name, None)
            self._games[name] = game
            self._index_people(game)
            self.announce_change(name)

    def _index_people(self, game: Game) -> None:
        self._seated.note(game.stored.id, (chair.key for chair in game.chairs.values()))

    async def _load_new_events(self, name: str) -> None:
        self._stale.discard(name)  # a later change marks it again
        game = self._games.get(name)
        if game is None:
            return
        try:
            chairs, happened = await self._store.games.load_changes(name, len(game.events))
            if {_list_keys(chair) for chair in chairs} != {_list_keys(chair) for chair in game.chairs.values()}:
                self.drop(name)
                return
            for chair in chairs:
                game.chairs[chair.name].seen = self._get_last_sighting(name, chair)
            await _apply(game, happened)
        except BaseException:
            self.drop(name)
            raise
        self._summaries.pop(name, None)
        self.announce_change(name)

    async def _rebuild(self, name: str) -> Game:
        loaded = await self._store.games.load(name)
        if loaded is None:
            raise Unknown(N_("game not found; ask for the link again, or create a new game"))
        return await self._build(*loaded)

    async def _build(self, stored: StoredGame, chairs: Iterable[Chair], happened: Sequence[Event] = ()) -> Game:
        name, places = stored.id, list(chairs)
        # The first game of a match has ended and cannot change.
        first = None if stored.follows is None else await self._rebuild(stored.follows)
        await self._people.load_nicknames(chair.key for chair in places)
        for chair in places:
            chair.seen = self._get_last_sighting(name, chair)
        game = Game(stored, places, happened, clock=self._uptime.now, first_game=first, pauses=self._uptime.pauses)
        sitting = {place.name: place for place in places}

        def is_here(chair: str) -> bool:
            return chair in sitting and ((name, chair) in self.presence or (sitting[chair].key or "") in self.bots)

        game.around = TablePresence(self._people.names, is_here, self._compiling)
        await _apply(game, happened)
        return game

    def _get_last_sighting(self, name: str, chair: Chair) -> datetime | None:
        here = self.sightings.get_last_sighting((name, chair.name))
        return max((when for when in (here, chair.seen) if when is not None), default=None)

    def stop_waiting(self) -> None:
        """Raise ``ServerStopping`` for all listeners, because this server stops."""
        self.listeners.stop_waiting()
        self.bots.end_streams()

    async def close(self) -> None:
        """Stop notifications, timers and background tasks."""
        self.notifier.close()
        self._alarms.cancel_timers()
        await self.proposals.tasks.close()


async def _apply(game: Game, happened: Sequence[Event]) -> None:
    began = time.monotonic()
    for event in happened:
        apply_event(game, event)
        if time.monotonic() - began > SLICE:
            await asyncio.sleep(0)
            began = time.monotonic()


def _list_keys(chair: Chair) -> tuple[str | None, ...]:
    return chair.name, chair.link, chair.key, chair.token


def retried_if_overtaken(act: Callable[Asked, Coroutine[Any, Any, Done]]) -> Callable[Asked, Coroutine[Any, Any, Done]]:
    """Return an action that is retried, up to ``TIMES`` times, if another server has written to the game first."""

    @wraps(act)
    async def retried(*args: Asked.args, **named: Asked.kwargs) -> Done:
        for _ in range(TIMES):
            with suppress(WriteConflict):
                return await act(*args, **named)
        return await act(*args, **named)

    return retried
