"""Small boards, and their solved values, for several tests."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from yurei.kernel.solving import Counts, Solver
from yurei.players.tablebase import PlainTable, Values
from yurei.rules import BLACK, WHITE, Colour, Size
from yurei.rules.board import is_legal

SMALL = [Size(1, 1), Size(1, 2), Size(1, 3), Size(1, 4), Size(2, 2)]
TO_SIX = [*SMALL, Size(1, 5), Size(1, 6), Size(2, 3)]
TO_TWELVE = [Size(wide, high) for wide in range(1, 4) for high in range(wide, 13) if 6 < wide * high <= 12]


@cache
def values_of(size: Size) -> Values:
    """Return the solved values of a board of up to 9 points."""
    return PlainTable(size)


def solved(size: Size) -> tuple[Counts, NDArray[np.uint8]]:
    """Solve a board; return its counts, and its table with one byte for each position number."""
    solver = Solver(size.width, size.height)
    counts = solver.solve()
    return counts, np.concatenate(list(solver.reduced([])))


def positions(size: Size) -> Iterator[tuple[bytes, Colour]]:
    """Yield every legal position of a board, with either side to move."""
    for cells in map(bytes, product(range(3), repeat=size.points)):
        if is_legal(cells, size):
            yield cells, BLACK
            yield cells, WHITE
