"""Boards to solve, and the values that several tests ask for."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from yurei.kernel.solving import Counts, Solver
from yurei.players.tablebase import Plain, Values
from yurei.rules import BLACK, WHITE, Colour, Size
from yurei.rules.board import is_legal

SMALL = [Size(1, 1), Size(1, 2), Size(1, 3), Size(1, 4), Size(2, 2)]
TO_SIX = [*SMALL, Size(1, 5), Size(1, 6), Size(2, 3)]
TO_TWELVE = [Size(wide, high) for wide in range(1, 4) for high in range(wide, 13) if 6 < wide * high <= 12]


@cache
def values_of(size: Size) -> Values:
    """The values of a board of up to 9 points."""
    return Plain(size)


def solved(size: Size) -> tuple[Counts, NDArray[np.uint8]]:
    """The counts of a board and its whole table, a byte for every number of a position."""
    solver = Solver(size.width, size.height)
    counts = solver.solve()
    return counts, np.concatenate(list(solver.reduced([])))


def positions(size: Size) -> Iterator[tuple[bytes, Colour]]:
    """Every position of a board, with either side to move."""
    for cells in map(bytes, product(range(3), repeat=size.points)):
        if is_legal(cells, size):
            yield cells, BLACK
            yield cells, WHITE
