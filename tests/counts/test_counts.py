"""Published counts: sequences of moves, complete games, legal positions, and the values of the smallest boards."""

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import replace

import pytest

from tests.day_and_night import chosen_by_day
from tests.playing import state
from yurei import rules
from yurei.rules import BLACK, WHITE, Ruleset, Size, State, Verdict, judge, perft, start
from yurei.rules.board import is_legal
from yurei.rules.points import size_of
from yurei.rules.ruleset import NO_PASSING, Repetition, Suicide
from yurei.rules.state import PASS

nightly = pytest.mark.nightly
# No passes, simple ko, no suicide: computer-go mailing list, P. McKenzie.
WITHOUT_PASSES = {
    Size(5, 5): (1, 25, 600, 13_800, 303_424, 6_368_416, 127_124_176, 2_411_088_112),
    Size(9, 9): (1, 81, 6_480, 511_920, 39_929_136, 3_074_496_080),
}


def without_passes(by_day: int, by_night: int, seconds: int) -> list[object]:
    """Return size, number of moves and count, if it is at most ``by_night``; those above ``by_day`` run at night."""
    cases = [(size, moves, count) for size, counts in WITHOUT_PASSES.items() for moves, count in enumerate(counts)]
    night = [nightly, pytest.mark.timeout(seconds)]
    return [pytest.param(*case, marks=night if case[2] > by_day else []) for case in cases if case[2] <= by_night]


@pytest.mark.parametrize(("size", "moves", "count"), without_passes(20_000, 40_000_000, 1800), ids=str)
def test_there_are_as_many_sequences_of_moves_as_is_published(size: Size, moves: int, count: int) -> None:
    assert perft(start(replace(rules.get("go"), passing=NO_PASSING), size), moves) == count


# Ours, each ruleset as it stands, passes among the moves; a second program, written from the rules alone, has counted
# the same. Nobody has published any: hold yours against them.
OURS = {
    "go": {"2x2": (5, 21, 68, 156, 316), "3x3": (10, 91, 738, 5281), "4x1": (5, 19, 54, 120, 226, 428)},
    "new-zealand": {"2x2": (5, 21, 68, 180, 428), "3x3": (10, 91, 738, 5345), "4x1": (5, 21, 72, 212, 562, 1340)},
    "japanese": {"2x2": (5, 21, 68, 156, 316), "3x3": (10, 91, 738, 5281), "4x1": (5, 19, 54, 120, 226, 428)},
    "tromp-taylor": {"2x2": (5, 21, 68, 156, 316), "3x3": (10, 91, 738, 5281), "4x1": (5, 19, 58, 142, 288, 592)},
    "alter-igo": {"2x2": (4, 12, 24, 32, 64), "3x3": (9, 72, 504, 3032), "4x1": (4, 12, 22, 38, 72, 128)},
    "no-seki-go": {"2x2": (5, 21, 92, 292, 852), "3x3": (10, 91, 930, 8561), "4x1": (5, 19, 70, 204, 532, 1292)},
}


@pytest.mark.parametrize("size", ["2x2", "3x3", "4x1"])
@pytest.mark.parametrize("slug", OURS)
def test_each_ruleset_has_its_own_count(slug: str, size: str) -> None:
    empty = start(rules.get(slug), size_of(size))
    counts = OURS[slug][size]
    assert tuple(perft(empty, moves) for moves in range(1, len(counts) + 1)) == counts


# Complete games -----------------------------------------------------------------------------------------------------
# Positional superko, passes free, suicide allowed: Tromp and Farnebäck, table 7.
TROMP_TAYLOR = rules.get("tromp-taylor")


def complete_games(state: State) -> int:
    """The sequences of moves and passes that end with two passes in a row."""
    if state.result is not None:
        return 1
    verdicts = (judge(state, attempt) for attempt in state.tries())
    return sum(complete_games(verdict.after) for verdict in verdicts if verdict.accepted)


@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907)])
def test_there_are_as_many_complete_games_as_is_published(width: int, count: int) -> None:
    assert complete_games(start(TROMP_TAYLOR, Size(width, 1))) == count


def placements(state: State) -> Iterator[bytes]:
    """Yield the boards that one placement makes."""
    for attempt in state.tries():
        verdict = judge(state, attempt)
        if verdict.accepted and attempt.point is not None:
            yield verdict.after.cells


# How long a game can get --------------------------------------------------------------------------------------------
@pytest.mark.by_day
@pytest.mark.parametrize("slug", ["tromp-taylor", "new-zealand"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (3, 1)])
def test_under_superko_a_game_has_at_most_four_times_as_many_moves_as_there_are_colourings(
    slug: str, width: int, height: int
) -> None:
    size = Size(width, height)
    assert longest(start(rules.get(slug), size)) <= 4 * 3**size.points


def longest(state: State) -> int:
    if state.result is not None:
        return 0
    verdicts = (judge(state, attempt) for attempt in state.tries())
    return 1 + max(longest(verdict.after) for verdict in verdicts if verdict.accepted)


def test_white_begins_as_many_games_as_black() -> None:
    black, white = (perft(start(rules.get("alter-igo"), Size(3, 2), first=first), 4) for first in (BLACK, WHITE))
    assert black == white


# OEIS A102620 (1xn), A266278 (2xn), A094777 (nxn); Tromp and Farnebäck, "Combinatorics of Go" (2016).
LEGAL_BY_WIDTH = {
    1: (1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413, 50991, 141209),
    2: (5, 57, 489, 4125, 35117, 299681),
    3: (15, 489, 12675, 321689),
    4: (41, 4125, 321689, 24_318_165),
    5: (113, 35117),
}
LEGAL = {Size(width, height): n for width, counts in LEGAL_BY_WIDTH.items() for height, n in enumerate(counts, 1)}


def slow_ones(counts: dict[Size, int], most: int) -> list[object]:
    """The boards of a table, those with more positions than ``most`` for the night."""
    return [
        pytest.param(size, count, id=str(size), marks=[nightly] if count > most else [])
        for size, count in counts.items()
    ]


@pytest.mark.by_day
@pytest.mark.parametrize(("size", "count"), slow_ones({s: n for s, n in LEGAL.items() if n < 400_000}, 40_000))
def test_as_many_boards_are_legal_as_is_published(size: Size, count: int) -> None:
    boards = map(bytes, itertools.product(range(3), repeat=size.points))
    assert sum(is_legal(board, size) for board in boards) == count


# Reached by playing -------------------------------------------------------------------------------------------------
def reached(size: Size, slug: str) -> Iterator[bytes]:
    """Every board that play makes of the empty one, with either colour to move at will and nothing repeated forbidden."""
    empty = start(replace(rules.get(slug), repetition=Repetition.DRAW_ON_THIRD), size)
    seen, waiting = {empty.cells}, [empty.cells]
    for board in waiting:
        yield board
        for colour in (BLACK, WHITE):
            for cells in placements(replace(empty, cells=board, to_move=colour)):
                if cells not in seen:
                    seen.add(cells)
                    waiting.append(cells)


REACHED = [Size(*lines) for lines in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 7), (2, 2), (2, 3), (2, 4), (3, 3))]


@pytest.mark.by_day
@pytest.mark.parametrize(("size", "count"), slow_ones({size: LEGAL[size] for size in REACHED}, 5_000))
@pytest.mark.parametrize("slug", ["go", "tromp-taylor"])
def test_play_reaches_every_legal_board_and_no_other(size: Size, count: int, slug: str) -> None:
    boards = list(reached(size, slug))
    assert len(boards) == count
    assert all(is_legal(board, size) for board in boards)


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
