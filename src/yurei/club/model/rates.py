"""How often something may happen: rates, token buckets, and what requests leave in the database, by address."""

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from math import ceil
from time import monotonic
from typing import Self

from yurei.club.model.chat import TooMuch
from yurei.languages import N_

Seconds = Callable[[], float]
"""Monotonic clock, in seconds."""
MOST_KEPT = 50_000
"""Largest number of kept buckets, full ones not counted: 5 to 10 MB. Beyond, the longest unused are dropped."""
ADDRESS: ContextVar[str] = ContextVar("ADDRESS", default="")
"""Network address from which the present request comes; empty outside of requests."""
PERSON: ContextVar[str] = ContextVar("PERSON", default="")
"""Digest of the key of the known person who sends the present request; empty for anybody else."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Allowed rate of events.

    Attributes:
        per_second: Sustained rate; above 0.
        burst: Events at once after a quiet time; at least 1.
    """

    per_second: float
    burst: int

    def times(self, people: int) -> Self | None:
        """Return the rate for a number of people together; None, which is no limit, for 0."""
        return replace(self, per_second=self.per_second * people, burst=self.burst * people) if people else None


class Buckets:
    """Token buckets by key, each kept as the time at which it will be full again; full ones are dropped.

    Args:
        rate: Rate of each key; None for no limit.
        clock: Clock, in seconds.
        most: Largest number of kept buckets.
    """

    def __init__(self, rate: Rate | None, clock: Seconds, most: int = MOST_KEPT) -> None:
        self._each = 1 / rate.per_second if rate else 0.0
        self._deep = rate.burst / rate.per_second if rate else 0.0
        self._clock = clock
        self._most = most
        self._full_at: dict[Hashable, float] = {}
        self._sweep_at = 1024

    def __len__(self) -> int:
        """Return the number of kept buckets."""
        return len(self._full_at)

    def take(self, who: Hashable, number: int = 1) -> int:
        """Take one event, or some together, and return 0; or return the whole seconds until they can be taken."""
        if not self._each:
            return 0
        full_at = max(self._full_at.get(who, 0.0), now := self._clock()) + number * self._each
        if (wait := ceil(full_at - self._deep - now - 1e-6)) > 0:
            return wait
        self._full_at.pop(who, None)
        self._full_at[who] = full_at  # sorted by last use, the latest last
        if len(self._full_at) >= self._sweep_at:
            self._sweep(now)
        return 0

    def _sweep(self, now: float) -> None:
        """Drop full buckets, and beyond the bound the longest unused."""
        kept = [(who, full_at) for who, full_at in self._full_at.items() if full_at > now]
        self._full_at = dict(kept[-self._most :])
        self._sweep_at = max(1024, min(2 * len(self._full_at), self._most + self._most // 8))


MADE = {
    "game": Rate(1 / 240, 2),
    "evening": Rate(1 / 240, 2),
    "challenge": Rate(1 / 60, 2),
    "person": Rate(1 / 120, 4),
    "contact": Rate(1 / 3600, 1),
    "mail": Rate(1 / 86_400, 1),
}
"""Rates at which an address may add records to the database, by their kind, for each person that may share it."""


class Made:
    """Counts what requests leave in the database, where it is made, by the address from which they come.

    Args:
        people: Number of people who may share an address; 0 for no limit.
        clock: Clock, in seconds.
    """

    def __init__(self, people: int = 0, clock: Seconds = monotonic) -> None:
        self._buckets = {what: Buckets(rate.times(people), clock) for what, rate in MADE.items()}

    def count(self, what: str, number: int = 1) -> None:
        """Count one of ``MADE``, or some together, before it is stored; outside of requests nothing is counted.

        Raises:
            TooMuch: if too many were made from this address.
        """
        if (address := ADDRESS.get()) and self._buckets[what].take(address, number):
            raise TooMuch(N_("too much was started from this network just now; try again later"))
