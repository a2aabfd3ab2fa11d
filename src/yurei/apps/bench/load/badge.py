"""The number beside the way to one's games: a page asks for it when it is opened, when the turn has come or gone, and now and then."""

from __future__ import annotations

import asyncio
import re
from random import random

from yurei.apps.bench.load.browser import Browser

EVERY = 30.0
"""Seconds, as in the script of a page."""
HEAD = 600
"""So many letters of a page say whose turn it is."""
_NUMBER = re.compile(r'data-number=\\?"(\d+)')
_TURN = re.compile(r'data-turn=\\?"([^"\\]*)')
_ENDED = re.compile(r'class=\\?"ended')


class Badge:
    """The number on one page.

    Args:
        browser: Whose page it is.

    Attributes:
        asked: How often it was asked for.
        failed: How often it was not answered.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._turn: str | None = None
        self._number = 0
        self.asked = self.failed = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._beat = asyncio.create_task(self._regularly())

    def opened(self, page: str) -> None:
        """The page was loaded."""
        self._turn = _turn_of(page[page.find('id="table"') :])
        self._ask()

    def shown(self, part: str) -> None:
        """The live part of the page has come anew; it is shown where it is not older than what is shown."""
        number = int(found[1]) if (found := _NUMBER.search(part[:HEAD])) else 0
        if number < self._number:
            return
        turn, self._number = _turn_of(part), number
        if turn != self._turn or _ENDED.search(part[:HEAD]):
            self._ask()
        self._turn = turn

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
            self.failed += (await self._browser.fetch("/you/turns")).status != 200
        except (OSError, EOFError):
            self.failed += 1

    async def _regularly(self) -> None:
        await asyncio.sleep(EVERY * random())  # people come at any time, and not all in one moment as here
        while True:
            await self._once()
            await asyncio.sleep(EVERY)


def _turn_of(part: str) -> str | None:
    found = _TURN.search(part[:HEAD])
    return found[1] if found else None
