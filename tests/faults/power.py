"""Takes the power away while many games move, and looks whether anything that was answered is lost.

python -m tests.faults.power [--trials 10000] [--seed 1]

The store itself plays, through a disk that notes what is written and synced. Then the power goes at each place of that list,
and at random ones: of what was not synced a random part is on the disk. What the next server finds must be what was kept after
one of the transactions: none before the last that was answered, and whole.
"""

import argparse
import asyncio
import hashlib
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from tests.faults.disks import Disk, Platters, put_on
from yurei.club.model.stored import PLAYING, Chair, ChairSummary, Event, EventKind, StoredGame, Summary
from yurei.club.store import Store
from yurei.club.store.backend import Write
from yurei.club.store.sqlite import SqliteFile

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GAMES = [f"game-{number}" for number in range(8)]
TABLES = ("games", "chairs", "events")


@dataclass
class Recorded:
    """What one run has done.

    Attributes:
        begun: The files with which it began.
        disk: What was done to them.
        states: A digest of what is kept, after each transaction.
        begins, commits: After how many operations each transaction has begun, and has been answered.
    """

    begun: dict[str, bytes]
    disk: Disk
    states: list[str]
    begins: list[int]
    commits: list[int]


def state(connection: Any) -> str:
    """A digest of all games that are kept."""
    kept = [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES]
    return hashlib.sha256(repr(kept).encode()).hexdigest()


async def play(store: Store, tries: int, chance: random.Random) -> None:
    """Make games, and let them move at once; a game in which something was not kept is left."""

    async def one(game: str) -> None:
        await store.games.add(StoredGame(game, {}, (1, 1), {}, "", NOON), [Chair("black", ""), Chair("white", "")])
        for number in range(tries // len(GAMES)):
            summary = Summary(PLAYING, (ChairSummary("black", number % 2 == 1), ChairSummary("white", number % 2 == 0)))
            event = Event("black", EventKind.TRY, "x" * chance.choice((2, 40, 3000)), NOON, f"id-{number}")
            await store.games.append(game, number, [event], None, summary)
            for _ in range(chance.randrange(4)):
                await asyncio.sleep(0)

    await asyncio.gather(*map(one, GAMES))


async def new(file: Path) -> None:
    """Make an empty database."""
    store = Store(f"sqlite+aiosqlite:///{file}")
    await store.open()
    await store.close()


async def record(folder: Path, seed: str, tries: int) -> Recorded:
    """Let a store play through a disk, and note what it does there."""
    file = folder / "games.db"
    if not file.exists():
        await new(file)
    store, disk = Store(f"sqlite+aiosqlite:///{file}"), Disk(f"disk-{seed}")
    recorded = Recorded({"games.db": file.read_bytes()}, disk, [], [], [])
    put_on(store.backend.writing, file, disk)
    sql.event.listen(
        store.backend.writing,
        "connect",
        lambda connection, _: connection.cursor().execute("PRAGMA wal_autocheckpoint=20"),
    )
    sql.event.listen(store.backend.writing, "begin", lambda _: recorded.begins.append(len(disk.operations)))
    backend = store.backend
    assert isinstance(backend, SqliteFile)

    def look() -> str:
        # By the connection that writes: another SQLite in this process would take its locks away.
        with closing(store.backend.writing.raw_connection()) as own:
            return state(own.cursor())

    async def noted(writes: Sequence[Write[Any]]) -> list[Any]:
        done = await SqliteFile.write(backend, writes)
        recorded.commits.append(len(disk.operations))
        recorded.states.append(await backend._on_thread(look))
        return done

    backend.write = noted  # type: ignore[method-assign]
    await store.open()
    await play(store, tries, random.Random(seed))
    await store.close()
    return recorded


def lost(recorded: Recorded, at: int, files: dict[str, bytes], folder: Path) -> str | None:
    """What is wrong with what the next server finds after the power went behind so many operations; None for nothing."""
    for name in ("games.db", "games.db-wal"):
        (folder / name).unlink(missing_ok=True)
        if name in files:
            (folder / name).write_bytes(files[name])
    (folder / "games.db-shm").unlink(missing_ok=True)
    answered = sum(commit <= at for commit in recorded.commits)
    begun = sum(begin <= at for begin in recorded.begins)
    try:
        with closing(sqlite3.connect(folder / "games.db")) as found:
            found.execute("PRAGMA synchronous=OFF")
            if (whole := found.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                return f"the file is damaged: {whole}"
            kept = state(found)
    except sqlite3.Error as error:
        return f"the file cannot be read: {error}"
    allowed = recorded.states[max(0, answered - 1) : begun] or recorded.states[:1]
    if kept in allowed:
        return None
    where = recorded.states.index(kept) + 1 if kept in recorded.states else "none"
    return f"{answered} transactions were answered of {begun}, and found is what was kept after {where}"


def cut(recorded: Recorded, trials: int, seed: str, folder: Path) -> list[str]:
    """Take the power away so often: at every place once, and then at random; what was found wrong."""
    chance, places = random.Random(seed), len(recorded.disk.operations) + 1
    cuts = sorted(
        chance.sample(range(places), trials)
        if trials < places
        else [*range(places), *(chance.randrange(places) for _ in range(trials - places))]
    )
    platters, wrong, taken = Platters(recorded.begun), [], 0
    for at in cuts:
        for operation in recorded.disk.operations[taken:at]:
            platters.take(operation)
        taken = at
        if (found := lost(recorded, at, platters.after_the_loss(chance), folder)) is not None:
            wrong.append(f"behind {at} of {places - 1} operations: {found}")
    return wrong


def cut_power(trials: int, seed: int, folder: Path, tries: int = 96, each: int = 2000) -> tuple[int, list[str]]:
    """Record runs and take the power away so often in all; how many operations there were, and what was wrong."""
    operations, wrong, number = 0, list[str](), 0
    while trials > 0:
        place = folder / str(number)
        place.mkdir()
        (place / "found").mkdir()
        with ThreadPoolExecutor(1) as thread:
            recorded = thread.submit(asyncio.run, record(place, f"{seed}/{number}", tries)).result()
        operations += len(recorded.disk.operations)
        wrong += [
            f"run {number}, {each}" for each in cut(recorded, min(each, trials), f"{seed}/{number}", place / "found")
        ]
        trials, number = trials - each, number + 1
    return operations, wrong


def main() -> None:
    """Take the power away, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    chosen, began = parser.parse_args(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        operations, wrong = cut_power(chosen.trials, chosen.seed, Path(folder))
    pace = chosen.trials / (time.monotonic() - began)
    print(f"seed {chosen.seed}: the power went {chosen.trials} times ({pace:.0f}/s) among {operations} operations")
    print("\n".join(wrong) or "nothing lost, nothing applied by half, every file whole")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
