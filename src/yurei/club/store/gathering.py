"""Batched queries: values that many requests ask for at the same moment are queried together.

Every page asks regularly how many games wait for its reader: 5,000 open pages ask sixty times a second.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

APART = 0.1
"""Least seconds between two queries; requests in between share the next one."""
MOST = 500
"""Most keys in a query."""
LookUp = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]
"""A function that queries the numbers of many keys; it may omit keys whose number is 0."""


class Gathering:
    """Numbers by key: a single request is queried at once, and several together.

    Args:
        look_up: Queries the numbers.
    """

    def __init__(self, look_up: LookUp) -> None:
        self._look_up = look_up
        self._asked: dict[str, asyncio.Future[int]] = {}
        self._going: asyncio.Task[None] | None = None
        self._began = -APART

    async def of(self, key: str) -> int:
        """Return the number of a key, as it was at most a moment ago; 0 if there is none.

        Raises:
            Exception: the error of the query.
        """
        loop = asyncio.get_running_loop()
        if self._going is None or self._going.done():
            self._asked = {}  # futures of an event loop that has ended
            self._going = loop.create_task(self._go_on())
        return await asyncio.shield(self._asked.setdefault(key, loop.create_future()))

    async def close(self) -> None:
        """Answer the waiting requests."""
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
                    each.exception()  # retrieved, as the caller may be gone
            else:
                for each, number in zip(asked.values(), numbers, strict=True):
                    each.set_result(number)
