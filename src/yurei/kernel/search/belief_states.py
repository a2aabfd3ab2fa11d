"""Belief-state tree search, after Wang, Zhu, Li, Hsueh and Wu: worlds that look alike to the searcher share a node.

A belief state holds all worlds that the searcher cannot tell apart there. Every world keeps its own statistics of
every move; the searcher weighs a move by all worlds of the belief state together, each as likely as it is good for
the opponent (Opponent Guessing). The opponent's moves are drawn by how good they are for the opponent (Opponent
Predicting).
"""

import numpy as np

from yurei.kernel.core import (
    BY_NO_MOVE,
    ENDED,
    TO_MOVE,
    I,
    N,
    U,
    W,
    begin_history,
    below,
    copy_row,
    end_game,
    following,
    inlined,
    mixed,
    play,
)
from yurei.kernel.search.flat import EXPLORE, PLAYED, WON, worth
from yurei.kernel.search.hearing import heard, losses
from yurei.kernel.search.ismcts import DEPTH, TREES
from yurei.kernel.search.playing import list_moves, place_of

GUESS, PREDICT = 1, 4
"""Weights, in places that this search does not use otherwise: how much a world's value to the opponent makes it
likely, and how much a move's value to the opponent makes it likely to be played.
"""

RUN = 0
"""The plan: number of playouts in a row that begin in the same world. ``TREES`` is the number of worlds."""

LABEL, CHILD, SIBLING, WORLDS, SEEN = range(5)
"""Fields of a belief state: what led here, first child, next child of its parent, first world, number of visits."""

MOVE, FIRST, NEXT, ALIKE, VISITS = range(5)
"""Fields of a world: move that led here, first child, next child of its parent, next world of its belief state,
visits.
"""

STATES, HELD = range(2)
"""Numbers of belief states and of worlds in use."""


@inlined
def belief_after(pool, belief, label) -> np.uint64:
    """Return the belief state after something that the searcher heard or did; 0 if there is no room for a new one."""
    beliefs, used = pool[0], pool[3]
    found = U(beliefs[belief, CHILD])
    while found != U(0) and beliefs[found, LABEL] != label:
        found = U(beliefs[found, SIBLING])
    if found == U(0) and U(used[STATES]) < U(len(beliefs)):
        found = U(used[STATES])
        used[STATES] += 1
        beliefs[found, LABEL] = label
        beliefs[found, CHILD] = beliefs[found, WORLDS] = beliefs[found, SEEN] = 0
        beliefs[found, SIBLING] = beliefs[belief, CHILD]
        beliefs[belief, CHILD] = I(found)
    return found


@inlined
def put_world(pool, belief, world, move) -> None:
    """Put a new world into its belief state."""
    beliefs, worlds, totals = pool[0], pool[1], pool[2]
    worlds[world, MOVE] = move
    worlds[world, FIRST] = worlds[world, NEXT] = worlds[world, VISITS] = 0
    worlds[world, ALIKE] = beliefs[belief, WORLDS]
    beliefs[belief, WORLDS] = I(world)
    totals[world] = 0.0


@inlined
def child_world(pool, world, move) -> np.uint64:
    """Return the world after a move; 0 if it is new."""
    found = U(pool[1][world, FIRST])
    while found != U(0) and pool[1][found, MOVE] != move:
        found = U(pool[1][found, NEXT])
    return found


@inlined
def weigh(pool, belief, n, weights, looks, values, shares, mark, marks) -> None:
    """Weigh the moves of a belief state by all of its worlds.

    A world counts by exp(guess * its value to the opponent); a move's value is the mean over the worlds in which it
    was tried.

    Args:
        looks, values, shares: float64[places]. Written where a move is marked: its visits, its value to the
            searcher times its share, its share.
    """
    beliefs, worlds, totals = pool[0], pool[1], pool[2]
    world = U(beliefs[belief, WORLDS])
    while world != U(0):
        visits = worlds[world, VISITS]
        if visits > 0:
            likely = np.exp(weights[GUESS] * (1.0 - totals[world] / visits))
            each = U(worlds[world, FIRST])
            while each != U(0):
                place = place_of(n, worlds[each, MOVE])
                if marks[place] == mark and worlds[each, VISITS] > 0:
                    looks[place] += worlds[each, VISITS]
                    values[place] += likely * totals[each] / worlds[each, VISITS]
                    shares[place] += likely
                each = U(worlds[each, NEXT])
        world = U(worlds[world, ALIKE])


