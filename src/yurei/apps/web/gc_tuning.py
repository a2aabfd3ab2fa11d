"""Garbage that refers to itself, for which Python looks among all that it has, while nobody is answered.

With 400 games in memory each look took 0.37 s, and found next to nothing: what ends here goes when it is let go of. So what
has survived a look is left alone from then on, and each look sees what is new alone. What refers to itself and goes later
is missed that way, 0.6 KB of every socket that was open for long; it is found by a look at all, once nobody is there.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

QUIET = 600.0
"""So many seconds after a look at all there is another, where nobody is there who would have to wait."""
LATEST = 86_400.0
"""So many seconds after a look at all there is another, whoever is there."""
OFTEN = (4000, 1_000_000, 1_000_000)
"""When Python looks: after so many new things, and at all that has survived looks never, for nothing of it is left to look at.

A look takes 2 µs for each thing. More seldom than that, it would be felt; more often, more of what is being done just now
would be put aside."""


class Garbage:
    """Looks for garbage in a server's process. There is one such thing in a process, as there is one ``gc``.

    Args:
        clock: Tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked_at_all = clock()

    def begin(self) -> None:
        """Leave alone from now on what has survived a look."""
        self._usual = gc.get_threshold()
        gc.set_threshold(*OFTEN)
        gc.callbacks.append(_spare)
        self._look_at_all()

    def end(self) -> None:
        """Look as Python does by itself."""
        gc.set_threshold(*self._usual)
        gc.callbacks.remove(_spare)
        gc.unfreeze()

    def now_and_then(self, *, quiet: bool) -> None:
        """Look at all, where it is time for that.

        Args:
            quiet: Whether nobody is there.
        """
        if self._clock() - self._looked_at_all >= (QUIET if quiet else LATEST):
            self._look_at_all()

    def _look_at_all(self) -> None:
        self._looked_at_all = self._clock()
        gc.unfreeze()
        gc.collect()


def _spare(phase: str, _: dict[str, Any]) -> None:
    """Python calls this before and after each look."""
    if phase == "stop":
        gc.freeze()
