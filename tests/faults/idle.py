"""Measures how much memory a game takes, and how much of it is free after the game is dropped from memory.

python -m tests.faults.idle [--games 1000] [--tries 60] [--seed 1]

It is the club itself on a database on the disk, without HTTP. What Python has is counted by itself (tracemalloc), so that
neither free lists nor the system blur it.
"""

import asyncio
import gc
import random
import tempfile
import time
import tracemalloc
from contextlib import suppress
from datetime import UTC, datetime

from tests.faults.clubs import new_game, opened_club, options
from yurei.club.game.actions import Action
from yurei.errors import YureiError
from yurei.rules.points import size_of


def taken() -> float:
    """Return the memory allocated by Python, in KiB."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1024


async def measure(games: int, tries: int, seed: int, folder: str) -> None:
    chance = random.Random(seed)
    async with opened_club(f"sqlite+aiosqlite:///{folder}/games.db") as club:

        async def played(number: int) -> str:
            people = f"{number % 40} "  # each of 80 people plays many games
            name = await new_game(club, {"width": 9, "height": 9, "referee": "common"}, people=people)
            for _ in range(tries):
                async with club.games.game(name) as game:
                    seat = game.to_move or "black"
                point = size_of(9).name(chance.randrange(81))
                with suppress(YureiError):  # some are refused
                    await club.perform(name, seat, people + seat, Action("stone", point))
            return name

        for number in range(4):  # what is loaded once for all games
            await played(number)
        tracemalloc.start()
        before = taken()
        names = [await played(number) for number in range(games)]
        held = (taken() - before) / games
        club.games.drop_idle(datetime.max.replace(tzinfo=UTC))
        after = (taken() - before) / games
        tracemalloc.stop()
        began = time.perf_counter()
        for name in names:
            await club.games.load(name)
        again = 1000 * (time.perf_counter() - began) / games
    print(f"{games} games of {tries} tries: {held:.1f} KiB each in memory, {after:.1f} KiB once let go of")
    print(f"a game is made again in {again:.1f} ms")


if __name__ == "__main__":
    chosen = options(str(__doc__), games=1000, tries=60, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(chosen.games, chosen.tries, chosen.seed, folder))
