"""Compiled searches of the baselines: flat search, tree search and search over belief states, from random worlds.

A world is a board that fits what is known: the known pieces, and the hidden stones of both colours on random points.
Every playout begins in a world. ``Known`` and ``Search`` are the interface: plain values in, statistics of moves out.

Arguments with the same meaning everywhere: ``s, t`` a game and its past positions, ``n, w`` its cells and the width of
its mailbox, ``x`` the random state, ``flags`` its rules, as in ``yurei.kernel.core``. A move is a cell for a stone, its
negative for a ghost, 0 for the pass; its place in tables is ``place_of``.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core
from yurei.kernel.compiling import entry
from yurei.kernel.core import COLOUR, ENDED, NO_EYES, TO_MOVE, I, N, U, W, copy_row, inlined, neighbour, next_random
from yurei.kernel.games import GO, ByRules, Entry, Rules, by_rules, get_move_chooser
from yurei.kernel.rulesets import Compiled
from yurei.kernel.search.playing import choice_in_tree, place_of, play_and_note, play_first
from yurei.kernel.search.worlds import lay_world, stir_world
from yurei.players.mcts_tree import move_of
from yurei.rules.state import Try

PLAYED, WON = range(2)  # sums over all playouts: their number, and the number won, a draw half
EXPLORE, AMAF, WIN, SCALE = range(4)
"""Weights: exploration; visits at which a move's own figures count as much as all moves as first, 0 for none; the
share of winning in a value, the rest is the score; the best possible score.
"""
GUESS, PREDICT = 1, 4
"""Weights of belief states, in places that they do not use otherwise: how much a world's value to the opponent makes it
likely, and how much a move's value to the opponent makes it likely to be played.
"""

DETERMINISED, SINGLE, PARTIAL, MANY = range(4)
"""Searches in trees: a tree for each of a few worlds; one tree in which all moves are seen; the same, but the
opponent's moves are seen as they are told, and chosen at random; a tree for each player, who sees what they are told.
"""

KIND, TREES, DEPTH, RIPE, TELLS, SIGHT = range(6)
"""The plan of a search: its kind, number of worlds, depth of a tree, visits before a node's children are weighed by all
moves as first; what is heard of the opponent's move, and the sight of a stone.
"""
RUN = 0  # the plan of belief states: number of playouts in a row from the same world, in place of the kind

ALL, POINTS, COUNT = 1, 2, 4
"""Kinds of knowledge about the opponent's move: the move; which own pieces it captured; how many."""
MOVED = 1 << 40  # code of a move of which nothing is told; larger if it captured


# Worlds ------------------------------------------------------------------------------------------------------------


@inlined
def fits(s, n, w, p, colour) -> bool:
    """Return whether a stone on an empty point would leave every string a liberty, its own and others'."""
    breathes, takes = False, False
    for way in range(4):
        q = neighbour(w, p, way)
        c = s[core.section(n, COLOUR) + q]
        atari = core.in_atari(s, n, core.label_of(s, n, q))
        breathes |= (c == 0) | (c == colour + 2) | ((c == colour) & (not atari))
        takes |= (c == 3 - colour) & atari
    return breathes and not takes


@entry
def lay_known(s, pieces, flags) -> None:
    """Place known pieces, int32[pieces, 2] of cell and piece, one by one on an empty board.

    A piece that cannot stand beside earlier ones is left out, and becomes 0 in the array.
    """
    n, w = U(s[N]), U(s[W])
    for k in range(len(pieces)):
        p, cell = U(pieces[k, 0]), I(pieces[k, 1])
        if s[core.section(n, COLOUR) + p] == 0 and (cell > 2 or fits(s, n, w, p, cell)):
            core.put_piece(s, n, w, p, cell, flags | core.GHOSTS)
        else:
            pieces[k, 1] = 0


