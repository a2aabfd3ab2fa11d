"""Processes that hang, crash and are killed: who hangs has lost, and no game is lost or counted twice by a kill."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.arena import strange
from tests.arena.test_schedule import A_LITTLE, schedule
from tests.programs import running
from yurei import records
from yurei.apps.arena import LocalCrew, crew, play_game, run
from yurei.apps.arena import running as kept
from yurei.apps.arena.crew import Worker
from yurei.apps.arena.playing import FinishedGame
from yurei.apps.arena.schedule import Job
from yurei.rules.state import EndedBy

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups are POSIX's")

PATIENCE = 3.0


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strange players as a package that every process finds."""
    monkeypatch.setenv("PYTHONPATH", strange.install(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)


@contextmanager
def ended(worker: Worker) -> Iterator[Worker]:
    try:
        yield worker
    finally:
        worker.shut_down()


def play(*names: str) -> FinishedGame:
    with ended(Worker(longest=PATIENCE)) as worker:
        return worker.play(next(schedule(*names, lines=6).jobs()))


@pytest.mark.by_day
@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize(
    ("name", "reason", "late"),
    [
        ("hanging", f"has not answered within {PATIENCE:g} s", True),
        ("exiting", "has ended its process with status 7", False),
        ("crashing", f"has ended its process with status {-signal.SIGSEGV}", False),
    ],
)
def test_a_player_that_ends_or_blocks_its_process_has_lost(name: str, reason: str, late: bool) -> None:
    played = play("simple", name)
    assert played.trouble is not None
    assert (played.trouble.seat, played.trouble.reason, played.trouble.late) == ("white", reason, late)
    assert (played.result.winner, played.result.by) == (1, EndedBy.TIME)
    assert len(played.record.entries) > 10
    assert records.read(records.write(played.record)) == played.record


@pytest.mark.usefixtures("strangers")
def test_output_printed_by_a_player_does_not_disturb_the_game() -> None:
    played = play("talking", "uniform")
    assert played.trouble is None
    assert played.result.by is EndedBy.SCORE


@pytest.mark.usefixtures("strangers")
def test_time_for_compilation_is_not_charged() -> None:
    with ended(Worker()) as worker:
        games = [worker.play(job) for job in schedule("compiling@0.05s", "uniform@0.05s", lines=6, games=2).jobs()]
    spent = [each for played in games for each in played.spent.values()]
    assert min(each.turns for each in spent) > 5
    assert max(each.longest for each in spent) < 0.3


class Killed(Worker):
    """A worker whose process is killed from outside so many times, each when it has played for a while."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def _play(self, job: Job, watched: Any, last: bool) -> FinishedGame | None:
        hear, heard = watched.receive, 0

        def hear_and_kill(said: dict[str, Any]) -> FinishedGame | None:
            nonlocal heard
            heard += "tried" in said
            if "tried" in said and heard == 14 and self.times and self._process:
                self.times -= 1
                self._process.kill()
            return hear(said)  # type: ignore[no-any-return]

        watched.receive = hear_and_kill
        return super()._play(job, watched, last)


@pytest.mark.usefixtures("strangers")
def test_a_game_whose_worker_is_killed_is_played_again_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "KILLED_TOO_OFTEN", 2)
    job = next(schedule("dozing", "uniform", lines=6).jobs())
    for times, trouble in ((1, False), (2, True)):
        with ended(Killed(times)) as worker:
            assert (worker.play(job).trouble is not None) is trouble


# The whole arena.

COMMAND = [sys.executable, "-m", "yurei", "arena", "simple", "uniform", "--size", "5", "--playouts", "1"]


def numbers(place: Path) -> list[int]:
    """The games that are over, as far as their lines are whole."""
    file = place / kept.RESULTS
    return [json.loads(line)["game"] for line in file.read_bytes().split(b"\n")[:-1]] if file.exists() else []


def children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(word) for thread in threads for word in thread.read_text().split()]


def wait_for(games: int, place: Path) -> None:
    until = time.monotonic() + 60
    while len(numbers(place)) < games:
        assert time.monotonic() < until, "nothing is played"
        time.sleep(0.01)


@pytest.mark.usefixtures("strangers")
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc who has been started")
def test_an_arena_that_is_killed_again_and_again_plays_its_schedule_and_nothing_else(tmp_path: Path) -> None:
    place = tmp_path / "out"
    command = [*COMMAND, "--games", "40", "--jobs", "2", "--out", str(place)]
    started: set[int] = set()
    for games in (2, 12):
        with running(command) as arena:
            wait_for(games, place)
            playing = children(arena.pid)
            assert playing
            os.kill(playing[0], signal.SIGKILL)
            wait_for(games + 3, place)
            started |= {*playing, *children(arena.pid)}
            arena.kill()
            arena.wait()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{pid}/cmdline").exists() for pid in started):  # workers end with who has started them
        assert time.monotonic() < until, "a worker has outlived its arena"
        time.sleep(0.05)
    with (place / kept.RESULTS).open("ab") as results:
        results.write(b'{"game":39,"pa')
    assert len(numbers(place)) < 40
    with running(command) as arena:
        said, _ = arena.communicate(timeout=100)
    assert b"40 of 40 games" in said
    assert sorted(numbers(place)) == list(range(40))
    plan = schedule("simple", "uniform", games=40)
    for job in list(plan.jobs())[::10]:
        again = play_game(plan.settings, [job.black.who, job.white.who], [A_LITTLE] * 2, job.seed)
        record = kept.read_record(place, job.number)
        assert [entry.attempt for entry in record.entries] == [entry.attempt for entry in again.record.entries]  # type: ignore[union-attr]


@pytest.mark.usefixtures("strangers")
def test_ctrl_c_shows_the_results_and_the_command_to_continue(tmp_path: Path) -> None:
    with running([*COMMAND, "--games", "1000", "--jobs", "1", "--out", str(tmp_path / "out")]) as arena:
        wait_for(2, tmp_path / "out")
        arena.send_signal(signal.SIGINT)
        said, errors = arena.communicate(timeout=60)
    assert arena.returncode == 130
    assert b" of 1000 games" in said
    assert errors.decode().splitlines() == [
        "yurei: there is no ratings.png, only report.html: this needs matplotlib, which is not installed: "
        "pip install '.[research]'",
        "yurei: interrupted; the same command goes on",
    ]
    assert (tmp_path / "out" / "report.html").exists()


def test_closing_the_iterator_ends_the_running_games() -> None:
    games = LocalCrew(1).play(schedule("simple", "uniform", games=100).jobs())
    next(games)
    games.close()


def test_several_workers_play_every_game_once() -> None:
    standing = run(schedule("simple", "uniform", lines=3, games=8), LocalCrew(2))
    assert standing.games == 8
    assert standing.scores()["simple"][0] == 8
