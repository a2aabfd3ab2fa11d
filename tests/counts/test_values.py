"""What the smallest boards are worth: area, Black moves first, no komi. Found by trying everything."""

from collections.abc import Hashable
from dataclasses import replace

import pytest

from tests.day_and_night import chosen_by_day
from tests.playing import state
from yurei import rules
from yurei.rules import BLACK, WHITE, Ruleset, Size, State, Verdict, judge, start
from yurei.rules.ruleset import Repetition, Suicide
from yurei.rules.state import PASS

POSITIONAL = replace(rules.get("go"), repetition=Repetition.POSITIONAL_SUPERKO, komi=None)
SITUATIONAL = replace(POSITIONAL, repetition=Repetition.SITUATIONAL_SUPERKO)


class Search:
    """Whether Black can be so many points ahead: every try, the likeliest first, each position with its history once."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.known: dict[Hashable, bool] = {}

    def reaches(self, here: State) -> bool:
        if here.result is not None:
            return here.result.margin is not None and here.result.margin >= self.goal
        key = (here.cells, here.to_move, here.passes_in_row, here.memory)
        if key not in self.known:
            black = here.to_move is BLACK
            self.known[key] = black if self._finds(here, black) else not black
        return self.known[key]

    def _finds(self, here: State, wanted: bool) -> bool:
        """Whether the player to move has a move after which Black reaches the goal, or after which he does not."""
        if here.passes_in_row and self.reaches(judge(here, PASS).after) is wanted:
            return True
        verdicts = [judge(here, attempt) for attempt in here.tries()]
        verdicts = sorted((verdict for verdict in verdicts if verdict.accepted), key=likeliest_first)
        return any(self.reaches(verdict.after) is wanted for verdict in verdicts)


def likeliest_first(verdict: Verdict) -> tuple[int, bool, int, int]:
    """Captures before quiet moves, a pass last, atari on the other before atari on oneself, few enemy stones."""
    mover, cells = verdict.mover, verdict.after.cells
    atari = (mover in verdict.atari) - (mover.opponent in verdict.atari)
    return (
        *(-len(verdict.captured), verdict.attempt.point is None),
        *(atari, cells.count(mover.opponent) - cells.count(mover)),
    )


def is_worth(here: State, value: int) -> bool:
    return Search(value).reaches(here) and not Search(value + 1).reaches(here)


# Weninger & Hayward 2017; Bill Taylor's proof for 2x2; Sensei's Library.
VALUES = [
    *((POSITIONAL, (width, 1), value) for width, value in enumerate((0, 0, 3, 4, 0, 1), 1)),
    (POSITIONAL, (2, 2), 1),
    (SITUATIONAL, (2, 2), 1),
    (replace(POSITIONAL, suicide=Suicide.ALLOWED), (2, 2), 1),
    (POSITIONAL, (2, 3), 0),
]
SLOW = [(replace(SITUATIONAL, suicide=Suicide.ALLOWED), (2, 2), 1), (SITUATIONAL, (2, 3), 0)]


@pytest.mark.parametrize(
    ("ruleset", "lines", "value"), chosen_by_day([*VALUES, *SLOW], lambda case: sum(case[1]) < 6 and case not in SLOW)
)
def test_a_small_board_has_its_proved_value(ruleset: Ruleset, lines: tuple[int, int], value: int) -> None:
    assert is_worth(start(ruleset, Size(*lines)), value)


def test_the_least_position_on_which_the_superko_rules_differ() -> None:
    # X. on 1x2, Black to move: White takes, Black would take back. Where suicide removes the stone, Black dies first,
    # and under situational superko the position with one stone may then come again.
    allowed = {rule: replace(rule, suicide=Suicide.ALLOWED) for rule in (POSITIONAL, SITUATIONAL)}
    assert is_worth(state("B.", allowed[POSITIONAL]), -2)
    assert is_worth(state("B.", allowed[SITUATIONAL]), 0)
    for board in ("..", "B.", "W."):
        for first in (BLACK, WHITE):
            if (board, first) not in (("B.", BLACK), ("W.", WHITE)):
                assert is_equal(state(board, allowed[POSITIONAL], first), state(board, allowed[SITUATIONAL], first))
            assert is_equal(state(board, POSITIONAL, first), state(board, SITUATIONAL, first))


def is_equal(one: State, other: State) -> bool:
    goals = range(-one.size.points, one.size.points + 1)
    return all(Search(goal).reaches(one) == Search(goal).reaches(other) for goal in goals)