@inlined
def draw_world(s, t, known, heat, x, flags) -> np.uint64:
    """Draw a world by uniform fill: each hidden stone gets a random possible point, or is left out if there is none.

    ``known`` is the state with all known pieces; int32[points], the cells where a stone may be hidden, whose order changes;
    int64[2], the numbers of hidden black and white stones. ``heat``, int64[2, cells], counts the hidden stones by colour and
    cell. The next random state is returned.
    """
    template, free, counts = known
    copy_row(template, s)
    n, w = U(s[N]), U(s[W])
    left = U(free.size)
    for k in range(counts[0] + counts[1]):
        colour = 1 if k < counts[0] else 2
        while left > U(0):
            x = next_random(x)
            place = core.random_below(x, left)
            left -= U(1)
            p = U(free[place])
            free[place] = free[left]
            free[left] = p
            if fits(s, n, w, p, colour):
                core.put_piece(s, n, w, p, colour, flags)
                heat[U(colour - 1), p] += 1
                break
    core.begin_history(s, t, flags)
    return x


@inlined
def next_world(s, t, known, heat, x, flags) -> np.uint64:
    """Change the next world of a belief by some steps, and set it up as a game; replaces ``draw_world``.

    ``known`` is the template, int32; beliefs, known and weights as in ``yurei.kernel.search.worlds.draw_world``; int64[any],
    whose first number is the next world, and is incremented; Metropolis steps.
    """
    template, beliefs, told, weights, numbers, steps = known
    k = U(numbers[0] % I(beliefs[2].size))
    numbers[0] += 1
    x = stir_world(told, weights, beliefs, k, steps, U(template[W]), I(template[TO_MOVE]), x)
    template[core.KO] = beliefs[3][k]
    lay_world(s, t, template, beliefs[0][k], flags)
    return x


# Values and announcements ------------------------------------------------------------------------------------------


@inlined
def worth(s, n, w, me, komi, scoring, weights) -> tuple[float, float]:
    """Return the value of a finished game to a colour, and its share of the win, both from 0 to 1."""
    winner, score = core.winner_and_score(s, n, w, komi, scoring)
    sign = 1.0 if me == 1 else -1.0
    won = 0.5 + 0.5 * sign * winner
    value = won
    if scoring != 0 and s[core.WINNER] == 0 and s[ENDED] != core.BY_REPETITION:
        value = weights[WIN] * won + (1.0 - weights[WIN]) * (0.5 + 0.5 * sign * (score - komi) / weights[SCALE])
    return value, won


@inlined
def upper_bound(visits, total, amaf_visits, amaf_total, log, weights) -> float:
    """Return the upper confidence bound of a move; if unvisited, the greatest number, or its AMAF value if used."""
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
def losses(s, colour) -> np.int64:
    return I(s[core.LOST_BLACK + colour - 1])


@inlined
def sees(s, n, w, p, colour, sight) -> bool:
    """Return whether a stone of a colour has a point in sight, at most ``sight`` steps away along the grid."""
    width = I(w)  # of the mailbox: the board, and one column of border
    row, column = I(p) // width, I(p) % width
    for up in range(-sight, sight + 1):
        for across in range(abs(up) - sight, sight - abs(up) + 1):
            q = (row + up) * width + column + across
            inside = 1 <= column + across < width and 0 <= q < I(n)
            if inside and s[core.section(n, COLOUR) + U(q)] == colour:
                return True
    return False


@inlined
def heard(s, n, w, viewer, move, before, plan) -> np.int64:
    """Return a number for what a colour is told of the opponent's move: equal for moves announced alike.

    ``before`` is the viewer's ``losses`` before the move. New ataris are left out, since telling them apart would cost
    every playout a thirteenth.
    """
    if move == core.PASS or plan[TELLS] & ALL or (plan[SIGHT] and sees(s, n, w, U(abs(move)), viewer, plan[SIGHT])):
        return I(move)
    taken = losses(s, viewer) - before
    told = I(MOVED)
    if taken and plan[TELLS] & POINTS:
        key = U(0)
        for k in range(taken):
            key ^= core.key_of(U(s[core.section(n, core.LIST) + U(s[core.EMPTIES]) - U(1) - U(k)]), 1)
        told += I(key & U(0xFFFFFFFF)) + 1
    elif taken and plan[TELLS] & COUNT:
        told += taken
    return told


@inlined
def list_moves(s, t, n, w, me, moves, found, flags) -> np.uint64:
    """Write the moves that a player can choose from to ``found``, int64[places]; return their number.

    They are the legal ones of ``moves``; if that is empty, all placements that are worth searching.
    """
    count = U(0)
    for k in range(U(moves.size) if moves.size > 0 else core.count_choices(s, flags)):
        if moves.size > 0:
            move = I(moves[k]) if core.is_legal(s, t, n, w, I(moves[k]), me, flags) else I(n)
        else:
            move = choice_in_tree(s, t, n, w, me, U(k), flags)
        if move != I(n):
            found[count] = move
            count += U(1)
    return count


