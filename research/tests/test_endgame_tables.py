"""The second proof of solved boards: right tables pass, and any wrong value in one is found."""

from random import Random

import numpy as np
import pytest

from tests.day_and_night import by_day_and_night
from yurei.players.tablebase import Values, get_smallest_number, list_moves, load_or_solve, position_number
from yurei.rules.board import is_legal
from yurei.rules.points import Size
from yurei_research.prove_endgame import NONE, Grid, Wrong, codes_of, expected, sets, verify

SIZES = [Size(1, 1), Size(1, 5), Size(2, 2), Size(2, 3), Size(2, 4), Size(3, 3)]


class Altered:
    """Right values of a board but for one position, by its number, which has another code."""

    def __init__(self, values: Values, own: int, code: int) -> None:
        self.size, self._values, self._own, self._code = values.size, values, own, code

    def code(self, cells: bytes) -> int:
        return self._code if position_number(cells) == self._own else self._values.code(cells)


@pytest.mark.parametrize("size", by_day_and_night([*SIZES, Size(3, 4)], [Size(3, 5), Size(4, 4)]), ids=str)
def test_a_right_table_passes(size: Size) -> None:
    values = load_or_solve(size)
    verified, random, asked = verify(values), Random(str(size)), 0
    while asked < 200:
        cells = bytes(random.choices(range(3), k=size.points))
        if is_legal(cells, size):
            assert verified.code(cells) == values.code(cells)
            asked += 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_another_value_of_any_position_is_found(size: Size) -> None:
    values, grid = load_or_solve(size), Grid(size)
    codes = codes_of(values, grid)
    positions = np.flatnonzero(codes != NONE).tolist()
    random = Random(str(size))
    for own in positions if len(positions) < 60 else random.sample(positions, 10):
        right = int(codes[own])
        for code in {0, right + 1, right + 2, max(right - 2, 0), 250} - {right}:
            with pytest.raises(Wrong, match="wrong value"):
                verify(Altered(values, own, code))


@pytest.mark.parametrize("size", [*SIZES, Size(3, 4), Size(4, 4)], ids=str)
def test_the_moves_are_those_of_the_rules(size: Size) -> None:
    grid, random, asked = Grid(size), Random(str(size)), 0
    while asked < 300:
        cells = bytes(random.choices(range(3), k=size.points))
        if not is_legal(cells, size):
            continue
        asked += 1
        own, other = (np.array([each], dtype=np.int32) for each in sets(cells))
        assert grid.smallest(own, other)[0] == get_smallest_number(cells, size)
        for point, follower in list_moves(cells, size):
            kept, others_kept, lone = grid.after(own, other, point)
            assert bool(lone[0]) == (follower is None)
            if follower is not None:
                assert (others_kept[0], kept[0]) == sets(follower)


def test_a_position_without_a_code_makes_its_predecessors_wrong() -> None:
    values, grid = load_or_solve(Size(2, 3)), Grid(Size(2, 3))
    codes = codes_of(values, grid).copy()
    codes[get_smallest_number(bytes([0, 0, 2, 0, 0, 0]), Size(2, 3))] = NONE
    empty = np.array([0], dtype=np.int32)
    assert expected(grid, codes, empty, empty)[0] == NONE
