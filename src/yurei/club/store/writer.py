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
from typing import Any, TypeVar

import sqlalchemy as sql

Done = TypeVar("Done")
Write = Callable[[sql.Connection], Any]
"""Writes something; it may be called twice, and what it did the first time is undone before."""
MOST = 200
"""So many writes are one transaction at most: who comes last does not wait for ever."""


class Writer:
    """The one connection that writes.

    Args:
        engine: Makes it. It is used on one thread alone.
    """

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._thread = _new_thread()
        self._waiting: list[tuple[Write, asyncio.Future[Any]]] = []
        self._going: asyncio.Task[None] | None = None

    async def write(self, write: Callable[[sql.Connection], Done]) -> Done:
        """Write something down, whole or not at all; it is on the disk when this returns.

        Who is cancelled meanwhile is let go once it is decided.

        Raises:
            SQLAlchemyError: where it could not be written.
        """
        done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
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
            outcomes = await self._on_thread(partial(self._together, [write for write, _ in now]))
            del self._waiting[: len(now)]
            for (_, done), (result, error) in zip(now, outcomes, strict=True):
                done.set_exception(error) if error is not None else done.set_result(result)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Nothing waits any more; or the loop ends, which may be before the task has begun: nobody is to wait for ever then."""
        if task is not self._going:
            return
        self._going = None
        for _, done in self._waiting:
            done.cancel()
        self._waiting.clear()

    def _together(self, writes: Sequence[Write], *, again: bool = True) -> list[tuple[Any, Exception | None]]:
        """What came of each: all in one transaction, and where that fails, or the database was gone, each in one of its own."""
        try:
            with self._engine.begin() as connection:
                return [(write(connection), None) for write in writes]
        except Exception as error:
            gone = isinstance(error, sql.exc.DBAPIError) and error.connection_invalidated
            if len(writes) == 1 and not (gone and again):
                return [(None, error)]
        return [self._together([write], again=False)[0] for write in writes]


def _new_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "writer")
