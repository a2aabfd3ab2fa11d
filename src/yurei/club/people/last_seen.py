"""When somebody was seen last on a chair. It is written down now and then, many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from yurei.club.model.stored import StoreFailed
from yurei.club.store import Store

Who = tuple[str, str]
"""A game, and a chair there."""


class Sightings:
    """Who was seen since this was written down last.

    Args:
        store: Keeps it.
        clock: Tells the time.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._seen: dict[Who, datetime] = {}
        self._kept: dict[Who, datetime] = {}  # what was written down last: a game may just be loaded as it was before

    def note(self, who: Who) -> None:
        """Somebody is here now."""
        self._seen[who] = self._clock()

    def seen(self, who: Who) -> datetime | None:
        """When somebody was seen, where that may not stand yet in what was loaded of the game."""
        return self._seen.get(who) or self._kept.get(who)

    async def keep(self, here: Iterable[Who]) -> None:
        """Write down who was here, and that these are here now.

        Raises:
            StoreFailed: where it could not be; it is kept for the next time.
        """
        for who in here:
            self.note(who)
        self._kept, self._seen = self._seen, {}
        try:
            await self._store.keep_seen(self._kept)
        except StoreFailed:
            self._seen = self._kept | self._seen
            raise
