"""Presence: connected people, times when people were last seen, numbers of spectators; notifications of absent players.

Presence depends only on open pages, never on actions; spectators are only counted. Notifications depend only on the
turn and the end of a game, which everybody at the table hears: a refused try changes neither.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

from yurei.club.game.game import Game
from yurei.club.model.stored import Event, EventKind, NotStored
from yurei.club.store import Store

Who = TypeVar("Who")
GRACE = 30.0  # seconds that a person counts as present after closing a page, as it may be a reload
MOST_COUNTED = 999  # largest number of spectators that is counted
Place = tuple[str, str]  # a game, and a chair there


class Presence(Generic[Who]):
    """The people who have a page open, or had one open until a moment ago."""

    def __init__(self, changed: Callable[[Who], None], grace: float | None = None) -> None:
        self.listeners, self._grace = [changed], grace
        self._open: Counter[Who] = Counter()
        self._leaving: dict[Who, asyncio.TimerHandle] = {}

    def __contains__(self, who: Who) -> bool:
        return who in self._open or who in self._leaving

    def __len__(self) -> int:
        return len(self.all())

    def all(self) -> set[Who]:
        """Return all people who are present."""
        return {*self._open, *self._leaving}

    def note_page_load(self, who: Who) -> None:
        """Count a person as present for a while after a page load, as pages without JavaScript open no connection."""
        if who not in self._open:
            self._start_grace_period(who)

    def note_absence(self, who: Who) -> None:
        """Count a person as absent now, although their period of grace after the last open page has not ended."""
        if leaving := self._leaving.get(who):
            leaving.cancel()
            self._note_absence(who)

    @contextmanager
    def count_open_page(self, who: Who) -> Iterator[None]:
        """Count an open page of a person, who is present for the length of the context and a period of grace."""
        came = who not in self
        self._open[who] += 1
        if leaving := self._leaving.pop(who, None):
            leaving.cancel()
        if came:
            self._call_listeners(who)
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
                self._start_grace_period(who, self._grace)

    def _start_grace_period(self, who: Who, grace: float | None = None) -> None:
        came = who not in self
        if leaving := self._leaving.get(who):
            leaving.cancel()
        self._leaving[who] = asyncio.get_running_loop().call_later(
            GRACE if grace is None else grace, self._note_absence, who
        )
        if came:
            self._call_listeners(who)

    def _call_listeners(self, who: Who) -> None:
        for listener in self.listeners:
            listener(who)

    def _note_absence(self, who: Who) -> None:
        del self._leaving[who]
        self._call_listeners(who)


class Sightings:
    """The times when people were last seen on their chairs, stored in batches."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._seen: dict[Place, datetime] = {}
        self._kept: dict[Place, datetime] = {}  # the last stored batch: a game may have been loaded just before that

    def note_presence(self, who: Place) -> None:
        """Note in memory that a person is present now."""
        self._seen[who] = self._clock()

    def get_last_sighting(self, who: Place) -> datetime | None:
        """Return the time of a person's last sighting, if it is in one of the two latest batches; otherwise None."""
        return self._seen.get(who) or self._kept.get(who)

    async def store(self, here: Iterable[Place]) -> None:
        """Store the noted times, and the current time for the people ``here``; if that fails, keep the times."""
        for who in here:
            self.note_presence(who)
        self._kept, self._seen = self._seen, {}
        try:
            await self._store.games.store_last_seen(self._kept)
        except NotStored:
            self._seen = self._kept | self._seen
            raise


class SpectatorCounts:
    """The numbers of browsers that have the public page of a game open. Several pages of one browser count once."""

    def __init__(self) -> None:
        self._open: dict[str, Counter[object]] = {}

    def size(self, place: str) -> int:
        """Return the number of spectators of a game."""
        return len(self._open.get(place, ()))

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    @contextmanager
    def count_spectator(self, place: str, who: str | None) -> Iterator[None]:
        """Count a spectator for the length of a context. Pages with the same digest of a key (``who``) count once."""
        crowd, one = self._open.setdefault(place, Counter()), who or object()
        counted = one in crowd or len(crowd) < MOST_COUNTED
        if counted:
            crowd[one] += 1
        try:
            yield
        finally:
            if counted:
                crowd[one] -= 1
                if not crowd[one]:
                    del crowd[one]
            if not crowd and self._open.get(place) is crowd:
                del self._open[place]


