"""Entries into the compiled searches: one per use and kind of rules, each passing its rules as a literal."""

from yurei.kernel import core
from yurei.kernel.entries import GO, entry
from yurei.kernel.search import root, worlds

REDRAWS = 20
"""Number of attempts to repeat a draw that got stuck."""


@entry
def begin_worlds(
    known_boards, known, weights, beliefs, counts, least, most, mends, me, width, keys, order, state
) -> None:
    """Draw every world of ``beliefs`` from what is known in it, int32[worlds, cells]; see ``worlds.draw_world``.

    If ``counts`` of hidden stones do not fit what was said, the world is drawn again with ``most``, and with fewer
    and fewer, down to ``least``. On a nearly full board a draw may get stuck before all its stones are placed: it
    is repeated, and if that does not help the world becomes a copy of a complete one.
    """
    boards, hidden, laid, kos, turns, room, seen, marks = beliefs
    x, w = state[0], core.U(width)
    fullest = 0
    for k in range(laid.size):
        ko = core.U(kos[k])
        for again in range(most - least + 2):
            count = counts[k] if again == 0 else most + 1 - again
            for _ in range(REDRAWS):
                x = worlds.draw_world(known_boards[k], known, weights, beliefs, k, count, mends, w, me, keys, order, x)
                if laid[k] >= count:
                    break
            if least == most or worlds.misfit(boards[k], w, known, ko, me, room, seen, marks) == 0:
                break
        if laid[k] > laid[fullest]:
            fullest = k
    if least == most:
        for k in range(laid.size):
            if laid[k] < laid[fullest]:
                for rows in (boards, hidden, turns):
                    core.copy_row(rows[fullest], rows[k])
                laid[k] = laid[fullest]
    state[0] = x


@entry
def misfits(known, beliefs, me, width, far) -> None:
    """Write the misfit of every world with what was said, and with a legal board, to ``far``, int64[worlds]."""
    boards, _, laid, kos, _, room, seen, marks = beliefs
    w = core.U(width)
    for k in range(laid.size):
        far[k] = worlds.misfit(boards[k], w, known, core.U(kos[k]), me, room, seen, marks)
        far[k] += not worlds.all_breathe(boards[k], w, room, seen, marks)


@entry
def stir_worlds(known, weights, beliefs, steps, me, width, state, totals) -> None:
    """Change every world, and add for every cell in how many a hidden stone lies: ``totals`` is float64[cells]."""
    hidden, laid, x = beliefs[1], beliefs[2], state[0]
    for k in range(laid.size):
        x = worlds.stir_world(known, weights, beliefs, k, steps, core.U(width), me, x)
        for each in range(core.U(laid[k])):
            totals[core.U(hidden[k, each])] += 1.0
    state[0] = x


@entry
def think_on_board(games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags) -> None:
    """Compiled ``root.think`` for Go, on boards without history."""
    root.think(games, beliefs, known, weights, candidates, statistics, settings, numbers, state, GO, root.play_on_board)


@entry
def think_any(games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags) -> None:
    """Compiled ``root.think`` for any rules."""
    root.think(
        games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags | core.NO_EYES,
        root.play_in_state,
    )  # fmt: skip


@entry
def play_any(s, t, move, flags) -> None:
    """Play a legal move."""
    core.play(s, t, core.U(s[core.N]), core.U(s[core.W]), move, s[core.TO_MOVE], flags | core.INFORMED)
