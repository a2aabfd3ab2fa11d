"""All that is written goes through one connection: what many want to write at once is one transaction, and one sync.

While a transaction is being written, what others want to write gathers; then it
is written together. Nobody hears that it is done before it is on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql

from yurei.club.durations import Durations

Done = TypeVar("Done")
Write = Callable[[sql.Connection], Any]
"""Writes something; it may be called twice, and what it did the first time is undone before."""
MOST = 200
"""So many writes are one transaction at most: who comes last does not wait for ever."""
DEADLOCK = "40P01"
"""So PostgreSQL says that two transactions have waited for each other."""
MOST_CROSSED = 4
"""So often a write is tried again that has crossed another server's."""


class _Wanted(NamedTuple):
    """What somebody wants to write, who is told when it is done, and since when he waits."""

    write: Write
    done: asyncio.Future[Any]
    since: float


class Writer:
    """The one connection that writes.

    Args:
        engine: Makes it. It is used on one thread alone.

    Attributes:
        commits: How long its transactions took.
    """

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._thread = _new_thread()
        self._waiting: list[_Wanted] = []
        self.commits = Durations()
        self._going: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many writes have been asked for that are not on the disk yet."""
        return len(self._waiting)

    @property
    def waited(self) -> float:
        """For how many seconds the first of them has waited until now; 0 where there is none."""
        return perf_counter() - self._waiting[0].since if self._waiting else 0.0

    async def write(self, write: Callable[[sql.Connection], Done]) -> Done:
        """Write something down, whole or not at all; it is on the disk when this returns.

        Who is cancelled meanwhile is let go once it is decided.

        Raises:
            SQLAlchemyError: where it could not be written.
        """
        done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Wanted(write, done, perf_counter()))
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

        def do() -> None:
            with closing(self._engine.raw_connection()) as connection:
                connection.cursor().execute(statement)

        await self._on_thread(do)

    async def close(self) -> None:
        """Write what still waits, and close the connection; it is opened again for who writes afterwards."""
        while self._going is not None:
            await asyncio.wait([self._going])
        await self._on_thread(self._engine.dispose)
        self._thread.shutdown()
        self._thread = _new_thread()

    async def _on_thread(self, work: Callable[[], Done]) -> Done:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _go_on(self) -> None:
        while now := self._waiting[:MOST]:
            began = perf_counter()
            outcomes = await self._on_thread(partial(self._together, [wanted.write for wanted in now]))
            self.commits.note(perf_counter() - began)
            del self._waiting[: len(now)]
            for wanted, (result, error) in zip(now, outcomes, strict=True):
                wanted.done.set_exception(error) if error is not None else wanted.done.set_result(result)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Nothing waits any more; or the loop ends, which may be before the task has begun: nobody is to wait for ever then."""
        if task is not self._going:
            return
        self._going = None
        for wanted in self._waiting:
            wanted.done.cancel()
        self._waiting.clear()

    def _together(
        self, writes: Sequence[Write], *, again: bool = True, crossed: int = MOST_CROSSED
    ) -> list[tuple[Any, Exception | None]]:
        """What came of each: all in one transaction, and where that fails, or the database was gone, each in one of its own.

        Another server's transaction and ours may wait for each other. Then nothing of ours was written, and it is tried again.
        """
        try:
            with self._engine.begin() as connection:
                return [(write(connection), None) for write in writes]
        except Exception as error:
            gone = isinstance(error, sql.exc.DBAPIError) and error.connection_invalidated
            deadlock = getattr(getattr(error, "orig", None), "sqlstate", None) == DEADLOCK
            if len(writes) == 1 and not (gone and again) and not (deadlock and crossed):
                return [(None, error)]
        left = crossed - deadlock
        return [self._together([write], again=again and deadlock, crossed=left)[0] for write in writes]


def _new_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "writer")
