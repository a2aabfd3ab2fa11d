"""How many positions there are: against published numbers that no Go engine has made."""

import itertools
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from yurei import rules
from yurei.rules import BLACK, WHITE, Size, State, judge, start
from yurei.rules.board import is_legal
from yurei.rules.ruleset import Repetition

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
