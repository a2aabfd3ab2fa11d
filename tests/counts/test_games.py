"""How many games there are: sequences of moves, complete games, and how long one can get."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from yurei import rules
from yurei.rules import BLACK, WHITE, Size, State, judge, perft, start
from yurei.rules.points import size_of
from yurei.rules.ruleset import NO_PASSING

nightly = pytest.mark.nightly

# No passes, simple ko, no suicide: computer-go mailing list, P. McKenzie.
WITHOUT_PASSES = [
    *((Size(5, 5), moves, count) for moves, count in enumerate((1, 25, 600, 13_800))),
    *((Size(9, 9), moves, count) for moves, count in enumerate((1, 81, 6_480))),
    pytest.param(Size(5, 5), 4, 303_424, marks=nightly),
    pytest.param(Size(9, 9), 3, 511_920, marks=nightly),
    pytest.param(Size(5, 5), 5, 6_368_416, marks=nightly),
    pytest.param(Size(9, 9), 4, 39_929_136, marks=[nightly, pytest.mark.timeout(1800)]),
]


@pytest.mark.parametrize(("size", "moves", "count"), WITHOUT_PASSES, ids=str)
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


def followers(size: Size) -> list[list[int]]:
    """For every position that can be reached, as a number, the positions that one placement of either colour makes."""
    empty = start(TROMP_TAYLOR, size)
    boards, numbers, graph = [empty.cells], {empty.cells: 0}, []
    for board in boards:
        after = []
        for colour in (BLACK, WHITE):
            for cells in placements(replace(empty, cells=board, to_move=colour, memory=frozenset([board]))):
                if cells not in numbers:
                    numbers[cells] = len(boards)
                    boards.append(cells)
                after.append(numbers[cells])
        graph.append(after)
    return graph


def placements(state: State) -> Iterator[bytes]:
    for attempt in state.tries():
        verdict = judge(state, attempt)
        if verdict.accepted and attempt.point is not None:
            yield verdict.after.cells


def simple_paths(graph: list[list[int]]) -> int:
    """How many paths begin at the empty board and visit no position twice.

    As passes are free, either colour may place, and every such path is one game: the passes in it follow from whose
    stones they are. A position that can no longer be reached is forgotten, so that most paths need not be walked.
    """
    masks = [sum(1 << after for after in set(afters)) for afters in graph]
    assert all(len(set(afters)) == len(afters) for afters in graph)
    known: dict[int, int] = {}
    shift = len(graph).bit_length()

    def reachable(here: int, free: int) -> int:
        seen, front = 0, masks[here] & free
        while front:
            seen |= front
            after = 0
            for number in bits(front):
                after |= masks[number]
            front = after & free & ~seen
        return seen

    def paths(here: int, free: int) -> int:
        free = reachable(here, free)
        key = free << shift | here
        if key not in known:
            known[key] = 1 + sum(paths(after, free & ~(1 << after)) for after in bits(masks[here] & free))
        return known[key]

    return paths(0, (1 << len(graph)) - 2)


def bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@pytest.mark.parametrize(
    ("width", "count"),
    [(1, 1), (2, 9), (3, 907), pytest.param(4, 2_098_407_841, marks=[nightly, pytest.mark.timeout(1800)])],
)
def test_complete_games_are_paths_that_visit_no_position_twice(width: int, count: int) -> None:
    assert simple_paths(followers(Size(width, 1))) == count


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
