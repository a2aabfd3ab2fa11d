"""The number beside the way to one's games: a page asks for it when it is opened, when its game has ended, and now and then."""

from __future__ import annotations

import asyncio
import re
from random import random
from secrets import token_hex

from yurei.apps.bench.load.browser import Browser, Socket

EVERY = 120.0
"""Seconds, as in the script of a page."""
HEAD = 600
"""So many letters of a page say whether its game has ended."""
_ENDED = re.compile(r'class=\\?"ended')


class Badge:
    """The number on one page.

    Args:
        browser: Whose page it is.

    Attributes:
        socket: That of the page, where it is asked for once it is open; None before.
        asked: How often it was asked for.
        failed: How often it was not answered.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.socket: Socket | None = None
        self.asked = self.failed = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._beat = asyncio.create_task(self._regularly())

    def opened(self) -> None:
        """The page was loaded."""
        self._ask()

    def shown(self, part: str) -> None:
        """The live part of the page has come anew, or what of it has changed."""
        if _ENDED.search(part[:HEAD]):
            self._ask()

    def close(self) -> None:
        """The page was closed."""
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
        await asyncio.sleep(EVERY * random())  # people come at any time, and not all in one moment as here
        while True:
            await self._once()
            await asyncio.sleep(EVERY)
