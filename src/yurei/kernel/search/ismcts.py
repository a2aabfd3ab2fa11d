"""Trees over what players see: determinised UCT, and the three information set searches of Cowling, Powley and
Whitehouse.

A node stands for what a player knows, an edge for what the player is told next: an own move, or what the referee
tells of the other's move. Every playout begins in a world and descends along the moves that this world allows; a
move that it refuses is no choice there. Hence a move has, beside its visits, a count of how often it was
available.
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
)
from yurei.kernel.search.flat import AMAF, PLAYED, WON, upper_bound, worth
from yurei.kernel.search.hearing import heard, losses
from yurei.kernel.search.playing import list_moves, place_of, play_first

DETERMINISED, SINGLE, PARTIAL, MANY = range(4)
"""The search: a tree for each of a few worlds; one tree in which all moves are seen; the same, but the other's
moves are seen as they are told, and chosen at random; a tree for each player, who sees what they are told.
"""

KIND, TREES, DEPTH, RIPE = range(4)
"""The plan: the search, its number of worlds, the depth of a tree, the visits before a node's children are weighed
by all moves as first; then ``TELLS`` and ``SIGHT``.
"""

LABEL, CHILD, SIBLING, VISITS, AVAILABLE = range(5)
TOTAL, AMAF_VISITS, AMAF_TOTAL = range(3)

USED, MARK = range(2)
"""Number of nodes in use, and the last mark given to moves."""


@inlined
def new_node(pool, parent, label) -> np.uint64:
    """Make a child of a node, or the root of a tree if the parent is 0; return it, or 0 if there is no room."""
    links, worths, used = pool
    node = U(used[USED])
    if node >= U(len(links)):
        return U(0)
    used[USED] += 1
    links[node, LABEL] = label
    links[node, CHILD] = 0
    links[node, VISITS] = 0
    links[node, AVAILABLE] = 1
    links[node, SIBLING] = links[parent, CHILD]
    if parent != U(0):
        links[parent, CHILD] = I(node)
    for k in range(3):
        worths[node, k] = 0.0
    return node


@inlined
def child(pool, node, label) -> np.uint64:
    """Return the child of a node at the end of an edge, a new one if needed; 0 if there is no room."""
    links = pool[0]
    found = U(links[node, CHILD])
    while found != U(0) and links[found, LABEL] != label:
        found = U(links[found, SIBLING])
    if found == U(0):
        found = new_node(pool, node, label)
    return found


@inlined
def bound_of(links, worths, node, weights) -> float:
    """Return the upper bound of a child. Exploration counts how often it was available, not its parent's visits."""
    total, amaf_visits, amaf_total = worths[node, TOTAL], worths[node, AMAF_VISITS], worths[node, AMAF_TOTAL]
    log = np.log(float(links[node, AVAILABLE]))
    return upper_bound(float(links[node, VISITS]), total, amaf_visits, amaf_total, log, weights)


@inlined
def select(s, t, n, w, me, x, node, moves, pool, room, weights, flags) -> tuple[np.int64, bool, np.uint64]:
    """Choose a move at a node of the mover.

    Without all moves as first an untried move comes first; else all are made children, and weighed at once.

    Args:
        moves: The moves to choose from at the root; empty elsewhere.
        room: int64[places] for marks, int64[places] for the moves that this world allows.

    Returns:
        The move, ``n`` if this world allows none; whether it leads to a new node; the next random state.
    """
    links, worths, used = pool
    marks, allowed_here = room
    used[MARK] += 2
    mark = used[MARK]
    found = list_moves(s, t, n, w, me, moves, allowed_here, flags)
    for k in range(found):
        marks[place_of(n, allowed_here[k])] = mark
    best, most, fresh = I(n), -1.0, False
    each = U(links[node, CHILD])
    while each != U(0):
        place = place_of(n, links[each, LABEL])
        if marks[place] == mark:
            marks[place] = mark + 1
            links[each, AVAILABLE] += 1
            bound = bound_of(links, worths, each, weights)
            if bound > most:
                best, most, fresh = links[each, LABEL], bound, links[each, VISITS] == 0
        each = U(links[each, SIBLING])
    untried = U(0)
    for k in range(found):
        move = allowed_here[k]
        if marks[place_of(n, move)] == mark:
            untried += U(1)
            x = following(x)
            if below(x, untried) == U(0):
                best, fresh = move, True
            if weights[AMAF] > 0.0:
                new_node(pool, node, move)
    return best, fresh, x


@inlined
def learn(pool, path, length, black, first, stamp, n, weights) -> None:
    """Back up the end of a playout to all nodes on its path.

    Args:
        path: int64[moves, 3]. The node, its parent, and the mover.
        black: Value of the end to Black, 0 to 1; White's is the rest.
    """
    links, worths = pool[0], pool[1]
    for k in range(length):
        node, parent, mover = U(path[k, 0]), U(path[k, 1]), path[k, 2]
        value = black if mover == 1 else 1.0 - black
        links[node, VISITS] += 1
        worths[node, TOTAL] += value
        if weights[AMAF] > 0.0:
            each = U(links[parent, CHILD])
            while each != U(0):
                label = links[each, LABEL]
                if abs(label) < I(n) and first[place_of(n, label)] == stamp + mover:
                    worths[each, AMAF_VISITS] += 1.0
                    worths[each, AMAF_TOTAL] += value
                each = U(links[each, SIBLING])


