"""Moves taken back by the compiled program are the moves of the rules."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from tests.solved.boards import SMALL, TO_SIX, solved
from yurei.errors import BadSize, BadValue
from yurei.kernel import solving
from yurei.kernel.retrograde import DECIDED, MOST_POINTS, NONE
from yurei.players import tablebase
from yurei.players.tablebase import Plain, moves, number, symmetries
from yurei.rules import Size
from yurei.rules.board import is_legal

LARGER = [pytest.param(size, marks=pytest.mark.nightly) for size in (Size(2, 4), Size(3, 3), Size(2, 5))]


def board_of(index: int, size: Size) -> bytes:
    """The position of a number."""
    return bytes(index // 3**point % 3 for point in range(size.points))


def legal_moves(cells: bytes, size: Size) -> Iterator[int]:
    """By the rules: the numbers of the positions after every move that is no lone suicide."""
    return (number(after) for _, after in moves(cells, size) if after is not None)


@pytest.mark.parametrize("size", [*TO_SIX, *LARGER], ids=str)
def test_every_move_of_every_position_is_taken_back_once(size: Size) -> None:
    solver = solving.Solver(size.width, size.height)
    solver.find_positions()
    forwards: Counter[tuple[int, int]] = Counter()
    for index in range(3**size.points):
        cells = board_of(index, size)
        assert (solver.table[index] == NONE) == (not is_legal(cells, size))
        if solver.table[index] != NONE:
            after = list(legal_moves(cells, size))
            assert solver.table[index] == (len(after) or DECIDED + 1)
            forwards.update((index, then) for then in after)
    backwards = Counter(
        (int(before), index)
        for index in range(3**size.points)
        if solver.table[index] != NONE
        for before in solver.before(index)
    )
    assert backwards == forwards


@pytest.mark.parametrize("size", [Size(3, 4), Size(4, 4), Size(2, 7), Size(4, 5)], ids=str)
def test_moves_of_random_games_on_larger_boards_are_taken_back(size: Size) -> None:
    chance, solver, cells = random.Random(str(size)), solving.Solver(size.width, size.height), bytes(size.points)
    for _ in range(100):
        after = list(legal_moves(cells, size))
        followers = [follower for _, follower in moves(cells, size) if follower is not None]
        for follower in {*followers}:
            led_here = [int(before) for before in solver.before(number(follower))] if any(follower) else []
            if any(follower):
                assert led_here.count(number(cells)) == after.count(number(follower))
                there = board_of(chance.choice(led_here), size)
                assert is_legal(there, size)
                assert number(follower) in legal_moves(there, size)
        cells = chance.choice(followers) if followers else bytes(size.points)


@pytest.mark.parametrize("size", [*SMALL, Size(3, 3)], ids=str)
def test_the_compiled_table_is_the_plain_one(size: Size) -> None:
    solver = solving.Solver(size.width, size.height)
    solver.solve()
    table = np.concatenate([*solver.reduced(symmetries(size))])
    kept = {index: int(code) for index, code in enumerate(table) if code != NONE}
    assert kept == Plain(size)._codes


def test_however_few_numbers_one_call_goes_through_the_table_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = solved(Size(3, 3))
    monkeypatch.setattr(solving, "STEP", 64)
    counts, table = solved(Size(3, 3))
    assert counts == expected[0]
    assert (table == expected[1]).all()


def test_a_distance_that_does_not_fit_into_a_byte_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "LONGEST", 4)
    with pytest.raises(BadValue, match="a table holds distances to 4 plies; this board has longer ones"):
        solving.Solver(3, 3).solve()


def test_a_board_may_have_20_points_and_no_more() -> None:
    assert tablebase.MOST_POINTS == MOST_POINTS
    with pytest.raises(BadSize, match="boards of up to 20 points can be solved; 3x7 has 21"):
        solving.Solver(3, 7)
