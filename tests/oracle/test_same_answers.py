"""Rules and referee against the oracle: random lines, and every line of tries on tiny boards."""

import collections
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.day_and_night import chosen_by_day, first_by_day
from tests.oracle import Oracle
from tests.oracle.board import board_text as slow_text
from tests.oracle.board import point_name
from tests.oracle.play import Game as Slow
from tests.oracle.play import Try as SlowTry
from tests.oracle.play import play as slow_play
from tests.oracle.play import why_illegal
from tests.oracle.protocol import starting_board
from tests.oracle.random_lines import RandomLines
from tests.oracle.settings import settings_in_force
from yurei import rules
from yurei.apps.jsonlines import Session
from yurei.referee.plain import result_values
from yurei.rules import State, judge, start
from yurei.rules.board import board_text
from yurei.rules.points import Size
from yurei.rules.state import PASS, stone

BOARDS = [
    *[("atari-go", 2, 2, 6), ("atari-go", 3, 1, 8), ("atari-go", 3, 2, 4)],
    *[("toroidal-go", 2, 2, 5), ("toroidal-go", 3, 1, 5), ("toroidal-go", 3, 2, 4), ("toroidal-go", 3, 3, 3)],
    *[("atari-go", 2, 2, 9), ("atari-go", 3, 2, 7), ("atari-go", 3, 3, 5)],
    *[("toroidal-go", 2, 2, 8), ("toroidal-go", 4, 1, 8), ("toroidal-go", 3, 2, 6), ("toroidal-go", 3, 3, 5)],
]
"""The first seven by day, the deeper ones by night."""


@pytest.mark.parametrize(("ruleset", "width", "height", "depth"), first_by_day(BOARDS, 7))
def test_every_line_is_judged_as_the_slow_referee_judges_it(ruleset: str, width: int, height: int, depth: int) -> None:
    settings = settings_in_force({"ruleset": ruleset, "width": width, "height": height})
    here = start(rules.get(ruleset), Size(width, height))
    met = collections.Counter(lines(here, Slow(settings, starting_board(settings, None)), depth))
    assert met["a move"] > 40
    assert {"opponent-stone", "own-stone", "score"} < set(met)
    assert met["capture"] or not rules.get(ruleset).first_capture_wins


def lines(here: State, slow: Slow, depth: int) -> Iterator[str]:
    """Try everything here, in both, and go on from every move; says what came of each try."""
    size = here.size
    for attempt in (*(stone(point) for point in range(size.points)), PASS):
        verdict = judge(here, attempt)
        point = None if attempt.point is None else (attempt.point % size.width, attempt.point // size.width)
        tried = SlowTry(attempt.kind.value, point)
        assert verdict.reason == why_illegal(slow, tried), (board_text(here.cells, size), point and point_name(point))
        if verdict.reason is not None:
            yield verdict.reason
            continue
        after = slow_play(slow, tried)
        assert board_text(verdict.after.cells, size) == slow_text(after.board)
        assert (verdict.after.result and result_values(verdict.after.result)) == after.result
        yield str(verdict.after.result.by) if verdict.after.result else "a move"
        if depth > 1 and verdict.after.result is None:
            yield from lines(verdict.after, after, depth - 1)


LINES = 500
BY_DAY = range(1, 4)
"""Seeds with boards on which the oracle, which copies them for every try, is quick."""
SEEDS = chosen_by_day(range(220), BY_DAY.__contains__)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_lines_are_answered_the_same(seed: int) -> None:
    oracle, session, lines = Oracle(), Session(), RandomLines(random.Random(seed))
    wanted: dict[str, Any] | None = None
    for number in range(LINES):
        line = lines.next_line(wanted)
        wanted = oracle.answer(line)
        answer = json.loads(session.answer(json.dumps(line)) or "null")
        assert comparable(answer, wanted) == comparable(wanted, wanted), f"line {number}: {json.dumps(line)}"


def comparable(answer: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """What must be equal: everything but the wording of errors and warnings, and what the protocol leaves open."""
    if "error" in answer:
        return {"error": True}
    if "warnings" in answer:
        return answer | {"warnings": len(answer["warnings"])}
    if "tries" in answer:
        return {key: answer[key] for key in wanted}
    return answer
