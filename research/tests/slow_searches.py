"""The searches once more, slowly and obviously: trees of plain objects, one playout after the other.

Worlds, moves and chance are the kernel's own. It runs in a process in which numba compiles nothing (``NUMBA_DISABLE_JIT=1``),
and prints what every search of one game found of every move as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from yurei.kernel import core
from yurei.kernel.rulesets import compiled
from yurei.rules.state import PASS, stone
from yurei_research import baseline_searches as searches
from yurei_research.baseline_searches import FlatSearch, Known, lay

POSITION = Known(1, [(0, 1), (4, 1)], [5], [1, 2, 3, 6, 7, 8], (0, 3))
TRIES = (*map(stone, (1, 2, 6, 3, 7, 8)), PASS)
PLAYOUTS, SEED = 32, 11
FLAT = {"golois": [1e9, 0.0, 0.0], "ucb": [0.5, 0.0, 0.7], "ucb-amaf": [0.1, 20.0, 0.7]}
TREES = {
    "determinised": ([0.7, 0.0, 1.0], [searches.DETERMINISED, 4, 0, 4, 2, 0]),
    "single": ([0.7, 0.0, 1.0], [searches.SINGLE, 1, 0, 4, 2, 0]),
    "partial": ([0.7, 0.0, 1.0], [searches.PARTIAL, 1, 0, 4, 2, 0]),
    "many": ([0.7, 0.0, 0.8], [searches.MANY, 1, 0, 4, 2, 0]),
    "many, seen near": ([0.7, 0.0, 1.0], [searches.MANY, 1, 3, 4, 2, 1]),
}

BELIEFS = {
    "beliefs": ([0.5, 1.0, 1.0, 2.0], [5, 4, 0, 0, 2, 0]),
    "beliefs, guessing and shallow": ([0.3, 8.0, 0.7, 9.0], [3, 6, 2, 0, 4, 0]),
}


class Slow:
    """A game on 3x3, and what the searches need of it."""

    def __init__(self, game: str, weights: list[float]) -> None:
        self.game = compiled(game, 3)
        self.flags = self.game.flags | core.NO_EYES
        self.known = lay(self.game, POSITION)
        self.moves = [int(move) for move in FlatSearch(self.game, POSITION, TRIES, SEED, weights).moves]
        self.state, self.table = self.game.new_state(), self.game.new_table()
        self.heat = np.zeros((2, self.game.cells), np.int64)
        self.weights = np.array([*weights[:3], self.game.size.points + abs(self.game.komi)])
        self.n, self.w = np.uint64(self.game.cells), np.uint64(self.game.size.width + 1)
        self.free = self.known[1].copy()

    def draw(self, number: int) -> Any:
        """The world of a playout."""
        x = core.random_state(np.uint64(SEED) + np.uint64(number))
        return searches.draw_world(self.state, self.table, self.known, self.heat, x, self.flags)

    def return_to(self, world: Any, number: int) -> Any:
        """Begin a playout in an earlier world."""
        self.state[:] = world
        core.begin_history(self.state, self.table, self.flags)
        return core.random_state(np.uint64(SEED) + np.uint64(number))

    def is_allowed(self, move: int) -> bool:
        s = self.state
        return bool(core.is_legal(s, self.table, self.n, self.w, move, s[core.TO_MOVE], self.flags))

    def play(self, move: int) -> None:
        s = self.state
        core.play(s, self.table, self.n, self.w, move, s[core.TO_MOVE], self.flags)

    def by_chance(self, x: Any) -> tuple[int | None, Any]:
        """A move by chance; None where there is none."""
        s, ghosts = self.state, self.game.ruleset.ghosts
        choose = core.random_move_with_ghosts if ghosts else core.random_move
        move, x = choose(s, self.table, self.n, self.w, s[core.TO_MOVE], x, self.flags)
        return (None if move == self.n else int(move)), x

    def sensible(self) -> list[int]:
        """All moves that are no eyes, in the kernel's order."""
        s = self.state
        every = range(int(core.count_choices(s, self.flags)))
        found = [
            core.choice_at(s, self.table, self.n, self.w, s[core.TO_MOVE], np.uint64(k), self.flags) for k in every
        ]
        return [int(move) for move in found if move != self.n]

    def worth(self, me: int) -> float:
        game = self.game
        value, _ = searches.worth(self.state, self.n, self.w, me, game.komi, game.scoring, self.weights)
        return float(value)

    def heard(self, move: int, viewer: int, before: int, plan: Any) -> int:
        return int(searches.heard(self.state, self.n, self.w, viewer, move, before, plan))


