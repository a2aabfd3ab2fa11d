"""What programs may take where they think."""

from __future__ import annotations

import os
from dataclasses import dataclass

from yurei.club.programs.thinking.thinker import SLOWER


def usual_workers() -> int:
    """So many processes where nobody says anything else: one core is left to those who play."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class Limits:
    """What programs may take.

    Attributes:
        workers: How many processes there are.
        seconds: Processor time of a turn, at most; a player may be content with less.
        memory: Megabytes of a process; 0 for no bound.
        grace: Seconds by which an answer may be later than ten times its processor time.
        start, first: Seconds that a player may take to sit down, and for his first answer in a process: some compile
            what they need.
        again: How often a question is asked once more when the process has died over it.
        breath: Seconds between two answers of programs that play each other.
        slot: Where people play, an answer is told so many seconds after it was asked for, or twice, four times, … as many.
    """

    workers: int = 1
    seconds: float = 5.0
    memory: int = 2048
    grace: float = 30.0
    start: float = 300.0
    first: float = 300.0
    again: int = 2
    breath: float = 0.02
    slot: float = 0.3

    @property
    def longest(self) -> float:
        """Seconds by the clock on the wall that an answer may take, whatever a process says."""
        return max(self.first, SLOWER * self.seconds + self.grace)
