"""Tree search for games in which everything is seen: UCT with RAVE, and with proven wins.

Nodes are in flat arrays, children of a node side by side. A node is a move; its value counts for the colour that
made it.
"""

import numpy as np

from yurei.kernel import core
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, N, U, W, inlined
from yurei.kernel.search.playing import careful_move, choice_in_tree, place_of, play_first, play_noting
from yurei.kernel.search.root import AMAF, EXPLORE, value_of

VISITS, VALUE, AMAF_VISITS, AMAF_VALUE, WINS = range(5)
VALUES = 5
"""The columns of a node's values."""
MOVE, FIRST, CHILDREN, PROVEN = range(4)
LINKS = 4
"""The columns of a node's links: its move, its first child, its number of children, and what is proven: 1 that the
mover wins, -1 that the mover loses, 2 a draw, 0 nothing.
"""

SETTINGS = 5
"""Number of settings: those of ``root``, and ``EXPAND``."""
EXPAND = 4
"""Number of visits after which a node gets children."""
DEEPEST = 128


@inlined
def expand(s, t, links, values, used, node, flags) -> np.int64:
    """Give a node a child for every legal move that fills no own eye, and for the pass; if there is neither, for own eyes
    too. Return the number of nodes in use, unchanged if there is no room.
    """
    n, w, me = U(s[N]), U(s[W]), I(s[core.TO_MOVE])
    choices = core.count_choices(s, flags)
    if used + I(choices) + 1 > links.shape[0]:
        return used
    links[node, FIRST] = used
    start = used
    for k in range(choices):
        move = choice_in_tree(s, t, n, w, me, k, flags)
        if move != I(n):
            used = add_node(links, values, used, move)
    if core.may_pass(s, me):
        used = add_node(links, values, used, core.PASS)
    elif used == start:
        for k in range(choices):
            move = core.choice_at(s, t, n, w, me, k, flags & ~core.NO_EYES)
            if move != I(n):
                used = add_node(links, values, used, move)
    links[node, CHILDREN] = used - start
    return used


@inlined
def add_node(links, values, used, move) -> np.int64:
    """Make a new node; return the number of nodes in use."""
    links[used, MOVE] = move
    links[used, FIRST] = 0
    links[used, CHILDREN] = 0
    links[used, PROVEN] = 0
    for k in range(VALUES):
        values[used, k] = 0.0
    return used + 1


@inlined
def attraction(values, links, child, tried, settings) -> float:
    """Return the attraction of a child; proven wins come first, proven losses last."""
    proven = links[child, PROVEN]
    if proven == 1:
        return 1e9
    if proven == -1:
        return -1e6 + values[child, VISITS]
    visits, amaf_visits = values[child, VISITS], values[child, AMAF_VISITS]
    trust = settings[AMAF] / (3.0 * visits + settings[AMAF])
    mean = values[child, VALUE] / visits if visits > 0.0 else 0.0
    amaf = values[child, AMAF_VALUE] / amaf_visits if amaf_visits > 0.0 else 0.75
    if amaf_visits == 0.0 and visits > 0.0:
        trust = 0.0
    elif visits == 0.0:
        trust = 1.0
    return trust * amaf + (1.0 - trust) * mean + settings[EXPLORE] * np.sqrt(np.log(tried + 1.0) / (visits + 1.0))


@inlined
def best_child(links, values, node, settings) -> np.int64:
    """Return the child with the highest attraction."""
    best, most = I(links[node, FIRST]), -1e10
    for child in range(best, best + I(links[node, CHILDREN])):
        found = attraction(values, links, child, values[node, VISITS], settings)
        if found > most:
            best, most = child, found
    return best


@inlined
def prove(links, node) -> None:
    """Derive what is proven for a node from its children, which are the answers to its move."""
    first, count = I(links[node, FIRST]), I(links[node, CHILDREN])
    if count == 0:
        return
    all_lose, all_proven = True, True
    for child in range(first, first + count):
        proven = links[child, PROVEN]
        if proven == 1:
            links[node, PROVEN] = -1
            return
        all_lose &= proven == -1
        all_proven &= proven != 0
    if all_lose:
        links[node, PROVEN] = 1
    elif all_proven:
        links[node, PROVEN] = 2


