"""Entries into the compiled searches of the baselines: one for plain Go, one for every other game.

The arguments are those of the searches; ``flags`` is taken from the call only if the rules are not fixed. Another
way to draw worlds can replace ``draw_world`` here.
"""

from __future__ import annotations

from yurei.kernel import core
from yurei.kernel.core import NO_EYES
from yurei.kernel.entries import GO, entry
from yurei.kernel.search import belief_states, flat, hearing, imagined, ismcts, playing, uniform_fill


@entry
def lay_known(s, pieces, flags):
    uniform_fill.lay_known(s, pieces, flags)


@entry
def flat_go(known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, flags):
    flat.search(
        known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, GO | NO_EYES,
        uniform_fill.draw_world, core.is_legal, core.random_move, core.play,
    )  # fmt: skip


@entry
def flat_any(known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, flags):
    flat.search(
        known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, flags,
        uniform_fill.draw_world, core.is_legal_with_ghosts, core.random_move_with_ghosts, core.play_with_ghosts,
    )  # fmt: skip


@entry
def trees_go(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
):
    ismcts.search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
        GO | NO_EYES, uniform_fill.draw_world, core.is_legal, core.choices_with_ghosts, hearing.choice_of_stones,
        core.random_move, core.play, hearing.losses, hearing.heard, flat.worth,
    )  # fmt: skip


@entry
def trees_any(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
):
    ismcts.search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
        flags, uniform_fill.draw_world, core.is_legal_with_ghosts, core.choices_with_ghosts, playing.choice_in_tree,
        core.random_move_with_ghosts, core.play_with_ghosts, hearing.losses, hearing.heard, flat.worth,
    )  # fmt: skip


@entry
def believed_go(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
):
    ismcts.search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
        GO | NO_EYES, imagined.next_world, core.is_legal, core.choices_with_ghosts, hearing.choice_of_stones,
        core.random_move, core.play, hearing.losses, hearing.heard, flat.worth,
    )  # fmt: skip


@entry
def believed_any(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
):
    ismcts.search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
        flags, imagined.next_world, core.is_legal_with_ghosts, core.choices_with_ghosts, playing.choice_in_tree,
        core.random_move_with_ghosts, core.play_with_ghosts, hearing.losses, hearing.heard, flat.worth,
    )  # fmt: skip


@entry
def beliefs_go(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
):
    belief_states.search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
        GO | NO_EYES, uniform_fill.draw_world, core.is_legal, core.choices_with_ghosts, hearing.choice_of_stones,
        core.random_move, core.play, hearing.losses, hearing.heard, flat.worth,
    )  # fmt: skip


@entry
def beliefs_any(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
):
    belief_states.search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
        flags, uniform_fill.draw_world, core.is_legal_with_ghosts, core.choices_with_ghosts, playing.choice_in_tree,
        core.random_move_with_ghosts, core.play_with_ghosts, hearing.losses, hearing.heard, flat.worth,
    )  # fmt: skip