# Flat search -------------------------------------------------------------------------------------------------------

VISITS, TOTAL, AMAF_VISITS, AMAF_TOTAL = range(4)
"""Statistics of a move: visits and sum of the values; the same for all moves as first."""


@inlined
def search_flat(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags,
    draw, choose,
) -> None:  # fmt: skip
    """Run playouts, each from its own world with one of the moves; a move's results are summed over all worlds.

    The first move of a playout is chosen by how good it was (value), how rarely it was visited (upper confidence bound),
    and the results of playouts in which it was played later (all moves as first).

    ``room`` is a state, past positions, int64[2 * cells] for the first player at each place. ``moves``, int64[moves], are
    weighed; ``stats``, float64[moves, 4], and ``sums``, float64[2], are added to; ``weights`` is float64[4]. ``span``,
    int64[3]: the index of the first playout, their number, and the index from which worlds are drawn anew; ``seed`` and its
    index determine a playout. ``draw`` is ``draw_world`` or ``next_world``; ``komi, scoring`` and ``choose`` are as for
    ``core.many_games``. The other arguments are those of ``search_trees``, and not used here.
    """
    s, t, first = room
    for game in range(span[0], span[0] + span[1]):
        x = draw(s, t, known, heat, core.random_state(seed + U(game)), flags)
        n, w = U(s[N]), U(s[W])
        me, stamp = I(s[TO_MOVE]), (game + 1) * 4
        log = np.log(sums[PLAYED] + 1.0)
        best, most = I(-1), -1.0
        for k in range(moves.size):
            if core.is_legal(s, t, n, w, I(moves[k]), me, flags):
                bound = upper_bound(
                    stats[k, VISITS], stats[k, TOTAL], stats[k, AMAF_VISITS], stats[k, AMAF_TOTAL], log, weights
                )
                if bound > most:
                    best, most = I(k), bound
        if best >= 0:
            play_first(s, t, n, w, I(moves[best]), me, first, stamp, flags)
        play_and_note(s, t, x, first, stamp, flags, choose)
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


# Trees -------------------------------------------------------------------------------------------------------------
# Determinised UCT, and the searches of Cowling, Powley and Whitehouse. A node stands for what a player knows, an edge for
# what the player is told next. Every playout descends along the moves that its world allows; hence a move has, beside its
# visits, a count of how often it was available.

LABEL, CHILD, SIBLING, LOOKS, AVAILABLE = range(5)
"""Links of a node: what leads here, first child, next child of its parent; its visits, and how often it was available."""
VALUE, FIRST_LOOKS, FIRST_VALUE = range(3)
"""Values of a node: the sum of its values; visits and sum by all moves as first."""
USED, MARK = range(2)  # number of nodes in use, and the last mark given to moves


@inlined
def new_node(pool, parent, label) -> np.uint64:
    """Make a child of a node, or a root if the parent is 0; return the new node, 0 if there is no room."""
    links, worths, used = pool
    node = U(used[USED])
    if node >= U(len(links)):
        return U(0)
    used[USED] += 1
    links[node, LABEL] = label
    links[node, CHILD] = 0
    links[node, LOOKS] = 0
    links[node, AVAILABLE] = 1
    links[node, SIBLING] = links[parent, CHILD]
    if parent != U(0):
        links[parent, CHILD] = I(node)
    for k in range(3):
        worths[node, k] = 0.0
    return node


@inlined
def find_child(links, node, label) -> np.uint64:
    """Return the child of a node whose edge has a label, 0 if there is none."""
    found = U(links[node, CHILD])
    while found != U(0) and links[found, LABEL] != label:
        found = U(links[found, SIBLING])
    return found


@inlined
def child(pool, node, label) -> np.uint64:
    """Return the child of a node whose edge has a label, made if needed; 0 if there is no room."""
    found = find_child(pool[0], node, label)
    if found == U(0):
        found = new_node(pool, node, label)
    return found