@inlined
def learn_in_tree(links, values, path, depth, first, stamp, n, mover, value, won) -> None:
    """Add the result of a playout to all nodes on the path, and to siblings that were played first later on.

    Args:
        path: int64[DEEPEST]. The nodes, from the root.
        depth: Number of nodes.
        mover: The colour to move at the root.
        value, won: Value and win of Black, from 0 to 1.
    """
    for step in range(depth):
        node = path[step]
        me = I(3 - mover) if step % 2 == 0 else I(mover)
        mine = value if me == 1 else 1.0 - value
        values[node, VISITS] += 1.0
        values[node, VALUE] += mine
        values[node, WINS] += won if me == 1 else 1.0 - won
        other = 3 - me
        theirs = 1.0 - mine
        children = I(links[node, CHILDREN])
        start = I(links[node, FIRST])
        for child in range(start, start + children):
            if first[place_of(n, I(links[child, MOVE]))] == stamp + other:
                values[child, AMAF_VISITS] += 1.0
                values[child, AMAF_VALUE] += theirs


@inlined
def simulate(games, tree, settings, numbers, x, stamp, used, flags) -> tuple[np.uint64, np.int64]:
    """Walk down the tree, run a playout from its end, and learn from it.

    Args:
        games: int32, the position; uint64, past positions; room for both; int64[2 * cells], see ``play_noting``.
        tree: int32[nodes, LINKS]; float64[nodes, VALUES]; int64[DEEPEST]. Node 0 is the root.

    Returns:
        The next random state, and the number of nodes in use.
    """
    template, before, s, t, first = games
    links, values, path = tree
    core.copy_row(template, s)
    core.copy_row(before, t)
    n, w, mover = U(s[N]), U(s[W]), I(s[core.TO_MOVE])
    node, depth = I(0), I(1)
    path[0] = 0
    while s[core.ENDED] == 0 and depth < DEEPEST:
        if links[node, CHILDREN] == 0:
            if values[node, VISITS] < settings[EXPAND] and node != 0:
                break
            more = expand(s, t, links, values, used, node, flags)
            if more == used:
                break
            used = more
        node = best_child(links, values, node, settings)
        play_first(s, t, n, w, I(links[node, MOVE]), I(s[core.TO_MOVE]), first, stamp, flags)
        path[depth] = node
        depth += 1
    over = s[core.ENDED] != 0
    if not over:
        x = play_noting(s, t, x, first, stamp, flags, careful_move)
    winner, score = core.settle(s, n, w, numbers[0], I(numbers[1]))
    value, won = value_of(winner, score, numbers[0], 1, settings)
    learn_in_tree(links, values, path, depth, first, stamp, n, mover, value, won)
    if over:
        me = I(3 - mover) if (depth - 1) % 2 == 0 else I(mover)
        side = I(1) if me == 1 else I(-1)
        links[node, PROVEN] = 2 if winner == 0 else winner * side
        for step in range(depth - 2, -1, -1):
            prove(links, path[step])
            if links[path[step], PROVEN] == 0:
                break
    return x, used


@entry
def grow(games, tree, settings, numbers, state, flags) -> None:
    """Simulate this many times, or until the root is proven. No own eyes are filled.

    Args:
        games, tree: See ``simulate``.
        settings: float64[SETTINGS].
        numbers: float64[2]. The komi; how a game is scored, 0 not, 1 by area, 2 by territory.
        state: uint64[4]. The random state; simulations so far; simulations to come; nodes in use.
    """
    x, done, used, flags = state[0], state[1], I(state[3]), flags | core.NO_EYES
    for _ in range(state[2]):
        if tree[0][0, PROVEN] != 0:
            break
        done += U(1)
        x, used = simulate(games, tree, settings, numbers, x, I(done) * 4, used, flags)
    state[0], state[1], state[3] = x, done, U(used)


@entry
def play_any(s, t, move, flags) -> None:
    """Play a legal move."""
    core.play(s, t, U(s[N]), U(s[W]), move, s[core.TO_MOVE], flags | core.INFORMED)
