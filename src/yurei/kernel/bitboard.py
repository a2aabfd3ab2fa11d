"""Bit boards: a set of points as the bits of one 64-bit word, for boards of up to 25 points.

Bit ``p`` of a word is point ``p``; A1 is the lowest bit. ``board`` is the result of ``make_geometry``. All functions are
inlined.
"""

import numpy as np
from numpy.typing import NDArray

from yurei.kernel.core import U, inlined

WIDTH, POINTS, FULL, NOT_LEFT, NOT_RIGHT = range(5)  # of a board's geometry, uint64[5]


def make_geometry(width: int, height: int) -> NDArray[np.uint64]:
    """Return the width of a board, its number of points, and the masks that shifts need, as uint64[5]."""
    points = range(width * height)
    not_left = sum(1 << point for point in points if point % width)
    not_right = sum(1 << point for point in points if point % width < width - 1)
    return np.array([width, len(points), (1 << len(points)) - 1, not_left, not_right], np.uint64)


@inlined
def neighbours(m, board) -> np.uint64:
    """Return all points adjacent to a point of the set ``m``; they may include points of ``m``."""
    wide = board[WIDTH]
    sideways = ((m & board[NOT_RIGHT]) << U(1)) | ((m & board[NOT_LEFT]) >> U(1))
    return ((m << wide) | (m >> wide) | sideways) & board[FULL]


@inlined
def flood(seed, within, board) -> np.uint64:
    """Return the points that are connected to the set ``seed`` by points of ``within``, which contains ``seed``."""
    while True:
        grown = seed | (neighbours(seed, board) & within)
        if grown == seed:
            return seed
        seed = grown


@inlined
def have_liberties(stones, empty, board) -> bool:
    """Return whether every string of ``stones``, all of one colour, has a liberty among the points ``empty``."""
    return flood(neighbours(empty, board) & stones, stones, board) == stones


@inlined
def lowest_point(m) -> np.uint64:
    """Return the set that has only the lowest point of ``m``."""
    return m & (~m + U(1))


@inlined
def strings_in_atari(stones, empty, board):
    """Return the stones of all strings of ``stones`` that have exactly one liberty in ``empty``."""
    found, rest = U(0), stones
    while rest:
        string = flood(lowest_point(rest), stones, board)
        rest &= ~string
        liberties = neighbours(string, board) & empty
        if liberties & (liberties - U(1)) == U(0):
            found |= string
    return found
