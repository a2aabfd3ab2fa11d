"""What is done beside everything else: so many at once, so many waiting, and no failure goes further."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from weakref import WeakValueDictionary

MOST_WAITING = 10_000


class Tasks:
    """Tasks that nobody waits for; those for one person run one after the other.

    Args:
        at_once: How many run at the same time.
    """

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self, work: Coroutine[None, None, None], person: str) -> None:
        """Begin something for a person, unless far too much waits already, or all of it was left."""
        if self._closed or len(self._tasks) >= MOST_WAITING:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(self._do(work, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # What is left before it has begun is never awaited.
        task.add_done_callback(lambda _: work.close())

    async def close(self) -> None:
        """Leave all of it, and begin nothing more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _do(self, work: Coroutine[None, None, None], person: str) -> None:
        turn = self._turns.get(person) or asyncio.Lock()
        self._turns[person] = turn
        try:
            async with turn, self._free:
                await work
        except Exception:
            logging.getLogger("yurei.web").exception("a notification could not be sent")
