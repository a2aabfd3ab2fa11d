"""Alarms: timers that check a game's clock as soon as it changes something, without any request."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

SOONEST = 0.02
"""Least seconds between two checks of the same clock."""
AGAIN = 1.0
"""Seconds until a failed check is repeated."""


class Alarms:
    """One alarm for every game whose clock runs.

    Args:
        ring: Checks the clock of a game, by the game's name.
    """

    def __init__(self, ring: Callable[[str], Awaitable[None]]) -> None:
        self._ring = ring
        self._set: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def set(self, name: str, wait: timedelta | None) -> None:
        """Set the alarm of a game, in place of its earlier one; None for no alarm."""
        if (before := self._set.pop(name, None)) is not None:
            before.cancel()
        if wait is not None:
            self._later(name, max(SOONEST, wait.total_seconds()))

    def silence(self) -> None:
        """Cancel all alarms."""
        for alarm in self._set.values():
            alarm.cancel()
        for ringing in self._ringing:
            ringing.cancel()
        self._set.clear()

    def _later(self, name: str, seconds: float) -> None:
        self._set[name] = asyncio.get_running_loop().call_later(seconds, self._go_off, name)

    def _go_off(self, name: str) -> None:
        del self._set[name]
        ringing = asyncio.get_running_loop().create_task(self._look(name))
        self._ringing.add(ringing)
        ringing.add_done_callback(self._ringing.discard)

    async def _look(self, name: str) -> None:
        try:
            await self._ring(name)
        except Exception:
            logging.getLogger(__name__).exception("a clock could not be looked at; it is tried again")
            if name not in self._set:
                self._later(name, AGAIN)
