"""All that is written goes through one connection: what many want to write at once is one transaction, and one sync.

While a transaction is being written, what others want to write gathers; then it
is written together. Nobody hears that it is done before it is on the disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql

from yurei.club.model.durations import Durations
from yurei.club.store.writing import Connection, Write

Done = TypeVar("Done")
MOST = 200
"""So many writes are one transaction at most: who comes last does not wait for ever."""
MUCH, WITHIN = 16, 0.1
"""Where so many writes come within so many seconds much is played,"""
SPACED = 0.02
"""and so many seconds lie between the beginnings of two transactions: a few tries more are written together, at less cost."""
DEADLOCK = "40P01"
"""So PostgreSQL says that two transactions have waited for each other."""
MOST_CROSSED = 4
"""So often a write is tried again that has crossed another server's."""


class _Wanted(NamedTuple):
    """What somebody wants to write, who is told when it is done, and since when he waits."""

    write: Write[Any]
    done: asyncio.Future[Any]
    since: float


class Writer:
    """Gathers what is to be written, and lets it be written together.

    Args:
        connection: The one that writes.

    Attributes:
        commits: How long its transactions took.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: list[_Wanted] = []
        self.commits = Durations()
        self._going: asyncio.Task[None] | None = None
        self._began = -SPACED
        self._newest = deque[float](maxlen=MUCH)  # when writes came

    @property
    def waiting(self) -> int:
        """How many writes have been asked for that are not on the disk yet."""
        return len(self._waiting)

    @property
    def waited(self) -> float:
        """For how many seconds the first of them has waited until now; 0 where there is none."""
        return perf_counter() - self._waiting[0].since if self._waiting else 0.0

    async def write(self, write: Write[Done]) -> Done:
        """Write something down, whole or not at all; it is on the disk when this returns.

        Who is cancelled meanwhile is let go once it is decided.

        Raises:
            SQLAlchemyError: where it could not be written.
        """
        done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Wanted(write, done, perf_counter()))
        self._newest.append(self._waiting[-1].since)
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go_on())
            self._going.add_done_callback(self._ended)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.wait([done])
            done.cancelled() or done.exception()  # nobody asks for it any more
            raise

    async def do(self, statement: str) -> None:
        """Do something on this connection that is no transaction, such as a checkpoint."""
        await self._connection.do(statement)

    async def close(self) -> None:
        """Write what still waits, and close the connection; it is opened again for who writes afterwards."""
        while self._going is not None:
            await asyncio.wait([self._going])
        await self._connection.close()

    async def _go_on(self) -> None:
        while self._waiting:
            if (rest := self._rest()) > 0:
                await asyncio.sleep(rest)
            now, self._began = self._waiting[:MOST], perf_counter()
            outcomes = await self._together([wanted.write for wanted in now])
            self.commits.note(perf_counter() - self._began)
            del self._waiting[: len(now)]
            for wanted, (result, error) in zip(now, outcomes, strict=True):
                wanted.done.set_exception(error) if error is not None else wanted.done.set_result(result)

    def _rest(self) -> float:
        """Seconds until the next transaction begins."""
        now = perf_counter()
        much = len(self._newest) == MUCH and now - self._newest[0] < WITHIN
        return self._began + SPACED - now if much else 0.0

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Nothing waits any more; or the loop ends, which may be before the task has begun: nobody is to wait for ever then."""
        if task is not self._going:
            return
        self._going = None
        for wanted in self._waiting:
            wanted.done.cancel()
        self._waiting.clear()

    async def _together(
        self, writes: Sequence[Write[Any]], *, again: bool = True, crossed: int = MOST_CROSSED
    ) -> list[tuple[Any, Exception | None]]:
        """What came of each: all in one transaction, and where that fails, or the database was gone, each in one of its own.

        Another server's transaction and ours may wait for each other. Then nothing of ours was written, and it is tried again.
        """
        try:
            return [(result, None) for result in await self._connection.write(writes)]
        except Exception as error:
            gone = isinstance(error, sql.exc.DBAPIError) and error.connection_invalidated
            deadlock = getattr(getattr(error, "orig", None), "sqlstate", None) == DEADLOCK
            if len(writes) == 1 and not (gone and again) and not (deadlock and crossed):
                return [(None, error)]
        left = crossed - deadlock
        return [(await self._together([write], again=again and deadlock, crossed=left))[0] for write in writes]
