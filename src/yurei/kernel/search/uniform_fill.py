"""Worlds by uniform fill: what is hidden is put on free points by chance, so that every string has a liberty.

A world is what may stand behind what is known: the known pieces, and the hidden
stones of both colours on points where they can be. Another way to draw worlds
takes the place of ``draw_world`` where an entry hands it on.
"""

from __future__ import annotations

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
def fits(s, n, w, p, colour):
    """Whether a stone can stand on an empty point with all that stands already: nothing is left without a liberty."""
    breathes, takes = False, False
    for way in range(4):
        q = beside(w, p, way)
        c = s[section(n, COLOUR) + q]
        atari = in_atari(s, n, label_of(s, n, q))
        breathes |= (c == 0) | (c == colour + 2) | ((c == colour) & (not atari))
        takes |= (c == 3 - colour) & atari
    return breathes and not takes


@inlined
def lay(s, n, w, p, cell, flags):
    """Lay a piece on an empty point, as before the game: nothing is captured. A ghost is a cell of 3 or 4."""
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
def lay_known(s, pieces, flags):
    """Lay the pieces that are known, one by one, and leave out those that cannot stand with what lies already.

    Args:
        s: A state with an empty board.
        pieces: int32[pieces, 2]. Cell of the mailbox, and what stands there. Where a piece is left out it becomes 0.
    """
    n, w = U(s[N]), U(s[W])
    for k in range(len(pieces)):
        p, cell = U(pieces[k, 0]), I(pieces[k, 1])
        if s[section(n, COLOUR) + p] == 0 and (cell > 2 or fits(s, n, w, p, cell)):
            lay(s, n, w, p, cell, flags | GHOSTS)
        else:
            pieces[k, 1] = 0


@inlined
def begin_history(s, t, flags):
    """What has stood, where nothing is known of it but what stands now."""
    if flags & HISTORY:
        t[:] = U(0)
        note(t, occurrence(get_key(s, U(HASH)), s[TO_MOVE], flags))


@inlined
def draw_world(s, t, known, heat, x, flags):
    """Draw a world: hidden stones, each on a free point by chance where it can stand; where none is left it is dropped.

    Args:
        s, t: The game, and what has stood in it; written.
        known: The state with all known pieces; int32[points], the cells where something may be hidden, whose order
            changes; int64[2], how many stones of Black's and of White's are hidden.
        heat: int64[2, cells]. How often a hidden stone of each colour was put on each cell; added to.
        x: The state of chance.

    Returns:
        The next state of chance.
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
