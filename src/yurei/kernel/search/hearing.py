"""Announcements of the opponent's moves inside tree searches."""

import numpy as np

from yurei.kernel.core import COLOUR, EMPTIES, LIST, LOST_BLACK, PASS, I, U, inlined, key_of, section

TELLS, SIGHT = 4, 5
"""Places in the plan of a search, see ``ismcts``: what is heard of the other's move, and the sight of a stone."""

ALL, POINTS, COUNT = 1, 2, 4
"""Kinds of knowledge about the other's move: the move; which own pieces it captured; how many."""

MOVED = 1 << 40
"""Code of a move of which nothing is told; larger if it captured."""


@inlined
def losses(s, colour) -> np.int64:
    """Return the number of removed pieces of a colour."""
    return I(s[LOST_BLACK + colour - 1])


@inlined
def sees(s, n, w, p, colour, sight) -> bool:
    """Return whether a stone of a colour sees a point, along the grid. Rows of the mailbox have one column of
    border.
    """
    width = I(w)
    row, column = I(p) // width, I(p) % width
    for up in range(-sight, sight + 1):
        for across in range(abs(up) - sight, sight - abs(up) + 1):
            q = (row + up) * width + column + across
            inside = 1 <= column + across < width and 0 <= q < I(n)
            if inside and s[section(n, COLOUR) + U(q)] == colour:
                return True
    return False


@inlined
def heard(s, n, w, viewer, move, before, plan) -> np.int64:
    """Return what a colour hears of the other's move, as a number: moves that sound alike have the same.

    New ataris are left out, since telling them apart would cost every playout a thirteenth.

    Args:
        before: The viewer's ``losses`` before the move.
        plan: What the referee tells, and the sight of stones, see ``ismcts``.
    """
    if move == PASS or plan[TELLS] & ALL or (plan[SIGHT] and sees(s, n, w, U(abs(move)), viewer, plan[SIGHT])):
        return I(move)
    taken = losses(s, viewer) - before
    told = I(MOVED)
    if taken and plan[TELLS] & POINTS:
        key = U(0)
        for k in range(taken):
            key ^= key_of(U(s[section(n, LIST) + U(s[EMPTIES]) - U(1) - U(k)]), 1)
        told += I(key & U(0xFFFFFFFF)) + 1
    elif taken and plan[TELLS] & COUNT:
        told += taken
    return told
