"""The load: players and spectators in one process, which prints its measurements as a line of JSON."""

import asyncio
import gc
import json
import sys
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice
from math import inf
from random import Random
from time import perf_counter, process_time
from typing import Any

from yurei.rules.points import size_of
from yurei_research.bench.load import Load
from yurei_research.bench.load.browser import Browser, Line, Page
from yurei_research.bench.load.table import LoadFigures, Table
from yurei_research.bench.serving import memory, spent

AT_ONCE = 4
"""People that connect at a time."""
REST = 2.0
"""Most seconds between two steps, in which the server becomes idle."""


async def crowd(addresses: Sequence[str], pids: Sequence[int], load: Load) -> dict[str, Any]:
    """Run the load: all people connect, play and leave; return the measurements.

    Args:
        addresses: Of the servers. Each game is at one of them, as behind a proxy.
        pids: Their process ids.
        load: The load.
    """
    lines, chance, found, more = cycle(list(map(Line, addresses))), Random(load.seed), LoadFigures(), LoadFigures()
    weights = [sum(map(memory, pids))]

    async def rest() -> None:
        await asyncio.sleep(min(REST, load.seconds / 4))
        weights.append(sum(map(memory, pids)))

    tables = [Table(next(lines), size_of(load.size), Random(chance.random()), found) for _ in range(load.games)]
    await _few_at_once(table.sit_down() for table in tables)
    await rest()
    idle = await _idle(next(lines), load, found)
    await rest()
    watched = cycle([table for table in tables if table.playing])
    watchers = await _watching(islice(watched, load.watchers))
    await rest()
    _stop_garbage_collection()
    # Requests before the measurement do not count.
    found.turns = -sum(page.asked for page in (*watchers, *(page for table in tables for page in table.pages)))
    began, processor, servers = perf_counter(), process_time(), sum(map(spent, pids))
    found.crowded = began + load.seconds / 2 if load.overload else inf
    starts = [began + load.every * chance.random() for _ in tables]
    plays = [_plays(table, start, began, load) for table, start in zip(tables, starts, strict=True)]
    await asyncio.gather(_overload(lines, load, found.crowded, chance, more), *plays)
    found.errors["a watcher's socket was closed"] += sum(page.closed for page in (*watchers, *idle))
    taken = {
        "seconds": perf_counter() - began,
        "processor": process_time() - processor,
        "servers": sum(map(spent, pids)) - servers,
    }
    for table in tables:
        await table.rise()
    for page in watchers:
        found.count_turns(page)
    return {**taken, "weights": weights, "found": found, "more": more}


def _stop_garbage_collection() -> None:
    """Turn garbage collection off: a collection over all objects of 2,000 games takes 0.3 s.

    Meanwhile no answer is read, and the delay would count as the server's.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


async def _overload(lines: Iterator[Line], load: Load, begins: float, chance: Random, more: LoadFigures) -> None:
    """Ask for more and more games in the second half; those that the server accepts are played too."""
    if not load.overload:
        return
    end = begins + load.seconds / 2
    await asyncio.sleep(begins - perf_counter())
    tables, playing = [], set[asyncio.Task[None]]()

    async def come(table: Table) -> None:
        await table.sit_down()
        if table.playing:
            await _plays(table, perf_counter() + load.every * chance.random(), end - load.seconds, load)

    for number in range(int(load.overload * load.seconds / 2)):
        await asyncio.sleep(max(0.0, begins + number / load.overload - perf_counter()))
        tables.append(Table(next(lines), size_of(load.size), Random(chance.random()), more))
        playing.add(asyncio.create_task(come(tables[-1])))
    await asyncio.gather(*playing)
    for table in tables:
        await table.rise()


async def _idle(line: Line, load: Load, found: LoadFigures) -> list[Page]:
    """Open pages in background tabs, of a game in which nothing happens."""
    if not load.idle:
        return []
    quiet = Table(line, size_of(load.size), Random(0), found)
    await quiet.sit_down()
    return await _watching([quiet] * load.idle if quiet.playing else [], asks=False)


async def _watching(tables: Iterable[Table], *, asks: bool = True) -> list[Page]:
    """Open the pages of games from the audience's chair."""
    pages = list[Page]()

    async def come(table: Table) -> None:
        pages.append(await Page().open(Browser(table.line), f"/g/{table.name}/audience/live", asks=asks))

    await _few_at_once(map(come, tables))
    return pages


async def _few_at_once(coming: Iterable[Awaitable[None]]) -> None:
    waiting = iter(coming)

    async def one_after_the_other() -> None:
        for who in waiting:
            await who

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


async def _plays(table: Table, start: float, began: float, load: Load) -> None:
    """Try at the planned times, whatever the server does meanwhile."""
    meant = start
    while meant < began + load.seconds:
        await asyncio.sleep(max(0.0, meant - perf_counter()))
        await table.try_at(meant)
        meant += load.every


if __name__ == "__main__":
    # With uvloop if that is installed: processor time of the load is taken from the server.
    loops = import_module("uvloop" if find_spec("uvloop") else "asyncio")
    given = json.loads(sys.argv[1])
    print(json.dumps(loops.run(crowd(given["addresses"], given["pids"], Load(**given["load"]))), default=vars))
