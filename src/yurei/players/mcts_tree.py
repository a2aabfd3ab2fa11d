"""The compiled tree search of ``mcts``, for a game in which nothing is hidden."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

import numpy as np

from yurei.kernel import core
from yurei.kernel import games as kernel
from yurei.kernel.rulesets import Compiled, compiled
from yurei.kernel.search import tree
from yurei.referee.view import View
from yurei.rules.state import PASS, Kind, Try

AHEAD = 6
"""Capacity of a game, in moves per point; it is doubled when less than half of it is left."""


def move_of(attempt: Try, game: Compiled) -> int:
    """Return a try in the kernel's form of a move: a cell, negative for a ghost, 0 for the pass."""
    if attempt.point is None:
        return core.PASS
    cell = game.point(attempt.point)
    return -cell if attempt.kind is Kind.GHOST else cell


@dataclass(frozen=True, slots=True)
class Child:
    """A move from the present position, with its statistics; ``proven`` is as in ``kernel.search.tree``."""

    attempt: Try
    visits: float
    value: float
    win: float
    proven: int


class Tree:
    """A game in compiled code, and a search tree of its present position."""

    def __init__(self, opening: View, chance: Random, nodes: int) -> None:
        self._opening, self._played = opening, list[Try]()
        self._set_up(AHEAD * opening.settings.size.points)
        self._links = np.zeros((nodes, tree.LINKS), np.int32)
        self._values = np.zeros((nodes, tree.VALUES))
        self._path = np.zeros(tree.DEEPEST, np.int64)
        self._numbers = np.array([self._game.komi, self._game.scoring], np.float64)
        self._chance = np.array([chance.getrandbits(63) | 1, 0, 0, 1], np.uint64)
        self._first = 0
        self._points = {self._game.point(point): point for point in range(opening.settings.size.points)}

    def _set_up(self, most: int) -> None:
        """Set up a game with room for ``most`` moves, and replay the moves made so far."""
        settings = self._opening.settings
        self._game = compiled(settings.ruleset, settings.size, most, komi=settings.komi)
        self._state, self._stood = self._game.new_state(settings.first), self._game.new_table()
        kernel.set_up(self._state, self._stood, np.frombuffer(self._opening.board, np.int8), self._game.flags)
        self._room = self._state.copy(), self._stood.copy(), np.zeros(2 * self._game.cells, np.int64)
        for attempt in self._played:
            self._play_on_state(attempt)

    def play(self, attempt: Try) -> None:
        """Play a move in the game, not only in the search."""
        if attempt.kind is Kind.RESIGN:
            return
        self._played.append(attempt)
        most = int(self._state[core.MOST])
        if len(self._played) + AHEAD // 2 * self._opening.settings.size.points > most:
            self._set_up(2 * most)  # the game is not ended because of its length
        else:
            self._play_on_state(attempt)

    def _play_on_state(self, attempt: Try) -> None:
        tree.play_any(self._state, self._stood, move_of(attempt, self._game), self._game.flags)

    def forget(self) -> None:
        """Reset the tree to a root without statistics, for the present position."""
        self._links[0] = 0
        self._values[0] = 0
        self._chance[3] = 1
        self._first = int(self._chance[1])

    def ignore_pass(self) -> None:
        """Ignore the opponent's pass in the search, so that a pass of one's own does not end the game."""
        self._state[core.PASSES] = 0

    def grow(self, settings: tuple[float, ...], simulations: int) -> None:
        """Run a number of simulations, which grow the tree."""
        self._chance[2] = simulations
        tree.run_simulations(
            (self._state, self._stood, *self._room),
            (self._links, self._values, self._path),
            np.array(settings, np.float64),
            self._numbers,
            self._chance,
            self._game.flags,
        )

    def restrict(self, tries: Collection[Try]) -> None:
        """Restrict the search to these tries as first moves; others are marked as lost."""
        first, count = int(self._links[0, tree.FIRST]), int(self._links[0, tree.CHILDREN])
        for node in range(first, first + count):
            if self._try(int(self._links[node, tree.MOVE])) not in tries:
                self._links[node, tree.PROVEN] = -1

    @property
    def is_proven(self) -> bool:
        """Whether the result of the present position is proven."""
        return bool(self._links[0, tree.PROVEN])

    @property
    def simulations(self) -> int:
        """Number of simulations since ``forget``."""
        return int(self._chance[1]) - self._first

    def children(self) -> list[Child]:
        """Return all moves from the present position with their statistics."""
        first, count = int(self._links[0, tree.FIRST]), int(self._links[0, tree.CHILDREN])
        found = []
        for links, values in zip(self._links[first : first + count], self._values[first : first + count], strict=True):
            visits, value, win = (float(values[each]) for each in (tree.VISITS, tree.VALUE, tree.WINS))
            attempt, seen = self._try(int(links[tree.MOVE])), max(1.0, visits)
            found.append(Child(attempt, visits, value / seen, win / seen, int(links[tree.PROVEN])))
        return found

    def _try(self, move: int) -> Try:
        if move == core.PASS:
            return PASS
        return Try(Kind.GHOST if move < 0 else Kind.STONE, self._points[abs(move)])
