"""The oracle against examples of the rules, positions with sight, and published counts."""

import collections
import json
import random
from typing import Any

import pytest

from tests.day_and_night import first_by_day

from . import Oracle
from .board import board_text, parse_board
from .play import Game, after_removals, all_tries, play, why_illegal
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
def test_the_example_of_the_page_is_announced_in_both_languages(referee: str, language: str) -> None:
    # "Black: C1 C2 F1 F2. White: B1 B2 C3 D1 D3 E2."
    setup = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
    answers = game(setup, "E1 J9 D2 D1", referee=referee)[1:]
    assert [a[language] for a in answers] == PAGE_SAID[referee, language]


def test_both_colours_leave_in_alter_igo() -> None:
    # The page's `BW/WB` by the removal alone: before Black's B1 its stone at A2 has no liberty, so it cannot be set up.
    settings = settings_in_force({"width": 2, "height": 2, "ruleset": "alter-igo"})
    assert board_text(after_removals(settings, parse_board("BW/WB"), "black")) == "../.."
    answer = game("BW/.W", "A1", ruleset="alter-igo")[1]
    assert (answer["captured"], answer["told"]["white"]["lost_points"]) == (["B1", "B2"], ["A1", "A2"])


def test_a_lone_suicide_loses() -> None:
    answer = game(".W./W.W/.W.", "B2", ruleset="alter-igo")[1]
    assert answer["result"] == {"winner": "white", "by": "lone-suicide"}
    assert answer["accepted"]
    assert answer["en"] == "Black has lost the following stones: B2."
    assert game(".W./W.W/.W.", "B2", ruleset="go", referee="hamburg")[1]["en"] == "Suicide."
    assert game(".", "A1", ruleset="alter-igo")[1]["result"] == {"winner": "white", "by": "lone-suicide"}


def test_a_ko_may_not_be_retaken_at_once() -> None:
    ko = ".BW./BW.W/.BW./...."
    assert [a.get("reason") for a in game(ko, "C3 B3 D1 A1 B3", referee="open")] == [None, None, "ko", None, None, None]
    assert [a.get("reason") for a in game(ko, "C3 pass D1 B3")] == [None] * 5
    lost = game(ko, "C3 B3 D1 B3", failed_try="lose-turn", referee="hamburg")
    assert [a.get("reason") for a in lost] == [None, None, "ko", None, None]
    assert lost[2]["to_move"] == "black"


PLAIN = {"passing": "none", "suicide": "forbidden", "repetition": "simple-ko"}


@pytest.mark.parametrize(("n", "count"), first_by_day([(1, 25), (2, 600), (3, 13800)], 2))
def test_the_oracle_counts_sequences_of_moves_as_published(n: int, count: int) -> None:
    assert Oracle().answer({"op": "perft", "settings": PLAIN | {"width": 5, "height": 5}, "n": n}) == {"n": count}


def complete(state: Game) -> int:
    """Sequences of moves and passes that end with two passes in a row."""
    if state.result:
        return 1
    return sum(complete(play(state, t)) for t in all_tries(state) if why_illegal(state, t) is None)


@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907)])
def test_the_oracle_counts_complete_games_as_published(width: int, count: int) -> None:
    # "Complete games under positional superko, passes free … suicide allowed"
    settings = settings_in_force({"width": width, "height": 1, "ruleset": "tromp-taylor"})
    assert complete(Game(settings, starting_board(settings, None))) == count


# Sight: the sentences of the page are in tests/rule_pages/test_sight.py; what both are told here holds the oracle to them.

