"""Flat search: every playout begins in a world of its own with one move, and the moves share what became of it.

One decision for all worlds: the statistics of a move are pooled over all of
them. Which move a playout begins with is told by how good it was (value), how
seldom it was looked at (upper confidence bound), and how playouts went in which
it was played later (all moves as first).
"""

from __future__ import annotations

import numpy as np

from yurei.kernel.core import (
    BY_NO_MOVE,
    BY_REPETITION,
    ENDED,
    PASS,
    TO_MOVE,
    WINNER,
    I,
    N,
    U,
    W,
    end_game,
    inlined,
    mixed,
    settle,
)
from yurei.kernel.search.playing import note_first

VISITS, TOTAL, AMAF_VISITS, AMAF_TOTAL = range(4)
"""The statistics of a move: how often it was tried and the sum of the values; the same for all moves as first."""

PLAYED, WON = range(2)
"""The sums over all playouts: how many, and how many of them were won, a draw half."""

EXPLORE, AMAF, WIN, SCALE = range(4)
"""What weighs how much: exploration; looks after which a move's own figures count as much as all moves as first, 0 for
none; the share of winning in a value, the rest is the score; the score that is as good as can be."""


@inlined
def worth(s, n, w, me, komi, scoring, weights):
    """What the end of a game is worth to a colour, and whether it has won: both from 0 to 1."""
    winner, score = settle(s, n, w, komi, scoring)
    sign = 1.0 if me == 1 else -1.0
    won = 0.5 + 0.5 * sign * winner
    value = won
    if scoring != 0 and s[WINNER] == 0 and s[ENDED] != BY_REPETITION:
        value = weights[WIN] * won + (1.0 - weights[WIN]) * (0.5 + 0.5 * sign * (score - komi) / weights[SCALE])
    return value, won


@inlined
def upper_bound(visits, total, amaf_visits, amaf_total, log, weights):
    """How much a move attracts. Who was never looked at comes first, or where all moves as first counts, as it says."""
    k = weights[AMAF]
    if k == 0.0:
        return total / visits + weights[EXPLORE] * np.sqrt(log / visits) if visits > 0.0 else 1e30
    value = 1.0
    if amaf_visits > 0.0:
        value = amaf_total / amaf_visits
        if visits > 0.0:
            share = np.sqrt(k / (3.0 * visits + k))
            value = share * value + (1.0 - share) * total / visits
    elif visits > 0.0:
        value = total / visits
    return value + weights[EXPLORE] * np.sqrt(log / (visits + 1.0))


@inlined
def place_of(n, move):
    """Where something is noted about a move: a stone at its cell, a ghost ``n`` further on, the pass at 0."""
    return U(move) if move >= 0 else n + U(-move)


@inlined
def search(
    known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, flags, draw, allowed, choose, do
):
    """Play playouts out, each from a world of its own.

    Args:
        known, heat, draw: See ``draw_world``.
        room: A state, what has stood, int64[2 * cells] for who was first where.
        moves: int32[moves]. Those that are weighed: a cell for a stone, its negative for a ghost, 0 for the pass.
        stats: float64[moves, 4]. Their statistics; added to.
        sums: float64[2]. Those of all playouts; added to.
        weights: float64[4].
        seed: uint64. The chance of a playout follows from this and its number.
        begin, count: The number of the first playout, 0 or more, and how many.
        komi, scoring: As for ``many_games``.
        allowed, choose, do: How a move is judged, chosen by chance and played: with ghosts or without.
    """
    s, t, first = room
    for game in range(begin, begin + count):
        x = draw(s, t, known, heat, mixed(seed + U(game)), flags)
        n, w = U(s[N]), U(s[W])
        me, stamp = I(s[TO_MOVE]), (game + 1) * 4
        log = np.log(sums[PLAYED] + 1.0)
        best, most, move = I(-1), -1.0, I(n)
        for k in range(moves.size):
            if allowed(s, t, n, w, I(moves[k]), me, flags):
                bound = upper_bound(
                    stats[k, VISITS], stats[k, TOTAL], stats[k, AMAF_VISITS], stats[k, AMAF_TOTAL], log, weights
                )
                if bound > most:
                    best, most, move = k, bound, I(moves[k])
        while s[ENDED] == 0:
            mover = s[TO_MOVE]
            if move == I(n):
                move, x = choose(s, t, n, w, mover, x, flags)
            if move == I(n):
                end_game(s, BY_NO_MOVE, 0)
            else:
                do(s, t, n, w, move, mover, flags)
                if move != PASS:
                    note_first(first, n, move, mover, stamp)
            move = I(n)
        value, won = worth(s, n, w, me, komi, scoring, weights)
        sums[PLAYED] += 1.0
        sums[WON] += won
        if best >= 0:
            stats[best, VISITS] += 1.0
            stats[best, TOTAL] += value
        if weights[AMAF] > 0.0:
            for k in range(moves.size):
                if first[place_of(n, moves[k])] == stamp + me:
                    stats[k, AMAF_VISITS] += 1.0
                    stats[k, AMAF_TOTAL] += value
