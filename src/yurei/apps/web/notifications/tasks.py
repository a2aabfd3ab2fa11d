"""Background tasks with bounded concurrency and queue; failures are logged."""

import asyncio
import logging
from collections.abc import Coroutine
from weakref import WeakValueDictionary

MOST_WAITING = 10_000


class Tasks:
    """Background tasks, ``at_once`` of them at the same time; those of one person run one after another."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self, work: Coroutine[None, None, None], person: str) -> None:
        """Start a task for a person, unless too many are waiting or the service is closed."""
        if self._closed or len(self._tasks) >= MOST_WAITING:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(self._do(work, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A task that is cancelled before it has started never awaits its coroutine.
        task.add_done_callback(lambda _: work.close())

    async def close(self) -> None:
        """Cancel all tasks, and start no more."""
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
