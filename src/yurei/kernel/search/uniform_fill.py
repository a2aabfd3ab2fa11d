"""Worlds by uniform fill: hidden stones are put on random free points, so that every string has a liberty.

A world is a board that fits what is known: the known pieces, and the hidden stones of both colours on possible
points. Another way to draw worlds can replace ``draw_world`` where an entry passes it on.
"""

import numpy as np

from yurei.kernel.compiling import entry
from yurei.kernel.core import (
    COLOUR,
    GHOSTS,
    I,
    N,
    U,
    W,
    begin_history,
    below,
    beside,
    copy_row,
    following,
    in_atari,
    inlined,
    label_of,
    lay,
    section,
)


@inlined
def fits(s, n, w, p, colour) -> bool:
    """Return whether a stone can stand on an empty point without leaving any string without a liberty."""
    breathes, takes = False, False
    for way in range(4):
        q = beside(w, p, way)
        c = s[section(n, COLOUR) + q]
        atari = in_atari(s, n, label_of(s, n, q))
        breathes |= (c == 0) | (c == colour + 2) | ((c == colour) & (not atari))
        takes |= (c == 3 - colour) & atari
    return breathes and not takes


@entry
def lay_known(s, pieces, flags) -> None:
    """Place the known pieces one by one, without those that cannot stand beside earlier ones.

    Args:
        s: A state with an empty board.
        pieces: int32[pieces, 2]. Cell of the mailbox, and the piece there, which becomes 0 if it is left out.
    """
    n, w = U(s[N]), U(s[W])
    for k in range(len(pieces)):
        p, cell = U(pieces[k, 0]), I(pieces[k, 1])
        if s[section(n, COLOUR) + p] == 0 and (cell > 2 or fits(s, n, w, p, cell)):
            lay(s, n, w, p, cell, flags | GHOSTS)
        else:
            pieces[k, 1] = 0


@inlined
def draw_world(s, t, known, heat, x, flags) -> np.uint64:
    """Draw a world: put hidden stones on random possible points; a stone without one is dropped.

    Args:
        s, t: The game, and its past positions; written.
        known: The state with all known pieces; int32[points], the cells where a stone may be hidden, whose order
            changes; int64[2], the numbers of hidden black and white stones.
        heat: int64[2, cells]. Number of times that a hidden stone of each colour was put on each cell; added to.
        x: The random state.

    Returns:
        The next random state.
    """
    template, free, counts = known
    copy_row(template, s)
    n, w = U(s[N]), U(s[W])
    left = U(free.size)
    for k in range(counts[0] + counts[1]):
        colour = 1 if k < counts[0] else 2
        while left > U(0):
            x = following(x)
            place = below(x, left)
            left -= U(1)
            p = U(free[place])
            free[place] = free[left]
            free[left] = p
            if fits(s, n, w, p, colour):
                lay(s, n, w, p, colour, flags)
                heat[U(colour - 1), p] += 1
                break
    begin_history(s, t, flags)
    return x
