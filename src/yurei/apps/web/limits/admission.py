"""Admission control: new games are refused before running games suffer.

Two signs are measured ten times a second: the delay of the event loop while it has work of its own, and the wait of the
oldest write in a long queue. Both are smoothed. Above a bound nothing new is accepted, until both have been below half
of the bound for a while: this hysteresis keeps a server at its limit from switching with every game.
"""

import asyncio
from math import exp
from time import monotonic, thread_time

from yurei.club.model.limits import Seconds
from yurei.club.store.writer import Writer

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

    def sample(self, passed: float, late: float, waiting: int = 0, waited: float = 0.0, worked: float = 1.0) -> None:
        """Record a sample of both signs.

        Args:
            passed: Seconds since the last sample.
            late: Delay of the loop, in seconds.
            waiting: Number of queued writes.
            waited: Seconds for which the oldest of them has waited.
            worked: Share of a core that the loop has taken since.
        """
        weight = 1 - exp(-passed / OVER)
        self.late += weight * (late - self.late)
        self.waits += weight * ((waited if waiting >= MANY else 0.0) - self.waits)
        self.works += weight * (worked - self.works)
        if not self.bound:
            return
        late = self.late if self.works >= WORKS else 0.0
        load = max(late, self.waits / WRITES) / self.bound
        self._calm = self._calm + passed if load < 0.5 else 0.0
        self.full = load > 1 or (self.full and self._calm < CALM)

    async def watch(self, writer: Writer, clock: Seconds = monotonic, processor: Seconds = thread_time) -> None:
        """Record samples until cancelled.

        Args:
            writer: The database writer.
            clock: Clock, in seconds.
            processor: Returns the processor time of the loop's thread.
        """
        while True:
            began, before = clock(), processor()
            await asyncio.sleep(EVERY)
            passed = clock() - began
            worked = (processor() - before) / passed
            self.sample(passed, max(0.0, passed - EVERY), writer.waiting, writer.waited, worked)
