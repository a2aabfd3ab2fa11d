"""The compiled search, fed from a ledger: arrays are made once a game, worlds and statistics once a decision."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from random import Random
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core, playout_board
from yurei.kernel.entries import GO
from yurei.kernel.rulesets import OPTIONS, Compiled, compiled
from yurei.kernel.search import entries, root, worlds
from yurei.players.belief import hypotheses
from yurei.players.belief.ledger import Ledger
from yurei.players.player import Budget
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, EMPTY
from yurei.rules.ruleset import Passing
from yurei.rules.state import Kind, Try

WORLDS = 32
"""So many worlds are kept and changed side by side."""
MOST_LISTED = 2000
"""So many choices of points for the hidden stones are all tried; beyond that worlds are drawn and changed."""
CHUNK = 50
"""So many playouts lie between two looks at the clock; less than a millisecond."""


class Thinking:
    """Worlds and statistics of one decision.

    Attributes:
        statistics: float64[root.STATISTICS, 2 * cells], see ``yurei.kernel.search.root``.
        playouts: How many there were.
    """

    def __init__(self, settings: Settings, chance: Random) -> None:
        self.chance = chance
        rules = {key: value for key, value in settings.plain().items() if key in OPTIONS}
        size = (settings.size.width, settings.size.height)
        self.settings = settings
        self.game: Compiled = compiled(settings.ruleset, size, **rules)
        n = self.game.cells
        self.points = np.array([self.game.point(p) for p in range(settings.size.points)], np.int64)
        self.state = np.array([chance.getrandbits(63) | 1, 0, 0], np.uint64)
        self._empty = self.game.new_state()
        self._room = self._empty.copy(), self.game.new_table(), np.zeros(2 * n, np.int64)
        self._worlds = (
            np.zeros((WORLDS, n), np.int32),
            np.zeros((WORLDS, n), np.int32),
            np.zeros(WORLDS, np.int64),
            np.zeros(WORLDS, np.int32),
            np.zeros((WORLDS, worlds.AGES), np.int32),
            np.zeros(n, np.int32),
            np.zeros(n, np.int32),
            np.zeros(1, np.int32),
        )
        self._keys = np.zeros(n), np.zeros(n, np.int32)
        self._board = (
            board_for_playouts(self.game, self.points) if self.game.flags == GO and self.game.scoring else None
        )
        self.statistics = np.zeros((root.STATISTICS, 2 * n))
        self.candidates = np.zeros(0, np.int64)

    def begin(self, ledger: Ledger, weights: np.ndarray, tries: Iterable[Try], keep: float = 0.0) -> None:
        """Imagine worlds, and forget what was learned before.

        Args:
            ledger: What the seat knows.
            weights: float64[points]. How likely an enemy piece is beside others; 0 where none can be.
            tries: What can be tried.
            keep: How much of what was learned before still counts, 0 to 1.
        """
        n, size = self.game.cells, self.settings.size
        boards = np.full((WORLDS, n), core.BORDER, np.int32)
        boards[:, self.points] = np.frombuffer(ledger.board, np.int8)
        for k in range(WORLDS if ledger.own_losses or ledger.known_gone else 0):
            boards[k, self.points[sorted(hypotheses.gone(ledger, size, self.chance))]] = EMPTY
        proven = [point for point in ledger.proven if (boards[0, self.points[point]] != 3 - int(ledger.me))]
        boards[:, self.points[proven]] = 3 - int(ledger.me)
        spread = np.zeros(n)
        spread[self.points] = weights
        free = self.points[(weights > 0) & (boards[:, self.points] == EMPTY).any(axis=0)]
        refused = np.array([self.game.point(p) for p in ledger.refused if p not in ledger.proven], np.int32)
        ages = np.full(n, worlds.AGES, np.int32)
        ages[self.points] = np.clip(ledger.placements - np.array(ledger.empty_at), 1, worlds.AGES)
        known_since = ages[self.points[proven + ledger.seen_points]]
        turns = np.array([(known_since <= age).sum() for age in range(worlds.AGES)], np.int32)
        strings = [self.game.point(p) for p in ledger.strings] if ledger.atari else []
        self.known = free.astype(np.int32), refused, np.array(strings, np.int32), ages, turns
        self.weights = spread
        hidden = np.array(hypotheses.counts(ledger, size, WORLDS, self.chance))
        counts = np.maximum(0, hidden - len(proven))
        most = max(0, ledger.hidden - len(proven))
        least = most if ledger.losses_told else min(most, max(0, int(counts.min()) - 2))
        self._worlds[3][:] = 0 if ledger.ko is None else self.game.point(ledger.ko)
        if self._list_worlds(boards[0], counts, least, most, ledger):
            self._settle(ledger, tries, keep)
            return
        entries.begin_worlds(
            boards, self.known, spread, self._worlds, counts, least, most, int(ledger.me),
            size.width + 1, *self._keys, self.state,
        )  # fmt: skip
        self._settle(ledger, tries, keep)

    def _list_worlds(self, board: Cells, counts: NDArray[np.int64], least: int, most: int, ledger: Ledger) -> bool:
        """List all worlds where they are few enough, and draw from the list; whether that could be done."""
        self._listed = None
        choices = comb(len(self.known[0]), most)
        if ledger.own_losses or ledger.known_gone or least != most or not 0 < choices <= MOST_LISTED:
            return False
        listed, shares = np.zeros((choices, max(1, most)), np.int32), np.zeros(choices)
        found = entries.list_worlds(
            board, self.known, self.weights, self._worlds, most, int(ledger.me), self.settings.size.width + 1,
            self._keys[1], listed, shares,
        )  # fmt: skip
        if not found or shares[:found].sum() <= 0:
            return False
        self._listed = board, listed[:found, :most], np.cumsum(shares[:found] / shares[:found].sum())
        self._draw_from_list(3 - int(ledger.me))
        return True

    def _draw_from_list(self, enemy: int) -> None:
        """Draw every world from the list, each as often as its share."""
        assert self._listed is not None
        board, listed, shares = self._listed
        worlds, hidden, laid, *_ = self._worlds
        drawn = np.searchsorted(shares, [self.chance.random() for _ in range(WORLDS)]).clip(max=len(shares) - 1)
        worlds[:] = board
        laid[:] = listed.shape[1]
        hidden[:, : listed.shape[1]] = listed[drawn]
        np.put_along_axis(worlds, hidden[:, : listed.shape[1]].astype(np.int64), enemy, axis=1)

    def _settle(self, ledger: Ledger, tries: Iterable[Try], keep: float) -> None:
        """Make ready what does not depend on the worlds."""
        fill_template(self._empty, self.game.ruleset.passing, ledger)
        self.candidates = np.array([self.move_of(each) for each in tries], np.int64)
        self.statistics *= keep
        self._before = int(self.state[1])

    def take_for_true(self, board: bytes, ko: int | None) -> None:
        """Replace all worlds by one board with nothing hidden, one cell a point, and the point that ko forbids there."""
        boards, _, laid, kos, *_ = self._worlds
        self._listed = None
        boards[:, self.points] = np.frombuffer(board, np.int8)
        laid[:] = 0
        kos[:] = 0 if ko is None else self.game.point(ko)

    def move_of(self, attempt: Try) -> int:
        """A try as the kernel writes a move."""
        if attempt.point is None:
            return core.PASS
        move = self.game.point(attempt.point)
        return -move if attempt.kind is Kind.GHOST else move

    def place_of(self, attempt: Try) -> int:
        """Where the statistics of a try lie."""
        move = self.move_of(attempt)
        return move if move >= 0 else self.game.cells - move

    def think(self, budget: Budget, settings: np.ndarray, steps: int) -> None:
        """Play games out until the budget is spent.

        Args:
            settings: float64[root.SETTINGS].
            steps: Metropolis' steps a playout.
        """
        numbers = np.array([self.game.komi, self.game.scoring, steps], np.float64)
        started = thread_time()
        left = budget.playouts
        while left is None or left > 0:
            if self._listed is not None:
                numbers[2] = 0
                self._draw_from_list(3 - self._me)
            self.state[2] = CHUNK if left is None else min(CHUNK, left)
            self._play_out(settings, numbers)
            left = None if left is None else left - int(self.state[2])
            if budget.seconds is not None and thread_time() - started >= budget.seconds:
                return
            if left is None and budget.seconds is None:
                return

    def _play_out(self, settings: Values, numbers: Values) -> None:
        """Play as many games out as ``state`` says: on the board made for it, where it knows the rules."""
        learned = (
            self._worlds, self.known, self.weights, self.candidates, self.statistics, settings, numbers, self.state,
        )  # fmt: skip
        if self._board is None:
            entries.think_any((self._empty, *self._room), *learned, self.game.flags)
        else:
            entries.think_on_board((self._empty, *self._board), *learned)

    def values(self, tries: Iterable[Try], amaf: float, doubt: float) -> Values:
        """What each try is worth once it is accepted, float64[tries]; who was looked at little is taken for worse."""
        places = [self.place_of(attempt) for attempt in tries]
        visits, total = self.statistics[root.VISITS, places], self.statistics[root.VALUE, places]
        amaf_visits, amaf_total = self.statistics[root.AMAF_VISITS, places], self.statistics[root.AMAF_VALUE, places]
        trust = np.where(amaf_visits > 0, amaf / (3 * visits + amaf), 0.0)
        known = trust * amaf_total / np.maximum(1, amaf_visits) + (1 - trust) * total / np.maximum(1, visits)
        return np.where(visits + amaf_visits > 0, known - doubt / np.sqrt(1 + visits), -1.0)

    @property
    def playouts(self) -> int:
        """How many games were played out since ``begin``."""
        return int(self.state[1]) - self._before

    def occupancy(self, rounds: int = 8, steps: int = 16) -> np.ndarray:
        """How often a hidden enemy piece lies on each point, float64[points], over the worlds kept and changed on."""
        totals = np.zeros(self.game.cells)
        for _ in range(rounds):
            if self._listed is not None:
                self._draw_from_list(3 - self._me)
                steps = 0
            entries.stir_worlds(
                self.known, self.weights, self._worlds, steps, self._me, self.game.size.width + 1, self.state, totals
            )
        return totals[self.points] / (rounds * WORLDS)

    def boards(self) -> list[bytes]:
        """The worlds as they are now, one cell a point, see ``yurei.rules.board``."""
        return [world[self.points].astype(np.int8).tobytes() for world in self._worlds[0]]

    @property
    def _me(self) -> int:
        return int(self._empty[core.TO_MOVE])


def fill_template(state: Cells, passing: Passing, ledger: Ledger) -> None:
    """Write into an empty board all that is not the board: the turn, and the passes."""
    state[core.TO_MOVE] = int(ledger.me)
    state[core.PASSES] = int(ledger.opponent_passed)
    own, theirs = ledger.passes
    black, white = (own, theirs) if ledger.me is BLACK else (theirs, own)
    state[core.BLACK_PASSES] = max(0, min(passing.black, 2**30) - black)
    state[core.WHITE_PASSES] = max(0, min(passing.white, 2**30) - white)


def board_for_playouts(game: Compiled, points: NDArray[np.int64]) -> tuple[Any, ...]:
    """A playout board, room for moves and for who was first, and which cell of it is which of a state's."""
    cells = np.zeros((2, max(game.cells, playout_board.CELLS)), np.int64)
    for point, cell in enumerate(points):
        row, column = divmod(point, game.size.width)
        cells[0, cell] = (row + 1) * int(playout_board.ROW) + column + 1
        cells[1, cells[0, cell]] = cell
    board = np.zeros(playout_board.ROOM, np.int32)
    return board, np.zeros(game.most, np.int32), np.zeros(2 * game.cells, np.int64), cells


Values = NDArray[np.float64]
Cells = NDArray[np.int32]

__all__ = ["WORLDS", "Thinking"]
