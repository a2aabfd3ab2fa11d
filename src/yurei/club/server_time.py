"""The time on the server: a steady clock, and the periods in which no server was running."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from yurei.clocks.timekeeper import Pause
from yurei.club.model.stored import NotStored
from yurei.club.store import Store

BEAT = 5.0  # seconds between two heartbeats; when the server is killed, the player to move gains no more than this


class SteadyClock:
    """A clock that is set by the machine's clock once, at the start, and ignores later changes of that clock."""

    def __init__(
        self,
        machine: Callable[[], datetime] = lambda: datetime.now(UTC),
        passing: Callable[[], float] = time.monotonic,
    ) -> None:
        self._passing = passing
        self._began, self._then = machine(), passing()

    def __call__(self) -> datetime:
        return self._began + timedelta(seconds=self._passing() - self._then)


def periods_without_server(uptimes: Iterable[Pause], now: datetime) -> list[Pause]:
    """Return the periods up to ``now`` in which no server was running, given the sorted periods with one."""
    pauses: list[Pause] = []
    last: datetime | None = None
    for begin, end in [*uptimes, (now, now)]:
        if last is not None and begin > last:
            pauses.append((last, begin))
        last = end if last is None else max(last, end)
    return pauses


class Uptime:
    """The periods in which servers were running. Heartbeats in the database extend the present period."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store, self._clock = store, clock
        self._ahead = timedelta(0)
        self._began: datetime | None = None
        self._beating: asyncio.Task[None] | None = None
        self.pauses: list[Pause] = []

    def now(self) -> datetime:
        """Return the current time, or a later one if the machine's clock was set back behind a stored time."""
        return self._clock() + self._ahead

    async def begin(self) -> None:
        """Start the uptime of this server. The time since the last heartbeat of any earlier server is a pause."""
        known = await self._store.club.uptimes()
        self._ahead = max([timedelta(0), *(last - self._clock() for _, last in known)])
        self._began = self.now()
        self.pauses = periods_without_server(known, self._began)
        await self.store_heartbeat()
        self._beating = asyncio.create_task(self._keep_beating())

    async def end(self) -> None:
        """Store a last heartbeat, and stop the heartbeats."""
        if self._beating is not None and self._began is not None:
            self._beating.cancel()
            await self.store_heartbeat()

    async def store_heartbeat(self) -> None:
        """Store a heartbeat."""
        if self._began is not None:
            await self._store.club.store_heartbeat(self._began, self.now())

    async def can_write(self) -> bool:
        """Return whether a heartbeat can be stored, and the database shows no damage."""
        try:
            await self.store_heartbeat()
        except NotStored:
            return False
        return await self._store.is_available()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.store_heartbeat()
            except NotStored:
                logging.getLogger(__name__).warning("the sign of life could not be written down")
