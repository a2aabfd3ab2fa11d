"""The compiled tree searches on the worlds of ``Belief`` instead of a uniform fill."""

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np

from yurei.kernel import core
from yurei.kernel.search import baseline_entries as entries
from yurei.kernel.search import ismcts, root
from yurei.kernel.search.baselines import LONGEST, NODES
from yurei.players.belief.ledger import Ledger
from yurei.players.belief.worlds import Thinking, Values
from yurei.players.player import Budget
from yurei.referee.settings import Settings
from yurei.rules.state import Try


class TreeThinking(Thinking):
    """Search along trees, which are new for every decision.

    Args:
        settings: The settings of the game.
        chance: Random generator.
        kind: The search, by its name in ``yurei.kernel.search.ismcts``.
        plan: The other numbers of the plan there, in its order.
    """

    def __init__(self, settings: Settings, chance: Random, kind: str, plan: Sequence[int]) -> None:
        super().__init__(settings, chance)
        self._plan = np.array([getattr(ismcts, kind), *plan], np.int64)
        self._seed = np.uint64(chance.getrandbits(63))
        places = 2 * self.game.cells
        first, marks, moves = (np.zeros(places, np.int64) for _ in range(3))
        state, table = self.game.new_state(), self.game.new_table()
        self._tree_room = state, table, first, marks, moves, np.zeros((LONGEST, 3), np.int64)
        self._kept = np.empty((self._roots, state.size), np.int32)
        self._nodes = np.empty((NODES, 5), np.int64), np.empty((NODES, 3)), np.zeros(2, np.int64)
        self._places, self._heat = np.zeros(places, np.int64), np.zeros((2, self.game.cells), np.int64)
        self._began = 0

    @property
    def _roots(self) -> int:
        return int(self._plan[ismcts.TREES]) if self._plan[ismcts.KIND] == ismcts.DETERMINISED else 1

    def begin(self, ledger: Ledger, weights: Values, tries: Iterable[Try], keep: float = 0.0) -> None:
        super().begin(ledger, weights, tries, 0.0)
        links, worths, used = self._nodes
        roots = max(2, self._roots)
        links[: roots + 1], worths[: roots + 1] = 0, 0
        used[:] = roots + 1, 0
        self._places[:] = 0
        for k, move in enumerate(self.candidates):
            self._places[move if move >= 0 else self.game.cells - move] = k + 1
        self._stats, self._sums = np.zeros((len(self.candidates), 4)), np.zeros(2)
        self._began = int(self.worlds.state[1])

    def _play_out(self, settings: Values, numbers: Values) -> None:
        """Run as many playouts as ``state`` says, each along the trees as far as they are known."""
        state, worlds = self.worlds.state, self.worlds
        span = np.array([state[1], state[2], self._began], np.int64)
        believed = self._empty, worlds.beliefs, worlds.known, worlds.weights, span[:1].copy(), int(numbers[2])
        flags = self.game.flags | core.NO_EYES
        entries.TREES_OF_BELIEFS[flags](
            believed, self._tree_room, self._kept, self._nodes, self.candidates, self._places, self._stats, self._sums,
            self._heat, settings, self._plan, self._seed, span, self.game.komi, self.game.scoring, flags,
        )  # fmt: skip
        state[1] += state[2]

    def think(self, budget: Budget, settings: Values, steps: int) -> None:
        super().think(budget, settings, steps)
        self._copy_statistics()

    def _copy_statistics(self) -> None:
        """Copy the statistics of the roots' children, all moves as first too, to the statistics of the tries."""
        links, worths, _ = self._nodes
        self.statistics[:] = 0
        for tree in range(1, self._roots + 1):
            child = int(links[tree, ismcts.CHILD])
            while child:
                move = int(links[child, ismcts.LABEL])
                place = move if move >= 0 else self.game.cells - move
                if self._places[place]:
                    self.statistics[root.VISITS, place] += links[child, ismcts.VISITS]
                    self.statistics[root.VALUE, place] += worths[child, ismcts.TOTAL]
                    self.statistics[root.AMAF_VISITS, place] += worths[child, ismcts.AMAF_VISITS]
                    self.statistics[root.AMAF_VALUE, place] += worths[child, ismcts.AMAF_TOTAL]
                child = int(links[child, ismcts.SIBLING])
        self.statistics[root.WINS] = self.statistics[root.VISITS] * self._sums[1] / max(1.0, self._sums[0])
