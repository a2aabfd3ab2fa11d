"""Published counts: sequences of moves, complete games and legal positions."""

import itertools
from dataclasses import replace

import pytest

from tests.day_and_night import chosen_by_day
from yurei import rules
from yurei.rules import Size, State, judge, perft, start
from yurei.rules.board import is_legal
from yurei.rules.points import size_of
from yurei.rules.ruleset import NO_PASSING

# No passes, simple ko, no suicide: computer-go mailing list, P. McKenzie.
WITHOUT_PASSES = {
    Size(5, 5): (1, 25, 600, 13_800, 303_424, 6_368_416, 127_124_176, 2_411_088_112),
    Size(9, 9): (1, 81, 6_480, 511_920, 39_929_136, 3_074_496_080),
}


def without_passes(by_day: int, by_night: int, seconds: int) -> list[object]:
    """Return size, number of moves and count, if it is at most ``by_night``; those above ``by_day`` run at night."""
    cases = [(size, moves, count) for size, counts in WITHOUT_PASSES.items() for moves, count in enumerate(counts)]
    night = [pytest.mark.nightly, pytest.mark.timeout(seconds)]
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


def complete_games(state: State) -> int:
    """The sequences of moves and passes that end with two passes in a row."""
    if state.result is not None:
        return 1
    verdicts = (judge(state, attempt) for attempt in state.tries())
    return sum(complete_games(verdict.after) for verdict in verdicts if verdict.accepted)


# Positional superko, passes free, suicide allowed: Tromp and Farnebäck, table 7.
@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907)])
def test_there_are_as_many_complete_games_as_is_published(width: int, count: int) -> None:
    assert complete_games(start(rules.get("tromp-taylor"), Size(width, 1))) == count


# OEIS A102620 (1xn), A266278 (2xn), A094777 (nxn); Tromp and Farnebäck, "Combinatorics of Go" (2016).
LEGAL_BY_WIDTH = {
    1: (1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413, 50991, 141209),
    2: (5, 57, 489, 4125, 35117, 299681),
    3: (15, 489, 12675, 321689),
    4: (41, 4125, 321689, 24_318_165),
    5: (113, 35117),
}
LEGAL = {Size(width, height): n for width, counts in LEGAL_BY_WIDTH.items() for height, n in enumerate(counts, 1)}


@pytest.mark.parametrize(
    ("size", "count"),
    chosen_by_day([case for case in LEGAL.items() if case[1] < 400_000], lambda case: case[1] < 10_000),
    ids=str,
)
def test_as_many_boards_are_legal_as_is_published(size: Size, count: int) -> None:
    boards = map(bytes, itertools.product(range(3), repeat=size.points))
    assert sum(is_legal(board, size) for board in boards) == count
