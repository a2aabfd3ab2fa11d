"""Pacing of new games and the like: started one after another, so that running games are not delayed.

Admission control reacts too late to a crowd that arrives within one second, see ``Admission``. So starting things has a
share of the processor, and requests beyond that share wait for their turn.
"""

from __future__ import annotations

from yurei.apps.web.limits.buckets import Seconds

PART = 0.1
"""Share of a core for starting things on a busy server."""
QUIET = 0.4
"""Load, as a share of a core, up to which starting things may use the rest."""
LONGEST_LINE = 3.0
"""Longest wait for a turn, in seconds; longer ones are refused."""
COST = 0.002
"""Processor seconds to start something, before any was measured."""
REMEMBERED = 20
"""Number of measurements over which the cost is smoothed."""


class StartQueue:
    """Assigns turns to requests that start something.

    Args:
        clock: Clock, in seconds.
    """

    def __init__(self, clock: Seconds) -> None:
        self._clock = clock
        self._next = clock()
        self._cost = COST

    def turn(self, works: float) -> float | None:
        """Take the next turn.

        Args:
            works: Share of a core that the server takes.

        Returns:
            Seconds until the turn; None, and no turn is taken, if the queue is too long.
        """
        now = self._clock()
        wait = max(0.0, self._next - now)
        if wait > LONGEST_LINE:
            return None
        self._next = now + wait + self._cost / max(PART, QUIET - works)
        return wait

    def took(self, seconds: float) -> None:
        """Record the processor seconds that starting something took."""
        self._cost += (seconds - self._cost) / REMEMBERED
