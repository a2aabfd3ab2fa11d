"""A server that is killed while many games move has lost nothing that was answered, and applied nothing twice or by half."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.day_and_night import by_day_and_night
from tests.faults.moving import Known, List


def killed(trials: int, folder: Path, *more: str, status: int = 0) -> list[str]:
    """What is said after so many kills; in a process without threads, which can fork."""
    command = [sys.executable, "-m", "tests.faults.killing", "--trials", str(trials), "--seed", "1", *more]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=1500, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("trials", by_day_and_night([5], [200]))
def test_nothing_that_was_answered_is_lost(tmp_path: Path, trials: int) -> None:
    counted, _, verdict = killed(trials, tmp_path)[-3:]
    assert verdict == "nothing lost, nothing applied twice or by half, all views equal"
    answers = int(counted.split(", ")[1].split()[0])
    assert answers >= trials, counted


def test_a_server_that_answers_too_soon_is_noticed(tmp_path: Path) -> None:
    # About three kills in ten lose something then; it ends with the first that does.
    assert any("answered and lost" in line for line in killed(100, tmp_path, "--planted", status=1))


def test_the_list_of_the_player_contains_the_answered_requests() -> None:
    kept = List()
    kept.read('["made", "g", 2, "x"]\n["asked", "g", "black", "stone", "C3", "1"]\n["answered", "g", "1", 3, "y"]\n')
    assert kept.games == {"g": Known(3, "y", {"1"}, None)}
    kept.read('["asked", "g", "white", "stone", "C3", "2"]\n["answered", "g", "2", 4, "z"')
    assert kept.games["g"] == Known(3, "y", {"1"}, ("white", "stone", "C3", "2")), "that line is not whole"
