"""The load: people who play and people who watch, in one process. It prints a line of JSON for every step."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Iterable
from random import Random
from time import perf_counter, process_time
from typing import Any

from yurei.apps.bench.load import Load
from yurei.apps.bench.load.browser import Browser, Line, Socket
from yurei.apps.bench.load.table import Found, Table
from yurei.rules.points import size_of

AT_ONCE = 4
"""So many people come at a time."""
REST = 2.0
"""Seconds between two steps, at most, in which the server comes to rest."""


def say(step: str, **more: Any) -> None:
    """Say how far it is."""
    print(json.dumps({"step": step, **more}), flush=True)


async def crowd(address: str, load: Load) -> None:
    """Let everybody come, play and go."""
    rest = min(REST, load.seconds / 4)
    line, chance, found = Line(address), Random(load.seed), Found()
    tables = [Table(line, size_of(load.size), Random(chance.random()), found) for _ in range(load.games)]
    await _few_at_once(table.sit_down() for table in tables)
    await asyncio.sleep(rest)
    say("games")
    idle = await _idle(line, load, found)
    await asyncio.sleep(rest)
    say("idle")
    watchers = await _watching(line, [tables[number % len(tables)].name for number in range(load.watchers)])
    await asyncio.sleep(rest)
    say("ready")
    began, processor = perf_counter(), process_time()
    starts = [began + load.every * chance.random() for _ in tables]
    await asyncio.gather(*(_plays(table, start, began, load) for table, start in zip(tables, starts, strict=True)))
    found.errors["a watcher's socket was closed"] += sum(socket.closed for socket in (*watchers, *idle))
    say(
        "played",
        **{"until a try is answered": found.answered, "until the opponent is shown it": found.shown},
        tries=len(found.answered),
        seconds=perf_counter() - began,
        processor=process_time() - processor,
        frames=sum(socket.frames for socket in watchers),
        errors=+found.errors,
    )


async def _idle(line: Line, load: Load, found: Found) -> list[Socket]:
    """Open sockets on a game in which nothing happens."""
    if not load.idle:
        return []
    quiet = Table(line, size_of(load.size), Random(0), found)
    await quiet.sit_down()
    return await _watching(line, [quiet.name] * load.idle)


async def _watching(line: Line, names: Iterable[str]) -> list[Socket]:
    """Open the page of games from the audience's chair."""
    sockets: list[Socket] = []

    async def come(name: str) -> None:
        sockets.append(await Browser(line).listen(f"/g/{name}/audience/live"))

    await _few_at_once(come(name) for name in names)
    return sockets


async def _few_at_once(coming: Iterable[Awaitable[None]]) -> None:
    waiting = iter(coming)

    async def one_after_the_other() -> None:
        for who in waiting:
            await who

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


async def _plays(table: Table, start: float, began: float, load: Load) -> None:
    """Try at the times that were meant, whatever the server does meanwhile."""
    meant = start
    while meant < began + load.seconds:
        await asyncio.sleep(max(0.0, meant - perf_counter()))
        await table.try_at(meant)
        meant += load.every


if __name__ == "__main__":
    asyncio.run(crowd(sys.argv[1], Load(**json.loads(sys.argv[2]))))
