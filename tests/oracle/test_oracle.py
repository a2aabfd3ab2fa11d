"""The oracle against the examples of rules.md and the published counts."""

import json
import random
from typing import Any

import pytest

from . import Oracle
from .board import board_text, liberties, parse_board, parse_point, point_name
from .play import Game, Try, after_removals, all_tries, play, why_illegal
from .protocol import starting_board
from .random_lines import RandomLines
from .settings import settings_in_force


def game(setup: str | None, tries: str, **settings: object) -> list[dict[str, Any]]:
    """The answers to tries such as "A1 bC1 pass": a leading g is a ghost."""
    if setup:
        settings |= {"width": len(setup.split("/")[0]), "height": len(setup.split("/"))}
    oracle = Oracle()
    answers = [oracle.answer({"op": "new", "settings": settings, "setup": setup})]
    assert answers[0].get("ok"), answers
    for word in tries.split():
        ghost = word.startswith("g")
        line = (
            {"kind": word}
            if word in ("pass", "resign")
            else {"kind": "ghost" if ghost else "stone", "point": word.lstrip("g")}
        )
        answers.append(oracle.answer({"op": "try"} | line))
    return answers


PAGE_SAID = {
    ("common", "en"): ["Black puts White into atari.", "White has moved, Black to play.",
        "Black has captured the following stones: D1. Black puts White and himself into atari.",
        "White has captured the following stones: C1, C2, D2."],
    ("common", "de"): ["Schwarz setzt Weiß ins Atari.", "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz schlägt die folgenden Steine: D1. Schwarz setzt Weiß und sich selbst ins Atari.",
        "Weiß schlägt die folgenden Steine: C1, C2, D2."],
    ("hamburg", "en"): ["Black puts White into atari.", "White has moved, Black to move.",
        "Black captures 1 stone and puts White and himself into atari.", "White captures 3 stones."],
    ("hamburg", "de"): ["Schwarz setzt Weiß ins Atari.", "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz fängt 1 Stein und setzt Weiß und sich selbst ins Atari.", "Weiß fängt 3 Steine."],
}  # fmt: skip


@pytest.mark.parametrize(("referee", "language"), PAGE_SAID)
def test_the_page_s_example(referee: str, language: str) -> None:
    # "Black: C1 C2 F1 F2. White: B1 B2 C3 D1 D3 E2."
    setup = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
    answers = game(setup, "E1 J9 D2 D1", referee=referee)[1:]
    assert [a[language] for a in answers] == PAGE_SAID[referee, language]


# "Black first: a ghost at C1, next a stone at A1, captures … (or E1, then G1 …), whatever White answers.
# White first: a ghost at C1, next a stone at E1 (or E1, then C1), captures the two black stones."
SEKI = "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W."
CAPTURES = [("black", "gC1", "A1"), ("black", "gE1", "G1"), ("white", "gC1", "E1"), ("white", "gE1", "C1")]


def named(state: Game) -> dict[str, Try]:
    return {("g" if t.kind == "ghost" else "") + point_name(t.point): t for t in all_tries(state) if t.point}


def captures_whatever_the_answer(state: Game, stone: str, enemy: str) -> bool:
    """Whether the stone captures after every legal reply."""
    replies = [play(state, t) for t in all_tries(state) if why_illegal(state, t) is None]
    tries = [(after, named(after)[stone]) for after in replies]
    return all(why_illegal(after, t) is None and play(after, t).turns[-1].removed(enemy) for after, t in tries)


@pytest.mark.parametrize("setup", [SEKI, ".W.B.W."])
@pytest.mark.parametrize(("first", "ghost", "stone"), CAPTURES)
def test_not_seki(setup: str, first: str, ghost: str, stone: str) -> None:
    settings = settings_in_force({"width": 7, "height": setup.count("/") + 1, "ruleset": "no-seki-go", "first": first})
    start = Game(settings, starting_board(settings, setup))
    assert why_illegal(start, named(start)[ghost]) is None
    assert captures_whatever_the_answer(play(start, named(start)[ghost]), stone, "W" if first == "black" else "B")


