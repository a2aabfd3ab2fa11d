"""Entries into the compiled searches of the baselines: one for plain Go, one for every other game.

Their arguments are those of the searches, up to ``flags``.
"""

from collections.abc import Callable
from functools import partial

from yurei.kernel.core import NO_EYES
from yurei.kernel.games import GO, ByRules, Entry, Rules, by_rules, chooser
from yurei.kernel.search import belief_states, flat, ismcts, uniform_fill, worlds


def _flat(rules: Rules) -> Entry:
    """Make a flat search."""
    choose = chooser(rules)

    def flat_search(known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, flags):
        flat.search(
            known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring,
            flags if rules is None else rules, choose,
        )  # fmt: skip

    return flat_search


def _trees(search: Entry, draw: Entry, rules: Rules) -> Entry:
    """Make a tree search whose worlds come from ``draw``."""
    choose = chooser(rules)

    def tree_search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
    ):
        search(
            known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
            flags if rules is None else rules, draw, choose,
        )  # fmt: skip

    return tree_search


def _by_rules(name: str, make: Callable[[Rules], Entry]) -> ByRules:
    return by_rules(name, make, {"go": GO | NO_EYES})


FLAT = _by_rules("flat", _flat)
TREES = _by_rules("trees", partial(_trees, ismcts.search, uniform_fill.draw_world))
TREES_OF_BELIEFS = _by_rules("trees_of_beliefs", partial(_trees, ismcts.search, worlds.next_world))
BELIEF_STATES = _by_rules("belief_states", partial(_trees, belief_states.search, uniform_fill.draw_world))
