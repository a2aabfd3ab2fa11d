"""The power goes, or the disk fails, while many games move: what was answered is there, whole, and the file opens."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.day_and_night import by_day_and_night
from tests.faults.disks import Disk, put_on
from tests.faults.power import GAMES, NOON, cut_power, new
from tests.web.wire import run_apart
from yurei.club.model.stored import Chair, Event, EventKind, NotKept, StoredGame
from yurei.club.store import Store, sqlite

TRIES = 5


@pytest.mark.parametrize("trials", by_day_and_night([10], [10_000]))
def test_after_a_loss_of_power_everything_answered_is_there(tmp_path: Path, trials: int) -> None:
    operations, wrong = cut_power(trials, 1, tmp_path)
    assert operations > 300
    assert wrong == []


def test_without_a_sync_for_every_transaction_it_would_not_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lax = tuple("synchronous=NORMAL" if each.startswith("synchronous") else each for each in sqlite.DURABLE)
    assert lax != sqlite.DURABLE
    monkeypatch.setattr(sqlite, "DURABLE", lax)
    _, wrong = cut_power(40, 1, tmp_path)
    assert any("were answered" in each for each in wrong)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games."""
    file = tmp_path_factory.mktemp("empty") / "games.db"
    run_apart(new(file))
    return file


async def play_on(file: Path, disk: Disk) -> tuple[list[tuple[str, int]], int]:
    """Play two games on a disk that fails; who is not answered tries once more. What was answered, and how many failed."""
    store, answered, failed = Store(f"sqlite+aiosqlite:///{file}"), list[tuple[str, int]](), 0
    put_on(store.backend.writing, file, disk)
    for _ in range(2):
        try:
            await store.open()
            break
        except NotKept:
            failed += 1
    for game in GAMES[:2]:
        for number in range(-1, TRIES):
            for _ in range(2):
                try:
                    if number < 0:
                        await store.games.add(StoredGame(game, {}, (1, 1), {}, "", NOON), [Chair("black", "")])
                    else:
                        await store.games.append(game, number, [Event("black", EventKind.TRY, "E5", NOON)])
                        answered.append((game, number))
                    break
                except NotKept:
                    failed += 1
    await store.close()
    return answered, failed


def kept(file: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(file)) as reading:
        assert reading.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return reading.execute("SELECT game, number FROM events ORDER BY game, number").fetchall()


def calls(empty: Path, folder: Path) -> int:
    """How often the disk is called while two games are played."""
    file, disk = folder / "counted.db", Disk("counted")
    shutil.copy(empty, file)
    answered, failed = run_apart(play_on(file, disk))
    assert (len(answered), failed) == (2 * TRIES, 0)
    return disk.calls


@pytest.mark.parametrize("chosen", by_day_and_night(["some"], ["every"]))
def test_a_call_to_the_disk_that_fails_loses_nothing(empty: Path, tmp_path: Path, chosen: str) -> None:
    number = calls(empty, tmp_path)
    assert number > 50
    places = range(1, number + 1) if chosen == "every" else random.Random(1).sample(range(1, number + 1), 12)
    failures = 0
    for place in places:
        file = tmp_path / f"{place}.db"
        shutil.copy(empty, file)
        answered, failed = run_apart(play_on(file, Disk(f"fails at {place}", place)))
        failures += failed
        assert set(answered) <= set(kept(file)), f"at call {place}"
        assert len(kept(file)) == 2 * TRIES, f"at call {place}: who tries again is answered"
    assert failures > 0


async def _breaks(file: Path) -> None:
    store, disk = Store(f"sqlite+aiosqlite:///{file}"), Disk("breaks")
    put_on(store.backend.writing, file, disk)
    await store.open()
    await store.games.add(StoredGame("g", {}, (1, 1), {}, "", NOON), [Chair("black", "")])
    disk.fails_at, disk._once = 0, False
    for _ in range(3):
        with pytest.raises(NotKept):
            await store.games.append("g", 0, [Event("black", EventKind.TRY, "E5", NOON)])
    disk.fails_at = None
    await store.games.append("g", 0, [Event("black", EventKind.TRY, "E5", NOON)])
    await store.close()


def test_when_the_disk_is_well_again_the_server_goes_on(empty: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    shutil.copy(empty, file)
    run_apart(_breaks(file))
    assert kept(file) == [("g", 0)]
