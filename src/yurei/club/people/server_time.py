"""The server's time: it goes on evenly, and where no server was there, it is known that none was."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from yurei.clocks.timekeeper import Pause
from yurei.club.model.stored import StoreFailed
from yurei.club.store import Store

BEAT = 5.0
"""How many seconds lie between two signs of life; who is to move may gain so much when the server is killed."""


class SteadyClock:
    """Begins at what the machine's clock says, and then goes on evenly, whatever is done to that clock."""

    def __init__(
        self,
        machine: Callable[[], datetime] = lambda: datetime.now(UTC),
        passing: Callable[[], float] = time.monotonic,
    ) -> None:
        self._passing = passing
        self._began, self._then = machine(), passing()

    def __call__(self) -> datetime:
        """The time now."""
        return self._began + timedelta(seconds=self._passing() - self._then)


def between(uptimes: Iterable[Pause], now: datetime) -> list[Pause]:
    """When no server was there, until now.

    Args:
        uptimes: When one was, in order.
        now: Until when.
    """
    pauses: list[Pause] = []
    last: datetime | None = None
    for begin, end in [*uptimes, (now, now)]:
        if last is not None and begin > last:
            pauses.append((last, begin))
        last = end if last is None else max(last, end)
    return pauses


class Uptime:
    """When servers have been there, this one among them.

    Args:
        store: Keeps it.
        clock: Tells the time.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._ahead = timedelta(0)
        self._began: datetime | None = None
        self._beating: asyncio.Task[None] | None = None
        self.pauses: list[Pause] = []

    def now(self) -> datetime:
        """The time. It is never before what an earlier server has kept: somebody may have set the machine's clock."""
        return self._clock() + self._ahead

    async def begin(self) -> None:
        """Take the time up where the last server has left it; what lies between is a pause."""
        known = await self._store.uptimes()
        self._ahead = max([timedelta(0), *(last - self._clock() for _, last in known)])
        self._began = self.now()
        self.pauses = between(known, self._began)
        await self.beat()
        self._beating = asyncio.create_task(self._beat())

    async def end(self) -> None:
        """The last sign of life."""
        if self._beating is not None and self._began is not None:
            self._beating.cancel()
            await self.beat()

    async def beat(self) -> None:
        """Give a sign of life, which is written down.

        Raises:
            StoreFailed: where it could not be.
        """
        if self._began is not None:
            await self._store.still_up(self._began, self.now())

    async def well(self) -> bool:
        """Whether a sign of life can be written down, and nothing that is kept was found damaged."""
        try:
            await self.beat()
        except StoreFailed:
            return False
        return await self._store.answers()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
            except StoreFailed:
                logging.getLogger(__name__).warning("the sign of life could not be written down")
