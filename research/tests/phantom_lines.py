"""Phantom(4,4,4): four in a row on a 4x4 board, each player sees his own pieces alone; a try on a taken point may be repeated.

The game on which Cowling, Powley and Whitehouse (2012) compared information set searches, here played by the very
trees that play Go: the state has the kernel's header, a section for the pieces and one for the list of empty points.
"""

import importlib.util
from typing import Any

import numpy as np
from numba import njit

from yurei.kernel.core import (
    COLOUR,
    EMPTIES,
    HEADER,
    LIST,
    TO_MOVE,
    WINNER,
    I,
    N,
    U,
    copy_row,
    end_game,
    inlined,
    next_random,
    random_below,
    section,
)
from yurei.kernel.search.playing import note_first
from yurei_research import baseline_searches as searches

LINES = 4
CELLS = LINES * LINES + 1
"""Points are 1 to 16; 0 would be a pass."""
WON, FULL = 1, 2


def empty_board() -> Any:
    """The state before the first move."""
    state = np.zeros(HEADER + 2 * CELLS, np.int32)
    state[N], state[TO_MOVE], state[EMPTIES] = CELLS, 1, CELLS - 1
    state[HEADER + int(LIST) * CELLS :][: CELLS - 1] = np.arange(1, CELLS)
    return state


@inlined
def owns(s, n, p, me):
    return s[section(n, COLOUR) + U(p)] == me


@inlined
def has_line(s, n, me):
    """Whether a colour has four in a row."""
    for k in range(LINES):
        row, column = True, True
        for j in range(LINES):
            row &= owns(s, n, 1 + k * LINES + j, me)
            column &= owns(s, n, 1 + j * LINES + k, me)
        if row or column:
            return True
    up, down = True, True
    for j in range(LINES):
        up &= owns(s, n, 1 + j * LINES + j, me)
        down &= owns(s, n, 1 + j * LINES + LINES - 1 - j, me)
    return up or down


@inlined
def put(s, n, p, me):
    """Put a piece on an empty point."""
    lists = section(n, LIST)
    k = U(0)
    while U(s[lists + k]) != p:
        k += U(1)
    s[EMPTIES] -= 1
    s[lists + k] = s[lists + U(s[EMPTIES])]
    s[section(n, COLOUR) + p] = me


@inlined
def draw(s, t, known, heat, x, flags):
    """The opponent's hidden pieces on free points, so that he has not won yet, where that can be found."""
    template, free, counts = known
    n = U(template[N])
    for _ in range(50):
        copy_row(template, s)
        left, other = U(free.size), 3 - s[TO_MOVE]
        for _ in range(counts[0]):
            x = next_random(x)
            k = random_below(x, left)
            left -= U(1)
            free[k], free[left] = free[left], free[k]
            put(s, n, U(free[left]), other)
        if not has_line(s, n, other):
            break
    return x


@inlined
def choose(s, t, n, w, me, x, flags):
    x = next_random(x)
    return I(s[section(n, LIST) + random_below(x, U(s[EMPTIES]))]), x


@inlined
def list_moves(s, t, n, w, me, moves, found, flags):
    """Write the empty points to ``found``, at the root those of ``moves``; return their number."""
    count = U(0)
    for k in range(moves.size if moves.size > 0 else s[EMPTIES]):
        move = I(moves[k]) if moves.size > 0 else I(s[section(n, LIST) + U(k)])
        if s[section(n, COLOUR) + U(move)] == 0:
            found[count] = move
            count += U(1)
    return count


@inlined
def play_first(s, t, n, w, move, me, first, stamp, flags):
    put(s, n, U(move), me)
    note_first(first, n, move, me, stamp)
    s[TO_MOVE] = 3 - me
    if has_line(s, n, me):
        end_game(s, WON, me)
    elif s[EMPTIES] == 0:
        end_game(s, FULL, 0)


@inlined
def losses(s, colour):
    return I(0)


@inlined
def heard(s, n, w, viewer, move, before, plan):
    """That there was a move."""
    return I(1 << 40)


@inlined
def worth(s, n, w, me, komi, scoring, weights):
    value = 0.5
    if s[WINNER] != 0:
        value = 1.0 if s[WINNER] == me else 0.0
    return value, value


