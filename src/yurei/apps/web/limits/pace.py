"""At what pace things begin: one after the other, so that those who play already do not wait for those who come.

A server at its limit says so when it is too late for those who came in one second, see ``Admission``. So what begins has a
part of the processor, and who comes while it is used up waits for his turn.
"""

from __future__ import annotations

from yurei.apps.web.limits.buckets import Seconds

PART = 0.1
"""What begins takes no more of a core than this where the server has much to do."""
QUIET = 0.4
"""Where it takes less of a core than this, what begins has the rest of it."""
LONGEST_LINE = 3.0
"""Seconds, at most, until one's turn comes: who would wait longer is told to come back."""
COST = 0.002
"""Seconds of the processor that something takes to begin, before any has."""
REMEMBERED = 20
"""So many are remembered of what that took."""


class Pace:
    """Gives turns to begin something.

    Args:
        clock: Tells the time.
    """

    def __init__(self, clock: Seconds) -> None:
        self._clock = clock
        self._next = clock()
        self._cost = COST

    def turn(self, works: float) -> float | None:
        """Take the next turn.

        Args:
            works: The part of a core that the server takes.

        Returns:
            In how many seconds it comes; None where too many have taken theirs, and nothing is taken.
        """
        now = self._clock()
        wait = max(0.0, self._next - now)
        if wait > LONGEST_LINE:
            return None
        self._next = now + wait + self._cost / max(PART, QUIET - works)
        return wait

    def took(self, seconds: float) -> None:
        """Note what it took of the processor to begin something."""
        self._cost += (seconds - self._cost) / REMEMBERED
