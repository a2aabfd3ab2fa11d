"""Measure how many tries a second the store keeps, and the cost of each.

python scripts/appends.py [GAMES] [SECONDS]

This many games are in progress at once, each with one try after another, in a new SQLite file in the folder for
temporary
files. To measure another checkout, put its ``src`` into PYTHONPATH; measure both in turn, and compare within one run.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from yurei.club.model.stored import Chair, Event, StoredGame
from yurei.club.model.summary import PLAYING, ChairSummary, Summary
from yurei.club.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def _play(store: Store, name: str, until: float, took: list[float]) -> None:
    number = 0
    while time.perf_counter() < until:
        chair, other = ("black", "white") if number % 2 == 0 else ("white", "black")
        turn = Summary(PLAYING, (ChairSummary(chair), ChairSummary(other, to_move=True)))
        began = time.perf_counter()
        await store.append(name, number, [Event(chair, "try", "E5", NOON)], None, turn)
        took.append(time.perf_counter() - began)
        number += 1


async def _measure(file: Path, games: int, seconds: float) -> dict[str, float]:
    store = Store(f"sqlite+aiosqlite:///{file}")
    await store.open()
    for game in range(games):
        stored = StoredGame(str(game), {}, (1, 1), {}, "", NOON)
        await store.add(stored, [Chair("black", ""), Chair("white", "")])
    took: list[float] = []
    began, spent = time.perf_counter(), time.process_time()
    await asyncio.gather(*(_play(store, str(game), began + seconds, took) for game in range(games)))
    passed, spent = time.perf_counter() - began, time.process_time() - spent
    await store.close()
    took.sort()
    return {
        "games": games,
        "tries a second": round(len(took) / passed),
        "processor ms a try": round(1000 * spent / len(took), 3),
        "median ms": round(1000 * took[len(took) // 2], 2),
        "99 of 100 within ms": round(1000 * took[len(took) * 99 // 100], 2),
    }


def main(games: str = "100", seconds: str = "5") -> None:
    """Measure once, and print a line of JSON."""
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(_measure(Path(folder) / "games.db", int(games), float(seconds)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
