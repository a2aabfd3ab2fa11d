"""Group commit: all writes use one connection, and writes at the same time share a transaction and a disk sync.

Writes that arrive during a transaction are queued for the next one. A write is reported as done only once it is on the
disk.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import sqlalchemy as sql

from yurei.club.model.limits import Durations
from yurei.club.store.backend import Backend, Done, Write

MOST = 200  # most writes in a transaction, to limit its duration
MUCH, WITHIN = 16, 0.1  # a server counts as busy at this many writes within this many seconds
SPACED = 0.02  # seconds between the starts of two transactions on a busy server, so that more writes share one
MOST_CROSSED = 4  # most retries of a write after a deadlock with another server


class _QueuedWrite(NamedTuple):
    """A queued write, with the future for its result and the time of its request."""

    write: Write[Any]
    done: asyncio.Future[Any]
    since: float


class Writer:
    """Queues writes, and runs those in the queue in one transaction."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._waiting: list[_QueuedWrite] = []
        self.commits = Durations()
        self._going: asyncio.Task[None] | None = None
        self._began = -SPACED
        self._newest = deque[float](maxlen=MUCH)  # times of the latest requests

    @property
    def waiting(self) -> int:
        """Number of requested writes that are not on the disk yet."""
        return len(self._waiting)

    @property
    def longest_wait(self) -> float:
        """Waiting time of the oldest queued write, in seconds; 0 if there is none."""
        return perf_counter() - self._waiting[0].since if self._waiting else 0.0

    async def write(self, write: Write[Done]) -> Done:
        """Run a write in a transaction, even if the caller is cancelled; return its result once it is on the disk."""
        done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting.append(_QueuedWrite(write, done, perf_counter()))
        self._newest.append(self._waiting[-1].since)
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._write_queued())
            self._going.add_done_callback(self._cancel_queued_writes)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.wait([done])
            done.cancelled() or done.exception()  # mark it as retrieved, as no caller is left
            raise

    async def wait_for_writes(self) -> None:
        """Wait until all writes that were requested before have ended, successfully or not."""
        if self._waiting:
            await asyncio.wait([self._waiting[-1].done])

    async def finish(self) -> None:
        """Run the queued writes."""
        while self._going is not None:
            await asyncio.wait([self._going])

    async def _write_queued(self) -> None:
        while self._waiting:
            if (rest := self._pause()) > 0:
                await asyncio.sleep(rest)
            now, self._began = self._waiting[:MOST], perf_counter()
            outcomes = await self._write_together([wanted.write for wanted in now])
            self.commits.add(perf_counter() - self._began)
            del self._waiting[: len(now)]
            for wanted, (result, error) in zip(now, outcomes, strict=True):
                wanted.done.set_exception(error) if error is not None else wanted.done.set_result(result)

    def _pause(self) -> float:
        now = perf_counter()
        much = len(self._newest) == MUCH and now - self._newest[0] < WITHIN
        return self._began + SPACED - now if much else 0.0

    def _cancel_queued_writes(self, task: asyncio.Task[None]) -> None:
        """Cancel the queued writes when the writing task has ended, so that no caller waits forever."""
        if task is not self._going:
            return
        self._going = None
        for wanted in self._waiting:
            wanted.done.cancel()
        self._waiting.clear()

    async def _write_together(
        self, writes: Sequence[Write[Any]], *, again: bool = True, crossed: int = MOST_CROSSED
    ) -> list[tuple[Any, Exception | None]]:
        """Run writes in one transaction, and return results or errors. If it fails, run each write separately; after a
        deadlock repeat them."""
        try:
            return [(result, None) for result in await self._backend.write(writes)]
        except Exception as error:
            gone = isinstance(error, sql.exc.DBAPIError) and error.connection_invalidated
            deadlock = self._backend.is_deadlock(error)
            if len(writes) == 1 and not (gone and again) and not (deadlock and crossed):
                return [(None, error)]
        left = crossed - deadlock
        return [(await self._write_together([write], again=again and deadlock, crossed=left))[0] for write in writes]
