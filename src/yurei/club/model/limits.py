"""Limits and measurements of requests: token buckets, fair queues, histograms of durations."""

import asyncio
from bisect import bisect_left
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil, exp
from time import monotonic
from typing import Self, TypeVar

from yurei.errors import YureiError
from yurei.languages import N_

Key = TypeVar("Key")
Value = TypeVar("Value")
Locked = TypeVar("Locked")
Result = TypeVar("Result")
Seconds = Callable[[], float]  # monotonic clock, in seconds
MOST_KEPT = 50_000  # largest number of kept buckets, 5 to 10 MB; the longest unused are dropped
ADDRESS: ContextVar[str] = ContextVar("ADDRESS", default="")
"""Network address from which the present request comes; empty outside of requests."""
PERSON: ContextVar[str] = ContextVar("PERSON", default="")
"""Digest of the key of the known person who sends the present request; empty for anybody else."""
LATELY = 3.0  # time constant, in seconds, of the count of a person's turns: a turn this old counts as about a third
MOST_COUNTED = 4096  # least number of people whose turns are remembered
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # bounds in seconds


def keep_newest(kept: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    """Add an entry at the end of a cache; if the cache then has more than ``most`` entries, drop the oldest ones."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


class LimitExceeded(YureiError):
    """Raised when a request exceeds a limit of number or rate."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate at which events are allowed."""

    per_second: float  # sustained rate; above 0
    burst: int  # events at once after a quiet time; at least 1

    def multiplied_by(self, people: int) -> Self | None:
        """Return this rate multiplied by a number of people; None, which means no limit, if the number is 0."""
        return replace(self, per_second=self.per_second * people, burst=self.burst * people) if people else None


class Buckets:
    """Token buckets by key; each is stored as the time at which it will be full. Without a rate there is no limit."""

    def __init__(self, rate: Rate | None, clock: Seconds, most: int = MOST_KEPT) -> None:
        self._each = 1 / rate.per_second if rate else 0.0
        self._deep = rate.burst / rate.per_second if rate else 0.0
        self._clock = clock
        self._most = most
        self._full_at: dict[Hashable, float] = {}
        self._sweep_at = 1024

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, who: Hashable, number: int = 1) -> int:
        """Take ``number`` tokens and return 0; if there are too few, take none and return the full seconds to wait."""
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
        kept = [(who, full_at) for who, full_at in self._full_at.items() if full_at > now]
        self._full_at = dict(kept[-self._most :])
        self._sweep_at = max(1024, min(2 * len(self._full_at), self._most + self._most // 8))


RECORD_RATES = {
    "game": Rate(1 / 240, 2),
    "evening": Rate(1 / 240, 2),
    "challenge": Rate(1 / 60, 2),
    "person": Rate(1 / 120, 4),
    "contact": Rate(1 / 3600, 1),
    "mail": Rate(1 / 86_400, 1),
}
"""Rates at which an address may add records to the database, by their kind, for each person that may share it."""


class RecordLimits:
    """Limits how many records an address may add to the database, for ``people`` users there; 0 means no limit."""

    def __init__(self, people: int = 0, clock: Seconds = monotonic) -> None:
        self._buckets = {what: Buckets(rate.multiplied_by(people), clock) for what, rate in RECORD_RATES.items()}

    def count(self, what: str, number: int = 1) -> None:
        """Count records of a kind in ``RECORD_RATES`` for the address of the present request; raise TooMuch above the limit."""
        if (address := ADDRESS.get()) and self._buckets[what].take(address, number):
            raise LimitExceeded(N_("too much was started from this network just now; try again later"))


class FairQueue:
    """A queue that gives turns, to requests or to slow work, fairly by address and by person.

    Addresses take turns. At an address the person with the fewest recent turns goes first, so that many frequent
    requests do not delay somebody who plays a move now and then. All requests without a name at an address count as
    one person. A turn lasts at most ``longest`` seconds; then the next one starts, even if the work goes on. At most
    ``most`` requests of one person may wait, and ``nameless`` of all without a name at one address.
    """

    def __init__(self, at_once: int, most: int, longest: float | None = None, nameless: int | None = None) -> None:
        self.free = at_once
        self._most, self._longest, self._nameless = most, longest, nameless or most
        self._waiting: OrderedDict[str, dict[str, deque[asyncio.Future[None]]]] = OrderedDict()
        self._lately: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._is_due = False

    @asynccontextmanager
    async def wait_turn(self, address: str, person: str) -> AsyncIterator[None]:
        """Wait for a turn and keep it for the ``with`` block; raise TooMuch if too many of this person already wait."""
        if len(self._waiting.get(address, {}).get(person, ())) >= (self._most if person else self._nameless):
            raise LimitExceeded(N_("the server is busy; try again in a moment"))
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self._waiting.setdefault(address, {}).setdefault(person, deque()).append(mine)
        self._call_next()
        ended = False

        def end() -> None:
            nonlocal ended
            if mine.done() and not mine.cancelled() and not ended:
                ended = True
                self.free += 1
                self._call_next()

        timer = None
        try:
            await mine
            if self._longest is not None:
                timer = loop.call_later(self._longest, end)
            yield
        finally:
            if timer is not None:
                timer.cancel()
            end()

    def _call_next(self) -> None:
        """Give turns in the next round of the event loop, so that requests received by then are considered."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._give_turns)

    def _give_turns(self) -> None:
        self._is_due = False
        now = asyncio.get_running_loop().time()
        while self.free and self._waiting:
            address, people = self._waiting.popitem(last=False)
            person = min(people, key=lambda each: self._turns((address, each), now))
            queue = people.pop(person)
            next_one = queue.popleft()
            if queue:
                people[person] = queue
            if people:
                self._waiting[address] = people
            if not next_one.cancelled():
                turns = self._turns((address, person), now)
                keep_newest(self._lately, (address, person), (turns + 1, now), MOST_COUNTED)
                self.free -= 1
                next_one.set_result(None)

    def _turns(self, who: tuple[str, str], now: float) -> float:
        turns, at = self._lately.get(who, (0.0, now))
        return turns * exp((at - now) / LATELY)


class LongWork:
    """Runs slow work for requests in a thread, one piece at a time, so that other requests need not wait."""

    def __init__(self) -> None:
        self._queue = FairQueue(1, 20)

    async def run(self, work: Callable[[Locked], Result], locked: AbstractAsyncContextManager[Locked]) -> Result:
        """Return ``work(value)``, computed in a thread, where ``value`` is what the context ``locked`` yields."""
        async with self._queue.wait_turn(ADDRESS.get(), PERSON.get()), locked as value:
            return await asyncio.to_thread(work, value)


class Durations:
    """Histogram of durations: the number of durations up to each bound in ``BOUNDS``.

    >>> took = Durations()
    >>> took.add(0.02)
    >>> took.add(60.0)
    >>> took.cumulative_counts()[3:5], took.cumulative_counts()[-1]
    ([0, 1], 2)
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)

    def add(self, seconds: float) -> None:
        """Add a duration, in seconds, to the histogram."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1

    def cumulative_counts(self) -> list[int]:
        """Return the number of durations up to each bound (cumulative), and as the last entry the total number."""
        return list(accumulate(self._counts))
