"""GTP there and back: two engines of yurei's play each other over it to the score, and one sits under a hiding referee."""

import json

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