def trees_of_this_game() -> Any:
    """A second copy of the module of the trees that play Go, with the functions above in place of those of Go."""
    spec = importlib.util.find_spec(searches.__name__)
    assert spec is not None
    assert spec.loader is not None
    trees = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(trees)
    for name in ("list_moves", "play_first", "losses", "heard", "worth"):
        assert hasattr(trees, name)
        setattr(trees, name, globals()[name])
    return trees


search = trees_of_this_game().search_trees


@njit(nogil=True)
def search_lines(known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span):
    search(
        known, room, worlds, pool, moves, places, stats, sums, heat, weights, plan, seed, span, 0.0, 0, 0, draw, choose
    )


class Side:
    """A player of Phantom(4,4,4), who sees everything if they cheat; ``kept`` trees for the determinised search."""

    def __init__(self, kind: int, iterations: int, kept: int = 40, cheats: bool = False, explore: float = 0.7) -> None:
        self.kind, self.iterations, self.kept, self.cheats, self.explore = kind, iterations, kept, cheats, explore

    def begin(self, me: int) -> None:
        self.me, self.own, self.found, self.theirs = me, set[int](), set[int](), 0

    def answer(self, seed: int, truth: dict[int, int]) -> int:
        """A point to try."""
        found = {p for p, who in truth.items() if who != self.me} if self.cheats else self.found
        state = empty_board()
        state[TO_MOVE] = self.me
        for colour, points in ((self.me, self.own), (3 - self.me, found)):
            for p in points:
                lists = state[HEADER + int(LIST) * CELLS :]
                k = int(np.flatnonzero(lists[: state[EMPTIES]] == p)[0])
                state[EMPTIES] -= 1
                lists[k] = lists[state[EMPTIES]]
                state[HEADER + int(COLOUR) * CELLS + p] = colour
        free = np.array([p for p in range(1, CELLS) if p not in self.own and p not in found], np.int32)
        if len(free) == 1:
            return int(free[0])
        moves = free.astype(np.int64)
        places = np.zeros(2 * CELLS, np.int64)
        places[moves] = np.arange(1, len(moves) + 1)
        stats = np.zeros((len(moves), 4))
        first, marks, listed = (np.zeros(2 * CELLS, np.int64) for _ in range(3))
        room = (state.copy(), np.zeros(1, np.uint64), first, marks, listed, np.zeros((64, 3), np.int64))
        size = 2 * self.iterations + 100
        links, worths = np.zeros((size, 5), np.int64), np.zeros((size, 3))
        pool = (links, worths, np.array([max(2, self.kept) + 1, 0], np.int64))
        known = (state, free, np.array([self.theirs - len(found), 0], np.int64))
        search_lines(
            known, room, np.zeros((self.kept, state.size), np.int32), pool, moves, places, stats, np.zeros(2),
            np.zeros((2, CELLS), np.int64), np.array([self.explore, 0.0, 1.0, 1.0]),
            np.array([self.kind, self.kept, 0, 0, 0, 0], np.int64), np.uint64(seed),
            np.array([0, self.iterations, 0], np.int64),
        )  # fmt: skip
        by = (2, 0) if self.kind == searches.DETERMINISED else (0, 2)
        return int(moves[max(range(len(moves)), key=lambda k: (stats[k, by[0]], stats[k, by[1]]))])


LINES_OF_FOUR = (
    *(frozenset(range(1 + k * LINES, 1 + k * LINES + LINES)) for k in range(LINES)),
    *(frozenset(range(1 + k, CELLS, LINES)) for k in range(LINES)),
    frozenset(range(1, CELLS, LINES + 1)),
    frozenset(range(LINES, CELLS - 1, LINES - 1)),
)


def play(first: Side, second: Side, seed: int) -> int:
    """Play a game; who has won, 1 or 2, or 0 for a draw."""
    chance, truth, sides = np.random.default_rng(seed), dict[int, int](), {1: first, 2: second}
    for me, side in sides.items():
        side.begin(me)
    me = 1
    while len(truth) < CELLS - 1:
        side = sides[me]
        p = side.answer(int(chance.integers(1 << 62)), truth)
        if p in truth:
            side.found.add(p)
            continue
        truth[p] = me
        side.own.add(p)
        sides[3 - me].theirs += 1
        if any(line <= side.own for line in LINES_OF_FOUR):
            return me
        me = 3 - me
    return 0
