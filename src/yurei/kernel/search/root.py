"""Search of the best move over all worlds together: UCB and AMAF statistics at the root, and one world per playout.

A candidate is a move as ``yurei.kernel.core`` writes it: a point for a stone, its negative for a ghost, 0 for the
pass. Its index in the statistics is the point; for ghosts, ``n`` more.
"""

import numpy as np

from yurei.kernel import core, playouts
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, N, U, W, inlined
from yurei.kernel.games import GO
from yurei.kernel.search.playing import careful_move, note_first, place_of, play_and_note, play_first
from yurei.kernel.search.worlds import lay_world, stir_world

VISITS, VALUE, WINS, AMAF_VISITS, AMAF_VALUE = range(5)
"""Rows of the statistics: a candidate's visits, value and wins; then visits and value over all playouts in which
the same colour was the first to play there.
"""
STATISTICS = 5

EXPLORE, AMAF, WIN, SCALE = range(4)
"""Settings: exploration; number of visits at which a move's own statistics count as much as AMAF; the share of winning
in a value, the rest being the score; the score that counts as much as a win.
"""
SETTINGS = 4


@inlined
def priority(visits, value, amaf_visits, amaf_value, unknown, exploration, settings) -> float:
    """Return the priority of a move: a mix of mean and AMAF value (``unknown`` if it has none), plus exploration."""
    trust = settings[AMAF] / (3.0 * visits + settings[AMAF])
    if visits == 0.0:
        trust = 1.0
    elif amaf_visits == 0.0:
        trust = 0.0
    mean = value / visits if visits > 0.0 else 0.0
    amaf = amaf_value / amaf_visits if amaf_visits > 0.0 else unknown
    return trust * amaf + (1.0 - trust) * mean + exploration


@inlined
def best_candidate(game, n, candidates, statistics, settings, me, flags, allowed) -> np.int64:
    """Return the candidate of highest priority that ``allowed(game, n, move, me, flags)`` accepts; ``n`` if none."""
    best, most = I(n), -np.inf
    urge = settings[EXPLORE] * np.sqrt(np.log(statistics[VISITS].sum() + 1.0))
    for k in range(U(candidates.size)):
        move = I(candidates[k])
        place = place_of(n, move)
        visits, value = statistics[VISITS, place], statistics[VALUE, place]
        amaf_visits, amaf_value = statistics[AMAF_VISITS, place], statistics[AMAF_VALUE, place]
        attraction = priority(visits, value, amaf_visits, amaf_value, 1.0, urge / np.sqrt(visits + 1.0), settings)
        if attraction > most and allowed(game, n, move, me, flags):
            best, most = move, attraction
    return best


@inlined
def value_of(winner, score, komi, me, settings) -> tuple[float, float]:
    """Return the value of a finished game to a colour, and its share of the win, both from 0 to 1."""
    side = 1.0 if me == 1 else -1.0
    won = 0.5 + 0.5 * side * winner
    if np.isnan(score):
        return won, won
    lead = side * (score - komi) / settings[SCALE]
    return settings[WIN] * won + (1.0 - settings[WIN]) * (0.5 + 0.5 * max(-1.0, min(1.0, lead))), won


@inlined
def add_playout_result(statistics, candidates, first, stamp, n, move, me, value, won) -> None:
    """Add a playout's result to the statistics of its first move, and by AMAF to points where ``me`` played first."""
    place = place_of(n, move)
    statistics[VISITS, place] += 1.0
    statistics[VALUE, place] += value
    statistics[WINS, place] += won
    mine = stamp + I(me)
    for k in range(U(candidates.size)):
        other = place_of(n, I(candidates[k]))
        if first[other] == mine:
            statistics[AMAF_VISITS, other] += 1.0
            statistics[AMAF_VALUE, other] += value


@inlined
def is_legal_on_board(game, n, move, me, flags) -> bool:
    """Return whether a move is legal on a playout board."""
    b, _, cells = game
    if move == core.PASS:
        return b[core.BLACK_PASSES + me - 1] > 0
    p = U(cells[U(0), U(move)])
    around = I(b[playouts.AROUND + p])
    if around >> playouts.UPPER != playouts.NOTHING or p == U(b[core.KO]):
        return False
    return around & playouts.FIELD != 0 or playouts.is_enclosed_stone_legal(b, p, playouts.count_unit(me))


@inlined
def is_legal_in_state(game, n, move, me, flags) -> bool:
    """Return whether a move is legal in a state of ``core``."""
    s, t = game
    return core.is_legal(s, t, n, U(s[W]), move, me, flags)


