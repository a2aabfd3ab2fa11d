"""A game played out by chance, and who first played where."""

from __future__ import annotations

from yurei.kernel.core import (
    BORDER,
    BY_NO_MOVE,
    COLOUR,
    ENDED,
    LONE_LOSES,
    PASS,
    TO_MOVE,
    I,
    N,
    U,
    W,
    beside,
    end_game,
    in_atari,
    inlined,
    label_of,
    random_move_with_ghosts,
    section,
)

AGAIN = 8
"""So often another move is drawn in place of one that loses at once."""


@inlined
def play_noting(s, t, x, first, stamp, flags, choose, do):
    """Play moves to the end of the game, and note who was the first to place something on each point.

    Args:
        s, t: The game, and what has stood in it.
        x: The state of chance.
        first: int64[2 * cells]. Written: where a stone was placed at ``p``, ``first[p]`` becomes ``stamp`` + 1 for Black
            and ``stamp`` + 2 for White, unless it is one of the two already; ``first[cells + p]`` the same for ghosts.
        stamp: A multiple of 4 that grows from game to game, so that nobody need clear ``first``.
        choose, do: How a move is chosen and played: with ghosts or without.

    Returns:
        The next state of chance.
    """
    n, w = U(s[N]), U(s[W])
    while s[ENDED] == 0:
        me = s[TO_MOVE]
        move, x = choose(s, t, n, w, me, x, flags)
        if move == I(n):
            end_game(s, BY_NO_MOVE, 0)
        else:
            do(s, t, n, w, move, me, flags)
            if move != PASS:
                note_first(first, n, move, me, stamp)
    return x


@inlined
def note_first(first, n, move, me, stamp):
    """Note that a colour has placed something, where it is the first to."""
    place = U(move) if move > 0 else n + U(-move)
    if first[place] <= stamp:
        first[place] = stamp + I(me)


@inlined
def loses_at_once(s, n, w, p, me):
    """Whether a stone on an empty point would be a lone suicide: enemies all around, of which none is in atari."""
    for way in range(4):
        q = beside(w, p, way)
        c = s[section(n, COLOUR) + q]
        if c != BORDER and (c != 3 - me or in_atari(s, n, label_of(s, n, q))):
            return False
    return True


@inlined
def careful_move(s, t, n, w, me, x, flags):
    """A random move of any game that is no lone suicide where that loses, if another is found soon."""
    move, x = random_move_with_ghosts(s, t, n, w, me, x, flags)
    if flags & LONE_LOSES:
        for _ in range(AGAIN):
            if move <= 0 or move == I(n) or not loses_at_once(s, n, w, U(move), me):
                break
            move, x = random_move_with_ghosts(s, t, n, w, me, x, flags)
    return move, x
