"""Kills servers with signal 9 while many games move, and looks whether anything that was answered is lost.

python -m tests.faults.killing [--trials 10000] [--seed 1] [--games 20] [--first TRIAL]

Every trial is a process of its own, forked from this one, that goes on with the database of the one before and with what the
player knows; after some trials there is a new database. What is tried follows from the seed, and so does the moment of
the kill, as far as the machine is as fast as it was.
"""

import argparse
import asyncio
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.faults.moving import List, serve
from yurei.club.store import Store
from yurei.club.store.games import GameTables

TRIALS_OF_A_DATABASE = 25
LONGEST = 0.12
"""Seconds that a server plays at most before it is killed."""
ANSWERS = 10
"""So many answers are waited for, from the others."""
SOON = 0.1
"""So many of the servers are killed before they can have begun to play."""


def new_database(folder: Path) -> Path:
    """A database without games, as a server leaves it."""
    file = folder / "new.db"

    async def make() -> None:
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        await store.close()

    pid = os.fork()
    if pid == 0:  # this process must have no threads when it forks again
        asyncio.run(make())
        os._exit(0)
    os.waitpid(pid, 0)
    return file


def trial(database: Path, list: List, seed: str, games: int) -> None:
    """Start a server, let it play, kill it, and read the player's list."""
    chance = random.Random(seed)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _be_a_server(database, list, writing, seed, games)
    os.close(writing)
    soon, wait = chance.random() < SOON, chance.uniform(0, LONGEST)
    lines = b"" if soon else _until_it_plays(reading)
    time.sleep(wait)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while more := os.read(reading, 1 << 16):
        lines += more
    os.close(reading)
    list.read(lines.decode())


def _be_a_server(database: Path, list: List, pen: int, seed: str, games: int) -> None:
    try:
        asyncio.run(serve(database, list, pen, seed, games))
    finally:
        os._exit(1)


def _until_it_plays(reading: int) -> bytes:
    """Read until some answers have come, or the server has ended."""
    lines = b""
    while lines.count(b'["answered"') < ANSWERS and select.select([reading], [], [], 30)[0]:
        more = os.read(reading, 1 << 16)
        if not more:
            break
        lines += more
    return lines


def kill(
    trials: int, seed: int, games: int, folder: Path, first: int = 0, *, says: bool = False, until: str = ""
) -> List:
    """Kill so many servers, or fewer if something is wrong that is called ``until``.

    Returns:
        The player's list: what is in ``wrong`` was lost, applied twice or by half, or seen otherwise.
    """
    new, list, began = new_database(folder), List(), time.monotonic()
    database = folder / "games.db"
    total = List()
    for number in range(first, first + trials):
        if (number - first) % TRIALS_OF_A_DATABASE == 0:
            for file in folder.glob("games.db*"):
                file.unlink()
            shutil.copy(new, database)
            list = List()
        trial(database, list, f"{seed}/{number}", games)
        total.wrong += [f"trial {number}: {each}" for each in list.wrong]
        total.answers, total.retried = total.answers + list.answers, total.retried + list.retried
        total.ready += list.ready
        list.wrong, list.answers, list.retried, list.ready = [], 0, 0, []
        if says and (number + 1) % 100 == 0:
            pace = (number + 1 - first) / (time.monotonic() - began)
            print(
                f"{number + 1 - first} kills, {pace:.1f}/s, {total.answers} answers, {len(total.wrong)} wrong",
                flush=True,
            )
        if until and any(until in each for each in total.wrong):
            break
    return total


def plant() -> None:
    """Let servers answer before it is written down, which whoever kills them must notice."""
    keep, going = GameTables.append, set[asyncio.Task[None]]()

    async def append(*given: Any) -> None:
        going.add(asyncio.create_task(keep(*given)))

    GameTables.append = append  # type: ignore[assignment, method-assign]


def main() -> None:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first trial, to see one again")
    parser.add_argument("--planted", action="store_true", help="let servers answer too soon, until it is noticed")
    chosen = parser.parse_args()
    if chosen.planted:
        plant()
    with tempfile.TemporaryDirectory() as folder:
        list = kill(
            chosen.trials,
            chosen.seed,
            chosen.games,
            Path(folder),
            chosen.first,
            says=True,
            until="answered and lost" if chosen.planted else "",
        )
    ready = sorted(list.ready)
    most = "at most " if chosen.planted else ""
    print(f"seed {chosen.seed}: {most}{chosen.trials} kills, {list.answers} answers, {list.retried} asked again")
    print(f"ready again after {1000 * ready[len(ready) // 2]:.0f} ms (median), {1000 * ready[-1]:.0f} ms (longest)")
    print("\n".join(list.wrong) or "nothing lost, nothing applied twice or by half, all views equal")
    sys.exit(bool(list.wrong))


if __name__ == "__main__":
    main()
