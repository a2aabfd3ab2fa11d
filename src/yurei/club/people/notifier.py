"""Who is rung when: it has become his turn, or his game has ended, and he does not look.

This follows from whose turn it is and whether the game goes on, which everybody
at the table hears. A refused try changes neither, so nobody is rung for it. What
rings is handed in; how it does so is not known here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Protocol
from weakref import WeakKeyDictionary

from yurei.club.game.game import Game
from yurei.club.model.stored import Event
from yurei.club.people.presence import Presence


class News(Enum):
    """All that is ever told."""

    TURN = "turn"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody is to be told something.

    Attributes:
        person: The digest of his key.
        game, chair: Where he sits.
        news: What is told.
    """

    person: str
    game: str
    chair: str
    news: News


class Ringer(Protocol):
    """Tells people something where they do not look, without keeping anybody waiting.

    Attributes:
        patience: For how many seconds somebody may come to look by himself before he is rung.
    """

    patience: float

    def wanted_by(self, person: str) -> bool:
        """Whether somebody wants to be told by this, by the digest of his key."""

    def ring(self, call: Call) -> None:
        """Tell somebody something. It returns at once."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """What can be told of a game: whose turn it is, by the chair, and whether it is over."""

    turn: str | None
    over: bool

    @classmethod
    def of(cls, game: Game) -> _Standing:
        turn = next((name for name in game.chairs if game.to_move in game.seats_of(name)), None)
        return cls(turn if _begun(game) else None, game.over)

    def news_since(self, before: _Standing, chair: str) -> News | None:
        if self.over:
            return None if before.over else News.ENDED
        return News.TURN if chair == self.turn != before.turn else None


def _begun(game: Game) -> bool:
    """Whether everybody has come, or somebody has moved without waiting."""
    if game.moves:
        return True
    sat = {event.chair for event in game.events if event.kind == "sit"}
    return all(name in sat for name in game.chairs if game.seats_of(name))


class Notifier:
    """Looks at what has happened in the games, and has people rung.

    Who has the page of his chair open is not rung; if he goes without having moved, he is after that.

    Args:
        presence: Who is connected, by game and chair.
        ringers: What rings.
    """

    def __init__(self, presence: Presence[tuple[str, str]], ringers: Sequence[Ringer] = ()) -> None:
        self._presence = presence
        self._ringers = ringers
        self._standings: WeakKeyDictionary[Game, _Standing] = WeakKeyDictionary()
        presence.listeners.append(self.look_at)
        self._waiting: dict[tuple[str, str], dict[Ringer, tuple[Call, asyncio.TimerHandle | None]]] = {}

    def know(self, game: Game) -> None:
        """Take a game as it is: of what happened before nobody is told."""
        if self._ringers:
            self._standings[game] = _Standing.of(game)

    def heed(self, game: Game | None, happened: Iterable[Event]) -> None:
        """Something has happened in a game, and is written down; None for one that nobody holds any more."""
        if not self._ringers or game is None:
            return
        now = _Standing.of(game)
        before = self._standings.get(game, now)
        self._standings[game] = now
        acted = {event.chair for event in happened if event.kind != "time"}
        for chair, place in game.chairs.items():
            where = (game.stored.id, chair)
            if where in self._waiting and (now != before or place.key != self._person(where)):
                self._cancel(where)
            news = now.news_since(before, chair) if now != before and game.seats_of(chair) else None
            # Who has let a program sit on his chair plays no turn of his own.
            if news and place.key and not place.token and chair not in acted:
                self._call(Call(place.key, *where, news))

    def look_at(self, where: tuple[str, str]) -> None:
        """Somebody has come or gone. Who does not look any more is told that it is still his turn."""
        if where in self._presence:
            return
        for ringer, (call, timer) in list(self._waiting.get(where, {}).items()):
            if timer is None:
                self._later(ringer, call)

    def close(self) -> None:
        """Nobody is rung any more."""
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
