"""Notifications: tells absent players that it is their turn, or that their game has ended.

They depend only on the turn and the end of a game, which everybody at the table hears. A refused try changes neither,
so it causes no notification. The ways to notify (push, mail) are passed in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Protocol
from weakref import WeakKeyDictionary

from yurei.club.game.game import Game
from yurei.club.model.stored import Event, EventKind
from yurei.club.people.presence import Presence


class News(Enum):
    """The kinds of news."""

    TURN = "turn"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Call:
    """A notification to be sent.

    Attributes:
        person: The digest of the person's key.
        game, chair: The person's game and chair.
        news: The news.
    """

    person: str
    game: str
    chair: str
    news: News


class Ringer(Protocol):
    """A way to notify absent people without blocking.

    Attributes:
        patience: Seconds to wait before notifying, in case the person returns.
    """

    patience: float

    def wanted_by(self, person: str) -> bool:
        """Return whether a person has asked for notifications this way, by the digest of their key."""

    def ring(self, call: Call) -> None:
        """Send a notification. Returns at once."""


@dataclass(frozen=True, slots=True)
class _TurnState:
    """The state of a game that causes notifications: the chair to move, and whether the game is over."""

    turn: str | None
    over: bool

    @classmethod
    def of(cls, game: Game) -> _TurnState:
        turn = next((name for name in game.chairs if game.to_move in game.seats_of(name)), None)
        return cls(turn if _begun(game) else None, game.over)

    def news_since(self, before: _TurnState, chair: str) -> News | None:
        if self.over:
            return None if before.over else News.ENDED
        return News.TURN if chair == self.turn != before.turn else None


def _begun(game: Game) -> bool:
    """Return whether all players have sat down, or a move was made without waiting."""
    if game.moves:
        return True
    sat = {event.chair for event in game.events if event.kind is EventKind.SIT}
    return all(name in sat for name in game.chairs if game.seats_of(name))


class Notifier:
    """Compares the states of games before and after events, and notifies people.

    Players with the page of their chair open are not notified; if they leave without having moved, they are then.

    Args:
        presence: Connected people, by game and chair.
        ringers: The ways to notify.
    """

    def __init__(self, presence: Presence[tuple[str, str]], ringers: Sequence[Ringer] = ()) -> None:
        self._presence = presence
        self._ringers = ringers
        self._states: WeakKeyDictionary[Game, _TurnState] = WeakKeyDictionary()
        presence.listeners.append(self.look_at)
        self._waiting: dict[tuple[str, str], dict[Ringer, tuple[Call, asyncio.TimerHandle | None]]] = {}

    def game_changed(self, game: Game, happened: Sequence[Event]) -> None:
        """Notify of new events in a game; without events only note its state, as after it was loaded."""
        if not self._ringers:
            return
        now = _TurnState.of(game)
        just_made = len(happened) == len(game.events)
        before = self._states.get(game, _TurnState(None, over=False) if just_made else now)
        self._states[game] = now
        acted = {event.chair for event in happened if event.kind is not EventKind.TIME}
        for chair, place in game.chairs.items():
            where = (game.stored.id, chair)
            if where in self._waiting and (now != before or place.key != self._person(where)):
                self._cancel(where)
            news = now.news_since(before, chair) if happened and now != before and game.seats_of(chair) else None
            # A player whose chair a program plays has no turns of their own.
            if news and place.key and not place.token and chair not in acted:
                self._call(Call(place.key, *where, news))

    def look_at(self, where: tuple[str, str]) -> None:
        """Remind a player who has left the page that it is still their turn."""
        if where in self._presence:
            return
        for ringer, (call, timer) in list(self._waiting.get(where, {}).items()):
            if timer is None:
                self._later(ringer, call)

    def close(self) -> None:
        """Cancel all pending notifications."""
        for where in list(self._waiting):
            self._cancel(where)

    def _person(self, where: tuple[str, str]) -> str:
        return next(iter(self._waiting[where].values()))[0].person

    def _cancel(self, where: tuple[str, str]) -> None:
        for _, timer in self._waiting.pop(where).values():
            if timer is not None:
                timer.cancel()

    def _call(self, call: Call) -> None:
        for ringer in self._ringers:
            if ringer.wanted_by(call.person):
                self._later(ringer, call)

    def _later(self, ringer: Ringer, call: Call) -> None:
        timer = asyncio.get_running_loop().call_later(ringer.patience, partial(self._ring, ringer, call))
        self._waiting.setdefault((call.game, call.chair), {})[ringer] = (call, timer)

    def _ring(self, ringer: Ringer, call: Call) -> None:
        where = (call.game, call.chair)
        looks = where in self._presence
        if looks and call.news is News.TURN:
            self._waiting[where][ringer] = (call, None)
            return
        del self._waiting[where][ringer]
        if not self._waiting[where]:
            del self._waiting[where]
        if not looks:
            ringer.ring(call)
