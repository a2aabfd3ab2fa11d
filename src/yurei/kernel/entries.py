"""Entries into compiled code: one function per use and ruleset, each passing its rules as a literal.

Only plain functions in a file can use numba's cache, so they are written out. ``ANY`` takes the rules at run time:
20 % slower, for every combination without an entry of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

from yurei.kernel import cache, compiling, core, playouts

_compiled = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, pipeline_class=compiling.Entry)  # type: ignore[call-overload]


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and cache the result."""
    made = _compiled(function)
    if made is not function:  # it is ``function`` itself if numba is told not to compile
        with cache.kept():
            made._cache = cache.Kept(function)
    return made


GO = 0
NEW_ZEALAND = core.ALLOWED | core.SITUATIONAL
TROMP_TAYLOR = core.ALLOWED | core.POSITIONAL
ALTER_IGO = core.SIMULTANEOUS | core.LONE_LOSES | core.THIRD
NO_SEKI_GO = core.GHOSTS | core.SITUATIONAL

# Random games.


@entry
def games_go(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template, s, t, seeds, plies, scores, winners, komi, scoring, GO, core.random_move, core.play
    )


@entry
def games_go_no_eyes(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return playouts.many_games(template, s, seeds, plies, scores, winners, komi, scoring, GO)


@entry
def games_go_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template, s, t, seeds, plies, scores, winners, komi, scoring, GO | core.INFORMED, core.random_move, core.play
    )


@entry
def games_go_no_eyes_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return playouts.many_games(template, s, seeds, plies, scores, winners, komi, scoring, GO | core.INFORMED)


@entry
def games_new_zealand(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template, s, t, seeds, plies, scores, winners, komi, scoring, NEW_ZEALAND, core.random_move, core.play
    )


@entry
def games_new_zealand_no_eyes(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NEW_ZEALAND | core.NO_EYES,
        core.random_move,
        core.play,
    )


@entry
def games_new_zealand_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NEW_ZEALAND | core.INFORMED,
        core.random_move,
        core.play,
    )


@entry
def games_new_zealand_no_eyes_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NEW_ZEALAND | core.NO_EYES | core.INFORMED,
        core.random_move,
        core.play,
    )


@entry
def games_tromp_taylor(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template, s, t, seeds, plies, scores, winners, komi, scoring, TROMP_TAYLOR, core.random_move, core.play
    )


@entry
def games_tromp_taylor_no_eyes(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        TROMP_TAYLOR | core.NO_EYES,
        core.random_move,
        core.play,
    )


@entry
def games_tromp_taylor_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        TROMP_TAYLOR | core.INFORMED,
        core.random_move,
        core.play,
    )


@entry
def games_tromp_taylor_no_eyes_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        TROMP_TAYLOR | core.NO_EYES | core.INFORMED,
        core.random_move,
        core.play,
    )


@entry
def games_alter_igo(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template, s, t, seeds, plies, scores, winners, komi, scoring, ALTER_IGO, core.random_move, core.play
    )


@entry
def games_alter_igo_no_eyes(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        ALTER_IGO | core.NO_EYES,
        core.random_move,
        core.play,
    )


@entry
def games_alter_igo_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        ALTER_IGO | core.INFORMED,
        core.random_move,
        core.play,
    )


@entry
def games_alter_igo_no_eyes_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        ALTER_IGO | core.NO_EYES | core.INFORMED,
        core.random_move,
        core.play,
    )


@entry
def games_no_seki_go(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NO_SEKI_GO,
        core.random_move_with_ghosts,
        core.play_with_ghosts,
    )


@entry
def games_no_seki_go_no_eyes(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NO_SEKI_GO | core.NO_EYES,
        core.random_move_with_ghosts,
        core.play_with_ghosts,
    )


@entry
def games_no_seki_go_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NO_SEKI_GO | core.INFORMED,
        core.random_move_with_ghosts,
        core.play_with_ghosts,
    )


@entry
def games_no_seki_go_no_eyes_told(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        NO_SEKI_GO | core.NO_EYES | core.INFORMED,
        core.random_move_with_ghosts,
        core.play_with_ghosts,
    )


