"""The compiled search, fed from a ledger: arrays are allocated once per game, worlds and statistics once per
decision.
"""

from collections.abc import Iterable
from random import Random
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core, playout_board
from yurei.kernel.entries import GO
from yurei.kernel.rulesets import Compiled
from yurei.kernel.search import entries, root
from yurei.players.belief.ledger import Ledger
from yurei.players.belief.worlds import Cells, Values, Worlds
from yurei.players.player import Budget
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE
from yurei.rules.ruleset import Passing
from yurei.rules.state import Kind, Try

ENOUGH = 200
"""Number of playouts from which on the winning chance is estimated."""
CHUNK = 50
"""Number of playouts between two looks at the clock; less than a millisecond."""


class Thinking:
    """Worlds and statistics of one decision.

    Attributes:
        worlds: The worlds.
        imagined: Whether there are worlds yet.
        statistics: float64[root.STATISTICS, 2 * cells], see ``yurei.kernel.search.root``.
        playouts: Number of playouts.
    """

    def __init__(self, settings: Settings, chance: Random) -> None:
        self.worlds, self.imagined = Worlds(settings, chance), False
        self.settings = settings
        self.game = self.worlds.game
        n = self.game.cells
        self._empty = self.game.new_state()
        self._first = np.zeros(2 * n, np.int64)
        self._state = self._empty.copy(), self.game.new_table()
        self._board = (
            board_for_playouts(self.game, self.worlds.points) if self.game.flags == GO and self.game.scoring else None
        )
        self.statistics = np.zeros((root.STATISTICS, 2 * n))
        self.candidates = np.zeros(0, np.int64)

    def begin(self, ledger: Ledger, weights: Values, tries: Iterable[Try], keep: float = 0.0) -> None:
        """Draw worlds, and discount what was learned before.

        Args:
            ledger, weights: See ``Worlds.draw``.
            tries: The tries to weigh.
            keep: Share of earlier statistics that is kept, 0 to 1.
        """
        self.worlds.draw(ledger, weights)
        self.imagined = True
        fill_template(self._empty, self.game.ruleset.passing, ledger)
        self.candidates = np.array([self.move_of(each) for each in tries], np.int64)
        self.statistics *= keep
        self._before = int(self.worlds.state[1])

    def ignore_pass(self) -> None:
        """Ignore the opponent's pass in playouts, so that a pass of one's own does not end the game."""
        self._empty[core.PASSES] = 0

    def move_of(self, attempt: Try) -> int:
        """Return a try as the kernel writes a move."""
        if attempt.point is None:
            return core.PASS
        move = self.game.point(attempt.point)
        return -move if attempt.kind is Kind.GHOST else move

    def place_of(self, attempt: Try) -> int:
        """Return the index of a try's statistics."""
        move = self.move_of(attempt)
        return move if move >= 0 else self.game.cells - move

    def think(self, budget: Budget, settings: np.ndarray, steps: int) -> None:
        """Run playouts until the budget is spent.

        Args:
            settings: float64[root.SETTINGS].
            steps: Metropolis steps per playout.
        """
        numbers = np.array([self.game.komi, self.game.scoring, self.worlds.steps(steps)], np.float64)
        started = thread_time()
        left = budget.playouts
        while left is None or left > 0:
            self.worlds.draw_from_list()
            self.worlds.state[2] = CHUNK if left is None else min(CHUNK, left)
            self._play_out(settings, numbers)
            left = None if left is None else left - int(self.worlds.state[2])
            if budget.over(thread_time() - started):
                return
            if left is None and budget.seconds is None:
                return

    def _play_out(self, settings: Values, numbers: Values) -> None:
        """Run as many playouts as ``state`` says; on the playout board if it supports the rules."""
        worlds = self.worlds
        think, game = (entries.think_any, self._state) if self._board is None else (entries.think_on_board, self._board)
        think(
            (self._empty, self._first, game), worlds.beliefs, worlds.known, worlds.weights, self.candidates,
            self.statistics, settings, numbers, worlds.state, self.game.flags,
        )  # fmt: skip

    def values(self, tries: Iterable[Try], amaf: float, doubt: float) -> Values:
        """Return the value of each try once accepted, float64[tries]; rarely visited tries are discounted."""
        places = [self.place_of(attempt) for attempt in tries]
        visits, total = self.statistics[root.VISITS, places], self.statistics[root.VALUE, places]
        amaf_visits, amaf_total = self.statistics[root.AMAF_VISITS, places], self.statistics[root.AMAF_VALUE, places]
        trust = np.where(amaf_visits > 0, amaf / (3 * visits + amaf), 0.0)
        known = trust * amaf_total / np.maximum(1, amaf_visits) + (1 - trust) * total / np.maximum(1, visits)
        return np.where(visits + amaf_visits > 0, known - doubt / np.sqrt(1 + visits), -1.0)

    def visits(self, attempt: Try) -> int:
        """Return the number of playouts that began with a try."""
        return int(self.statistics[root.VISITS, self.place_of(attempt)])

    @property
    def hope(self) -> float | None:
        """Share of won playouts; None if there are too few."""
        visits, wins = self.statistics[root.VISITS].sum(), self.statistics[root.WINS].sum()
        return float(wins / visits) if visits >= ENOUGH else None

    @property
    def playouts(self) -> int:
        """Number of playouts since ``begin``."""
        return int(self.worlds.state[1]) - self._before


def fill_template(state: Cells, passing: Passing, ledger: Ledger) -> None:
    """Write the turn and the passes into an empty board."""
    state[core.TO_MOVE] = int(ledger.colour)
    state[core.PASSES] = int(ledger.opponent_passed)
    state[core.BLACK_PASSES] = max(0, min(passing.black, 2**30) - ledger.passes[BLACK])
    state[core.WHITE_PASSES] = max(0, min(passing.white, 2**30) - ledger.passes[WHITE])


def board_for_playouts(game: Compiled, points: NDArray[np.int64]) -> tuple[Any, ...]:
    """Return a playout board, room for moves, and the map between its cells and a state's."""
    cells = np.zeros((2, max(game.cells, playout_board.CELLS)), np.int64)
    for point, cell in enumerate(points):
        row, column = divmod(point, game.size.width)
        cells[0, cell] = (row + 1) * int(playout_board.ROW) + column + 1
        cells[1, cells[0, cell]] = cell
    board = np.zeros(playout_board.ROOM, np.int32)
    return board, np.zeros(game.most, np.int32), cells
