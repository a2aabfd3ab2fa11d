"""Background tasks that are cancelled when their owner closes."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Background tasks, held until they end."""

    def __init__(self) -> None:
        self._going: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    def cancel(self) -> None:
        for task in self._going:
            task.cancel()

    async def close(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        self.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
