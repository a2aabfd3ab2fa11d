"""Whether there is room for more: new games are refused before those that go on suffer.

Two signs are measured ten times a second: by how much the event loop is late while it has work of its own, and for how
long the first write waits of many. Both are smoothed. Beyond a bound nothing new is begun, and it is again once both have been below half of it for a
while: a server at its limit does not change its mind with every game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from math import exp
from time import monotonic, thread_time
from typing import Protocol

EVERY = 0.1
"""Seconds between two looks."""
OVER = 3.0
"""Over so many seconds signs are smoothed: what is older counts for a third and less."""
CALM = 5.0
"""For so many seconds both are to be below half of their bounds."""
WORKS = 0.2
"""Where the loop has taken less of a core than this, others make it late, as programs that think do: to refuse would not help."""
WRITES = 4.0
"""A write may wait so much longer than the loop may be late: a disk takes its time on the best of days."""
MANY = 16
"""So many writes wait where it is their number that makes them wait; where there are fewer the disk is slow."""


class Writing(Protocol):
    """What writes, see ``yurei.club.store.writer``."""

    @property
    def waiting(self) -> int:
        """How many writes wait."""

    @property
    def waited(self) -> float:
        """For how many seconds the first of them has waited."""


class Admission:
    """Whether somebody new is let in.

    Args:
        bound: By how many seconds the loop may be late, smoothed; 0 for any number.

    Attributes:
        bound: The same.
        full: Whether nothing new is begun.
        late, waits: The signs, in seconds, smoothed: how late the loop is, and how long a write waits among many.
        works: The part of a core that the loop takes, smoothed.
    """

    def __init__(self, bound: float) -> None:
        self.bound = bound
        self.full = False
        self.late = self.waits = self.works = 0.0
        self._calm = 0.0

    def sample(self, passed: float, late: float, writing: Writing | None = None, worked: float = 1.0) -> None:
        """Take the signs as they are now.

        Args:
            passed: Seconds since the last time.
            late: By how many the loop was late.
            writing: What writes.
            worked: The part of a core that the loop has taken since.
        """
        weight = 1 - exp(-passed / OVER)
        waits = writing.waited if writing is not None and writing.waiting >= MANY else 0.0
        self.late += weight * (late - self.late)
        self.waits += weight * (waits - self.waits)
        self.works += weight * (worked - self.works)
        if not self.bound:
            return
        late = self.late if self.works >= WORKS else 0.0
        load = max(late, self.waits / WRITES) / self.bound
        self._calm = self._calm + passed if load < 0.5 else 0.0
        self.full = load > 1 or (self.full and self._calm < CALM)


class Watchman:
    """Looks at the signs as long as the server is open.

    Args:
        admission: Is told of them.
        writing: What writes.
        clock: Tells the time.
        spent: Tells the processor time of the loop's thread.
    """

    def __init__(
        self,
        admission: Admission,
        writing: Writing,
        clock: Callable[[], float] = monotonic,
        spent: Callable[[], float] = thread_time,
    ) -> None:
        self._admission, self._writing, self._clock, self._spent = admission, writing, clock, spent
        self._looking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin."""
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking

    async def _look(self) -> None:
        while True:
            began, before = self._clock(), self._spent()
            await asyncio.sleep(EVERY)
            passed = self._clock() - began
            worked = (self._spent() - before) / passed
            self._admission.sample(passed, max(0.0, passed - EVERY), self._writing, worked)
