"""Crowds: how many look at a game from where everybody may. A number, and never who."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MOST_COUNTED = 999
"""Larger crowds are not counted: those who are too many look all the same."""


class Crowds:
    """How many have the page of a game open that many may open. One browser counts once, however often it comes."""

    def __init__(self) -> None:
        self._open: dict[str, Counter[object]] = {}

    def size(self, place: str) -> int:
        """How many are at a place."""
        return len(self._open.get(place, ()))

    def __len__(self) -> int:
        """How many are anywhere."""
        return sum(map(len, self._open.values()))

    @contextmanager
    def among(self, place: str, who: str | None) -> Iterator[None]:
        """While this lasts, somebody is there.

        Args:
            who: The digest of his key; None for somebody whom nobody knows, who counts for himself.
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