@inlined
def select_in_tree(s, t, n, w, me, x, node, moves, pool, room, weights, flags) -> tuple[np.int64, bool, np.uint64]:
    """Choose a move at a node by UCB; return it, ``n`` if none is legal; whether its node is new; and the random state.

    Without all moves as first an untried move comes first; else all are made children, and weighed at once. Exploration
    counts how often a move was available, not its parent's visits. ``moves`` restricts the choice at the root. ``room`` is
    int64[places] for marks, int64[places] for the moves that this world allows.
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
            log = np.log(float(links[each, AVAILABLE]))
            bound = upper_bound(
                float(links[each, LOOKS]), worths[each, VALUE], worths[each, FIRST_LOOKS], worths[each, FIRST_VALUE],
                log, weights,
            )  # fmt: skip
            if bound > most:
                best, most, fresh = links[each, LABEL], bound, links[each, LOOKS] == 0
        each = U(links[each, SIBLING])
    untried = U(0)
    for k in range(found):
        move = allowed_here[k]
        if marks[place_of(n, move)] == mark:
            untried += U(1)
            x = next_random(x)
            if core.random_below(x, untried) == U(0):
                best, fresh = move, True
            if weights[AMAF] > 0.0:
                new_node(pool, node, move)
    return best, fresh, x


@inlined
def learn(pool, path, length, black, first, stamp, n, weights) -> None:
    """Add a playout's result, its value to Black, to all nodes of the path, int64[moves, 3] of node, parent, mover."""
    links, worths = pool[0], pool[1]
    for k in range(length):
        node, parent, mover = U(path[k, 0]), U(path[k, 1]), path[k, 2]
        value = black if mover == 1 else 1.0 - black
        links[node, LOOKS] += 1
        worths[node, VALUE] += value
        if weights[AMAF] > 0.0:
            each = U(links[parent, CHILD])
            while each != U(0):
                label = links[each, LABEL]
                if abs(label) < I(n) and first[place_of(n, label)] == stamp + mover:
                    worths[each, FIRST_LOOKS] += 1.0
                    worths[each, FIRST_VALUE] += value
                each = U(links[each, SIBLING])


@inlined
def sum_up_trees(pool, trees, places, stats, n) -> None:
    """Write statistics of moves over all trees to float64[moves, 4]: visits, sum of values, votes, times available.

    ``places`` is the index of a weighed move plus 1 by place, 0 for others.
    """
    links, worths = pool[0], pool[1]
    stats[:, :] = 0.0
    for root in range(1, trees + 1):
        favourite, most = I(-1), I(0)
        each = U(links[U(root), CHILD])
        while each != U(0):
            k = places[place_of(n, links[each, LABEL])] - 1
            if k >= 0:
                stats[k, 0] += links[each, LOOKS]
                stats[k, 1] += worths[each, VALUE]
                stats[k, 3] += links[each, AVAILABLE]
                if links[each, LOOKS] > most:
                    favourite, most = k, links[each, LOOKS]
            each = U(links[each, SIBLING])
        if favourite >= 0:
            stats[favourite, 2] += 1.0


@inlined
def search_trees(
    known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags,
    draw, choose,
) -> None:  # fmt: skip
    """Run playouts, each of which descends the tree or trees as far as they reach, and is random from there.

    Arguments are those of the flat search, and these. ``room``: a state, past positions, int64[2 * cells] for the first player
    at each place, likewise marks and moves, int64[moves, 3] for the path. ``worlds``, int32[worlds, cells]: the kept ones.
    ``pool``: int64[nodes, 5] and float64[nodes, 3], the nodes; int64[2], numbers in use. ``places``: see ``sum_up_trees``.
    ``plan``: int64[6].
    """
    s, t, first, marks, allowed_here, path = room
    kind, trees = plan[KIND], plan[TREES] if plan[KIND] == DETERMINISED else I(1)
    none = moves[:0]
    for game in range(span[0], span[0] + span[1]):
        slot = game % trees
        x = core.random_state(seed + U(game))
        if kind != DETERMINISED or game - span[2] < trees:
            x = draw(s, t, known, heat, x, flags)
            if kind == DETERMINISED:
                copy_row(s, worlds[U(slot)])
        else:
            copy_row(worlds[U(slot)], s)
            core.begin_history(s, t, flags)
        n, w = U(s[N]), U(s[W])
        seat, stamp = I(s[TO_MOVE]), (game + 1) * 4
        mine, theirs = U(slot + 1), U(2)
        length, depth, growing = U(0), I(0), True
        while s[ENDED] == 0:
            me = I(s[TO_MOVE])
            move, fresh = I(n), False
            if growing and (kind != PARTIAL or me == seat):
                node = theirs if kind == MANY and me != seat else mine
                move, fresh, x = select_in_tree(
                    s, t, n, w, me, x, node, moves if depth == 0 else none, pool, (marks, allowed_here), weights, flags
                )
            if move == I(n):
                move, x = choose(s, t, n, w, me, x, flags)
            if move == I(n):
                core.end_game(s, core.BY_NO_MOVE, 0)
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
                ripe = weights[AMAF] == 0.0 or pool[0][mine, LOOKS] >= plan[RIPE]
                room_left = length + U(2) <= U(len(path)) and mine != U(0) and theirs != U(0)
                growing = ripe and room_left and not fresh and depth != plan[DEPTH]
        value, won = worth(s, n, w, seat, komi, scoring, weights)
        sums[PLAYED] += 1.0
        sums[WON] += won
        learn(pool, path, length, value if seat == 1 else 1.0 - value, first, stamp, n, weights)
    sum_up_trees(pool, trees, places, stats, U(s[N]))