def search_flat(game: str, weights: list[float]) -> list[list[float]]:
    """Every playout begins with the move that attracts most; all that were played first learn from it."""
    slow = Slow(game, weights)
    explore, k, _ = weights
    stats = [[0.0] * 4 for _ in slow.moves]
    for number in range(PLAYOUTS):
        x = slow.draw(number)
        me = int(slow.state[core.TO_MOVE])
        best, most = None, -1.0
        for index, move in enumerate(slow.moves):
            if not slow.is_allowed(move):
                continue
            visits, total, amaf_visits, amaf_total = stats[index]
            if k == 0:
                bound = total / visits + explore * sqrt(log(number + 1) / visits) if visits else 1e30
            else:
                share = sqrt(k / (3 * visits + k)) if amaf_visits else 0.0
                own = total / visits if visits else 0.0
                first = amaf_total / amaf_visits if amaf_visits else 0.0
                value = share * first + (1 - share) * own if visits or amaf_visits else 1.0
                bound = value + explore * sqrt(log(number + 1) / (visits + 1))
            if bound > most:
                best, most = index, bound
        placed: dict[int, int] = {}
        next_move = None if best is None else slow.moves[best]
        while not slow.state[core.ENDED]:
            mover = int(slow.state[core.TO_MOVE])
            if next_move is None:
                next_move, x = slow.by_chance(x)
            if next_move is None:
                break
            slow.play(next_move)
            placed.setdefault(next_move, mover)
            next_move = None
        value = slow.worth(me)
        if best is not None:
            stats[best][0] += 1
            stats[best][1] += value
        for index, move in enumerate(slow.moves):
            if k and move != 0 and placed.get(move) == me:
                stats[index][2] += 1
                stats[index][3] += value
    return stats


@dataclass
class Node:
    """What a player knows, and what can come next."""

    children: dict[int, Node] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0
    available: int = 1

    def bound(self, explore: float) -> float:
        return self.total / self.visits + explore * sqrt(log(self.available) / self.visits)

    def child(self, label: int) -> Node:
        return self.children.setdefault(label, Node())


def select(node: Node, moves: list[int], explore: float, x: Any) -> tuple[int | None, bool, Any]:
    """Any untried move, else the best bound; the latest child first where they are equal."""
    best, most = None, -inf
    for label, child in reversed(node.children.items()):
        if label in moves:
            child.available += 1
            if child.bound(explore) > most:
                best, most = label, child.bound(explore)
    untried = [move for move in moves if move not in node.children]
    for number, move in enumerate(untried):
        x = core.next_random(x)
        if core.random_below(x, np.uint64(number + 1)) == 0:
            best = move
    return best, bool(untried), x


def search_trees(game: str, weights: list[float], plan: list[int]) -> list[list[float]]:
    """Every playout takes a world, and descends in the mover's tree; both players' trees hear what each is told."""
    slow = Slow(game, weights)
    kind, kept = plan[searches.KIND], plan[searches.TREES]
    roots = [Node() for _ in range(kept)]
    other_root = Node()
    worlds: list[Any] = []
    for number in range(PLAYOUTS):
        if kind != searches.DETERMINISED or number < kept:
            x = slow.draw(number)
            worlds.append(slow.state.copy())
        else:
            x = slow.return_to(worlds[number % kept], number)
        seat = int(slow.state[core.TO_MOVE])
        mine, theirs = roots[number % kept if kind == searches.DETERMINISED else 0], other_root
        path: list[tuple[Node, int]] = []
        depth, growing = 0, True
        while not slow.state[core.ENDED]:
            me = int(slow.state[core.TO_MOVE])
            move, fresh = None, False
            if growing and (kind != searches.PARTIAL or me == seat):
                moves = slow.sensible() if depth else [each for each in slow.moves if slow.is_allowed(each)]
                node = theirs if kind == searches.MANY and me != seat else mine
                move, fresh, x = select(node, moves, weights[0], x)
            if move is None:
                move, x = slow.by_chance(x)
            if move is None:
                break
            before = int(searches.losses(slow.state, 3 - me))
            slow.play(move)
            if not growing:
                continue
            told = slow.heard(move, 3 - me, before, plan)
            sees_all = kind in (searches.DETERMINISED, searches.SINGLE)
            mine = mine.child(move if sees_all or me == seat else told)
            path.append((mine, me))
            if kind == searches.MANY:
                theirs = theirs.child(told if me == seat else move)
                path.append((theirs, me))
            depth += 1
            growing = not fresh and depth != plan[searches.DEPTH]
        black = slow.worth(1)
        for node, mover in path:
            node.visits += 1
            node.total += black if mover == 1 else 1 - black
    return summed(slow.moves, roots if kind == searches.DETERMINISED else roots[:1])


