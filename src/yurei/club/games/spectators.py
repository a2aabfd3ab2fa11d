"""Numbers of spectators. Only numbers are kept, never identities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MOST_COUNTED = 999
"""Largest crowd that is counted exactly; larger ones count as this many."""


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
        """Count a spectator of a game while the context lasts.

        Args:
            who: Digest of the spectator's key; None for an unknown one, who counts separately.
        """
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


__all__ = ["MOST_COUNTED", "Crowds"]