@inlined
def gather(pool, trees, places, stats, n) -> None:
    """Sum up the statistics of the roots' children.

    Args:
        places: int64[places]. The index of a weighed move plus 1; 0 for others.
        stats: float64[moves, 4]. Written: visits, sum of values, trees that visited it most, times available.
    """
    links, worths = pool[0], pool[1]
    for k in range(len(stats)):
        for column in range(4):
            stats[k, column] = 0.0
    for root in range(1, trees + 1):
        favourite, most = I(-1), I(0)
        each = U(links[U(root), CHILD])
        while each != U(0):
            k = places[place_of(n, links[each, LABEL])] - 1
            if k >= 0:
                stats[k, 0] += links[each, VISITS]
                stats[k, 1] += worths[each, TOTAL]
                stats[k, 3] += links[each, AVAILABLE]
                if links[each, VISITS] > most:
                    favourite, most = k, links[each, VISITS]
            each = U(links[each, SIBLING])
        if favourite >= 0:
            stats[favourite, 2] += 1.0


@inlined
def search(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags,
    draw, choose,
) -> None:  # fmt: skip
    """Run playouts, each along the tree or trees as far as they are known.

    Args:
        known, heat: See ``draw``.
        seed, komi, scoring, choose: As for the flat search.
        room: A state, past positions, int64[2 * cells] for the first player at each place, likewise marks and moves,
            int64[moves, 3] for the path.
        worlds: int32[worlds, cells]. The kept worlds, if the search keeps any.
        pool: int64[nodes, 5] and float64[nodes, 3]: the nodes; int64[2]: numbers in use.
        moves, places, stats: The moves that are weighed at the root, see ``gather``.
        sums: float64[2].
        weights: float64[4], see the flat search.
        plan: int64[6].
        span: int64[3]. The index of the first playout, their number, and the index from which worlds are drawn anew.
        draw: ``uniform_fill.draw_world`` or ``worlds.next_world``.
    """
    s, t, first, marks, allowed_here, path = room
    kind, trees = plan[KIND], plan[TREES] if plan[KIND] == DETERMINISED else I(1)
    none = moves[:0]
    for game in range(span[0], span[0] + span[1]):
        slot = game % trees
        x = mixed(seed + U(game))
        if kind != DETERMINISED or game - span[2] < trees:
            x = draw(s, t, known, heat, x, flags)
            if kind == DETERMINISED:
                copy_row(s, worlds[U(slot)])
        else:
            copy_row(worlds[U(slot)], s)
            begin_history(s, t, flags)
        n, w = U(s[N]), U(s[W])
        seat, stamp = I(s[TO_MOVE]), (game + 1) * 4
        mine, theirs = U(slot + 1), U(2)
        length, depth, growing = U(0), I(0), True
        while s[ENDED] == 0:
            me = I(s[TO_MOVE])
            move, fresh = I(n), False
            if growing and (kind != PARTIAL or me == seat):
                node = theirs if kind == MANY and me != seat else mine
                move, fresh, x = select(
                    s, t, n, w, me, x, node, moves if depth == 0 else none, pool, (marks, allowed_here), weights, flags
                )
            if move == I(n):
                move, x = choose(s, t, n, w, me, x, flags)
            if move == I(n):
                end_game(s, BY_NO_MOVE, 0)
                break
            before = losses(s, 3 - me)
            play_first(s, t, n, w, move, me, first, stamp, flags)
            if growing:
                told = move
                if kind >= PARTIAL:
                    told = heard(s, n, w, 3 - me, move, before, plan)
                label = move if kind < PARTIAL or me == seat else told
                reached = child(pool, mine, label)
                path[length, 0], path[length, 1], path[length, 2] = I(reached), I(mine), me
                mine, length = reached, length + U(1)
                if kind == MANY:
                    reached = child(pool, theirs, told if me == seat else move)
                    path[length, 0], path[length, 1], path[length, 2] = I(reached), I(theirs), me
                    theirs, length = reached, length + U(1)
                depth += 1
                ripe = weights[AMAF] == 0.0 or pool[0][mine, VISITS] >= plan[RIPE]
                room_left = length + U(2) <= U(len(path)) and mine != U(0) and theirs != U(0)
                growing = ripe and room_left and not fresh and depth != plan[DEPTH]
        value, won = worth(s, n, w, seat, komi, scoring, weights)
        sums[PLAYED] += 1.0
        sums[WON] += won
        learn(pool, path, length, value if seat == 1 else 1.0 - value, first, stamp, n, weights)
    gather(pool, trees, places, stats, U(s[N]))
