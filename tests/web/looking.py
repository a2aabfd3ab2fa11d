"""Who looks at games again in tests: here and now, with few playouts."""

import asyncio
import json
from collections.abc import AsyncGenerator

from yurei import records
from yurei.club.programs.jobs import review_record


async def look(record: bytes) -> AsyncGenerator[str]:
    """Looks at a game again here and now, with few playouts."""
    played = records.read(record)
    for each in review_record(played, playouts=40):
        yield json.dumps(each.plain(played.settings.size))


class Halting:
    """Looks at two tries, then waits until it may go on; fails as often as it is told to."""

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
