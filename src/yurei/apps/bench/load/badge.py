"""The number of one's turns on a page: fetched when the page opens, when its game ends, and at intervals."""

from __future__ import annotations

import asyncio
import re
from random import random
from secrets import token_hex

from yurei.apps.bench.load.browser import Browser, Socket

EVERY = 120.0
"""Seconds between requests, as in the script of a page."""
HEAD = 600
"""Length of the beginning of a page that says whether its game has ended."""
_ENDED = re.compile(r'class=\\?"ended')


class Badge:
    """The number on one page.

    Args:
        browser: The browser of the page.

    Attributes:
        socket: The page's socket once it is open; None before.
        asked: Number of requests.
        failed: Number of requests without an answer.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.socket: Socket | None = None
        self.asked = self.failed = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._beat = asyncio.create_task(self._regularly())

    def opened(self) -> None:
        """Handle the load of the page."""
        self._ask()

    def shown(self, part: str) -> None:
        """Handle a new or changed live part of the page."""
        if _ENDED.search(part[:HEAD]):
            self._ask()

    def close(self) -> None:
        """Handle the end of the page."""
        for task in (self._beat, *self._asking):
            task.cancel()

    def _ask(self) -> None:
        task = asyncio.create_task(self._once())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _once(self) -> None:
        self.asked += 1
        try:
            if self.socket is None:
                status = (await self._browser.fetch("/you/turns")).status
            else:
                status = await self.socket.does("turns", "", token_hex(8))
            self.failed += status != 200
        except (OSError, EOFError):
            self.failed += 1

    async def _regularly(self) -> None:
        await asyncio.sleep(EVERY * random())  # spread: here all people come at the same moment
        while True:
            await self._once()
            await asyncio.sleep(EVERY)
