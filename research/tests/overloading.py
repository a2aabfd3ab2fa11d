"""Two programs that load a server: people who play and are measured, and a crowd that comes again and again.

``python research/tests/overloading.py players ADDRESS`` prints, for each part of its time, how long 99 of 100 tries waited, in
milliseconds; with ``newcomers`` how the last ones were answered who wanted a game, by the status.
"""

import asyncio
import json
import sys
from collections import Counter
from random import Random
from time import perf_counter

from websockets.exceptions import InvalidStatus

from yurei.rules.points import Size
from yurei_research.bench.load import Browser, LoadFigures, Table, play_until, quantile

GAMES, EVERY, PART = 10, 1.0, 8.0
"""Games in progress, with a try so often, in seconds; and how long a part lasts."""
CROWD, TRIES, PAUSE = 200, 12, 0.25
"""So many come at a time, and each tries so often, with such a pause in seconds between."""


async def players(address: str) -> None:
    """Play for ever, a part after the other."""
    found = LoadFigures()
    tables = [Table(address, Size(19, 19), Random(number), found) for number in range(GAMES)]
    for table in tables:
        await table.sit_down()
    while True:
        began = perf_counter()
        starts = [began + EVERY * number / GAMES for number in range(GAMES)]
        playing = (play_until(table, start, EVERY, began + PART) for table, start in zip(tables, starts, strict=True))
        await asyncio.gather(*playing)
        print(json.dumps([quantile(found.answered, 0.99), found.errors.total()]), flush=True)
        found.answered.clear()


async def newcomers(address: str) -> None:
    """Come for ever."""
    statuses: Counter[int] = Counter()

    async def come(number: int) -> None:
        table = Table(address, Size(9, 9), Random(number), LoadFigures())
        while True:
            async with Browser(address) as browser:
                status = (await browser.post("/api/games", json={})).status_code
            statuses[status] += 1
            if status != 201:
                await asyncio.sleep(1.0)
                continue
            try:
                await table.sit_down()
                for _ in range(TRIES):
                    await asyncio.sleep(PAUSE)
                    await table.try_at(perf_counter())
            except (LookupError, InvalidStatus):  # sent away in the middle: there is no game, or no seat
                pass

    coming = [asyncio.create_task(come(number)) for number in range(CROWD)]
    while not any(task.done() for task in coming):
        print(json.dumps(statuses), flush=True)
        await asyncio.sleep(1)
    await asyncio.gather(*coming)


if __name__ == "__main__":
    asyncio.run({"players": players, "newcomers": newcomers}[sys.argv[1]](sys.argv[2]))