# Belief states -----------------------------------------------------------------------------------------------------
# After Wang, Zhu, Li, Hsueh and Wu: see ``BsMcts``.

WORLDS, SEEN = 3, 4
"""Fields of a belief state after ``LABEL``, ``CHILD``, ``SIBLING``: its first world, number of visits."""
ALIKE, SEARCHED = 3, 4
"""Fields of a world after ``LABEL``, the move that led here, ``CHILD``, ``SIBLING``: next world of its belief state, visits."""
STATES, HELD = range(2)  # numbers of belief states and of worlds in use


@inlined
def belief_after(pool, belief, label) -> np.uint64:
    """Return the belief state after an own move or an announcement, made if needed; 0 if there is no room."""
    beliefs, used = pool[0], pool[3]
    found = find_child(beliefs, belief, label)
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
    beliefs, worlds, totals = pool[0], pool[1], pool[2]
    worlds[world, LABEL] = move
    worlds[world, CHILD] = worlds[world, SIBLING] = worlds[world, SEARCHED] = 0
    worlds[world, ALIKE] = beliefs[belief, WORLDS]
    beliefs[belief, WORLDS] = I(world)
    totals[world] = 0.0


@inlined
def weigh(pool, belief, n, weights, moves, found, tables) -> None:
    """Compute the values of the first ``found`` moves of a belief state from all of its worlds.

    A world counts by exp(guess * its value to the opponent); a move's value is the mean over the worlds in which it
    was tried. Written by place: visits of a move, its value to the searcher times its share, its share.
    """
    beliefs, worlds, totals = pool[0], pool[1], pool[2]
    marks, looks, values, shares = tables
    mark = marks[marks.size - 1] + 1
    marks[marks.size - 1] = mark
    for k in range(found):
        place = place_of(n, moves[k])
        marks[place] = mark
        looks[place] = values[place] = shares[place] = 0.0
    world = U(beliefs[belief, WORLDS])
    while world != U(0):
        visits = worlds[world, SEARCHED]
        if visits > 0:
            likely = np.exp(weights[GUESS] * (1.0 - totals[world] / visits))
            each = U(worlds[world, CHILD])
            while each != U(0):
                place = place_of(n, worlds[each, LABEL])
                if marks[place] == mark and worlds[each, SEARCHED] > 0:
                    looks[place] += worlds[each, SEARCHED]
                    values[place] += likely * totals[each] / worlds[each, SEARCHED]
                    shares[place] += likely
                each = U(worlds[each, SIBLING])
        world = U(worlds[world, ALIKE])


@inlined
def select_in_belief(s, t, n, w, me, own, x, belief, moves, pool, room, weights, flags) -> tuple[np.int64, np.uint64]:
    """Choose a move in a belief state: by UCB for the searcher, at random by value for the opponent. Return it,
    ``n`` if this world allows none; and the random state.
    """
    found_moves, tables = room
    looks, values, shares = tables[1], tables[2], tables[3]
    found = list_moves(s, t, n, w, me, moves, found_moves, flags)
    weigh(pool, belief, n, weights, found_moves, found, tables)
    log = np.log(pool[0][belief, SEEN] + 1.0)
    best, most, untried, turns = I(n), -1.0, U(0), 0.0
    for k in range(found):
        move = found_moves[k]
        place = place_of(n, move)
        x = next_random(x)
        if own and looks[place] == 0.0:
            untried += U(1)
            if core.random_below(x, untried) == U(0):
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
            if float(core.random_below(x, U(1 << 30))) * turns < turn * (1 << 30):
                best = move
    return best, x