APPROACH = "........./........./........./........./........./BBBW...../.BBWWWW../.WWBB.W../.WW.B.W.."


def test_approach_moves() -> None:
    answers = game(APPROACH, "A2 F2 gA1", ruleset="no-seki-go")
    assert answers[3]["atari"] == {"black": False, "white": True}
    settings = settings_in_force({"ruleset": "no-seki-go"})
    state = Game(settings, starting_board(settings, APPROACH))
    for word in ("A2", "F2", "gA1"):
        state = play(state, named(state)[word])
    assert captures_whatever_the_answer(state, "D1", "W")
    # "If White answers A2 with a ghost at A1 instead, Black plays A3 and is ahead by 3 liberties to 2."
    board = parse_board(game(APPROACH, "A2 gA1 A3", ruleset="no-seki-go")[3]["boards"]["reference"])
    assert len(liberties(board, parse_point("E1", board))) == 3
    assert len(liberties(board, parse_point("C1", board))) == 2


def test_a_capture_in_which_both_colours_leave() -> None:
    # The page's `BW/WB` by the removal alone: before Black's B1 its stone at A2 has no liberty, so it cannot be set up.
    settings = settings_in_force({"width": 2, "height": 2, "ruleset": "alter-igo"})
    assert board_text(after_removals(settings, parse_board("BW/WB"), "black")) == "../.."
    answer = game("BW/.W", "A1", ruleset="alter-igo")[1]
    assert answer["boards"]["reference"] == "../.."
    assert answer["result"] is None
    assert answer["captured"] == ["B1", "B2"]
    assert answer["told"]["white"]["lost_points"] == ["A1", "A2"]


def test_a_lone_suicide() -> None:
    answer = game(".W./W.W/.W.", "B2", ruleset="alter-igo")[1]
    assert answer["result"] == {"winner": "white", "by": "lone-suicide"}
    assert answer["accepted"]
    assert answer["en"] == "Black has lost the following stones: B2."
    assert game(".W./W.W/.W.", "B2", ruleset="go", referee="hamburg")[1]["en"] == "Suicide."
    assert game(".", "A1", ruleset="alter-igo")[1]["result"] == {"winner": "white", "by": "lone-suicide"}


def test_the_ko() -> None:
    ko = ".BW./BW.W/.BW./...."
    assert [a.get("reason") for a in game(ko, "C3 B3 D1 A1 B3", referee="open")] == [None, None, "ko", None, None, None]
    assert [a.get("reason") for a in game(ko, "C3 pass D1 B3")] == [None] * 5
    lost = game(ko, "C3 B3 D1 B3", failed_try="lose-turn", referee="hamburg")
    assert [a.get("reason") for a in lost] == [None, None, "ko", None, None]
    assert lost[2]["to_move"] == "black"


PLAIN = {"passing": "none", "suicide": "forbidden", "repetition": "simple-ko"}


@pytest.mark.parametrize(("n", "count"), [(1, 25), (2, 600), (3, 13800)])
def test_perft(n: int, count: int) -> None:
    assert Oracle().answer({"op": "perft", "settings": PLAIN | {"width": 5, "height": 5}, "n": n}) == {"n": count}


def complete(state: Game) -> int:
    """Sequences of moves and passes that end with two passes in a row."""
    if state.result:
        return 1
    return sum(complete(play(state, t)) for t in all_tries(state) if why_illegal(state, t) is None)


@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907)])
def test_complete_games(width: int, count: int) -> None:
    # "Complete games under positional superko, passes free … suicide allowed"
    settings = settings_in_force({"width": width, "height": 1, "ruleset": "tromp-taylor"})
    assert complete(Game(settings, starting_board(settings, None))) == count


def test_random_lines_are_answered() -> None:
    oracle, lines, answer = Oracle(), RandomLines(random.Random(1)), None
    for _ in range(1500):
        answer = oracle.answer(json.loads(json.dumps(lines.next_line(answer))))
        json.dumps(answer)
