"""Servers that are killed: no answer is lost, no event of a bot is lost, and no process outlives its server."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.day_and_night import by_day_and_night
from tests.web.people import Server
from tests.web.test_thinking import alive
from tests.web.wire import until


def output(command: str, folder: Path, *options: str, status: int = 0) -> list[str]:
    """Run a command of this package in a process of its own, which has no threads and can fork; return its output."""
    run = [sys.executable, "-m", f"tests.faults.{command}", *options]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(run, cwd=root, env=environment, capture_output=True, text=True, timeout=3500, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("trials", by_day_and_night([5], [200]))
def test_no_answered_request_is_lost(tmp_path: Path, trials: int) -> None:
    counted, _, verdict = output("killing", tmp_path, "--seed", "1", "--trials", str(trials))[-3:]
    assert verdict == "nothing lost, nothing applied twice or by half, all views equal"
    answers = int(counted.split(", ")[1].split()[0])
    assert answers >= trials, counted


def test_an_answer_before_the_commit_is_detected(tmp_path: Path) -> None:
    # About three kills in ten lose something then; it ends with the first that does.
    lines = output("killing", tmp_path, "--seed", "1", "--trials", "100", "--planted", status=1)
    assert any("answered and lost" in line for line in lines)


def bots_play(folder: Path, games: int, bots: int, restarts: int, *more: str, status: int = 0) -> list[str]:
    counted = ["--games", str(games), "--bots", str(bots), "--restarts", str(restarts), "--patience", "3000"]
    return output("bots", folder, *counted, *more, status=status)


@pytest.mark.parametrize(("games", "bots", "restarts"), by_day_and_night([(2, 2, 1)], [(1000, 30, 2)], 3600))
def test_bots_whose_server_is_killed_miss_nothing(tmp_path: Path, games: int, bots: int, restarts: int) -> None:
    ended, _, killed, verdict = bots_play(tmp_path, games, bots, restarts)
    assert verdict == "nothing lost, nothing told twice in two ways"
    assert ended.startswith(f"seed 1: {games} games of {bots} bots, {games} have ended")
    assert killed.startswith(f"{restarts} servers killed")


@pytest.mark.nightly
def test_a_missed_event_of_a_bot_is_detected(tmp_path: Path) -> None:
    assert any("was not told" in line for line in bots_play(tmp_path, 3, 3, 0, "--planted", status=1))


def children(pid: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child} | children(child)
    return found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux, which lists the processes of a process")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_processes_that_solve_problems_end_with_the_server(own_server: Server, end: signal.Signals) -> None:
    assert own_server.pid is not None
    answer = httpx.get(f"{own_server.address}/problems/plan-4x4-1", timeout=60)
    assert answer.status_code == 200
    server = own_server.pid
    started = until(lambda: children(server))  # a problem's page starts a process that works out its solution
    os.kill(server, end)
    until(lambda: not any(map(alive, started)), 20)
