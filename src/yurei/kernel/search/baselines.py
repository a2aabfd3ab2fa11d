"""Python interface of the baselines' searches: knowledge in as plain values, statistics of moves out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core
from yurei.kernel.rulesets import Compiled
from yurei.kernel.search import baseline_entries as entries
from yurei.kernel.search import belief_states, ismcts, uniform_fill

NODES = 1 << 17
"""Greatest number of nodes of a search."""
LONGEST = 128
"""Greatest number of nodes on the path of a playout, in all trees together."""


@dataclass(frozen=True)
class Known:
    """Knowledge of a position, as plain values. Points are those of ``yurei.rules``.

    Attributes:
        to_move: The colour to move, 1 for Black, 2 for White: the searcher's.
        pieces: Points with certain pieces, see ``yurei.rules.board``.
        taken: Points assumed to hold an opponent's stone; ignored if none can stand there.
        free: Points where a stone may be hidden.
        hidden: Numbers of black and white stones not among ``pieces``, those ``taken`` included.
        passes: Number of passes just before.
        passed: Numbers of passes of Black and White.
        lost: Numbers of black and white pieces removed.
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


def lay(game: Compiled, known: Known) -> Laid:
    """Prepare a position for the searches: set up its pieces, and list what is to be drawn."""
    state, opponent = game.new_state(), 3 - known.to_move
    state[core.TO_MOVE] = known.to_move
    state[core.PASSES] = min(known.passes, 1)
    state[[core.BLACK_PASSES, core.WHITE_PASSES]] -= np.array(known.passed, np.int32)
    state[[core.LOST_BLACK, core.LOST_WHITE]] = known.lost
    taken = [(point, opponent) for point in known.taken]
    order = sorted(known.pieces, key=lambda piece: piece[1] > 2)  # ghosts after the stones that they belong to
    pieces = np.array([(game.points_of[point], cell) for point, cell in (*order, *taken)], np.int32).reshape(-1, 2)
    uniform_fill.lay_known(state, pieces, game.flags)
    colours = core.HEADER + int(core.COLOUR) * game.cells
    cells = game.points_of[[*known.free, *known.taken]]
    free = cells[state[colours + cells] == 0]
    hidden = np.array(known.hidden, np.int64)
    hidden[opponent - 1] -= int(np.count_nonzero(pieces[len(order) :, 1]))
    return state, free, np.maximum(hidden, 0)


class Search:
    """Playouts for one decision, in growing number.

    Args:
        game: The game.
        known: Knowledge of the position.
        moves: The weighed moves: a point, minus the point less 1 for a ghost, None for the pass.
        seed: Random seed.
        weights: See ``flat`` and ``belief_states``.

    Attributes:
        stats: float64[moves, 4]. Statistics of every move; see the searches.
        sums: float64[2]. Number of playouts, and number of wins.
        laid: The prepared position.
    """

    def __init__(
        self, game: Compiled, known: Known, moves: Sequence[int | None], seed: int, weights: Sequence[float]
    ) -> None:
        self.game = game
        self.flags = game.flags | core.NO_EYES
        self.laid = lay(game, known)
        self.moves = np.array([_move(game, move) for move in moves], np.int64)
        self.stats = np.zeros((len(moves), 4))
        self.sums = np.zeros(2)
        self.heat = np.zeros((2, game.cells), np.int64)
        self.played = 0
        self._drawn_from = 0
        scale = game.size.points + abs(game.komi)
        self._weights = np.array([*weights[:3], scale, *weights[3:]], np.float64)
        self._seed = np.uint64(seed)
        self._state, self._table = game.new_state(), game.new_table()
        self._begin()

    def _begin(self) -> None:
        """Allocate memory."""

    def know(self, known: Known) -> None:
        """Draw worlds from new knowledge from now on."""
        self.laid = lay(self.game, known)
        self.heat[:] = 0
        self._drawn_from = self.played

    def run(self, playouts: int) -> None:
        """Run this many more playouts."""
        with np.errstate(over="ignore"):  # where it is not compiled; 64-bit random states are meant to overflow
            self._run(playouts)
        self.played += playouts

    def _run(self, playouts: int) -> None:
        raise NotImplementedError

    def chances(self, colour: int) -> NDArray[np.float64]:
        """Return the frequency of a hidden stone of a colour on every point, float64[points]; 0 before any world."""
        drawn: NDArray[np.float64] = self.heat[colour - 1, self.game.points_of] / max(1, self.worlds)
        return drawn

    @property
    def worlds(self) -> int:
        """Number of worlds drawn from the present knowledge."""
        return self.played - self._drawn_from


class FlatSearch(Search):
    """Flat search, see ``flat.search``. For every move: visits, sum of values, and the same for all moves as first."""

    def _begin(self) -> None:
        self._room = (self._state, self._table, np.zeros(2 * self.game.cells, np.int64))

    def _run(self, playouts: int) -> None:
        entries.FLAT[self.flags](
            self.laid, self._room, self.moves, self.stats, self.sums, self.heat, self._weights, self._seed,
            self.played, playouts, self.game.komi, self.game.scoring, self.flags,
        )  # fmt: skip


class TreeSearch(Search):
    """Tree search, see ``ismcts.search``. For every move: visits, sum of values, votes of trees, times available.

    Args:
        plan: In the order of ``ismcts``: the search, the number of worlds, and so on.
    """

    _entries = entries.TREES

    def __init__(
        self,
        game: Compiled,
        known: Known,
        moves: Sequence[int | None],
        seed: int,
        weights: Sequence[float],
        plan: Sequence[int],
    ) -> None:
        self.plan = np.array(plan, np.int64)
        super().__init__(game, known, moves, seed, weights)

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
        """Number of worlds drawn from the present knowledge."""
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

    def _run(self, playouts: int) -> None:
        span = np.array([self.played, playouts, self._drawn_from], np.int64)
        self._entries[self.flags](
            self.laid, self._room, self._kept, self._pool, self.moves, self._places, self.stats, self.sums, self.heat,
            self._weights, self.plan, self._seed, span, self.game.komi, self.game.scoring, self.flags,
        )  # fmt: skip


class BeliefSearch(TreeSearch):
    """Belief-state search, see ``belief_states.search``. For every move: visits, visits times value, value, sum of
    weights.
    """

    _entries = entries.BELIEF_STATES

    @property
    def _kept_worlds(self) -> int:
        return int(self.plan[ismcts.TREES])

    @property
    def _round(self) -> int:
        """Number of playouts until every world is drawn."""
        return int(self.plan[ismcts.TREES] * self.plan[belief_states.RUN])

    @property
    def worlds(self) -> int:
        """Number of worlds drawn from the present knowledge."""
        return min(self._kept_worlds, -(-(self.played - self._drawn_from) // int(self.plan[belief_states.RUN])))

    def know(self, known: Known) -> None:
        """Begin anew: statistics of old worlds do not apply to new ones."""
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


def _move(game: Compiled, move: int | None) -> int:
    """Return a move in the kernel's notation."""
    if move is None:
        return core.PASS
    return int(game.points_of[move] if move >= 0 else -game.points_of[-move - 1])


__all__ = ["BeliefSearch", "FlatSearch", "Known", "Search", "TreeSearch", "lay"]
