"""Shares of what may be done at tables from one address, equal for everybody who is there.

A share depends on how many people are there, never on what they do: a refusal does not tell how often an opponent behind
the same address has tried or marked a point.
"""

from __future__ import annotations

from yurei.apps.web.limits.buckets import MOST_KEPT, Buckets, Rate, Seconds

HERE = 600.0
"""Somebody is there until so many seconds after their last request; an open page asks more often."""


class Shares:
    """Divides a rate among the people at an address.

    Args:
        rate: What all of them may do together; None for no bound.
        clock: Tells the time.
    """

    def __init__(self, rate: Rate | None, clock: Seconds) -> None:
        self._most = 1 if rate is None else rate.burst
        self._buckets = Buckets(rate, clock)
        self._clock = clock
        self._here: dict[str, dict[str, float]] = {}

    def note_present(self, address: str, who: str) -> None:
        """Note that somebody is there."""
        here = self._here.pop(address, {})
        self._here[address] = here  # who came last stands last, among people and among addresses
        here.pop(who, None)
        here[who] = now = self._clock()
        while here[first := next(iter(here))] < now - HERE or len(here) > self._most:
            del here[first]
        if len(self._here) > MOST_KEPT:
            del self._here[next(iter(self._here))]

    def take(self, address: str, who: str) -> int:
        """Count something that is done; for how many seconds it may not be where it is too much, else 0."""
        return self._buckets.take(who, len(self._here.get(address, ())) or 1)