NOTHING: dict[str, Any] = {"appeared": {}, "gone": []}
NO_SEKI_GO: dict[str, Any] = {"ruleset": "no-seki-go", "sight": 3}
# The board, the tries, the settings; the pieces that appear to Black, the points that go, and the same for White.
SEEN: list[tuple[str, str, dict[str, Any], dict[str, str], str, dict[str, str], str]] = [
    ("...../.W.../...../...B./.....", "A1 C3", {"sight": 2}, {"C3": "W"}, "", {"D2": "B"}, ""),
    ("..W../..W../W...W/..W..", "C2", {"sight": 2}, {"A2": "W", "C1": "W", "C3": "W", "C4": "W", "E2": "W"}, "",
     {"C2": "B"}, ""),
    # Captured in sight, and out of sight.
    (".B./BW./.B.", "C2", {}, {}, "B2", {}, "A2 B1 B3"),
    ("..../B.../WB../WW..", "C1", {}, {}, "A2 B1", {}, "A3 B2"),
    # White's stone stands as before; Black's, which saw it, is captured.
    (".../.../BW.", "A2", {"first": "white"}, {}, "B1", {}, "A1"),
    # A ghost sees nothing and is seen; it becomes a stone; the enemy replaces it.
    ("B...W", "gB1", NO_SEKI_GO, {}, "", {"B1": "b"}, ""),
    ("B.wW", "C1", NO_SEKI_GO | {"sight": 2, "first": "white"}, {"C1": "W"}, "", {"A1": "B"}, ""),
    (".../Bb.", "B1", NO_SEKI_GO | {"sight": 1, "first": "white"}, {"B1": "W"}, "", {"A1": "B"}, ""),
    # Both colours leave; a lone suicide has seen nothing.
    ("BW/.W", "A1", {"ruleset": "alter-igo"}, {}, "B2", {}, "A2"),
    (".W./W.W/.W.", "B2", {"ruleset": "alter-igo"}, {}, "", {}, ""),
    # Refused tries, passes and resignations change no sight.
    ("...../.BW../.....", "C2", {}, {}, "", {}, ""),
    ("...../.BW../.....", "C2", {"failed_try": "lose-turn"}, {}, "", {}, ""),
    (".BW.", "pass", {}, {}, "", {}, ""),
    (".BW.", "pass resign", {}, {}, "", {}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("board", "tries", "settings", "black", "black_gone", "white", "white_gone"), SEEN)
def test_seats_are_told_what_comes_into_sight_and_what_goes(
    board: str, tries: str, settings: dict[str, Any], black: object, black_gone: str, white: object, white_gone: str
) -> None:
    answer = game(board, tries, referee="fog", **settings)[-1]
    assert answer["told"]["black"]["seen"] == {"appeared": black, "gone": black_gone.split()}
    assert answer["told"]["white"]["seen"] == {"appeared": white, "gone": white_gone.split()}


@pytest.mark.parametrize("sight", [-1, 49, 1.5, 2.0, "2", True, False, [1]])
def test_sight_is_a_number_from_0_to_48(sight: object) -> None:
    assert "error" in Oracle().answer({"op": "new", "settings": {"referee": "fog", "sight": sight}})


@pytest.mark.parametrize("lines", first_by_day([1500, 4000]))
def test_random_lines_meet_everything_about_sight(lines: int) -> None:
    met: collections.Counter[str] = collections.Counter()
    oracle, source, answer = Oracle(), RandomLines(random.Random(4)), None
    for _ in range(lines):
        line = json.loads(json.dumps(source.next_line(answer)))
        answer = oracle.answer(line)
        wanted = (line.get("settings") or {}).get("sight")
        met[f"refused: {wanted!r}"] += "error" in answer
        for seat, told in answer.get("told", {}).items():
            enemy, change = "white" if seat == "black" else "black", told["seen"] or NOTHING
            captured = {*answer["removed"][enemy + "_stones"], *answer["removed"][enemy + "_ghosts"]}
            met["appeared"] += bool(change["appeared"])
            met["ghost appeared"] += bool({"b", "w"} & {*change["appeared"].values()})
            met["captured in sight"] += bool(captured & {*change["gone"]})
            met["some captured out of sight"] += bool(change["gone"]) and bool(captured - {*change["gone"]})
            met["out of sight"] += bool({*change["gone"]} - captured)
            met["ghost became a stone"] += answer["removed"]["replaced_ghost"] == enemy and bool(change["appeared"])
            met["taken by the lost sight"] += bool(told["vanished"]) and bool(change["gone"])
    rare = [event for event in met if not event.startswith("refused") and met[event] < lines // 400]
    assert not rare, met
    assert any(met[f"refused: {value!r}"] for value in (-1, 49, 1.5, "2", True)), met
