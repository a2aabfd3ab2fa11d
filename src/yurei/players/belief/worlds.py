"""Worlds: boards that fit everything a seat was told, in arrays that are allocated once per game."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core
from yurei.kernel.rulesets import Compiled, compiled
from yurei.kernel.search import entries, worlds
from yurei.players.belief import hypotheses
from yurei.players.belief.ledger import Ledger
from yurei.referee.settings import Settings
from yurei.rules.board import EMPTY

WORLDS = 32
"""Number of worlds that are kept and changed in parallel."""
MENDS, MENDS_OF_A_GUESS = 400, 20
"""Number of attempts to repair a world that does not fit; the second if the guess of own losses may be wrong."""
REGUESSED = 8
"""Number of times that worlds are drawn again after a wrong guess of own losses."""
MOST_LISTED = 2000
"""Greatest number of placements of the hidden stones that are all listed; above it worlds are sampled."""


class Worlds:
    """Worlds of one moment, kept and changed in parallel, or listed if there are few.

    Args:
        settings: The settings of the game.
        chance: Random generator.

    Attributes:
        game: The game compiled for the kernel.
        points: int64[points]. The cell of every point.
        beliefs, known, weights: Inputs with which the kernel changes them, see ``yurei.kernel.search.root.think``.
        state: uint64[3]. The random state, and two places for the caller that runs playouts.
    """

    def __init__(self, settings: Settings, chance: Random) -> None:
        self.chance = chance
        self.settings = settings
        self.game: Compiled = compiled(settings.ruleset, settings.size, komi=settings.komi)
        n = self.game.cells
        self.points = np.array([self.game.point(p) for p in range(settings.size.points)], np.int64)
        self.state = np.array([chance.getrandbits(63) | 1, 0, 0], np.uint64)
        self.beliefs = (
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
        self._me = 1
        self.known: tuple[Cells, ...] = ()
        self._listed: tuple[Cells, Cells, Values] | None = None

    def draw(self, ledger: Ledger, weights: Values) -> None:
        """Draw all worlds anew.

        Args:
            ledger: What the seat knows.
            weights: float64[points]. Relative odds of an enemy piece; 0 if none can be there.
        """
        self._me, self._listed = int(ledger.colour), None
        self._draw(ledger, weights, self._boards(ledger, evenly=False))
        if ledger.own_losses:
            self._replace_wrong_guesses(ledger, weights)

    def _replace_wrong_guesses(self, ledger: Ledger, weights: Values) -> None:
        """Replace the worlds with a wrong guess of the own losses.

        A guess is wrong if a string has no liberty, if the opponent's pieces find no room, or if a try that was
        refused would not be. A world that no guess repairs becomes a copy of a world that fits.
        """
        boards, hidden, laid, _, turns, *_ = self.beliefs
        rows: tuple[NDArray[Any], ...] = (boards, hidden, laid, turns)
        kept, fits = [each.copy() for each in rows], self._fits(ledger)
        for _ in range(REGUESSED - 1):
            if fits.all():
                break
            self._draw(ledger, weights, self._boards(ledger, evenly=True))
            better = self._fits(ledger) & ~fits
            for old, new in zip(kept, rows, strict=True):
                old[better] = new[better]
            fits |= better
        from_where = np.arange(WORLDS)
        if fits.any():
            from_where[~fits] = self.chance.choices(np.flatnonzero(fits).tolist(), k=int((~fits).sum()))
        for old, new in zip(kept, rows, strict=True):
            new[:] = old[from_where]
        may_be_empty = (boards[:, self.points] != self._me).any(axis=0)
        self.known = (self.points[(weights > 0) & may_be_empty].astype(np.int32), *self.known[1:])

    def _fits(self, ledger: Ledger) -> NDArray[np.bool_]:
        """Return which worlds have all of the opponent's pieces and refuse what was refused, bool[WORLDS]."""
        far = np.zeros(WORLDS, np.int64)
        entries.misfits(self.known, self.beliefs, self._me, self.game.size.width + 1, far)
        fits: NDArray[np.bool_] = (far == 0) & (self.beliefs[2] >= ledger.hidden - len(ledger.proven))
        return fits

    def _draw(self, ledger: Ledger, weights: Values, boards: Cells) -> None:
        proven = [point for point in ledger.proven if boards[0, self.points[point]] != 3 - self._me]
        boards[:, self.points[proven]] = 3 - self._me
        self.weights = np.zeros(self.game.cells)
        self.weights[self.points] = weights
        free = self.points[(weights > 0) & (boards[:, self.points] == EMPTY).any(axis=0)]
        self.known = self._known(ledger, free, proven)
        hidden = np.array(hypotheses.counts(ledger, self.settings.size, WORLDS, self.chance))
        counts = np.maximum(0, hidden - len(proven))
        most = max(0, ledger.hidden - len(proven))
        least = most if ledger.losses_told else min(most, max(0, int(counts.min()) - 2))
        self.beliefs[3][:] = 0 if ledger.ko is None else self.game.point(ledger.ko)
        if not self._list(boards[0], most, ledger, exact=least == most):
            entries.begin_worlds(
                boards, self.known, self.weights, self.beliefs, counts, least, most,
                MENDS_OF_A_GUESS if ledger.own_losses else MENDS, self._me, self.game.size.width + 1, *self._keys, self.state,
            )  # fmt: skip

    def _boards(self, ledger: Ledger, *, evenly: bool) -> Cells:
        """Return the boards that worlds begin with, int32[WORLDS, cells]: own pieces but those guessed removed."""
        boards = np.full((WORLDS, self.game.cells), core.BORDER, np.int32)
        boards[:, self.points] = np.frombuffer(ledger.board, np.int8)
        if ledger.own_losses or ledger.known_gone:
            guesses = hypotheses.gone(ledger, self.settings.size, WORLDS, self.chance, evenly=evenly)
            for world, points in zip(boards, guesses, strict=True):
                world[self.points[sorted(points)]] = EMPTY
        return boards

    def _known(self, ledger: Ledger, free: NDArray[np.int64], proven: list[int]) -> tuple[Cells, ...]:
        """Return the constraints on every world, see ``yurei.kernel.search.worlds.misfit``."""
        refused = [self.game.point(point) for point in ledger.refused_points() if point not in ledger.proven]
        strings = [self.game.point(point) for point in ledger.strings] if ledger.atari else []
        ages = np.full(self.game.cells, worlds.AGES, np.int32)
        ages[self.points] = np.clip(ledger.placements - np.array(ledger.empty_at), 1, worlds.AGES)
        known_since = ages[self.points[proven + ledger.seen_points]]
        turns = np.array([(known_since <= age).sum() for age in range(worlds.AGES)], np.int32)
        return free.astype(np.int32), np.array(refused, np.int32), np.array(strings, np.int32), ages, turns

    def _list(self, board: Cells, most: int, ledger: Ledger, *, exact: bool) -> bool:
        """List all worlds if they are few enough, and draw from the list; return whether that was possible."""
        choices = comb(len(self.known[0]), most)
        if ledger.own_losses or ledger.known_gone or not exact or not 0 < choices <= MOST_LISTED:
            return False
        listed, shares = np.zeros((choices, max(1, most)), np.int32), np.zeros(choices)
        found = worlds.list_worlds(
            board, self.known, self.weights, self.beliefs, most, self._me, self.game.size.width + 1,
            self._keys[1], listed, shares,
        )  # fmt: skip
        if not found or shares[:found].sum() <= 0:
            return False
        self._listed = board, listed[:found, :most], np.cumsum(shares[:found] / shares[:found].sum())
        self.draw_from_list()
        return True

    def draw_from_list(self) -> None:
        """Draw every world from the list by its share; do nothing if the worlds are not listed."""
        if self._listed is None:
            return
        board, listed, shares = self._listed
        worlds, hidden, laid, *_ = self.beliefs
        drawn = np.searchsorted(shares, [self.chance.random() for _ in range(WORLDS)]).clip(max=len(shares) - 1)
        worlds[:] = board
        laid[:] = listed.shape[1]
        hidden[:, : listed.shape[1]] = listed[drawn]
        np.put_along_axis(worlds, hidden[:, : listed.shape[1]].astype(np.int64), 3 - self._me, axis=1)

    def steps(self, wanted: int) -> int:
        """Return the number of Metropolis steps per world: 0 if worlds are drawn from a list."""
        return wanted if self._listed is None else 0

    def replace_by_board(self, board: bytes, ko: int | None) -> None:
        """Replace all worlds by one board with nothing hidden, and the point that ko forbids there."""
        boards, _, laid, kos, *_ = self.beliefs
        self._listed = None
        boards[:, self.points] = np.frombuffer(board, np.int8)
        laid[:] = 0
        kos[:] = 0 if ko is None else self.game.point(ko)

    def occupancy(self, rounds: int = 8, steps: int = 16) -> np.ndarray:
        """Return how often a hidden enemy piece is on each point, float64[points], in worlds that are changed on."""
        totals = np.zeros(self.game.cells)
        for _ in range(rounds):
            self.draw_from_list()
            entries.stir_worlds(
                self.known, self.weights, self.beliefs, self.steps(steps), self._me, self.game.size.width + 1, self.state,
                totals,
            )  # fmt: skip
        return totals[self.points] / (rounds * WORLDS)

    def boards(self) -> list[bytes]:
        """Return the present worlds, one cell a point, see ``yurei.rules.board``."""
        return [world[self.points].astype(np.int8).tobytes() for world in self.beliefs[0]]


Values = NDArray[np.float64]
Cells = NDArray[np.int32]
