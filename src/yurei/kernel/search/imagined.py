"""Worlds kept by a belief, one after the other, in place of a uniform fill, for searches on these worlds."""

from __future__ import annotations

import numpy as np

from yurei.kernel.core import KO, TO_MOVE, I, U, W, inlined
from yurei.kernel.search.worlds import lay_world, stir_world


@inlined
def next_world(s, t, known, heat, x, flags) -> np.uint64:
    """Change the next world by some steps, and set it up as a game.

    Args:
        s, t: The game, and its past positions; written.
        known: The template, int32; beliefs, known and weights as in ``yurei.kernel.search.root.think``;
            int64[any], whose first number is the next world, and is incremented; Metropolis steps.
        heat: Not used.
        x: The random state.
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