def summed(moves: list[int], roots: list[Node]) -> list[list[float]]:
    """Visits, values, votes and chances to be chosen of every move at the roots."""
    stats = [[0.0] * 4 for _ in moves]
    for root in roots:
        known = [(label, child) for label, child in reversed(root.children.items()) if label in moves]
        for label, child in known:
            row = stats[moves.index(label)]
            row[0] += child.visits
            row[1] += child.total
            row[3] += child.available
        if known:
            stats[moves.index(max(known, key=lambda pair: pair[1].visits)[0])][2] += 1
    return stats


@dataclass
class World:
    """What may stand, and the worlds that moves lead to."""

    children: dict[int, World] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits


@dataclass
class Belief:
    """Worlds that the searcher cannot tell apart."""

    children: dict[int, Belief] = field(default_factory=dict)
    worlds: list[World] = field(default_factory=list)
    seen: int = 0

    def child(self, label: int) -> Belief:
        return self.children.setdefault(label, Belief())

    def weighed(self, move: int, guess: float) -> tuple[int, float, float]:
        """How often a move was tried in all worlds, its worth to the searcher, and the weight of who has tried it."""
        tried = [
            (exp(guess * (1 - world.mean)), world.children[move])
            for world in reversed(self.worlds)
            if world.visits and move in world.children and world.children[move].visits
        ]
        weight = sum(likely for likely, _ in tried)
        value = sum(likely * after.mean for likely, after in tried) / weight if tried else 0.0
        return sum(after.visits for _, after in tried), value, weight


def choose_in(belief: Belief, moves: list[int], own: bool, weights: list[float], x: Any) -> tuple[int | None, Any]:
    """One's own move by upper confidence bounds, untried ones first; the opponent's by what it is worth to him."""
    explore, guess, _, predict = weights
    best, most, untried, turns = None, -inf, 0, 0.0
    for move in moves:
        looks, value, _ = belief.weighed(move, guess)
        x = core.next_random(x)
        if own and not looks:
            untried += 1
            if core.random_below(x, np.uint64(untried)) == 0:
                best, most = move, inf
        elif own:
            bound = value + explore * sqrt(log(belief.seen + 1) / looks)
            if bound > most:
                best, most = move, bound
        else:
            turn = exp(predict * (1 - value if looks else 0.5))
            turns += turn
            if int(core.random_below(x, np.uint64(1 << 30))) / (1 << 30) < turn / turns:
                best = move
    return best, x


def search_beliefs(game: str, weights: list[float], plan: list[int]) -> list[list[float]]:
    """Some playouts from every world in turn; worlds that look alike are weighed together."""
    slow = Slow(game, weights)
    run, kept, deepest = plan[searches.RUN], plan[searches.TREES], plan[searches.DEPTH]
    root = Belief()
    states: list[Any] = []
    for number in range(PLAYOUTS):
        slot = number // run % kept
        if number < run * kept and number % run == 0:
            x = slow.draw(number)
            states.append(slow.state.copy())
            root.worlds.append(World())
        else:
            x = slow.return_to(states[slot], number)
        seat = int(slow.state[core.TO_MOVE])
        belief, world = root, root.worlds[slot]
        path, growing = [(belief, world)], True
        while not slow.state[core.ENDED]:
            me, move = int(slow.state[core.TO_MOVE]), None
            if growing:
                first = [each for each in slow.moves if slow.is_allowed(each)]
                move, x = choose_in(belief, slow.sensible() if len(path) > 1 else first, me == seat, weights, x)
            if move is None:
                move, x = slow.by_chance(x)
            if move is None:
                break
            before = int(searches.losses(slow.state, 3 - me))
            slow.play(move)
            if growing:
                belief = belief.child(move if me == seat else slow.heard(move, 3 - me, before, plan))
                growing = move in world.children and len(path) != deepest
                if move not in world.children:
                    world.children[move] = World()
                    belief.worlds.append(world.children[move])
                world = world.children[move]
                path.append((belief, world))
        value = slow.worth(seat)
        for belief, world in path:
            belief.seen += 1
            world.visits += 1
            world.total += value
    found = [root.weighed(move, weights[1]) for move in slow.moves]
    return [[looks, looks * value, value, weight] for looks, value, weight in found]


if __name__ == "__main__":
    game = sys.argv[1]
    with np.errstate(over="ignore"):
        found = {name: search_flat(game, weights) for name, weights in FLAT.items()}
        found |= {name: search_trees(game, *both) for name, both in TREES.items()}
        found |= {name: search_beliefs(game, *both) for name, both in BELIEFS.items()}
    json.dump(found, sys.stdout)
