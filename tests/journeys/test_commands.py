"""Programs on the command line: two engines by GTP, self-play in Python, a board that is solved and played out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.day_and_night import first_by_day
from tests.journeys.commands import Engine, run

OPTIONS = ["--size", "5", "--player", "simple"]


def test_two_engines_play_each_other_to_the_same_score() -> None:
    with Engine(*OPTIONS, "--seed", "1") as black, Engine(*OPTIONS, "--seed", "2") as white:
        engines = (black, white)
        for engine in engines:
            assert engine.answers("protocol_version") == "2"
            assert "genmove" in engine.answers("list_commands").split()
            for setting in ("boardsize 5", "clear_board", "komi 0.5"):
                engine.answers(setting)
        passes = moves = 0
        while passes < 2:
            assert moves < 100
            colour, mover, other = ("b", "w")[moves % 2], engines[moves % 2], engines[(moves + 1) % 2]
            move = mover.answers(f"genmove {colour}")
            assert move != "resign"
            other.answers(f"play {colour} {move}")
            passes = passes + 1 if move.lower() == "pass" else 0
            moves += 1
        for question in ("showboard", "list_stones black", "list_stones white", "captures black", "move_history"):
            assert black.answers(question) == white.answers(question), question
        assert black.answers("final_score")[:2] in ("B+", "W+")
        assert black.asks("play b z9").startswith("?")
        for engine in engines:
            engine.answers("quit")


def test_a_seat_is_told_and_tries_under_a_hiding_referee() -> None:
    lines: list[dict[str, object]] = [{"op": "new", "settings": {"width": 3, "height": 3, "referee": "hamburg"}}]
    with Engine("--referee", "hamburg", "--size", "3", "--player", "simple") as engine:
        engine.answers("yurei-seat black")
        point = engine.answers("genmove black")
        lines.append({"op": "try", "kind": "stone", "point": point})
        answers = [json.loads(line) for line in run("referee", "--json-lines", given=_lines(lines)).splitlines()]
        told = {"seat": "black", "told": answers[1]["told"]["black"], "result": None}
        assert engine.answers(f"yurei-told {json.dumps(told)}") == answers[1]["en"]
        assert point in engine.answers("list_stones black")
        assert engine.asks("play w a1").startswith("?")
        engine.answers("quit")


def _lines(lines: list[dict[str, object]]) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in lines)


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


def test_a_board_is_solved_and_played_out(tmp_path: Path) -> None:
    tables = str(tmp_path / "tables")
    solved = json.loads(run("solve", "alter-igo", "2x4", "--tables", tables, "--json"))
    assert (solved["value"], solved["distance"]) == ("black", 18)
    weighed = json.loads(run("analyse", "..../....", "--tables", tables, "--json"))
    assert (weighed["value"], weighed["distance"], weighed["best"]) == ("black", 18, ["B1", "B2", "C1", "C2"])
    assert weighed["moves"]["A1"] == {"value": "white", "distance": 17}
    said = run("analyse", "..../....", "--tables", tables)
    assert "18" in said


def test_a_perfect_game_ends_as_promised() -> None:
    """On 1x3 Black wins in 2 moves: in the middle, and White can only die."""
    first = json.loads(run("analyse", "...", "--json"))
    assert (first["value"], first["distance"], first["best"]) == ("black", 2, ["B1"])
    second = json.loads(run("analyse", ".B.", "--to-move", "white", "--json"))
    assert second["value"] == "black"
    moves = [first["best"][0], second["best"][0]]
    game = [
        {"op": "new", "settings": {"ruleset": "alter-igo", "width": 3, "height": 1}},
        *({"op": "try", "kind": "stone", "point": point} for point in moves),
    ]
    answers = run("referee", "--json-lines", given="".join(f"{json.dumps(line)}\n" for line in game)).splitlines()
    result = json.loads(answers[-1])["result"]
    assert (result["winner"], result["by"]) == ("black", "lone-suicide")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "value", "distance"), [("2x5", "black", 20), ("3x3", "black", 18), ("3x4", "draw", None)]
)
def test_larger_boards_have_the_published_values(tmp_path: Path, size: str, value: str, distance: int | None) -> None:
    solved = json.loads(run("solve", "alter-igo", size, "--tables", str(tmp_path), "--json"))
    assert (solved["value"], solved["distance"]) == (value, distance)
