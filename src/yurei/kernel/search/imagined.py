"""Worlds that a belief keeps, one after the other: what takes the place of a uniform fill for searches on our belief."""

from __future__ import annotations

from yurei.kernel.core import KO, TO_MOVE, I, U, W, inlined
from yurei.kernel.search.worlds import lay_world, stir_world


@inlined
def next_world(s, t, known, heat, x, flags):
    """Change the next world by some steps, and make a game of it.

    Args:
        s, t: The game, and what has stood in it; written.
        known: The template, int32; what ``yurei.kernel.search.root.think`` takes as beliefs, known and weights;
            int64[any], whose first number says which world is next, and is counted on; Metropolis' steps.
        heat: Not used.
        x: The state of chance.
    """
    template, beliefs, told, weights, numbers, steps = known
    worlds, hidden, laid, kos, turns, room, seen, marks = beliefs
    k = U(numbers[0] % I(laid.size))
    numbers[0] += 1
    w, me = U(template[W]), I(template[TO_MOVE])
    x = stir_world(
        told, weights, worlds[k], hidden[k], laid[k], turns[k], steps, U(kos[k]), w, me, room, seen, marks, x
    )
    template[KO] = kos[k]
    lay_world(s, t, template, worlds[k], flags)
    return x
