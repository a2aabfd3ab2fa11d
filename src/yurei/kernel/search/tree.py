"""Tree search for games in which nothing is hidden: UCT with RAVE and proven wins.

Nodes are in flat arrays, the children of a node in adjacent rows. A node is a move; its value is that for the colour
that made it.
"""

import numpy as np

from yurei.kernel import core
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, N, U, W, inlined
from yurei.kernel.search.playing import careful_move, choice_in_tree, place_of, play_and_note, play_first
from yurei.kernel.search.root import EXPLORE, priority, value_of

VISITS, VALUE, AMAF_VISITS, AMAF_VALUE, WINS = range(5)
VALUES = 5
"""The columns of a node's values."""
MOVE, FIRST, CHILDREN, PROVEN = range(4)
LINKS = 4
"""The columns of a node's links: its move, its first child, its number of children, and its proof: 1 if the
mover wins, -1 if the mover loses, 2 for a draw, 0 if nothing is proven.
"""

EXPAND = 4
SETTINGS = 5
"""Settings: those of ``root``, and the number of visits after which a node gets children."""
DEEPEST = 128


@inlined
def expand(s, t, links, values, used, node, flags) -> np.int64:
    """Add children to a node: the pass and moves that fill no own eye, or else eyes; return the number of nodes."""
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
    links[used, MOVE] = move
    links[used, FIRST] = links[used, CHILDREN] = links[used, PROVEN] = 0
    for k in range(VALUES):
        values[used, k] = 0.0
    return used + 1


@inlined
def attraction(values, links, child, tried, settings) -> float:
    """Return the priority of a child node: highest for a proven win, lowest for a proven loss."""
    proven = links[child, PROVEN]
    if proven == 1:
        return 1e9
    if proven == -1:
        return -1e6 + values[child, VISITS]
    visits, amaf_visits = values[child, VISITS], values[child, AMAF_VISITS]
    exploration = settings[EXPLORE] * np.sqrt(np.log(tried + 1.0) / (visits + 1.0))
    return priority(visits, values[child, VALUE], amaf_visits, values[child, AMAF_VALUE], 0.75, exploration, settings)


@inlined
def best_child(links, values, node, settings) -> np.int64:
    best, most = I(links[node, FIRST]), -1e10
    for child in range(best, best + I(links[node, CHILDREN])):
        found = attraction(values, links, child, values[node, VISITS], settings)
        if found > most:
            best, most = child, found
    return best


@inlined
def update_proof(links, node) -> None:
    """Update whether a node is proven won, lost or drawn, from the proofs of its children."""
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
    """Add a playout's result to all nodes on the path, and by RAVE to their children whose moves were played later.

    ``mover`` is the colour to move at the root; ``value`` and ``won`` are Black's, from 0 to 1.
    """
    for step in range(depth):
        node = path[step]
        me = I(3 - mover) if step % 2 == 0 else I(mover)
        mine = value if me == 1 else 1.0 - value
        values[node, VISITS] += 1.0
        values[node, VALUE] += mine
        values[node, WINS] += won if me == 1 else 1.0 - won
        start = I(links[node, FIRST])
        for child in range(start, start + I(links[node, CHILDREN])):
            if first[place_of(n, I(links[child, MOVE]))] == stamp + 3 - me:
                values[child, AMAF_VISITS] += 1.0
                values[child, AMAF_VALUE] += 1.0 - mine


@inlined
def simulate(games, tree, settings, numbers, x, stamp, used, flags) -> tuple[np.uint64, np.int64]:
    """Descend the tree, run a playout, and back up its result; return the random state and the number of nodes in use.

    ``games``: int32, the position; uint64, past positions; room for both; int64[2 * cells], see ``play_and_note``.
    ``tree``: int32[nodes, LINKS]; float64[nodes, VALUES]; int64[DEEPEST], the path. Node 0 is the root.
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
        x = play_and_note(s, t, x, first, stamp, flags, careful_move)
    winner, score = core.winner_and_score(s, n, w, numbers[0], I(numbers[1]))
    value, won = value_of(winner, score, numbers[0], 1, settings)
    learn_in_tree(links, values, path, depth, first, stamp, n, mover, value, won)
    if over:
        black_made = (depth % 2 == 1) == (mover == 2)
        links[node, PROVEN] = 2 if winner == 0 else winner if black_made else -winner
        for step in range(depth - 2, -1, -1):
            update_proof(links, path[step])
            if links[path[step], PROVEN] == 0:
                break
    return x, used


@entry
def run_simulations(games, tree, settings, numbers, state, flags) -> None:
    """Run the number of simulations in ``state``, or fewer if the root is proven earlier. No own eyes are filled.

    Args:
        games, tree: See ``simulate``.
        settings: float64[SETTINGS].
        numbers: float64[2]. The komi; the scoring, 0 none, 1 area, 2 territory.
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
    core.play(s, t, U(s[N]), U(s[W]), move, s[core.TO_MOVE], flags | core.INFORMED)
