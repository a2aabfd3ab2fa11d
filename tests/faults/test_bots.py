"""Bots that play while their server is killed miss nothing, and are told nothing twice in two ways."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NIGHT = [pytest.mark.nightly, pytest.mark.timeout(3600)]


def played(folder: Path, *options: str, status: int = 0) -> list[str]:
    """What is said after so many games; in a process of its own, which has the loop for itself."""
    command = [sys.executable, "-m", "tests.faults.bots", "--patience", "3000", *options]
    environment = {**os.environ, "TMPDIR": str(folder)}
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=3500, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("games", "bots", "restarts"),
    [(2, 2, 1), pytest.param(1000, 30, 2, marks=NIGHT)],
    ids=["a few games", "a thousand"],
)
def test_nothing_is_lost_to_bots_whose_server_is_killed(tmp_path: Path, games: int, bots: int, restarts: int) -> None:
    counted = ["--games", str(games), "--bots", str(bots), "--restarts", str(restarts)]
    began, ended, killed, verdict = played(tmp_path, *counted)
    assert verdict == "nothing lost, nothing told twice in two ways"
    assert began == f"seed 1: {games} games of {bots} bots, {games} of them at once"
    assert ended.startswith(f"{games} have ended")
    assert killed.startswith(f"{restarts} servers killed")


@pytest.mark.nightly
def test_a_bot_that_has_missed_something_is_noticed(tmp_path: Path) -> None:
    said = played(tmp_path, "--games", "3", "--bots", "3", "--restarts", "0", "--planted", status=1)
    assert any("was not told" in line for line in said)
