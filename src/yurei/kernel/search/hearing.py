"""What trees ask of a game of Go: the moves of a world one by one, and what is heard of another's move."""

from __future__ import annotations

from yurei.kernel.core import (
    COLOUR,
    EMPTIES,
    LIST,
    LOST_BLACK,
    NO_EYES,
    PASS,
    I,
    U,
    inlined,
    is_eye,
    key_of,
    legal_placement,
    section,
)
from yurei.kernel.search.ismcts import SIGHT, TELLS

ALL, POINTS, COUNT = 1, 2, 4
"""What is heard of another's move: the move; which own pieces it took; how many."""

MOVED = 1 << 40
"""What is heard of a move of which nothing is told; larger where something was taken."""


@inlined
def choice_of_stones(s, t, n, w, me, k, flags):
    """The k-th empty point, if a stone is allowed there; ``n``, which is no move, if not."""
    p = U(s[section(n, LIST) + k])
    if flags & NO_EYES and is_eye(s, n, w, p, me):
        return I(n)
    return I(p) if legal_placement(s, t, n, w, p, me, False, flags) else I(n)


@inlined
def losses(s, colour):
    """How many pieces of a colour have been removed so far."""
    return I(s[LOST_BLACK + colour - 1])


@inlined
def sees(s, n, w, p, colour, sight):
    """Whether a stone of a colour sees a point, along the grid. Rows of the mailbox have one column of border."""
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
def heard(s, n, w, viewer, move, before, plan):
    """What a colour hears of the other's move, as a number: moves that sound alike have the same.

    New ataris are left out: to tell them apart would cost every playout a thirteenth.

    Args:
        before: What ``losses`` said of the viewer before the move.
        plan: What the referee tells, and how far stones see, see ``ismcts``.
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
