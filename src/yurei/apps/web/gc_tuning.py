"""Garbage collection tuning: keeps pauses short by freezing long-lived objects.

With 400 games in memory a full collection took 0.37 s and found next to nothing, as reference counting frees what ends
here. So objects that survive a collection are frozen, and each collection examines new objects only. Cycles that die
later are missed that way, 0.6 KB for every long-lived socket; a full collection frees them when no client is connected.
"""

import gc
import time
from collections.abc import Callable
from typing import Any

QUIET_INTERVAL = 600.0
"""Seconds between full collections while no client is connected."""
LONGEST_INTERVAL = 86_400.0
"""Seconds between full collections in any case."""
THRESHOLDS = (4000, 1_000_000, 1_000_000)
"""Collection thresholds: after so many new objects; survivors are frozen, so older generations are never collected.

A collection takes 2 µs an object. Rarer ones would cause a noticeable pause; more frequent ones would freeze more
short-lived objects that happen to be in use.
"""


class GarbageTuning:
    """Tunes garbage collection in a server's process. One instance per process, as ``gc`` is global.

    Args:
        clock: Clock, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last_full = clock()

    def start(self) -> None:
        """Set the thresholds, and freeze objects that survive a collection from now on."""
        self._usual = gc.get_threshold()
        gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(_freeze_survivors)
        self._collect_all()

    def stop(self) -> None:
        """Restore Python's usual garbage collection."""
        gc.set_threshold(*self._usual)
        gc.callbacks.remove(_freeze_survivors)
        gc.unfreeze()

    def collect_if_due(self, *, quiet: bool) -> None:
        """Run a full collection if it is due.

        Args:
            quiet: Whether no client is connected.
        """
        if self._clock() - self._last_full >= (QUIET_INTERVAL if quiet else LONGEST_INTERVAL):
            self._collect_all()

    def _collect_all(self) -> None:
        self._last_full = self._clock()
        gc.unfreeze()
        gc.collect()


def _freeze_survivors(phase: str, _: dict[str, Any]) -> None:
    """Freeze the survivors of a collection; Python calls this before and after each."""
    if phase == "stop":
        gc.freeze()
