"""Token buckets: so many at once, and so many a second for ever after."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil

MOST_KEPT = 50_000
"""Buckets that are not full, of all who ask: 5 to 10 MB. Beyond, who was away longest is forgotten."""

Seconds = Callable[[], float]
"""A clock that only goes forwards, in seconds."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen.

    Attributes:
        per_second: For ever; above 0.
        burst: At once, after a while in which nothing has happened; at least 1.
    """

    per_second: float
    burst: int


class Buckets:
    """A bucket for each who asks, kept as the moment at which it will be full again; full ones are not kept.

    Args:
        rate: How often each may; None for as often as he likes.
        clock: Tells the time.
        most: So many are kept.
    """

    def __init__(self, rate: Rate | None, clock: Seconds, most: int = MOST_KEPT) -> None:
        self._each = 1 / rate.per_second if rate else 0.0
        self._deep = rate.burst / rate.per_second if rate else 0.0
        self._clock = clock
        self._most = most
        self._full_at: dict[Hashable, float] = {}
        self._sweep_at = 1024

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._full_at)

    def wait(self, who: Hashable, amount: float = 1) -> int:
        """For how many whole seconds somebody may not take so much; 0 where he may."""
        if not self._each:
            return 0
        full_at = max(self._full_at.get(who, 0.0), now := self._clock())
        return max(0, ceil(full_at + amount * self._each - self._deep - now - 1e-6))

    def take(self, who: Hashable, amount: float = 1) -> int:
        """Count so much, where it may be; else for how many seconds it may not."""
        if (wait := self.wait(who, amount)) or not self._each:
            return wait
        self._fill(who, amount)
        return 0

    def rest(self, who: Hashable) -> float:
        """For how many seconds somebody is to rest who has used up more than there was; 0.0 where he has not."""
        return max(0.0, self._full_at.get(who, 0.0) - self._deep - self._clock())

    def use(self, who: Hashable, amount: float) -> None:
        """Take so much, even where there is less: what is measured is known only afterwards."""
        if self._each and amount:
            self._fill(who, amount)

    def _fill(self, who: Hashable, amount: float) -> None:
        now = self._clock()
        # Who has asked last stands last.
        self._full_at[who] = max(self._full_at.pop(who, 0.0), now) + amount * self._each
        if len(self._full_at) >= self._sweep_at:
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Forget those that are full, and beyond the bound those who have not asked for longest."""
        kept = [(who, full_at) for who, full_at in self._full_at.items() if full_at > now]
        self._full_at = dict(kept[-self._most :])
        self._sweep_at = max(1024, min(2 * len(self._full_at), self._most + self._most // 8))