@inlined
def select(s, t, n, w, me, own, x, belief, moves, pool, room, weights, flags) -> tuple[np.int64, np.uint64]:
    """Choose a move in a belief state: an own one by upper confidence bounds, the opponent's by roulette.

    Returns:
        The move, ``n`` if this world allows none; the next random state.
    """
    marks, found_moves, looks, values, shares = room
    marks[0] += 1
    mark, found = marks[0], list_moves(s, t, n, w, me, moves, found_moves, flags)
    for k in range(found):
        place = place_of(n, found_moves[k]) + U(1)
        marks[place] = mark
        looks[place] = values[place] = shares[place] = 0.0
    weigh(pool, belief, n, weights, looks[1:], values[1:], shares[1:], mark, marks[1:])
    log = np.log(pool[0][belief, SEEN] + 1.0)
    best, most, untried, turns = I(n), -1.0, U(0), 0.0
    for k in range(found):
        move = found_moves[k]
        place = place_of(n, move) + U(1)
        x = following(x)
        if own and looks[place] == 0.0:
            untried += U(1)
            if below(x, untried) == U(0):
                best, most = move, 1e30
        elif own:
            bound = values[place] / shares[place] + weights[EXPLORE] * np.sqrt(log / looks[place])
            if bound > most:
                best, most = move, bound
        else:
            # A move never seen from the opponent has a neutral value.
            value = 1.0 - values[place] / shares[place] if looks[place] > 0.0 else 0.5
            turn = np.exp(weights[PREDICT] * value)
            turns += turn
            if float(below(x, U(1 << 30))) * turns < turn * (1 << 30):
                best = move
    return best, x


@inlined
def gather(pool, places, stats, n, weights) -> None:
    """Sum up the moves of the root: visits, value times visits, the value, 0."""
    beliefs, worlds, totals = pool[0], pool[1], pool[2]
    stats[:, :] = 0.0
    world = U(beliefs[U(1), WORLDS])
    while world != U(0):
        visits = worlds[world, VISITS]
        likely = np.exp(weights[GUESS] * (1.0 - totals[world] / visits)) if visits > 0 else 0.0
        each = U(worlds[world, FIRST])
        while each != U(0):
            k = places[place_of(n, worlds[each, MOVE])] - 1
            if k >= 0 and worlds[each, VISITS] > 0:
                stats[k, 0] += worlds[each, VISITS]
                stats[k, 2] += likely * totals[each] / worlds[each, VISITS]
                stats[k, 3] += likely
            each = U(worlds[each, NEXT])
        world = U(worlds[world, ALIKE])
    for k in range(len(stats)):
        if stats[k, 3] > 0.0:
            stats[k, 2] /= stats[k, 3]
            stats[k, 1] = stats[k, 0] * stats[k, 2]


@inlined
def search(
    known, room, kept, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags,
    draw, choose,
) -> None:  # fmt: skip
    """Run playouts, some from every world in turn, each along the tree of belief states.

    The arguments are those of ``ismcts.search``, except these.

    Args:
        room: A state, past positions, int64[1 + 2 * cells] for marks, int64[2 * cells] for moves, three of
            float64[1 + 2 * cells] for values of moves, int64[moves, 2] for the path.
        pool: int64[states, 5]: belief states; int64[worlds, 5] and float64[worlds]: worlds; int64[2]: numbers in use.
    """
    s, t, marks, found_moves, looks, values, shares, path = room
    none = moves[:0]
    beliefs, worlds, totals, used = pool
    for game in range(span[0], span[0] + span[1]):
        slot = game // plan[RUN] % plan[TREES]
        x = mixed(seed + U(game))
        if game - span[2] < plan[RUN] * plan[TREES] and game % plan[RUN] == 0:
            x = draw(s, t, known, heat, x, flags)
            copy_row(s, kept[U(slot)])
            put_world(pool, U(1), U(slot + 1), I(0))
        else:
            copy_row(kept[U(slot)], s)
            begin_history(s, t, flags)
        n, w = U(s[N]), U(s[W])
        seat = I(s[TO_MOVE])
        belief, world = U(1), U(slot + 1)
        path[0, 0], path[0, 1] = I(belief), I(world)
        length, growing = U(1), True
        while s[ENDED] == 0:
            me, move = I(s[TO_MOVE]), I(n)
            if growing:
                move, x = select(
                    s, t, n, w, me, me == seat, x, belief, moves if length == U(1) else none, pool,
                    (marks, found_moves, looks, values, shares), weights, flags,
                )  # fmt: skip
            if move == I(n):
                move, x = choose(s, t, n, w, me, x, flags)
            if move == I(n):
                end_game(s, BY_NO_MOVE, 0)
                break
            before = losses(s, 3 - me)
            play(s, t, n, w, move, me, flags)
            if growing:
                belief = belief_after(pool, belief, move if me == seat else heard(s, n, w, 3 - me, move, before, plan))
                reached = child_world(pool, world, move)
                if reached == U(0) and belief != U(0) and U(used[HELD]) < U(len(worlds)):
                    growing = False
                    reached = U(used[HELD])
                    used[HELD] += 1
                    put_world(pool, belief, reached, move)
                    worlds[reached, NEXT] = worlds[world, FIRST]
                    worlds[world, FIRST] = I(reached)
                world = reached
                if belief == U(0) or world == U(0):
                    growing = False
                else:
                    path[length, 0], path[length, 1] = I(belief), I(world)
                    length += U(1)
                    growing &= length < U(len(path)) and I(length) != plan[DEPTH] + 1
        value, won = worth(s, n, w, seat, komi, scoring, weights)
        sums[PLAYED] += 1.0
        sums[WON] += won
        for k in range(length):
            beliefs[U(path[k, 0]), SEEN] += 1
            worlds[U(path[k, 1]), VISITS] += 1
            totals[U(path[k, 1])] += value
    gather(pool, places, stats, U(s[N]), weights)
