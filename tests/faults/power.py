"""Simulates losses of power during many games, and checks that no answered action is lost.

python -m tests.faults.power [--trials 10000] [--seed 1]

A store writes to a disk (a VFS of SQLite, by apsw) that records every write and sync in order. Then the power is cut after
each operation of this list, and after random ones: a random part of all writes that were not synced is lost. The next server
must find the complete data after one of the transactions: the last answered one, or a later one.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import sqlalchemy as sql

from tests.faults.clubs import opened, options
from yurei.club.model.stored import PLAYING, Chair, ChairSummary, Event, EventKind, StoredGame, Summary
from yurei.club.store import Store
from yurei.club.store.backend import Write
from yurei.club.store.sqlite import SqliteFile

SECTOR = 512
Operation = tuple[str, str, int, bytes]
"""Kind (``write``, ``truncate``, ``sync``, ``delete``), name of the file, offset or new length, bytes."""


class Disk(apsw.VFS):
    """SQLite VFS that records every write, sync and deletion; ``fails_at`` is the call at which it fails."""

    def __init__(self, name: str, fails_at: int | None = None) -> None:
        self.calls, self.operations, self._fails_at = 0, list[Operation](), fails_at
        self.name = name
        super().__init__(name, "")

    def call(self) -> None:
        self.calls += 1
        if self.calls == self._fails_at:
            raise apsw.IOError("the disk has failed")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        self.call()
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - as above
        self.call()
        super().xDelete(filename, syncdir)
        self.operations.append(("delete", Path(filename).name, 0, b""))


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name = Path(name if isinstance(name, str) else name.filename()).name
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - as above
        self._disk.call()
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - as above
        self._disk.call()
        super().xWrite(data, offset)
        self._disk.operations.append(("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - as above
        self._disk.call()
        super().xTruncate(newsize)
        self._disk.operations.append(("truncate", self._name, newsize, b""))

    def xSync(self, flags: int) -> None:  # noqa: N802 - as above
        self._disk.call()
        # That it is on a real disk is of no matter here: the note says what would be.
        self._disk.operations.append(("sync", self._name, 0, b""))


class Platters:
    """Simulated disk: synced contents of files, and later writes, which a loss of power may lose."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = {name: bytearray(content) for name, content in files.items()}
        self._pending: dict[str, list[Operation]] = {}

    def take(self, operation: Operation) -> None:
        what, name, _, _ = operation
        if what == "sync":
            for each in self._pending.pop(name, []):
                _apply(self._files, each)
        elif what == "delete":
            self._pending.pop(name, None)
            self._files.pop(name, None)
        else:
            self._pending.setdefault(name, []).append(operation)

    def after_the_loss(self, chance: random.Random) -> dict[str, bytes]:
        files = {name: bytearray(content) for name, content in self._files.items()}
        likely = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for operations in self._pending.values():
            for operation in operations:
                for part in _sectors(operation):
                    if chance.random() < likely:
                        _apply(files, part)
        return {name: bytes(content) for name, content in files.items()}


def _sectors(operation: Operation) -> Iterable[Operation]:
    what, name, place, data = operation
    if what != "write":
        return [operation]
    starts = [0, *range(SECTOR - place % SECTOR, len(data), SECTOR)]
    return [
        (what, name, place + start, data[start:end])
        for start, end in zip(starts, [*starts[1:], len(data)], strict=True)
    ]


def _apply(files: dict[str, bytearray], operation: Operation) -> None:
    what, name, place, data = operation
    file = files.setdefault(name, bytearray())
    if what == "truncate":
        del file[place:]
    else:
        file.extend(b"\0" * (place - len(file)))
        file[place : place + len(data)] = data


# A connection of Python's module, as far as SQLAlchemy asks for one.
class _Cursor:
    arraysize = 1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.description: Any = None
        self.rowcount, self.lastrowid = -1, None
        self._rows: list[Any] = []

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> _Cursor:
        cursor, self.description = self._connection.cursor(), None

        def trace(running: apsw.Cursor, *_: Any) -> bool:
            named = running.get_description()
            self.description = [(name, None, None, None, None, None, None) for name, _ in named] or None
            return True

        cursor.exec_trace = trace
        try:
            self._rows = list(cursor.execute(statement, tuple(parameters)))
        except apsw.ConstraintError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except apsw.Error as error:
            raise sqlite3.OperationalError(str(error)) from error
        self.rowcount = self._connection.changes()
        return self

    def executemany(self, statement: str, many: Iterable[Sequence[Any]]) -> None:
        changed = 0
        for parameters in many:
            self.execute(statement, parameters)
            changed += self.rowcount
        self.rowcount = changed

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._rows = []


class _Connection:
    isolation_level = None

    def __init__(self, file: str, disk: Disk) -> None:
        try:
            self._connection = apsw.Connection(file, vfs=disk.name)
        except apsw.Error as error:
            raise sqlite3.OperationalError(str(error)) from error

    def cursor(self) -> _Cursor:
        return _Cursor(self._connection)

    def create_function(self, *_: Any, **__: Any) -> None:
        """Do nothing: SQLAlchemy's function for regular expressions is not used."""

    def commit(self) -> None:
        if self._connection.in_transaction:
            self.cursor().execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.cursor().execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()


def connect_to_disk(engine: sql.Engine, file: Path, disk: Disk) -> None:
    sql.event.listen(engine, "do_connect", lambda *_: _Connection(str(file), disk))


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GAMES = [f"game-{number}" for number in range(8)]
TABLES = ("games", "chairs", "events")


@dataclass
class Recorded:
    """Record of one run: the files at its start, all operations, and the data after each transaction."""

    begun: dict[str, bytes]  # the files with which it began
    disk: Disk  # what was done to them
    states: list[str]  # a digest of what is kept, after each transaction
    begins: list[int]  # after how many operations each transaction has begun, and has been answered
    commits: list[int]


def state(connection: Any) -> str:
    kept = [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES]
    return hashlib.sha256(repr(kept).encode()).hexdigest()


async def play(store: Store, tries: int, chance: random.Random) -> None:
    """Store games and their tries at the same time."""

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
    async with opened(f"sqlite+aiosqlite:///{file}"):
        pass


async def record(folder: Path, seed: str, tries: int) -> Recorded:
    """Run a store on a recording disk; return the record."""
    file = folder / "games.db"
    if not file.exists():
        await new(file)
    store, disk = Store(f"sqlite+aiosqlite:///{file}"), Disk(f"disk-{seed}")
    recorded = Recorded({"games.db": file.read_bytes()}, disk, [], [], [])
    connect_to_disk(store.backend.writing, file, disk)
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
    """Return what is wrong with the data after a loss of power after ``at`` operations; None if it is right."""
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
    """Simulate losses of power: after each operation once, then after random ones; return the errors."""
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
    """Record runs and simulate losses of power; return the number of operations, and the errors."""
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
    chosen, began = options(str(__doc__), trials=200, seed=random.randrange(10**6)), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        operations, wrong = cut_power(chosen.trials, chosen.seed, Path(folder))
    pace = chosen.trials / (time.monotonic() - began)
    print(f"seed {chosen.seed}: the power went {chosen.trials} times ({pace:.0f}/s) among {operations} operations")
    print("\n".join(wrong) or "nothing lost, nothing applied by half, every file whole")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
