"""The load: players and spectators in one process. It prints a line of JSON for every step."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections.abc import Awaitable, Coroutine, Iterable, Iterator, Sequence
from itertools import cycle, islice
from math import inf
from random import Random
from time import perf_counter, process_time
from typing import Any

from yurei.apps.bench.load import Load
from yurei.apps.bench.load.badge import Badge
from yurei.apps.bench.load.browser import Browser, Line, Socket
from yurei.apps.bench.load.table import LoadFigures, Table
from yurei.rules.points import size_of

AT_ONCE = 4
"""People that connect at a time."""
REST = 2.0
"""Most seconds between two steps, in which the server becomes idle."""


def say(step: str, **more: Any) -> None:
    """Print a step."""
    print(json.dumps({"step": step, **more}), flush=True)


async def crowd(addresses: Sequence[str], load: Load) -> None:
    """Run the load: all people connect, play and leave. Each game is at one address, as behind a proxy."""
    rest = min(REST, load.seconds / 4)
    lines, chance, found = cycle([Line(address) for address in addresses]), Random(load.seed), LoadFigures()
    tables = [Table(next(lines), size_of(load.size), Random(chance.random()), found) for _ in range(load.games)]
    await _few_at_once(table.sit_down() for table in tables)
    await asyncio.sleep(rest)
    say("games")
    idle = await _idle(next(lines), load, found)
    await asyncio.sleep(rest)
    say("idle")
    seated = cycle([table for table in tables if table.playing])
    watchers, badges = await _watching(islice(seated, load.watchers))
    await asyncio.sleep(rest)
    _look_for_garbage_no_more()
    say("ready")
    come = (*badges, *(player.badge for table in tables for player in table.players))
    found.badges = -sum(badge.asked for badge in come)  # requests before the measurement do not count
    began, processor = perf_counter(), process_time()
    found.crowded = began + load.seconds / 2 if load.overload else inf
    starts = [began + load.every * chance.random() for _ in tables]
    plays = [_plays(table, start, began, load) for table, start in zip(tables, starts, strict=True)]
    late = LoadFigures()
    await asyncio.gather(_overload(lines, load, found.crowded, chance, late), *plays)
    found.errors["a watcher's socket was closed"] += sum(socket.closed for socket in (*watchers, *idle))
    taken = perf_counter() - began, process_time() - processor
    for table in tables:
        await table.rise()
    _say_played(found, late, taken, badges, watchers)


def _look_for_garbage_no_more() -> None:
    """Turn garbage collection off: a collection over all objects of 2,000 games takes 0.3 s.

    Meanwhile no answer is read, and the delay would count as the server's.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def _say_played(
    found: LoadFigures,
    late: LoadFigures,
    taken: tuple[float, float],
    badges: Sequence[Badge],
    watchers: Sequence[Socket],
) -> None:
    """Print the measurements; ``late`` are those of the additional games, ``taken`` seconds and processor seconds."""
    found.errors["the number of one's turns was not answered"] += sum(badge.failed for badge in badges)
    say(
        "played",
        **{"until a try is answered": found.answered, "until the opponent is shown it": found.shown},
        then={"until a try is answered": found.answered_then, "until the opponent is shown it": found.shown_then},
        tries=len(found.answered) + len(found.answered_then),
        badges=found.badges + late.badges + sum(badge.asked for badge in badges),
        games={"asked": found.asked, "refused": found.refused},
        more={"asked": late.asked, "refused": late.refused, "tries": len(late.answered)},
        seconds=taken[0],
        processor=taken[1],
        frames=sum(socket.frames for socket in watchers),
        errors=+(found.errors + late.errors),
    )


async def _overload(lines: Iterator[Line], load: Load, begins: float, chance: Random, late: LoadFigures) -> None:
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
        tables.append(Table(next(lines), size_of(load.size), Random(chance.random()), late))
        playing.add(asyncio.create_task(come(tables[-1])))
    await asyncio.gather(*playing)
    for table in tables:
        await table.rise()


async def _idle(line: Line, load: Load, found: LoadFigures) -> list[Socket]:
    """Open sockets on a game in which nothing happens."""
    if not load.idle:
        return []
    quiet = Table(line, size_of(load.size), Random(0), found)
    await quiet.sit_down()
    if not quiet.playing:
        return []
    sockets, badges = await _watching([quiet] * load.idle)
    for badge in badges:
        badge.close()  # a page in a background tab sends no requests
    return sockets


async def _watching(tables: Iterable[Table]) -> tuple[list[Socket], list[Badge]]:
    """Open the pages of games from the audience's chair; return the sockets, and the numbers on the pages."""
    sockets, badges = list[Socket](), list[Badge]()

    async def come(table: Table) -> None:
        browser = Browser(table.line)
        badges.append(Badge(browser))
        sockets.append(await browser.listen(f"/g/{table.name}/audience/live"))
        sockets[-1].shown, badges[-1].socket = badges[-1].shown, sockets[-1]

    await _few_at_once(map(come, tables))
    return sockets, badges


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


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run it with uvloop if that is installed: processor time of the load is taken from the server."""
    try:
        from uvloop import run as fast
    except ImportError:
        asyncio.run(work)
    else:
        fast(work)


if __name__ == "__main__":
    run(crowd(sys.argv[1].split(","), Load(**json.loads(sys.argv[2]))))
