"""Limits of the processes that run programs."""

import os
from dataclasses import dataclass

from yurei.club.programs.thinking.thinker import SLOWER


def usual_workers() -> int:
    """Return the default number of worker processes, which leaves one core to the server."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of time and memory for programs.

    Attributes:
        workers: Number of worker processes.
        seconds: Most processor time of a turn; a player may use less.
        memory: Most megabytes of a process; 0 for no limit.
        grace: Seconds of wall-clock time that an answer may take beyond ten times its processor time.
        start, first: Seconds that a player may take to start, and for its first answer in a process: some compile
          their code then.
        again: Number of repetitions of a question whose process has died.
        breath: Seconds between two answers of programs that play each other.
        slot: Against people, answers are released after 1, 2, 4, ... times this many seconds.
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
        """The most seconds of wall-clock time that an answer may take, whatever a process claims."""
        return max(self.first, SLOWER * self.seconds + self.grace)