class NotificationReason(Enum):
    """Reasons for notifying a player: it is their turn, or the game has ended."""

    TURN = "turn"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification that is to be sent to a player."""

    person: str  # the digest of the person's key
    game: str
    chair: str
    news: NotificationReason


class NotificationChannel(Protocol):
    """A channel by which absent people are notified, such as push or mail. Sending does not block."""

    patience: float  # seconds to wait before notifying, in case the person returns

    def wanted_by(self, person: str) -> bool:
        """Return whether a person, given by the digest of their key, wants notifications by this channel."""

    def notify(self, call: Notification) -> None:
        """Start to send a notification, and return without waiting for it."""


TurnState = tuple[str | None, bool]  # the chair to move, and whether the game is over


def _find_state(game: Game) -> TurnState:
    turn = next((name for name in game.chairs if game.to_move in game.seats_of(name)), None)
    return turn if _has_begun(game) else None, game.over


def _find_news(now: TurnState, before: TurnState, chair: str) -> NotificationReason | None:
    (turn, over), (turn_before, over_before) = now, before
    if over:
        return None if over_before else NotificationReason.ENDED
    return NotificationReason.TURN if chair == turn != turn_before else None


def _has_begun(game: Game) -> bool:
    if game.moves:
        return True
    sat = {event.chair for event in game.events if event.kind is EventKind.SIT}
    return all(name in sat for name in game.chairs if game.seats_of(name))


class Notifier:
    """Notifies players of their turn and of the end of a game while they have no page of the game open."""

    def __init__(self, presence: Presence[Place], ringers: Sequence[NotificationChannel] = ()) -> None:
        self._presence = presence
        self._ringers = ringers
        self._states: WeakKeyDictionary[Game, TurnState] = WeakKeyDictionary()
        presence.listeners.append(self.remind)
        self._waiting: dict[Place, dict[NotificationChannel, tuple[Notification, asyncio.TimerHandle | None]]] = {}

    def game_changed(self, game: Game, happened: Sequence[Event]) -> None:
        """Notify players of new events in a game. Without events, only note whose turn it is."""
        if not self._ringers:
            return
        now = _find_state(game)
        just_made = len(happened) == len(game.events)
        before = self._states.get(game, (None, False) if just_made else now)
        self._states[game] = now
        acted = {event.chair for event in happened if event.kind is not EventKind.TIME}
        for chair, place in game.chairs.items():
            where = (game.stored.id, chair)
            called = {call.person for call, _ in self._waiting.get(where, {}).values()}
            if called and (now != before or place.key not in called):
                self._cancel(where)
            news = _find_news(now, before, chair) if happened and now != before and game.seats_of(chair) else None
            # A player whose chair is played by a program is not notified.
            if news and place.key and not place.token and chair not in acted:
                for ringer in self._ringers:
                    if ringer.wanted_by(place.key):
                        self._ring_later(ringer, Notification(place.key, *where, news))

    def remind(self, where: Place) -> None:
        """Notify a player who has closed the page of a game that it is still their turn."""
        if where in self._presence:
            return
        for ringer, (call, timer) in list(self._waiting.get(where, {}).items()):
            if timer is None:
                self._ring_later(ringer, call)

    def close(self) -> None:
        """Cancel all pending notifications."""
        for where in list(self._waiting):
            self._cancel(where)

    def _cancel(self, where: Place) -> None:
        for _, timer in self._waiting.pop(where).values():
            if timer is not None:
                timer.cancel()

    def _ring_later(self, ringer: NotificationChannel, call: Notification) -> None:
        timer = asyncio.get_running_loop().call_later(ringer.patience, partial(self._ring, ringer, call))
        self._waiting.setdefault((call.game, call.chair), {})[ringer] = (call, timer)

    def _ring(self, ringer: NotificationChannel, call: Notification) -> None:
        where = (call.game, call.chair)
        is_here = where in self._presence
        if is_here and call.news is NotificationReason.TURN:
            self._waiting[where][ringer] = (call, None)
            return
        del self._waiting[where][ringer]
        if not self._waiting[where]:
            del self._waiting[where]
        if not is_here:
            ringer.notify(call)
