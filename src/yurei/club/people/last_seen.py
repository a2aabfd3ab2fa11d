"""Times when people were last seen on their chairs, stored in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from yurei.club.model.stored import NotKept
from yurei.club.store import Store

Who = tuple[str, str]
"""A game, and a chair there."""


class Sightings:
    """The times when people were last seen.

    Args:
        store: Stores the times.
        clock: Tells the time.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._seen: dict[Who, datetime] = {}
        self._kept: dict[Who, datetime] = {}  # the last stored batch: a game may be loading from before it

    def note(self, who: Who) -> None:
        """Note that a person is here now."""
        self._seen[who] = self._clock()

    def seen(self, who: Who) -> datetime | None:
        """Return when a person was last seen, if that may be missing from a loaded game; None otherwise."""
        return self._seen.get(who) or self._kept.get(who)

    async def keep(self, here: Iterable[Who]) -> None:
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
