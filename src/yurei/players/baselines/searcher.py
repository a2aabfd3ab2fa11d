"""Base of all baselines: a hard ledger, playouts within the budget of a turn, and one answer for all worlds."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.ledger import HardLedger
from yurei.players.player import NOTHING_TO_SAY, Budget, Candidate, Explanation, Player
from yurei.referee.referee import Captures
from yurei.referee.sight import EVERYTHING
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, Kind, Try

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurei.kernel.rulesets import Compiled
    from yurei.kernel.search.baselines import Known, Search

CLOCK_INTERVAL = 0.001
"""Seconds between two looks at the clock."""


class Searcher(Player):
    """Searches before the first try of a turn, and continues with the rest of the budget after a refused one.

    If no budget is left, the next best try follows. With a budget in playouts and a seed, the tries of a game
    depend only on what was told.

    Attributes:
        ledger: What the player takes as certain.
        tries: The tries weighed in this turn, in the order in which the search numbers them.
        found: The search of this turn; None before it.
    """

    version: ClassVar[int] = 2
    must_compile: ClassVar[bool] = True
    game: Compiled
    ledger: HardLedger

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        self.tries: list[Try] = []
        self.found: Search | None = None
        self._stale = False

    def begin(self, opening: View) -> None:
        """Begin a game; loads the compiled searches."""
        from yurei.kernel.rulesets import compiled

        super().begin(opening)
        settings = opening.settings
        self.game = compiled(settings.ruleset, settings.size, komi=settings.komi)
        self.ledger = HardLedger(opening)
        self.found = None
        self._base = self.chance.getrandbits(64)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.ledger.hear(told, self.view)
        if told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat:
            self.found = None
        self._stale = True

    def decide(self, budget: Budget) -> Try:
        started = thread_time()
        self.ledger.settle(self.view)
        if self.found is None:
            self._begin_turn()
        left = [k for k, each in enumerate(self.tries) if each not in self.ledger.refused]
        left = [k for k in left if self.tries[k].point not in self.ledger.enemies]
        if self.found is None or all(self.tries[k] is PASS for k in left):
            return self.ledger.last_resort(self.view, self._chance_of_turn("last"))
        if len(left) > 1:
            self._think(self.found, budget, started)
        return self.tries[self._chosen(left)]

    def _chance_of_turn(self, what: str) -> Random:
        """Return a random generator that depends only on the seed and on what was told."""
        return Random(f"{self._base} {len(self.view.heard)} {what}")

    def _begin_turn(self) -> None:
        self.found, self._stale = None, False
        self.tries = self.ledger.tries(self.view)
        if not self.tries:
            return
        chance = self._chance_of_turn("search")
        chance.shuffle(self.tries)
        if self.weighs_pass() and self.ledger.may_pass(self.view):
            self.tries.append(PASS)
        moves = [None if each.point is None else _number(each) for each in self.tries]
        self.found = self.search(self.known(), moves, chance.getrandbits(63))

    def known(self) -> Known:
        """Return what the ledger and the board say, for the search."""
        from yurei.kernel.search.baselines import Known

        view, ledger = self.view, self.ledger
        # If nothing vanishes, a point assumed to hold a stone of the opponent holds no own piece.
        pieces = [(p, cell) for p, cell in enumerate(view.board) if cell != EMPTY and p not in ledger.enemies]
        black, white = view.settings.ruleset.passing.black, view.settings.ruleset.passing.white
        passed = [int(min(n, limit)) for n, limit in zip(ledger.passes.values(), (black, white), strict=True)]
        return Known(
            to_move=int(ledger.colour),
            pieces=pieces,
            taken=sorted(ledger.enemies),
            free=ledger.free(view),
            hidden=ledger.hidden(view),
            passes=int(ledger.opponent_passed),
            passed=(passed[0], passed[1]),
            lost=(ledger.lost[ledger.colour.__class__(1)], ledger.lost[ledger.colour.__class__(2)]),
        )

    def _think(self, search: Search, budget: Budget, started: float) -> None:
        """Run playouts until the budget is spent, looking at the clock about every millisecond."""
        if self._stale:
            search.know(self.known())
            self._stale = False
        if budget.seconds is None and budget.playouts is None:
            budget = replace(budget, seconds=1.0)
        left = budget.playouts
        at_once = 16
        while (left is None or left > 0) and not budget.over(thread_time() - started):
            count = at_once if left is None else min(at_once, left)
            before = thread_time()
            search.run(count)
            took = max(thread_time() - before, 1e-6)
            at_once = max(1, min(4 * at_once, int(count * CLOCK_INTERVAL / took), 4096))
            left = None if left is None else left - count
            self.spend(playouts=count)

    def _chosen(self, left: Sequence[int]) -> int:
        """Return the best of these tries; the pass only if ``prefers_pass`` says so."""
        assert self.found is not None
        merits = self.merits(self.found)
        best = max((k for k in left if self.tries[k] is not PASS), key=lambda k: merits[k])
        for k in left:
            if self.tries[k] is PASS and self.prefers_pass(self.found, k, best):
                return k
        return best

    def weighs_pass(self) -> bool:
        """Return whether the pass is searched: only after the opponent's pass."""
        return self.ledger.opponent_passed

    def prefers_pass(self, search: Search, passing: int, best: int) -> bool:
        """Return whether to pass rather than play the best other move: if the pass is better by the margin."""
        values = self.values(search)
        return bool(search.stats[passing, 0] > 0 and values[passing] >= values[best] + float(self.value("margin")))

    def values(self, search: Search) -> Sequence[float]:
        """Return the value of every try, 0 to 1; 0 if it was not visited."""
        return [float(total / visits) if visits else 0.0 for visits, total in search.stats[:, :2]]

    def merits(self, search: Search) -> Sequence[Any]:
        """Return the sort keys of the tries, the largest for the best."""
        return [(float(visits), value) for visits, value in zip(search.stats[:, 0], self.values(search), strict=True)]

    @abstractmethod
    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        """Return a new search for this turn."""

    def explain(self) -> Explanation:
        if self.found is None or not self.found.played:
            return NOTHING_TO_SAY
        search, board, opponent = self.found, self.view.board, self.ledger.colour.opponent
        heat = search.chances(int(opponent))
        there = [
            1.0 if cell == opponent or point in self.ledger.enemies else 0.0 if cell else float(min(1.0, heat[point]))
            for point, cell in enumerate(board)
        ]
        looks, values, merits = search.stats[:, 0], self.values(search), self.merits(search)
        order = sorted((k for k in range(len(self.tries)) if looks[k]), key=lambda k: merits[k], reverse=True)
        total = float(looks.sum()) or 1.0
        candidates = tuple(
            Candidate(each, values[k], 0.0 if each.point is None else there[each.point], float(looks[k]) / total)
            for k, each in ((k, self.tries[k]) for k in order)
        )
        win = float(search.sums[1] / search.sums[0])
        return Explanation(candidates, win, tuple(there), search.worlds, search.played)


def _number(each: Try) -> int:
    """Return a try in the notation of the searches: a point, or minus the point less 1 for a ghost."""
    assert each.point is not None
    return each.point if each.kind is Kind.STONE else -each.point - 1


def tells(view: View) -> tuple[int, int]:
    """Return what this referee tells of the opponent's move, and the sight, for trees over what is heard."""
    from yurei.kernel.search.hearing import ALL, COUNT, POINTS

    referee = view.settings.referee
    if referee.sight == EVERYTHING:
        return ALL, 0
    if Captures.POINTS in (referee.captures, referee.owner_hears) or referee.vanishes:
        return POINTS, int(referee.sight)
    return (COUNT if referee.captures is Captures.COUNT else 0), int(referee.sight)
