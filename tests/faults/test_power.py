"""The power goes, the disk fails or is full, the file is damaged or gone: answers are kept, and `/health` says what is wrong."""

import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.day_and_night import by_day_and_night
from tests.faults.power import GAMES, NOON, Disk, connect_to_disk, cut_power, new
from tests.web.wire import Visitor, WebApp, make, run_in_thread
from yurei.club.model.stored import Chair, Event, EventKind, NotStored, StoredGame
from yurei.club.store import Store, sqlite
from yurei.club.store.sqlite import SqliteFile

TRIES = 5


@pytest.mark.parametrize("trials", by_day_and_night([10], [10_000]))
def test_a_loss_of_power_loses_no_answer(tmp_path: Path, trials: int) -> None:
    operations, wrong = cut_power(trials, 1, tmp_path)
    assert operations > 300
    assert wrong == []


def test_a_loss_of_power_without_a_sync_for_every_transaction_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lax = tuple("synchronous=NORMAL" if each.startswith("synchronous") else each for each in sqlite.DURABLE)
    assert lax != sqlite.DURABLE
    monkeypatch.setattr(sqlite, "DURABLE", lax)
    _, wrong = cut_power(40, 1, tmp_path)
    assert any("were answered" in each for each in wrong)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("empty") / "games.db"
    run_in_thread(new(file))
    return file


async def play_on(file: Path, disk: Disk) -> tuple[list[tuple[str, int]], int]:
    """Play two games on a disk that fails; who is not answered tries once more. What was answered, and how many failed."""
    store, answered, failed = Store(f"sqlite+aiosqlite:///{file}"), list[tuple[str, int]](), 0
    connect_to_disk(store.backend.writing, file, disk)
    for _ in range(2):
        try:
            await store.open()
            break
        except NotStored:
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
                except NotStored:
                    failed += 1
    await store.close()
    return answered, failed


def kept(file: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(file)) as reading:
        assert reading.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return reading.execute("SELECT game, number FROM events ORDER BY game, number").fetchall()


def calls(empty: Path, folder: Path) -> int:
    file, disk = folder / "counted.db", Disk("counted")
    shutil.copy(empty, file)
    answered, failed = run_in_thread(play_on(file, disk))
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
        answered, failed = run_in_thread(play_on(file, Disk(f"fails at {place}", place)))
        failures += failed
        assert set(answered) <= set(kept(file)), f"at call {place}"
        assert len(kept(file)) == 2 * TRIES, f"at call {place}: who tries again is answered"
    assert failures > 0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def webapp(database: Path) -> Iterator[WebApp]:
    with WebApp(place=f"sqlite+aiosqlite:///{database}") as webapp:
        webapp.opens()
        yield webapp


def health(webapp: WebApp) -> tuple[int, str, str]:
    """What is answered a second later: the status, and the words."""
    webapp.waits(1)
    answer = Visitor(webapp).get("/health")
    words = json.loads(answer.text)
    return answer.status, words["status"], words["database"]


WELL, UNWELL = (200, "well", "writes"), (503, "unwell", "does not write")


@contextmanager
def full_disk(database: Path) -> Iterator[None]:
    """Let no file grow over the size that the log of the database has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(f"{database}-wal"), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_acknowledges_nothing_and_recovers(webapp: WebApp, database: Path) -> None:
    made = make(webapp, width="5")
    made.act("black", "stone", "C3")
    assert health(webapp) == WELL
    with full_disk(database):
        assert health(webapp) == UNWELL
        refused = made.act("white", "stone", "D4")
        assert refused.status == 503
        assert "nothing has changed" in refused.text
        assert made.seats["white"].get(made.at("white")).status == 200, "who looks is answered"
        assert made.act("white", "stone", "D4").status == 503, "it did not happen the first time either"
    assert health(webapp) == WELL
    assert made.act("white", "stone", "D4").status == 200


def test_a_file_that_can_grow_no_more_is_a_full_disk(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    store = webapp.store
    before = len(webapp.happened(made.name))
    assert isinstance(store.backend, SqliteFile)
    webapp.run(store.backend.execute("PRAGMA max_page_count = 1"))  # no smaller than it is
    answers = [made.act("black", "pencil-cross", "C3").status for _ in range(100)]
    assert answers[0] == 200, "there is room on the last page"
    assert set(answers) == {200, 503}
    assert len(webapp.happened(made.name)) - before == answers.count(200)


@pytest.mark.parametrize("keeps", [0, 16, 100, 4096])
def test_health_reports_a_damaged_file(webapp: WebApp, database: Path, keeps: int) -> None:
    make(webapp)
    webapp.run(webapp.store.backend.overwrite_deleted())
    assert health(webapp) == WELL
    with database.open("r+b") as file:
        file.seek(keeps)
        file.write(b"\xa5" * (os.path.getsize(database) - keeps))
    assert health(webapp) == UNWELL
    assert health(webapp) == UNWELL, "it does not heal by itself"


COUNT = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM events').fetchone()[0])"
"""Another program that reads the file, and is the last to close it if the server has no locks on it any more."""


def test_another_reader_of_the_file_loses_nothing_of_the_server(webapp: WebApp, database: Path, tmp_path: Path) -> None:
    made = make(webapp, width="5")
    made.act("black", "stone", "C3")
    assert health(webapp) == WELL
    log = Path(f"{database}-wal").stat().st_ino
    subprocess.run([sys.executable, "-c", COUNT, database], check=True, capture_output=True)
    assert made.act("white", "stone", "D4").status == 200
    assert Path(f"{database}-wal").stat().st_ino == log, "the log that the server writes is still the file's"
    for name in (database.name, f"{database.name}-wal"):  # as they lie there when the power goes
        shutil.copy(database.with_name(name), tmp_path / f"after-{name}")
    with closing(sqlite3.connect(tmp_path / f"after-{database.name}")) as left:
        assert left.execute("SELECT count(*) FROM events WHERE kind = 'try'").fetchone() == (2,)
    assert health(webapp) == WELL


def replace_by_copy(database: Path) -> None:
    shutil.copy(database, f"{database}-copy")
    os.replace(f"{database}-copy", database)


@pytest.mark.parametrize("change", [Path.unlink, replace_by_copy], ids=["deleted", "replaced"])
def test_health_reports_a_file_that_is_not_the_one_that_was_opened(
    webapp: WebApp, database: Path, change: Callable[[Path], None]
) -> None:
    assert health(webapp) == WELL
    change(database)
    assert health(webapp) == UNWELL
