"""Flat search: every playout begins in its own world with one move, and the moves share the results.

One decision for all worlds: the statistics of a move are pooled over all of them. The first move of a playout is
chosen by how good it was (value), how rarely it was visited (upper confidence bound), and the results of playouts
in which it was played later (all moves as first).
"""

import numpy as np

from yurei.kernel.core import BY_REPETITION, ENDED, TO_MOVE, WINNER, I, N, U, W, inlined, is_legal, mixed, settle
from yurei.kernel.search.playing import place_of, play_first, play_noting
from yurei.kernel.search.uniform_fill import draw_world

VISITS, TOTAL, AMAF_VISITS, AMAF_TOTAL = range(4)
"""Statistics of a move: visits and sum of the values; the same for all moves as first."""

PLAYED, WON = range(2)
"""Sums over all playouts: their number, and the number won, a draw half."""

EXPLORE, AMAF, WIN, SCALE = range(4)
"""Weights: exploration; visits at which a move's own figures count as much as all moves as first, 0 for none; the
share of winning in a value, the rest is the score; the best possible score.
"""


@inlined
def worth(s, n, w, me, komi, scoring, weights) -> tuple[float, float]:
    """Return the value of a game's end to a colour, and whether that colour has won: both from 0 to 1."""
    winner, score = settle(s, n, w, komi, scoring)
    sign = 1.0 if me == 1 else -1.0
    won = 0.5 + 0.5 * sign * winner
    value = won
    if scoring != 0 and s[WINNER] == 0 and s[ENDED] != BY_REPETITION:
        value = weights[WIN] * won + (1.0 - weights[WIN]) * (0.5 + 0.5 * sign * (score - komi) / weights[SCALE])
    return value, won


@inlined
def upper_bound(visits, total, amaf_visits, amaf_total, log, weights) -> float:
    """Return the upper bound of a move. An unvisited one comes first, or has its value by all moves as first."""
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
def search(known, room, moves, stats, sums, heat, weights, seed, begin, count, komi, scoring, flags, choose) -> None:
    """Run playouts, each from its own world.

    Args:
        known, heat: See ``draw_world``.
        room: A state, past positions, int64[2 * cells] for the first player at each place.
        moves: int32[moves]. The weighed moves: a cell for a stone, its negative for a ghost, 0 for the pass.
        stats: float64[moves, 4]. Their statistics; added to.
        sums: float64[2]. Sums over all playouts; added to.
        weights: float64[4].
        seed: uint64. Random seed; with its number it determines a playout.
        begin, count: The index of the first playout, 0 or more, and their number.
        komi, scoring: As for ``many_games``.
        choose: ``core.random_move`` or ``core.random_move_with_ghosts``.
    """
    s, t, first = room
    for game in range(begin, begin + count):
        x = draw_world(s, t, known, heat, mixed(seed + U(game)), flags)
        n, w = U(s[N]), U(s[W])
        me, stamp = I(s[TO_MOVE]), (game + 1) * 4
        log = np.log(sums[PLAYED] + 1.0)
        best, most = I(-1), -1.0
        for k in range(moves.size):
            if is_legal(s, t, n, w, I(moves[k]), me, flags):
                bound = upper_bound(
                    stats[k, VISITS], stats[k, TOTAL], stats[k, AMAF_VISITS], stats[k, AMAF_TOTAL], log, weights
                )
                if bound > most:
                    best, most = I(k), bound
        if best >= 0:
            play_first(s, t, n, w, I(moves[best]), me, first, stamp, flags)
        play_noting(s, t, x, first, stamp, flags, choose)
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