@inlined
def search_beliefs(
    known, room, kept, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags,
    draw, choose,
) -> None:  # fmt: skip
    """Run playouts from all worlds in turn, each of which descends the tree of belief states.

    Arguments are those of ``search_trees``, except these. ``room``: a state, past positions, int64[2 * cells] for moves,
    int64[2 * cells + 1] for marks and three of float64[2 * cells] for what ``weigh`` writes, int64[moves, 2] for the path.
    ``pool``: int64[states, 5], belief states; int64[worlds, 5] and float64[worlds], worlds; int64[2], numbers in use.
    ``stats`` are visits, visits times value, value, sum of weights.
    """
    s, t, found_moves, marks, looks, values, shares, path = room
    tables = marks, looks, values, shares
    none = moves[:0]
    beliefs, worlds, totals, used = pool
    for game in range(span[0], span[0] + span[1]):
        slot = game // plan[RUN] % plan[TREES]
        x = core.random_state(seed + U(game))
        if game - span[2] < plan[RUN] * plan[TREES] and game % plan[RUN] == 0:
            x = draw(s, t, known, heat, x, flags)
            copy_row(s, kept[U(slot)])
            put_world(pool, U(1), U(slot + 1), I(0))
        else:
            copy_row(kept[U(slot)], s)
            core.begin_history(s, t, flags)
        n, w = U(s[N]), U(s[W])
        seat = I(s[TO_MOVE])
        belief, world = U(1), U(slot + 1)
        path[0, 0], path[0, 1] = I(belief), I(world)
        length, growing = U(1), True
        while s[ENDED] == 0:
            me, move = I(s[TO_MOVE]), I(n)
            if growing:
                move, x = select_in_belief(
                    s, t, n, w, me, me == seat, x, belief, moves if length == U(1) else none, pool,
                    (found_moves, tables), weights, flags,
                )  # fmt: skip
            if move == I(n):
                move, x = choose(s, t, n, w, me, x, flags)
            if move == I(n):
                core.end_game(s, core.BY_NO_MOVE, 0)
                break
            before = losses(s, 3 - me)
            core.play(s, t, n, w, move, me, flags)
            if growing:
                belief = belief_after(pool, belief, move if me == seat else heard(s, n, w, 3 - me, move, before, plan))
                reached = find_child(worlds, world, move)
                if reached == U(0) and belief != U(0) and U(used[HELD]) < U(len(worlds)):
                    growing = False
                    reached = U(used[HELD])
                    used[HELD] += 1
                    put_world(pool, belief, reached, move)
                    worlds[reached, SIBLING] = worlds[world, CHILD]
                    worlds[world, CHILD] = I(reached)
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
            worlds[U(path[k, 1]), SEARCHED] += 1
            totals[U(path[k, 1])] += value
    n = U(s[N])
    weigh(pool, U(1), n, weights, moves, U(moves.size), tables)
    for k in range(moves.size):
        place = place_of(n, moves[k])
        value = values[place] / shares[place] if shares[place] > 0.0 else 0.0
        stats[k, 0], stats[k, 1] = looks[place], looks[place] * value
        stats[k, 2], stats[k, 3] = value, shares[place]


# Entries: one for plain Go, one for every other game. numba compiles them anew when their own file changes ------------


def _entry(search: Entry, draw: Entry, rules: Rules) -> Entry:
    choose = get_move_chooser(rules)

    def run_search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring, flags
    ):
        search(
            known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, komi, scoring,
            flags if rules is None else rules, draw, choose,
        )  # fmt: skip

    return run_search


PLAIN_GO = {"go": GO | NO_EYES}
FLAT_ENTRIES = by_rules("flat", partial(_entry, search_flat, draw_world), PLAIN_GO)
TREE_ENTRIES = by_rules("trees", partial(_entry, search_trees, draw_world), PLAIN_GO)
BELIEVED_TREE_ENTRIES = by_rules("trees_of_beliefs", partial(_entry, search_trees, next_world), PLAIN_GO)
BELIEF_ENTRIES = by_rules("belief_states", partial(_entry, search_beliefs, draw_world), PLAIN_GO)


