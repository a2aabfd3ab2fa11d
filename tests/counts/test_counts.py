"""Published counts: sequences of moves, complete games, legal positions, and the values of the smallest boards."""

import itertools
from collections.abc import Hashable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

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


# OEIS A102620 (1xn), A266278 (2xn), A094777 (nxn); Tromp and Farnebäck, "Combinatorics of Go" (2016).
LEGAL = {
    **{(1, n): count for n, count in enumerate((1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413), 1)},
    **{(2, n): count for n, count in enumerate((5, 57, 489, 4125, 35117), 1)},
    **{(3, n): count for n, count in enumerate((15, 489, 12675, 321689), 1)},
    (4, 1): 41,
    (4, 2): 4125,
    (5, 1): 113,
    (5, 2): 35117,
}


def slow_ones(counts: dict[tuple[int, int], int], most: int) -> list[object]:
    """The boards of a table, those with more positions than ``most`` for the night."""
    return [
        pytest.param(Size(*lines), count, id=str(Size(*lines)), marks=[pytest.mark.nightly] if count > most else [])
        for lines, count in counts.items()
    ]


@pytest.mark.by_day
@pytest.mark.parametrize(("size", "count"), slow_ones(LEGAL, 40_000))
def test_as_many_boards_are_legal_as_is_published(size: Size, count: int) -> None:
    boards = map(bytes, itertools.product(range(3), repeat=size.points))
    assert sum(is_legal(board, size) for board in boards) == count


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_on_4x4_24318165_boards_are_legal() -> None:
    # The colours change places for nothing: what begins with black counts twice, and an empty first point once more.
    half = ["".join(row) for row in itertools.product("012", repeat=4)]
    begins_black, begins_empty = ([row for row in half if row[0] == first] for first in "10")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        black, empty = (sum(pool.map(legal_4x4, rows)) for rows in (begins_black, begins_empty))
    assert 2 * black + empty == 24318165


def legal_4x4(lowest_row: str) -> int:
    """How many legal boards have this lowest row."""
    size, row = Size(4, 4), bytes(map(int, lowest_row))
    return sum(is_legal(row + bytes(rest), size) for rest in itertools.product(range(3), repeat=12))


# Reached by playing -------------------------------------------------------------------------------------------------
def reached(size: Size, slug: str) -> Iterator[bytes]:
    """Every board that play makes of the empty one, with either colour to move at will and nothing repeated forbidden."""
    empty = start(replace(rules.get(slug), repetition=Repetition.DRAW_ON_THIRD), size)
    seen, waiting = {empty.cells}, [empty.cells]
    for board in waiting:
        yield board
        for colour in (BLACK, WHITE):
            for after in moves(replace(empty, cells=board, to_move=colour)):
                if after.cells not in seen:
                    seen.add(after.cells)
                    waiting.append(after.cells)


def moves(state: State) -> Iterator[State]:
    for attempt in state.tries():
        verdict = judge(state, attempt)
        if verdict.accepted and attempt.point is not None:
            yield verdict.after


REACHED = {
    (1, 1): 1,
    (1, 2): 5,
    (1, 3): 15,
    (1, 4): 41,
    (1, 7): 867,
    (2, 2): 57,
    (2, 3): 489,
    (2, 4): 4125,
    (3, 3): 12675,
}


@pytest.mark.by_day
@pytest.mark.parametrize(("size", "count"), slow_ones(REACHED, 5_000))
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