@entry
def games_any(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
    return core.many_games(
        template,
        s,
        t,
        seeds,
        plies,
        scores,
        winners,
        komi,
        scoring,
        flags,
        core.random_move_with_ghosts,
        core.play_with_ghosts,
    )


# Sequences of moves.


@entry
def perft_go(states, tables, tried, flags):
    return core.count_sequences(states, tables, tried, GO, core.is_legal, core.play)


@entry
def perft_new_zealand(states, tables, tried, flags):
    return core.count_sequences(states, tables, tried, NEW_ZEALAND, core.is_legal, core.play)


@entry
def perft_tromp_taylor(states, tables, tried, flags):
    return core.count_sequences(states, tables, tried, TROMP_TAYLOR, core.is_legal, core.play)


@entry
def perft_alter_igo(states, tables, tried, flags):
    return core.count_sequences(states, tables, tried, ALTER_IGO, core.is_legal, core.play)


@entry
def perft_no_seki_go(states, tables, tried, flags):
    return core.count_sequences(states, tables, tried, NO_SEKI_GO, core.is_legal_with_ghosts, core.play_with_ghosts)


@entry
def perft_any(states, tables, tried, flags):
    return core.count_sequences(states, tables, tried, flags, core.is_legal_with_ghosts, core.play_with_ghosts)


# Traces.


@entry
def trace_go(s, t, x, log, gone, flags):
    return core.trace(s, t, x, log, gone, GO | core.INFORMED)


@entry
def trace_new_zealand(s, t, x, log, gone, flags):
    return core.trace(s, t, x, log, gone, NEW_ZEALAND | core.INFORMED)


@entry
def trace_tromp_taylor(s, t, x, log, gone, flags):
    return core.trace(s, t, x, log, gone, TROMP_TAYLOR | core.INFORMED)


@entry
def trace_alter_igo(s, t, x, log, gone, flags):
    return core.trace(s, t, x, log, gone, ALTER_IGO | core.INFORMED)


@entry
def trace_no_seki_go(s, t, x, log, gone, flags):
    return core.trace(s, t, x, log, gone, NO_SEKI_GO | core.INFORMED)


@entry
def trace_any(s, t, x, log, gone, flags):
    return core.trace(s, t, x, log, gone, flags | core.INFORMED)


# Many games, step by step. Returns the number of the first game whose action is not allowed, or -1 if all are.


@entry
def step_go(arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags):
    bad = core.first_bad_action(arrays[0], arrays[3], actions)
    if bad < 0:
        core.step_games(
            arrays, actions, seen, legal, rewards, ended, told, komi, scoring, GO | core.INFORMED,
            core.play, core.mask,
        )  # fmt: skip
    return bad


@entry
def step_new_zealand(arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags):
    bad = core.first_bad_action(arrays[0], arrays[3], actions)
    if bad < 0:
        core.step_games(
            arrays, actions, seen, legal, rewards, ended, told, komi, scoring, NEW_ZEALAND | core.INFORMED,
            core.play, core.mask,
        )  # fmt: skip
    return bad


@entry
def step_tromp_taylor(arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags):
    bad = core.first_bad_action(arrays[0], arrays[3], actions)
    if bad < 0:
        core.step_games(
            arrays, actions, seen, legal, rewards, ended, told, komi, scoring, TROMP_TAYLOR | core.INFORMED,
            core.play, core.mask,
        )  # fmt: skip
    return bad


@entry
def step_alter_igo(arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags):
    bad = core.first_bad_action(arrays[0], arrays[3], actions)
    if bad < 0:
        core.step_games(
            arrays, actions, seen, legal, rewards, ended, told, komi, scoring, ALTER_IGO | core.INFORMED,
            core.play, core.mask,
        )  # fmt: skip
    return bad


@entry
def step_no_seki_go(arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags):
    bad = core.first_bad_action(arrays[0], arrays[3], actions)
    if bad < 0:
        core.step_games(
            arrays, actions, seen, legal, rewards, ended, told, komi, scoring, NO_SEKI_GO | core.INFORMED,
            core.play_with_ghosts, core.mask_with_ghosts,
        )  # fmt: skip
    return bad


@entry
def step_any(arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags):
    bad = core.first_bad_action(arrays[0], arrays[3], actions)
    if bad < 0:
        core.step_games(
            arrays, actions, seen, legal, rewards, ended, told, komi, scoring, flags | core.INFORMED,
            core.play_with_ghosts, core.mask_with_ghosts,
        )  # fmt: skip
    return bad


# Complete games, for boards so small that few can be counted; the same for all rules.


@entry
def complete_any(states, tables, tried, flags):
    return core.count_complete(states, tables, tried, flags, core.is_legal_with_ghosts, core.play_with_ghosts)


# Ownership of the points of a position, by playouts.


@entry
def owners_any(template, before, s, t, seeds, balance, flags):
    core.sum_owners(template, before, s, t, seeds, balance, flags, core.random_move_with_ghosts, core.play_with_ghosts)


@entry
def owners_go(template, before, s, t, seeds, balance, flags):
    playouts.sum_owners(template, s, seeds, balance, GO | playouts.EYES_STAY)


# Set-up positions; the same for all rules, and not worth an entry each.


@entry
def set_up(s, t, cells, flags):
    core.set_up(s, t, cells, flags)


@entry
def count_points(s, territory):
    """Return the points of Black and White on a board."""
    return core.points(s, core.U(s[core.N]), core.U(s[core.W]), territory)


@entry
def see_all(states, sight, seen):
    core.see_all(states, sight, seen)


Entry = Callable[..., int]
OWNERS: dict[int, Entry] = {GO | core.NO_EYES: owners_go}
GAMES: dict[int, Entry] = {
    GO: games_go,
    GO | core.NO_EYES: games_go_no_eyes,
    GO | core.INFORMED: games_go_told,
    GO | core.NO_EYES | core.INFORMED: games_go_no_eyes_told,
    NEW_ZEALAND: games_new_zealand,
    NEW_ZEALAND | core.NO_EYES: games_new_zealand_no_eyes,
    NEW_ZEALAND | core.INFORMED: games_new_zealand_told,
    NEW_ZEALAND | core.NO_EYES | core.INFORMED: games_new_zealand_no_eyes_told,
    TROMP_TAYLOR: games_tromp_taylor,
    TROMP_TAYLOR | core.NO_EYES: games_tromp_taylor_no_eyes,
    TROMP_TAYLOR | core.INFORMED: games_tromp_taylor_told,
    TROMP_TAYLOR | core.NO_EYES | core.INFORMED: games_tromp_taylor_no_eyes_told,
    ALTER_IGO: games_alter_igo,
    ALTER_IGO | core.NO_EYES: games_alter_igo_no_eyes,
    ALTER_IGO | core.INFORMED: games_alter_igo_told,
    ALTER_IGO | core.NO_EYES | core.INFORMED: games_alter_igo_no_eyes_told,
    NO_SEKI_GO: games_no_seki_go,
    NO_SEKI_GO | core.NO_EYES: games_no_seki_go_no_eyes,
    NO_SEKI_GO | core.INFORMED: games_no_seki_go_told,
    NO_SEKI_GO | core.NO_EYES | core.INFORMED: games_no_seki_go_no_eyes_told,
}
PERFT: dict[int, Entry] = {
    GO: perft_go,
    NEW_ZEALAND: perft_new_zealand,
    TROMP_TAYLOR: perft_tromp_taylor,
    ALTER_IGO: perft_alter_igo,
    NO_SEKI_GO: perft_no_seki_go,
}
TRACE: dict[int, Entry] = {
    GO: trace_go,
    NEW_ZEALAND: trace_new_zealand,
    TROMP_TAYLOR: trace_tromp_taylor,
    ALTER_IGO: trace_alter_igo,
    NO_SEKI_GO: trace_no_seki_go,
}
STEP: dict[int, Entry] = {
    GO: step_go,
    NEW_ZEALAND: step_new_zealand,
    TROMP_TAYLOR: step_tromp_taylor,
    ALTER_IGO: step_alter_igo,
    NO_SEKI_GO: step_no_seki_go,
}
