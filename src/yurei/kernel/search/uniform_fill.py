"""Worlds by uniform fill: hidden stones are put on random free points, so that every string has a liberty.

A world is a board that fits what is known: the known pieces, and the hidden stones of both colours on possible
points. Another way to draw worlds can replace ``draw_world`` where an entry passes it on.
"""

from __future__ import annotations

import numpy as np

from yurei.kernel.core import (
    COLOUR,
    GHOSTS,
    HASH,
    HASHED,
    HISTORY,
    TO_MOVE,
    I,
    N,
    U,
    W,
    add_ghost,
    begin_string,
    below,
    beside,
    clear_point,
    copy_row,
    following,
    get_key,
    hold,
    in_atari,
    inlined,
    join_neighbours,
    key_of,
    label_of,
    liberty_goes,
    note,
    occurrence,
    put_key,
    section,
    take_empty,
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


@inlined
def lay(s, n, w, p, cell, flags) -> None:
    """Place a piece on an empty point, as before the game: nothing is captured. A ghost is a cell of 3 or 4."""
    colour = cell
    if cell > 2:
        colour = cell - 2
        take_empty(s, n, p)
        liberty_goes(s, n, w, p, 3 - colour, flags)
        s[section(n, COLOUR) + p] = cell
        add_ghost(s, n, p)
    else:
        clear_point(s, n, w, p, colour, flags)
        s[section(n, COLOUR) + p] = colour
        begin_string(s, n, w, p, colour, flags)
        join_neighbours(s, n, w, p, colour, flags)
    hold(s, n, p, colour, flags)
    if flags & HASHED:
        put_key(s, U(HASH), get_key(s, U(HASH)) ^ key_of(p, colour))


@inlined
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
def begin_history(s, t, flags) -> None:
    """Start the past positions with the present one only, as no others are known."""
    if flags & HISTORY:
        t[:] = U(0)
        note(t, occurrence(get_key(s, U(HASH)), s[TO_MOVE], flags))


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
