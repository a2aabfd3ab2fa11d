"""No process of a server outlives it, however it ends."""

import os
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.web.people import Server


def children(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child} | children(child)
    return found


def runs(pid: int) -> bool:
    """Whether a process runs."""
    status = Path(f"/proc/{pid}/status")
    try:
        return "State:\tZ" not in status.read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux, which lists the processes of a process")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_processes_that_solve_problems_end_with_the_server(own_server: Server, end: signal.Signals) -> None:
    assert own_server.pid is not None
    answer = httpx.get(f"{own_server.address}/problems/plan-4x4-1", timeout=60)
    assert answer.status_code == 200
    started: set[int] = set()
    for _ in range(300):
        started |= children(own_server.pid)
        if started:
            break
        time.sleep(0.1)
    assert started, "a problem's page starts a process that works out its solution"
    os.kill(own_server.pid, end)
    for _ in range(200):
        if not any(map(runs, started)):
            break
        time.sleep(0.1)
    assert not [pid for pid in started if runs(pid)]