# Interface ---------------------------------------------------------------------------------------------------------

NODES = 1 << 17  # greatest number of nodes of a search
LONGEST = 128  # greatest number of nodes on the path of a playout, in all trees together


@dataclass(frozen=True)
class Known:
    """A seat's knowledge of a position as plain values. Points are those of ``yurei.rules``; pairs: Black, White."""

    to_move: int  # the searcher's colour, 1 or 2
    pieces: Sequence[tuple[int, int]]  # points with certain pieces
    taken: Sequence[int]  # points assumed to hold an opponent's stone; ignored if none can stand there
    free: Sequence[int]  # points where a stone may be hidden
    hidden: tuple[int, int]  # numbers of stones not among the pieces, those taken included
    passes: int = 0  # passes just before
    passed: tuple[int, int] = (0, 0)
    lost: tuple[int, int] = (0, 0)


def lay(game: Compiled, known: Known) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return the arrays of a known position that ``draw_world`` takes as ``known``."""
    state, opponent = game.new_state(), 3 - known.to_move
    state[core.TO_MOVE] = known.to_move
    state[core.PASSES] = min(known.passes, 1)
    state[[core.BLACK_PASSES, core.WHITE_PASSES]] -= np.array(known.passed, np.int32)
    state[[core.LOST_BLACK, core.LOST_WHITE]] = known.lost
    taken = [(point, opponent) for point in known.taken]
    order = sorted(known.pieces, key=lambda piece: piece[1] > 2)  # ghosts after the stones that they belong to
    pieces = np.array([(game.points_of[point], cell) for point, cell in (*order, *taken)], np.int32).reshape(-1, 2)
    lay_known(state, pieces, game.flags)
    colours = core.HEADER + int(core.COLOUR) * game.cells
    cells = game.points_of[[*known.free, *known.taken]]
    free = cells[state[colours + cells] == 0]
    hidden = np.array(known.hidden, np.int64)
    hidden[opponent - 1] -= int(np.count_nonzero(pieces[len(order) :, 1]))
    return state, free, np.maximum(hidden, 0)


def index_places(game: Compiled, moves: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each place of a move its index in ``moves`` plus 1, int64[2 * cells]; 0 for other places."""
    places = np.zeros(2 * game.cells, np.int64)
    places[np.where(moves >= 0, moves, game.cells - moves)] = np.arange(1, len(moves) + 1)
    return places


def tree_room(game: Compiled) -> tuple[Any, ...]:
    places = (np.zeros(2 * game.cells, np.int64) for _ in range(3))
    return game.new_state(), game.new_table(), *places, np.zeros((LONGEST, 3), np.int64)


