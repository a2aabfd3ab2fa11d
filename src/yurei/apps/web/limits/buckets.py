"""Rates that the limits allow, and token buckets that keep to them: a burst at once, and a steady rate afterwards."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil

SOCKETS = 10
"""Sockets that one person may have open."""
CONNECTIONS_EACH = 10
"""Largest number of connections of one person's browser: six, and its sockets."""
MOST_KEPT = 50_000
"""Largest number of kept buckets, full ones not counted: 5 to 10 MB. Beyond, the longest unused are dropped."""

Seconds = Callable[[], float]
"""Monotonic clock, in seconds."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Allowed rate of events.

    Attributes:
        per_second: Sustained rate; above 0.
        burst: Events at once after a quiet time; at least 1.
    """

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Allowances:
    """Rate limits that the server's operator can choose.

    Attributes:
        people: Number of people who may share an address, as in a club or a school; limits by address follow from it.
            0 for no limits by address.
        tries: Tries and pencil marks a second of one player in one game, with a burst of ten seconds' worth.
            0 for no limit.
        open: Number of requests and sockets that may be open at once; more are told to come back.
    """

    people: int = 50
    tries: float = 5.0
    open: int = 12_000

    def of_address(self, each: Rate) -> Rate | None:
        """Return the rate of an address for a rate of each person; None for no limit."""
        return Rate(each.per_second * self.people, each.burst * self.people) if self.people else None

    @property
    def actions(self) -> Rate | None:
        """Rate of one player's actions in one game."""
        return Rate(self.tries, max(1, round(10 * self.tries))) if self.tries else None

    @property
    def views(self) -> Rate | None:
        """Rate of one person's page views of one game; a held arrow key in a replay makes 30 a second."""
        return Rate(6 * self.tries, max(1, round(60 * self.tries))) if self.tries else None

    @property
    def own_work(self) -> Rate | None:
        """Processor milliseconds for one person's page views; tries and socket messages are not counted."""
        return Rate(250, 250) if self.tries else None

    @property
    def sockets(self) -> int:
        """Number of sockets that an address may have open."""
        return 3 * self.people or self.open


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

    def wait(self, who: Hashable, amount: float = 1) -> int:
        """Return the whole seconds until ``amount`` can be taken; 0 if now."""
        if not self._each:
            return 0
        full_at = max(self._full_at.get(who, 0.0), now := self._clock())
        return max(0, ceil(full_at + amount * self._each - self._deep - now - 1e-6))

    def take(self, who: Hashable, amount: float = 1) -> int:
        """Take ``amount`` and return 0, or return the seconds until it can be taken."""
        if (wait := self.wait(who, amount)) or not self._each:
            return wait
        self._fill(who, amount)
        return 0

    def rest(self, who: Hashable) -> float:
        """Return the seconds until an overdrawn bucket is no longer overdrawn; 0.0 if it is not."""
        return max(0.0, self._full_at.get(who, 0.0) - self._deep - self._clock())

    def use(self, who: Hashable, amount: float) -> None:
        """Take ``amount``, even if less is left: measured costs are known only afterwards."""
        if self._each and amount:
            self._fill(who, amount)

    def _fill(self, who: Hashable, amount: float) -> None:
        now = self._clock()
        # Sorted by last use, the latest last.
        self._full_at[who] = max(self._full_at.pop(who, 0.0), now) + amount * self._each
        if len(self._full_at) >= self._sweep_at:
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Drop full buckets, and beyond the bound the longest unused."""
        kept = [(who, full_at) for who, full_at in self._full_at.items() if full_at > now]
        self._full_at = dict(kept[-self._most :])
        self._sweep_at = max(1024, min(2 * len(self._full_at), self._most + self._most // 8))
