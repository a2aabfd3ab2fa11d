"""Games that stand on no page of rules.md: every line of tries on tiny boards, judged as the oracle judges it."""

import collections
from collections.abc import Iterator

import pytest

from tests.day_and_night import first_by_day
from tests.oracle.board import board_text as slow_text
from tests.oracle.board import point_name
from tests.oracle.play import Game as Slow
from tests.oracle.play import Try as SlowTry
from tests.oracle.play import play as slow_play
from tests.oracle.play import why_illegal
from tests.oracle.protocol import starting_board
from tests.oracle.settings import settings_in_force
from yurei import rules
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
