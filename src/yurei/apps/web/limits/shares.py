"""Equal shares of the allowed actions at tables from one address, one for each person present.

A share depends on the number of people present, never on their actions: a refusal does not tell how often an opponent
behind the same address has tried or marked a point.
"""

from __future__ import annotations

from yurei.apps.web.limits.buckets import MOST_KEPT, Buckets, Rate, Seconds

HERE = 600.0
"""Seconds after their last request for which a person counts as present; an open page asks more often."""


class Shares:
    """Divides a rate among the people at an address.

    Args:
        rate: The rate for all of them together; None for no limit.
        clock: Clock, in seconds.
    """

    def __init__(self, rate: Rate | None, clock: Seconds) -> None:
        self._most = 1 if rate is None else rate.burst
        self._buckets = Buckets(rate, clock)
        self._clock = clock
        self._here: dict[str, dict[str, float]] = {}

    def note_present(self, address: str, who: str) -> None:
        """Record that a person is present at an address."""
        here = self._here.pop(address, {})
        self._here[address] = here  # sorted by last use, the latest last, people as well as addresses
        here.pop(who, None)
        here[who] = now = self._clock()
        while here[first := next(iter(here))] < now - HERE or len(here) > self._most:
            del here[first]
        if len(self._here) > MOST_KEPT:
            del self._here[next(iter(self._here))]

    def take(self, address: str, who: str) -> int:
        """Count an action; return the seconds until it is allowed, else 0."""
        return self._buckets.take(who, len(self._here.get(address, ())) or 1)
