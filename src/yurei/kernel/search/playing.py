"""Random playouts that note which colour was the first to place a piece on each point."""

import numpy as np

from yurei.kernel import core
from yurei.kernel.core import I, N, U, W, inlined, outlined

AGAIN = 8  # further draws after a move that loses at once


@inlined
def play_and_note(s, t, x, first, stamp, flags, choose) -> np.uint64:
    """Play random moves to the end of the game, and note them in ``first``; return the next random state.

    ``first``, int64[2 * cells], notes which colour first placed a piece on each point: ``first[p]`` becomes ``stamp``
    + 1 or + 2 for a stone of Black or White, ``first[cells + p]`` for a ghost. ``stamp`` is a multiple of 4 that grows
    from game to game, so that ``first`` need not be cleared.
    """
    n, w = U(s[N]), U(s[W])
    while s[core.ENDED] == 0:
        me = s[core.TO_MOVE]
        move, x = choose(s, t, n, w, me, x, flags)
        if move == I(n):
            core.end_game(s, core.BY_NO_MOVE, 0)
        else:
            play_first(s, t, n, w, move, me, first, stamp, flags)
    return x


@inlined
def play_first(s, t, n, w, move, me, first, stamp, flags) -> None:
    """Play a move, and note it in ``first`` if it is the first at its point; see ``play_and_note``."""
    core.play(s, t, n, w, move, me, flags)
    if move != core.PASS:
        note_first(first, n, move, me, stamp)


@inlined
def place_of(n, move) -> np.uint64:
    """Return the index of a move in statistics: the cell for a stone, ``n`` more for a ghost, 0 for the pass."""
    return U(move) if move >= 0 else n + U(-move)


@inlined
def note_first(first, n, move, me, stamp) -> None:
    """Note a placement in ``first`` if it is the first at its point in this game."""
    place = place_of(n, move)
    if first[place] <= stamp:
        first[place] = stamp + I(me)


@inlined
def loses_at_once(s, n, w, p, me) -> bool:
    """Return whether a stone on an empty point would be a lone suicide: enemies all around, none of them in atari."""
    for way in range(4):
        q = core.neighbour(w, p, way)
        c = s[core.section(n, core.COLOUR) + q]
        if c != core.BORDER and (c != 3 - me or core.in_atari(s, n, core.label_of(s, n, q))):
            return False
    return True


@inlined
def choice_in_tree(s, t, n, w, me, k, flags) -> np.int64:
    """Return placement ``k`` if the tree search considers it, else ``n``; it fills own eyes only in Alter Igo."""
    # Under simultaneous capture a player who fills no own eye may run out of moves, and loses then.
    return core.choice_at(s, t, n, w, me, k, flags & ~core.NO_EYES if flags & core.SIMULTANEOUS else flags)


@inlined
def is_careless(s, n, w, move, me) -> bool:
    return move == I(n) or (move > 0 and loses_at_once(s, n, w, U(move), me))


@inlined
def careful_move(s, t, n, w, me, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random move in any game; where a lone suicide loses, return one only if there is no other move."""
    move, x = core.random_move_with_ghosts(s, t, n, w, me, x, flags)
    if flags & core.LONE_LOSES:
        for _ in range(AGAIN):
            if not is_careless(s, n, w, move, me):
                return move, x
            move, x = core.random_move_with_ghosts(s, t, n, w, me, x, flags)
        if is_careless(s, n, w, move, me):
            move, x = any_careful_move(s, t, n, w, me, x, flags & ~core.NO_EYES)
    return move, x


@outlined
def any_careful_move(s, t, n, w, me, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random move that is no lone suicide, all equally likely; a lone suicide if there is no other move."""
    found, kept = U(0), I(n)
    for k in range(core.count_choices(s, flags)):
        move = core.choice_at(s, t, n, w, me, U(k), flags)
        if not is_careless(s, n, w, move, me):
            found += U(1)
            x = core.next_random(x)
            if core.random_below(x, found) == U(0):
                kept = move
        elif move != I(n) and kept == I(n):
            kept = move
    return kept, x