def tree_pool(roots: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return memory for the nodes of two or more trees, as ``search_trees`` takes it as ``pool``."""
    pool = np.empty((NODES, 5), np.int64), np.empty((NODES, 3)), np.zeros(2, np.int64)
    empty_pool(pool, roots)
    return pool


def empty_pool(pool: tuple[NDArray[Any], NDArray[Any], NDArray[Any]], roots: int) -> None:
    links, worths, used = pool
    links[: roots + 1], worths[: roots + 1] = 0, 0
    used[:] = roots + 1, 0


class Search(ABC):
    """Abstract base class of searches for one decision; a search can be continued with more playouts.

    ``weights`` lack the scale. ``stats``, float64[tries, 4], are statistics of every try; ``sums``, float64[2], the numbers
    of playouts and of wins.
    """

    _entries: ClassVar[ByRules]
    _room: tuple[Any, ...]
    _pool: tuple[Any, ...]
    _kept: NDArray[np.int32]
    _places: NDArray[np.int64]

    def __init__(
        self,
        game: Compiled,
        known: Known,
        tries: Sequence[Try],
        seed: int,
        weights: Sequence[float],
        plan: Sequence[int] = (),
    ) -> None:
        self.game, self.plan = game, np.array(plan, np.int64)
        self.flags = game.flags | NO_EYES
        self.laid = lay(game, known)
        self.moves = np.array([move_of(each, game) for each in tries], np.int64)
        self.stats, self.sums, self.heat = np.zeros((len(tries), 4)), np.zeros(2), np.zeros((2, game.cells), np.int64)
        self.played, self._drawn_from = 0, 0
        scale = game.size.points + abs(game.komi)
        self._weights = np.array([*weights[:3], scale, *weights[3:]], np.float64)
        self._seed = np.uint64(seed)
        self._allocate()

    def know(self, known: Known) -> None:
        self.laid = lay(self.game, known)
        self.heat[:] = 0
        self._drawn_from = self.played

    def run(self, playouts: int) -> None:
        span = np.array([self.played, playouts, self._drawn_from], np.int64)
        with np.errstate(over="ignore"):  # where it is not compiled; 64-bit random states are meant to overflow
            self._entries[self.flags](
                self.laid, self._room, self._kept, self._pool, self.moves, self._places, self.stats, self.sums, self.heat,
                self._weights, self.plan, self._seed, span, self.game.komi, self.game.scoring, self.flags,
            )  # fmt: skip
        self.played += playouts

    @abstractmethod
    def _allocate(self) -> None:
        """Allocate the memory of the search."""

    def chances(self, colour: int) -> NDArray[np.float64]:
        """Return the share of worlds with a hidden stone of a colour on each point, float64[points]; 0 if no worlds."""
        drawn: NDArray[np.float64] = self.heat[colour - 1, self.game.points_of] / max(1, self.worlds)
        return drawn

    @property
    def worlds(self) -> int:
        """Number of worlds drawn from the present knowledge."""
        return self.played - self._drawn_from


class FlatSearch(Search):
    """Flat search. ``stats`` of a move: visits, sum of values, and both by all moves as first."""

    _entries = FLAT_ENTRIES

    def _allocate(self) -> None:
        self._room = self.game.new_state(), self.game.new_table(), np.zeros(2 * self.game.cells, np.int64)
        self._kept, self._pool, self._places = np.empty((0, 0), np.int32), (), np.empty(0, np.int64)


class TreeSearch(Search):
    """Search in trees. ``stats`` of a move: visits, sum of values, votes of trees, times available."""

    _entries = TREE_ENTRIES

    def _allocate(self) -> None:
        self._room = tree_room(self.game)
        self._pool = tree_pool(max(2, self._kept_worlds))
        self._places = index_places(self.game, self.moves)
        self._kept = np.empty((self._kept_worlds, self.laid[0].size), np.int32)

    @property
    def _kept_worlds(self) -> int:
        return int(self.plan[TREES]) if self.plan[KIND] == DETERMINISED else 1

    @property
    def worlds(self) -> int:
        drawn = super().worlds
        return min(drawn, self._kept_worlds) if self.plan[KIND] == DETERMINISED else drawn


class BeliefSearch(TreeSearch):
    """Search over belief states. ``stats`` of a move: visits, visits times value, value, sum of weights."""

    _entries = BELIEF_ENTRIES

    @property
    def _kept_worlds(self) -> int:
        return int(self.plan[TREES])

    @property
    def worlds(self) -> int:
        return min(self._kept_worlds, -(-(self.played - self._drawn_from) // int(self.plan[RUN])))

    def know(self, known: Known) -> None:
        """Restart the search, since statistics of old worlds do not apply to new ones."""
        playouts_of_all = int(self.plan[TREES] * self.plan[RUN])
        self.played = -(-self.played // playouts_of_all) * playouts_of_all
        super().know(known)
        self._allocate()

    def _allocate(self) -> None:
        places, kept = 2 * self.game.cells, self._kept_worlds
        self._places, self._kept = index_places(self.game, self.moves), np.empty((kept, self.laid[0].size), np.int32)
        moves, marks = np.zeros(places, np.int64), np.zeros(places + 1, np.int64)
        values, path = (np.zeros(places) for _ in range(3)), np.zeros((LONGEST, 2), np.int64)
        self._room = self.game.new_state(), self.game.new_table(), moves, marks, *values, path
        states, worlds, totals = np.empty((NODES, 5), np.int64), np.empty((NODES, 5), np.int64), np.empty(NODES)
        states[:2], worlds[: kept + 1], totals[: kept + 1] = 0, 0, 0
        self._pool = states, worlds, totals, np.array([2, kept + 1], np.int64)
