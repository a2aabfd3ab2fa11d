"""Admission control: new games are refused before running games suffer.

Two signs are measured ten times a second: the delay of the event loop while it has work of its own, and the wait of the
oldest write in a long queue. Both are smoothed. Above a bound nothing new is accepted, until both have been below half
of the bound for a while: this hysteresis keeps a server at its limit from switching with every game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from math import exp
from time import monotonic, thread_time
from typing import Protocol

EVERY = 0.1
"""Seconds between two samples."""
OVER = 3.0
"""Time constant of the smoothing, in seconds: older samples count for a third and less."""
CALM = 5.0
"""Seconds for which both signs must stay below half of their bounds."""
WORKS = 0.2
"""Share of a core below which the loop's delay is caused by other processes, such as thinking programs, so that
refusing new games would not help.
"""
WRITES = 4.0
"""Factor by which a write may wait longer than the loop may be late: disks are slow on the best of days."""
MANY = 16
"""Number of queued writes from which on the queue causes the wait; with fewer, the disk is slow."""


class Writing(Protocol):
    """Database writer, as far as admission control needs it; see ``yurei.club.store.writer``."""

    @property
    def waiting(self) -> int:
        """Number of queued writes."""

    @property
    def waited(self) -> float:
        """Seconds for which the oldest queued write has waited."""


class Admission:
    """Decides whether new games, seats and spectators are accepted.

    Args:
        bound: Largest smoothed delay of the loop, in seconds; 0 for no limit.

    Attributes:
        bound: The same.
        full: Whether nothing new is accepted.
        late, waits: Smoothed signs, in seconds: the loop's delay, and the wait of the oldest write of many.
        works: Smoothed share of a core that the loop takes.
    """

    def __init__(self, bound: float) -> None:
        self.bound = bound
        self.full = False
        self.late = self.waits = self.works = 0.0
        self._calm = 0.0

    def sample(self, passed: float, late: float, writing: Writing | None = None, worked: float = 1.0) -> None:
        """Record a sample of both signs.

        Args:
            passed: Seconds since the last sample.
            late: Delay of the loop, in seconds.
            writing: The database writer.
            worked: Share of a core that the loop has taken since.
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
    """Samples the signs as long as the server is open.

    Args:
        admission: Receives the samples.
        writing: The database writer.
        clock: Clock, in seconds.
        spent: Returns the processor time of the loop's thread.
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
        """Start sampling."""
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop sampling."""
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