@inlined
def begin_with(b, p, me) -> None:
    """Play the first move of a playout on a playout board: a legal stone, or a pass if ``p`` is 0."""
    if p == U(0):
        b[core.BLACK_PASSES + me - 1] -= 1
        b[core.PASSES] += 1
        b[core.KO] = 0
        if b[core.PASSES] == 2:
            b[core.ENDED] = core.BY_PASSES
    else:
        empties = U(b[core.EMPTIES]) - U(1)
        k = U(0)
        while U(b[playouts.LIST + k]) != p:
            k += U(1)
        b[playouts.LIST + k] = b[playouts.LIST + empties]
        before = empties
        empties, ko = playouts.place(b, p, I(b[playouts.AROUND + p]), empties, me)
        b[core.EMPTIES], b[core.KO], b[core.PASSES] = empties, ko, 0
        b[playouts.LEAD] += (1 + I(empties - before)) * (3 - 2 * me)
    b[core.TO_MOVE] = 3 - me
    b[core.PLIES] += 1


@inlined
def play_on_board(
    game, template, world, candidates, statistics, settings, numbers, x, first, stamp, flags
) -> tuple[np.int64, np.int64, float, np.uint64]:
    """Choose a candidate for a world, and play the game out on a playout board: Go with simple ko, without suicide.

    ``game``: int32[ROOM], a board; int32[any], room for the moves of a game; int64[2, any]: the point of the board for
    a cell of ``core``, and the cell for a point. Return the candidate, ``n`` if none is allowed; the winner; the score;
    the next random state.
    """
    b, moves, cells = game
    n, w, me = U(template[N]), U(template[W]), I(template[core.TO_MOVE])
    playouts.set_up(b, template, world, w + U(1), w)
    move = best_candidate(game, n, candidates, statistics, settings, me, flags, is_legal_on_board)
    if move == I(n):
        return move, I(0), 0.0, x
    begin_with(b, U(cells[U(0), U(move)]) if move else U(0), me)
    if move != core.PASS:
        note_first(first, n, move, me, stamp)
    before = b[core.PLIES]
    x = playouts.play_out(b, x, moves, playouts.EYES_STAY)
    for k in range(U(b[core.PLIES] - before)):
        me = 3 - me
        if moves[k] > 0:
            note_first(first, U(0), cells[U(1), U(moves[k])], me, stamp)
    score = float(playouts.lead_by(b, I(numbers[1]) == 2))
    return move, I(score > numbers[0]) - I(score < numbers[0]), score, x


@inlined
def play_in_state(
    game, template, world, candidates, statistics, settings, numbers, x, first, stamp, flags
) -> tuple[np.int64, np.int64, float, np.uint64]:
    """Do the same as ``play_on_board``, but under any rules; ``game`` is memory for a state and past positions."""
    s, t = game
    n, w, me = U(template[N]), U(template[W]), I(template[core.TO_MOVE])
    lay_world(s, t, template, world, flags)
    move = best_candidate(game, n, candidates, statistics, settings, me, flags, is_legal_in_state)
    if move == I(n):
        return move, I(0), 0.0, x
    play_first(s, t, n, w, move, me, first, stamp, flags)
    x = play_and_note(s, t, x, first, stamp, flags, careful_move)
    winner, score = core.winner_and_score(s, n, w, numbers[0], I(numbers[1]))
    return move, winner, score, x


@inlined
def play_worlds(
    games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags, play_world
) -> None:
    """Run playouts from all worlds in turn, and add their results to the statistics of the candidates.

    Args:
        games: The template, int32; int64[2 * cells], see ``play_and_note``; memory for ``play_world``.
        beliefs, known, weights: See ``worlds.draw_world``. The worlds are already drawn.
        candidates: int64[any]. Moves.
        statistics: float64[STATISTICS, 2 * cells]. Added to.
        settings: float64[SETTINGS].
        numbers: float64[3]. The komi; the scoring, 0 none, 1 area, 2 territory; Metropolis steps per playout.
        state: uint64[3]. The random state; number of playouts so far; number of playouts to run.
        play_world: ``play_on_board`` or ``play_in_state``.
    """
    template, first, game = games
    worlds, kos = beliefs[0], beliefs[3]
    n, w, me = U(template[N]), U(template[W]), I(template[core.TO_MOVE])
    x, done = state[0], state[1]
    for _ in range(state[2]):
        k = done % U(len(worlds))
        x = stir_world(known, weights, beliefs, k, I(numbers[2]), w, me, x)
        template[core.KO] = kos[k]
        done += U(1)
        stamp = I(done) * 4
        move, winner, score, x = play_world(
            game, template, worlds[k], candidates, statistics, settings, numbers, x, first, stamp, flags
        )
        if move != I(n):
            value, won = value_of(winner, score, numbers[0], me, settings)
            add_playout_result(statistics, candidates, first, stamp, n, move, me, value, won)
    state[0], state[1] = x, done


@entry
def think_on_board(games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags) -> None:
    play_worlds(games, beliefs, known, weights, candidates, statistics, settings, numbers, state, GO, play_on_board)


@entry
def think_any(games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags) -> None:
    play_worlds(
        games, beliefs, known, weights, candidates, statistics, settings, numbers, state, flags | core.NO_EYES,
        play_in_state,
    )  # fmt: skip
