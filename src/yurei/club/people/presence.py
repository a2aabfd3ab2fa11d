"""Presence: which people are connected, when people were last seen, and how many spectators there are.

It follows from open pages alone, never from actions on them. Of spectators only numbers are kept, never identities.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Generic, TypeVar

from yurei.club.model.stored import NotKept
from yurei.club.store import Store

Who = TypeVar("Who")
GRACE = 30.0
"""Seconds that a person counts as here after leaving: pages are reloaded, and trains go through tunnels."""
MOST_COUNTED = 999
"""Largest crowd that is counted exactly; larger ones count as this many."""
Place = tuple[str, str]
"""A game, and a chair there."""


class Presence(Generic[Who]):
    """The people who are connected.

    Args:
        changed: Called with the person who has come or gone.
        grace: Seconds that a person counts as here after the last page was closed; ``GRACE`` by default.

    Attributes:
        listeners: All functions that are called then.
    """

    def __init__(self, changed: Callable[[Who], None], grace: float | None = None) -> None:
        self.listeners, self._grace = [changed], grace
        self._open: Counter[Who] = Counter()
        self._leaving: dict[Who, asyncio.TimerHandle] = {}

    def __contains__(self, who: Who) -> bool:
        return who in self._open or who in self._leaving

    def __len__(self) -> int:
        return len(self.all())

    def all(self) -> set[Who]:
        """Return all people who are here."""
        return {*self._open, *self._leaving}

    def seen(self, who: Who) -> None:
        """Note that a person has loaded a page. Without JavaScript there is no other sign of them."""
        if who not in self._open:
            self._stays_a_while(who)

    def gone(self, who: Who) -> None:
        """Count a person who has left as gone at once, without the period of grace."""
        if leaving := self._leaving.get(who):
            leaving.cancel()
            self._gone(who)

    @contextmanager
    def connected(self, who: Who) -> Iterator[None]:
        """Count a page of a person as open while the context lasts."""
        came = who not in self
        self._open[who] += 1
        if leaving := self._leaving.pop(who, None):
            leaving.cancel()
        if came:
            self._changed(who)
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
                self._stays_a_while(who, self._grace)

    def _stays_a_while(self, who: Who, grace: float | None = None) -> None:
        came = who not in self
        if leaving := self._leaving.get(who):
            leaving.cancel()
        self._leaving[who] = asyncio.get_running_loop().call_later(GRACE if grace is None else grace, self._gone, who)
        if came:
            self._changed(who)

    def _changed(self, who: Who) -> None:
        for listener in self.listeners:
            listener(who)

    def _gone(self, who: Who) -> None:
        del self._leaving[who]
        self._changed(who)


class Sightings:
    """The times when people were last seen on their chairs, stored in batches."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._seen: dict[Place, datetime] = {}
        self._kept: dict[Place, datetime] = {}  # the last stored batch: a game may be loading from before it

    def note(self, who: Place) -> None:
        """Note that a person is here now."""
        self._seen[who] = self._clock()

    def seen(self, who: Place) -> datetime | None:
        """Return when a person was last seen, if that may be missing from a loaded game; None otherwise."""
        return self._seen.get(who) or self._kept.get(who)

    async def keep(self, here: Iterable[Place]) -> None:
        """Store the times, and the current time for the people who are here now.

        Raises:
            NotKept: if they could not be stored; they are kept for the next time.
        """
        for who in here:
            self.note(who)
        self._kept, self._seen = self._seen, {}
        try:
            await self._store.keep_seen(self._kept)
        except NotKept:
            self._seen = self._kept | self._seen
            raise


class Crowds:
    """Numbers of browsers that have the public page of a game open. Several pages of one browser count once."""

    def __init__(self) -> None:
        self._open: dict[str, Counter[object]] = {}

    def size(self, place: str) -> int:
        """Return the number of spectators of a game."""
        return len(self._open.get(place, ()))

    def __len__(self) -> int:
        """Return the number of spectators of all games."""
        return sum(map(len, self._open.values()))

    @contextmanager
    def among(self, place: str, who: str | None) -> Iterator[None]:
        """Count a spectator, by the digest of their key, while the context lasts; without one they count separately."""
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
