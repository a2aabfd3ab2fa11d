"""Bit boards: sets of points in one 64-bit word, for boards of up to 25 points.

Bit ``p`` of a word is point ``p``; A1 is the lowest bit. ``board`` is the result of ``geometry``. All functions are
inlined.
"""

import numpy as np
from numpy.typing import NDArray

from yurei.kernel.core import U, inlined

WIDTH, POINTS, FULL, NOT_LEFT, NOT_RIGHT = range(5)  # of a board's geometry, uint64[5]


def geometry(width: int, height: int) -> NDArray[np.uint64]:
    """Return the geometry of a board."""
    points = range(width * height)
    not_left = sum(1 << point for point in points if point % width)
    not_right = sum(1 << point for point in points if point % width < width - 1)
    return np.array([width, len(points), (1 << len(points)) - 1, not_left, not_right], np.uint64)


@inlined
def beside(m, board) -> np.uint64:
    """Return the points adjacent to those of ``m``; some of ``m`` may be among them."""
    wide = board[WIDTH]
    sideways = ((m & board[NOT_RIGHT]) << U(1)) | ((m & board[NOT_LEFT]) >> U(1))
    return ((m << wide) | (m >> wide) | sideways) & board[FULL]


@inlined
def flood(seed, within, board) -> np.uint64:
    """Return all points of ``within`` that are connected to ``seed``. ``seed`` must be a subset of ``within``."""
    while True:
        grown = seed | (beside(seed, board) & within)
        if grown == seed:
            return seed
        seed = grown


@inlined
def breathes(stones, empty, board) -> bool:
    """Return whether every string of ``stones``, which have one colour, is adjacent to a point of ``empty``."""
    return flood(beside(empty, board) & stones, stones, board) == stones


@inlined
def lowest(m) -> np.uint64:
    """Return the lowest bit of a set."""
    return m & (~m + U(1))


@inlined
def strings_in_atari(stones, empty, board):
    """Return the stones of all strings of ``stones`` that have exactly one liberty in ``empty``."""
    found, rest = U(0), stones
    while rest:
        string = flood(lowest(rest), stones, board)
        rest &= ~string
        liberties = beside(string, board) & empty
        if liberties & (liberties - U(1)) == U(0):
            found |= string
    return found
