"""The baselines' searches from Python: what is known goes in as plain values, what was found of every move comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core
from yurei.kernel.rulesets import Compiled
from yurei.kernel.search import baseline_entries as entries
from yurei.kernel.search import belief_states, ismcts

NODES = 1 << 17
"""How many nodes a search may have."""
LONGEST = 128
"""How many nodes a playout may go through, in all trees together."""


@dataclass(frozen=True)
class Known:
    """What is known of a position, as plain values. Points are those of ``yurei.rules``.

    Attributes:
        to_move: Who is to move, 1 for Black, 2 for White: the searcher.
        pieces: Points and what surely stands there, see ``yurei.rules.board``.
        taken: Points that are taken to hold a stone of the opponent's; left out where none can stand there.
        free: Points where something may be hidden.
        hidden: How many black and white stones stand that are not among ``pieces``; those ``taken`` count.
        passes: How many passes came last.
        passed: How often Black and White have passed.
        lost: How many black and white pieces were removed.
    """

    to_move: int
    pieces: Sequence[tuple[int, int]]
    taken: Sequence[int]
    free: Sequence[int]
    hidden: tuple[int, int]
    passes: int = 0
    passed: tuple[int, int] = (0, 0)
    lost: tuple[int, int] = (0, 0)


Laid = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]
"""A position as the searches take it: see ``known`` of ``uniform_fill.draw_world``."""


class Ground:
    """A game as all searches of it share it.

    Attributes:
        game: What is played.
        cells: The cell of every point.
        start: The state before the first move; nobody writes to it.
    """

    def __init__(self, game: Compiled) -> None:
        self.game = game
        self.cells = np.array([game.point(point) for point in range(game.size.points)], np.int32)
        self.start = game.new_state()


def lay(ground: Ground, known: Known) -> Laid:
    """A position for the searches: its pieces laid, and what is left to be drawn."""
    game, state = ground.game, ground.start.copy()
    opponent = 3 - known.to_move
    state[core.TO_MOVE] = known.to_move
    state[core.PASSES] = min(known.passes, 1)
    state[[core.BLACK_PASSES, core.WHITE_PASSES]] -= np.array(known.passed, np.int32)
    state[[core.LOST_BLACK, core.LOST_WHITE]] = known.lost
    taken = [(point, opponent) for point in known.taken]
    order = sorted(known.pieces, key=lambda piece: piece[1] > 2)  # ghosts after the stones that they belong to
    pieces = np.array([(ground.cells[point], cell) for point, cell in (*order, *taken)], np.int32).reshape(-1, 2)
    entries.lay_known(state, pieces, game.flags)
    colours = core.HEADER + int(core.COLOUR) * game.cells
    cells = ground.cells[[*known.free, *known.taken]]
    free = cells[state[colours + cells] == 0]
    hidden = np.array(known.hidden, np.int64)
    hidden[opponent - 1] -= int(np.count_nonzero(pieces[len(order) :, 1]))
    return state, free, np.maximum(hidden, 0)


class Search:
    """Playouts from one decision, more and more of them.

    Args:
        ground: What is played.
        known: What is known of the position.
        moves: Those that are weighed: a point, minus the point less 1 for a ghost, None for the pass.
        seed: Where chance begins.
        weights: See ``flat`` and ``belief_states``.

    Attributes:
        stats: float64[moves, 4]. What was found of every move; see the single searches.
        sums: float64[2]. How many playouts there were, and how many of them were won.
        laid: What is known, laid out.
    """

    def __init__(
        self, ground: Ground, known: Known, moves: Sequence[int | None], seed: int, weights: Sequence[float]
    ) -> None:
        self.ground, self.game = ground, ground.game
        game = self.game
        self.flags = game.flags | core.NO_EYES
        self.laid = lay(ground, known)
        self.moves = np.array([_move(ground, move) for move in moves], np.int64)
        self.stats = np.zeros((len(moves), 4))
        self.sums = np.zeros(2)
        self.heat = np.zeros((2, game.cells), np.int64)
        self.played = 0
        self._drawn_from = 0
        scale = game.size.points + abs(game.komi)
        self._weights = np.array([*weights[:3], scale, *weights[3:]], np.float64)
        self._seed = np.uint64(seed)
        self._state, self._table = ground.start.copy(), game.new_table()
        self._begin()

    def _begin(self) -> None:
        """Make room."""

    def know(self, known: Known) -> None:
        """Draw worlds from another position from now on: something was learned."""
        self.laid = lay(self.ground, known)
        self.heat[:] = 0
        self._drawn_from = self.played

    def run(self, playouts: int) -> None:
        """Play so many more."""
        with np.errstate(over="ignore"):  # where it is not compiled; 64-bit chance is meant to overflow
            self._run(playouts)
        self.played += playouts

    def _run(self, playouts: int) -> None:
        raise NotImplementedError

    def chances(self, colour: int) -> NDArray[np.float64]:
        """For every point how often a hidden stone of a colour was drawn there, float64[points]; 0 before any world."""
        drawn: NDArray[np.float64] = self.heat[colour - 1, self.ground.cells] / max(1, self.worlds)
        return drawn

    @property
    def worlds(self) -> int:
        """How many worlds were drawn from what is known now."""
        return self.played - self._drawn_from


class FlatSearch(Search):
    """See ``flat.search``. Of every move: visits, sum of values, and the same for all moves as first."""

    def _begin(self) -> None:
        self._room = (self._state, self._table, np.zeros(2 * self.game.cells, np.int64))

    def _run(self, playouts: int) -> None:
        run = entries.flat_go if self.flags == core.NO_EYES else entries.flat_any
        run(
            self.laid, self._room, self.moves, self.stats, self.sums, self.heat, self._weights, self._seed,
            self.played, playouts, self.game.komi, self.game.scoring, self.flags,
        )  # fmt: skip


class TreeSearch(Search):
    """See ``ismcts.search``. Of every move: visits, sum of values, trees that looked at it most, how often it could be chosen.

    Args:
        plan: By the places in ``ismcts``: which search, how many worlds are kept, and so on.
    """

    def __init__(
        self,
        ground: Ground,
        known: Known,
        moves: Sequence[int | None],
        seed: int,
        weights: Sequence[float],
        plan: Sequence[int],
    ) -> None:
        self.plan = np.array(plan, np.int64)
        super().__init__(ground, known, moves, seed, weights)

    def _begin(self) -> None:
        places = 2 * self.game.cells
        self._places = np.zeros(places, np.int64)
        for k, move in enumerate(self.moves):
            self._places[move if move >= 0 else self.game.cells - move] = k + 1
        self._kept = np.empty((self._kept_worlds, self._state.size), np.int32)
        self._room, self._pool = self._make_room(places), self._make_pool()

    @property
    def _kept_worlds(self) -> int:
        return int(self.plan[ismcts.TREES]) if self.plan[ismcts.KIND] == ismcts.DETERMINISED else 1

    @property
    def worlds(self) -> int:
        """How many worlds were drawn from what is known now."""
        drawn = super().worlds
        return min(drawn, self._kept_worlds) if self.plan[ismcts.KIND] == ismcts.DETERMINISED else drawn

    def _make_room(self, places: int) -> tuple[Any, ...]:
        first, marks, moves = (np.zeros(places, np.int64) for _ in range(3))
        return self._state, self._table, first, marks, moves, np.zeros((LONGEST, 3), np.int64)

    def _make_pool(self) -> tuple[Any, ...]:
        links, worths = np.empty((NODES, 5), np.int64), np.empty((NODES, 3))
        roots = max(2, self._kept_worlds)
        links[: roots + 1] = 0
        worths[: roots + 1] = 0
        return links, worths, np.array([roots + 1, 0], np.int64)

    def _entry(self) -> Callable[..., None]:
        chosen: Callable[..., None] = entries.trees_go if self.flags == core.NO_EYES else entries.trees_any
        return chosen

    def _run(self, playouts: int) -> None:
        span = np.array([self.played, playouts, self._drawn_from], np.int64)
        self._entry()(
            self.laid, self._room, self._kept, self._pool, self.moves, self._places, self.stats, self.sums, self.heat,
            self._weights, self.plan, self._seed, span, self.game.komi, self.game.scoring, self.flags,
        )  # fmt: skip


class BeliefSearch(TreeSearch):
    """See ``belief_states.search``. Of every move: visits, visits times value, value, sum of weights."""

    @property
    def _kept_worlds(self) -> int:
        return int(self.plan[ismcts.TREES])

    @property
    def _round(self) -> int:
        """How many playouts it takes until every world was drawn."""
        return int(self.plan[ismcts.TREES] * self.plan[belief_states.RUN])

    @property
    def worlds(self) -> int:
        """How many worlds were drawn from what is known now."""
        return min(self._kept_worlds, -(-(self.played - self._drawn_from) // int(self.plan[belief_states.RUN])))

    def know(self, known: Known) -> None:
        """Begin anew: the statistics of the old worlds are none of the new ones'."""
        self.played = -(-self.played // self._round) * self._round
        super().know(known)
        self._pool = self._make_pool()

    def _make_room(self, places: int) -> tuple[Any, ...]:
        marks, moves = np.zeros(places + 1, np.int64), np.zeros(places, np.int64)
        looks, values, shares = (np.zeros(places + 1) for _ in range(3))
        path = np.zeros((LONGEST, 2), np.int64)
        return self._state, self._table, marks, moves, looks, values, shares, path

    def _make_pool(self) -> tuple[Any, ...]:
        states, worlds, totals = np.empty((NODES, 5), np.int64), np.empty((NODES, 5), np.int64), np.empty(NODES)
        states[:2] = 0
        worlds[: self._kept_worlds + 1] = 0
        totals[: self._kept_worlds + 1] = 0
        return states, worlds, totals, np.array([2, self._kept_worlds + 1], np.int64)

    def _entry(self) -> Callable[..., None]:
        chosen: Callable[..., None] = entries.beliefs_go if self.flags == core.NO_EYES else entries.beliefs_any
        return chosen


def _move(ground: Ground, move: int | None) -> int:
    """A move as the kernel counts them."""
    if move is None:
        return core.PASS
    return int(ground.cells[move] if move >= 0 else -ground.cells[-move - 1])


__all__ = ["BeliefSearch", "FlatSearch", "Ground", "Known", "Search", "TreeSearch", "lay"]
