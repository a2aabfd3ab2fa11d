"""Replacements for reviews of games in tests: in the same process, with few playouts."""

import asyncio
import json
from collections.abc import AsyncGenerator

from yurei import records
from yurei.club.programs.jobs import review_record


async def look(record: bytes) -> AsyncGenerator[str]:
    """Review a game in this process with few playouts; yield the review of each try as JSON."""
    played = records.read(record)
    for each in review_record(played, playouts=40):
        yield json.dumps(each.plain(played.settings.size))


class Halting:
    """A review that stops after two tries until ``may_go_on`` is set, and then fails ``failures`` times."""

    def __init__(self) -> None:
        self.may_go_on = False
        self.failures = 0
        self.asked = 0

    async def __call__(self, record: bytes) -> AsyncGenerator[str]:
        self.asked += 1
        number = 0
        async for line in look(record):
            number += 1
            while number == 3 and not self.may_go_on:
                await asyncio.sleep(0.01)
            if number == 3 and self.failures:
                self.failures -= 1
                raise EOFError
            yield line
