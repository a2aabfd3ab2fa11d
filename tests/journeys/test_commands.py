"""Programs on the command line: two engines by GTP, a seat of a referee, a board that is solved and played out."""

import json
from pathlib import Path
from typing import Any

from tests.journeys.commands import engine, run

OPTIONS = ["--size", "5", "--player", "simple"]


def test_two_engines_play_each_other_to_the_same_score() -> None:
    with engine(*OPTIONS, "--seed", "1") as black, engine(*OPTIONS, "--seed", "2") as white:
        engines = (black, white)
        for each in engines:
            assert each.answers("protocol_version") == "2"
            assert "genmove" in each.answers("list_commands").split()
            for setting in ("boardsize 5", "clear_board", "komi 0.5"):
                each.answers(setting)
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
        for each in engines:
            each.answers("quit")


def test_a_seat_is_told_and_tries_under_a_hiding_referee() -> None:
    with engine("--referee", "hamburg", "--size", "3", "--player", "simple") as player:
        player.answers("yurei-seat black")
        point = player.answers("genmove black")
        answer = referees({"width": 3, "height": 3, "referee": "hamburg"}, point)
        told = {"seat": "black", "told": answer["told"]["black"], "result": None}
        assert player.answers(f"yurei-told {json.dumps(told)}") == answer["en"]
        assert point in player.answers("list_stones black")
        assert player.asks("play w a1").startswith("?")
        player.answers("quit")


def referees(settings: dict[str, object], *points: str) -> Any:
    """The last answer of a referee to a game in which these points are tried."""
    lines = [{"op": "new", "settings": settings}, *({"op": "try", "kind": "stone", "point": each} for each in points)]
    return json.loads(run("referee", "--json-lines", given="\n".join(map(json.dumps, lines))).splitlines()[-1])


def test_a_board_is_solved_and_a_perfect_game_ends_as_promised(tmp_path: Path) -> None:
    tables = ("--tables", str(tmp_path / "tables"))
    solved = json.loads(run("solve", "alter-igo", "2x4", *tables, "--json"))
    assert (solved["value"], solved["distance"]) == ("black", 18)
    assert "18" in run("analyse", "..../....", *tables)
    # On 1x3 Black wins in 2 moves: in the middle, and White can only die.
    first = json.loads(run("analyse", "...", "--json"))
    assert (first["value"], first["distance"], first["best"]) == ("black", 2, ["B1"])
    second = json.loads(run("analyse", ".B.", "--to-move", "white", "--json"))
    assert second["value"] == "black"
    settings = {"ruleset": "alter-igo", "width": 3, "height": 1}
    result = referees(settings, first["best"][0], second["best"][0])["result"]
    assert (result["winner"], result["by"]) == ("black", "lone-suicide")
