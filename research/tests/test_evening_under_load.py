"""An evening of 64 with 150 readers, and a result every two seconds: whoever plays on the same server does not notice."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter

import pytest

from yurei.rules.points import Size
from yurei_research.bench.load import Browser, Line, LoadFigures, Table, quantile, serving

PLAYERS, READERS, RESULTS = 64, 150, 15
ALLOWED = 100.0
"""Milliseconds in which 99 of 100 tries at other tables are answered."""


@pytest.mark.nightly
@pytest.mark.timeout(300)
def test_results_of_a_large_evening_keep_nobody_waiting() -> None:
    with serving() as (address, _):
        found = asyncio.run(evening(address))
    waits = found.before.answered
    assert found.errors.total() == 0, found.errors
    assert len(waits) > 10 * RESULTS
    print(
        f"{len(waits)} tries: half {quantile(waits, 0.5):.1f}, 99 of 100 {quantile(waits, 0.99):.1f}, all {max(waits):.1f} ms"
    )
    assert quantile(waits, 0.99) <= ALLOWED


async def evening(address: str) -> LoadFigures:
    """Play at five tables while the host of an evening enters results; what was measured."""
    line, found, host = Line(address), LoadFigures(), Browser(Line(address))
    names = "\n".join(f"Player {number}" for number in range(PLAYERS))
    made = await host.send("/evenings", {"names": names, "rounds": "6", "system": "swiss", "watching": "everybody"})
    assert made.status == 303
    place = made.location
    assert (await host.send(f"{place}/next", {})).status == 303
    with reading(address, f"{place}/live"):
        tables = [Table(line, Size(9, 9), Random(number), found) for number in range(5)]
        for table in tables:
            await table.sit_down()
        ended = asyncio.Event()
        playing = [asyncio.create_task(plays(table, ended)) for table in tables]
        for number in range(1, RESULTS + 1):
            entered = {"round": "1", "table": str(number), "result": "black"}
            assert (await host.send(f"{place}/result", entered)).status == 303
            await asyncio.sleep(2)
        ended.set()
        await asyncio.gather(*playing)
        for each in tables:
            await each.rise()
    line.close()
    host.line.close()
    return found


async def plays(table: Table, ended: asyncio.Event) -> None:
    """Try something every half second."""
    while not ended.is_set():
        await table.try_at(perf_counter())
        await asyncio.sleep(0.5)


@contextmanager
def reading(address: str, path: str) -> Iterator[None]:
    """Have the plan of an evening open in many browsers, in a program of their own."""
    reader = subprocess.Popen([sys.executable, "-c", READER, address, path, str(READERS)], stdout=subprocess.PIPE)
    with reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"open\n"
        yield
        reader.terminate()


READER = """
import asyncio, sys
from websockets.asyncio.client import connect

async def reads(socket):
    async for _ in socket:
        pass

async def main(address, path, readers):
    place = address.replace("http", "ws", 1) + path
    sockets = [await connect(place, origin=address, max_size=None) for _ in range(int(readers))]
    print("open", flush=True)
    await asyncio.gather(*map(reads, sockets))

asyncio.run(main(*sys.argv[1:]))
"""
