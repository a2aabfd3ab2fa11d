"""Entries into the compiled plan search."""

from yurei.kernel.core import U
from yurei.kernel.entries import entry
from yurei.kernel.planning import dividing, search
from yurei.kernel.solving.retrograde import POINTS


@entry
def solve(arena, count, moves, only, task, board, table, frames, parts, classes, none, counts):
    return search.solve(arena, count, moves, only, task, board, table, frames, parts, classes, none, counts)


@entry
def sort_out(belief, point, task, board, codes):
    """Write the outcome of a try in every state of a belief to ``codes``: int64, as many as states."""
    dividing.sort_out(belief, 0, belief.size, U(1) << U(point), task, board, codes)


@entry
def count_parts(arena, count, point, task, board, parts, classes):
    """Return the number of different beliefs that follow a try, ``FAILS`` or ``NO_ROOM``; see ``divide``."""
    stone = U(1) << U(point) if point < board[POINTS] else U(0)
    found, _refused, _top = dividing.divide(arena, 0, count, stone, task, board, count, classes, parts, 0, False)
    return found


@entry
def after_pass(arena, count, point, task, board):
    """Replace a belief by what follows a try and a pass, see ``dividing``; return the number of states."""
    return dividing.after_pass(arena, count, U(1) << U(point), task, board)
