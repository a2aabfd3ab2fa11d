"""Compiled code that plays random games of the kernel and logs each try, for comparison with the rules."""

import numpy as np

from yurei.kernel import core
from yurei.kernel.core import I, U
from yurei.kernel.games import RULESETS, Entry, Rules, by_rules

TRIED, IS_MOVE, TAKEN, GIVEN, NEW_ATARI, HOW, WHO, TRACED = range(8)


@core.inlined
def random_try(s, n, x, flags) -> tuple[np.int64, np.uint64]:
    """Return a random try, legal or not: mostly stones on empty points."""
    x = core.next_random(x)
    kind = core.random_below(x, U(64))
    x = core.next_random(x)
    if kind == U(0):
        return I(core.PASS), x
    lists, empties = core.section(n, core.LIST), U(s[core.EMPTIES])
    if kind < U(4) or empties == U(0):
        width = U(s[core.WIDTH])
        k = core.random_below(x, width * U(s[core.HEIGHT]))
        p = I(U(s[core.W]) * (U(1) + k // width) + U(1) + k % width)
    elif flags & core.GHOSTS and kind < U(12) and s[core.GHOSTS_LIE]:
        p = I(s[lists + n - U(1) - core.random_below(x, U(s[core.GHOSTS_LIE]))])
    else:
        p = I(s[lists + core.random_below(x, empties)])
    if flags & core.GHOSTS and kind >= U(40):
        p = -p
    return p, x


@core.inlined
def trace(s, t, x, log, gone, flags) -> tuple[np.uint64, np.uint64]:
    """Play random tries, many of them illegal, until the game ends or the log is full; log each.

    Written to ``log``, int32[tries, TRACED]: the try, whether it is a move, numbers of removed pieces of the opponent and of
    the mover, colours newly in atari, how the game ended, the winner; to ``gone``, int32[any], the cells from which pieces
    were removed, captured before lost, move after move. Returned are the numbers of tries, and of cells.
    """
    n, w = U(s[core.N]), U(s[core.W])
    tries, cells = U(0), U(0)
    while tries < U(log.shape[0]) and s[core.ENDED] == 0 and cells + n < U(gone.size):
        me = s[core.TO_MOVE]
        x = core.next_random(x)
        if core.random_below(x, U(8)) == U(0):
            move, x = random_try(s, n, x, flags)
        else:
            move, x = core.random_move_with_ghosts(s, t, n, w, me, x, flags)
        if move == I(n):
            break
        log[tries, TRIED] = move
        allowed = core.is_legal(s, t, n, w, move, me, flags)
        log[tries, IS_MOVE] = allowed
        if allowed:
            core.play(s, t, n, w, move, me, flags)
            if move != core.PASS and s[core.REPLACED]:
                gone[cells] = move
                cells += U(1)
            taken = U(s[core.CAPTURED] - s[core.REPLACED] + s[core.LOST])
            for k in range(U(s[core.EMPTIES]) - taken, U(s[core.EMPTIES])):
                gone[cells] = s[core.section(n, core.LIST) + U(k)]
                cells += U(1)
            log[tries, TAKEN], log[tries, GIVEN], log[tries, NEW_ATARI] = s[core.CAPTURED], s[core.LOST], s[core.ATARI]
        log[tries, HOW] = s[core.ENDED]
        log[tries, WHO] = s[core.WINNER]
        tries += U(1)
    return tries, cells


def _trace(rules: Rules) -> Entry:

    def trace_entry(s, t, x, log, gone, flags):
        return trace(s, t, x, log, gone, (flags if rules is None else rules) | core.INFORMED)

    return trace_entry


TRACE = by_rules("trace", _trace, RULESETS)
