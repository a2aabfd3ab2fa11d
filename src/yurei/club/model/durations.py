"""Histogram of durations: how many were within each bound. Single durations cannot be told from it."""

from bisect import bisect_left
from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds in seconds."""


class Durations:
    """Counts durations by the first bound that they do not exceed.

    >>> took = Durations()
    >>> took.note(0.02)
    >>> took.note(60.0)
    >>> took.within()[3:5], took.within()[-1]
    ([0, 1], 2)
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)

    def note(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1

    def within(self) -> list[int]:
        """Return the number of durations within each bound, and at the end of all."""
        return list(accumulate(self._counts))
