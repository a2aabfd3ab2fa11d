"""What many ask for in one moment is looked up for all of them in one go.

Every page asks now and then in how many games its reader is waited for: with 5,000 pages open that is sixty times a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

APART = 0.1
"""Seconds between two looks, at least: those who ask meanwhile are answered together."""
MOST = 500
"""So many are looked up at a time."""
LookUp = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]
"""Finds the numbers of many at once; of whom there is none it need say nothing."""


class Gathering:
    """Numbers that are looked up by a key: at once for who asks alone, and for many together.

    Args:
        look_up: Finds them.
    """

    def __init__(self, look_up: LookUp) -> None:
        self._look_up = look_up
        self._asked: dict[str, asyncio.Future[int]] = {}
        self._going: asyncio.Task[None] | None = None
        self._began = -APART

    async def of(self, key: str) -> int:
        """The number that belongs to a key, as it is now or a moment ago; 0 where there is none.

        Raises:
            Exception: what went wrong when it was looked up.
        """
        loop = asyncio.get_running_loop()
        if self._going is None or self._going.done():
            self._asked = {}  # who has asked on a loop that ended before waits no more
            self._going = loop.create_task(self._go_on())
        return await asyncio.shield(self._asked.setdefault(key, loop.create_future()))

    async def close(self) -> None:
        """Answer those who still wait."""
        if self._going is not None:
            await asyncio.wait([self._going])

    async def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asked:
            await asyncio.sleep(self._began + APART - loop.time())
            self._began = loop.time()
            asked = {key: self._asked.pop(key) for key in list(self._asked)[:MOST]}
            try:
                found = await self._look_up(list(asked))
                numbers = [found.get(key, 0) for key in asked]
            except Exception as error:
                for each in asked.values():
                    each.set_exception(error)
                    each.exception()  # who asked may have gone
            else:
                for each, number in zip(asked.values(), numbers, strict=True):
                    each.set_result(number)
