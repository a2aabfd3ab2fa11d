"""Self-play: two players of yurei's play each other to a result, in Python and from the command line."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.day_and_night import first_by_day
from tests.journeys.commands import run

GAMES = [("go", "common"), ("alter-igo", "kriegspiel"), ("no-seki-go", "hamburg")]
SCRIPT = """
import sys

import yurei

table = yurei.Table(sys.argv[1], referee=sys.argv[2], size=4)
players = {"black": yurei.players.get("simple", 1), "white": yurei.players.get("uniform", 2)}
tries = 0
while table.to_move:
    seat = table.to_move
    answer = table.attempt(seat, players[seat].choose(table.view(seat)))
    tries += 1
    assert tries < 5000
revealed = table.reveal()
assert len(revealed.tries) == tries
print(tries, revealed.result.by.value, revealed.result.winner.word if revealed.result.winner else "nobody")
"""


@pytest.mark.parametrize(("ruleset", "referee"), first_by_day(GAMES))
def test_two_players_play_to_a_result(ruleset: str, referee: str, tmp_path: Path) -> None:
    script = tmp_path / "selfplay.py"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, str(script), ruleset, referee]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    tries, by, winner = done.stdout.split()
    assert int(tries) > 4
    assert by in {"score", "lone-suicide", "repetition", "resignation"}
    assert winner in {"black", "white", "nobody"}


@pytest.mark.nightly  # by day tests/arena and tests/cli/test_cli.py run the command
def test_the_same_from_the_command_line(tmp_path: Path) -> None:
    printed = run(
        "arena", "simple", "uniform", "--size", "4", "--games", "2", "--playouts", "20", "--out", str(tmp_path)
    )
    assert "simple" in printed
    assert any(path.is_file() for path in tmp_path.rglob("*"))
