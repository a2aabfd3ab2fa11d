"""Belief-state Monte Carlo tree search, after Wang, Zhu, Li, Hsueh and Wu, "Belief-state Monte Carlo tree search for Phantom
games" (CIG 2015; IEEE Transactions on Games 10, 2018)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.searcher import Searcher, tells
from yurei.players.search.bounds import TREES, WEIGHTS

if TYPE_CHECKING:
    from yurei.kernel.search.baselines import Known, Search


class BsMcts(Searcher):
    """Samples worlds, searches from each of them, and weighs a move by all worlds that the searcher cannot tell apart.

    From the paper: a tree of belief states; each holds the worlds that the searcher cannot tell apart there, and
    every world has its own statistics, U(g, a) += (R - U(g, a)) / N(g, a). The value of a move is the sum of b_i
    U(g_i, a). Opponent Guessing: b_i is the softmax of guess * P(g_i) * U(g_i), U(g_i) the mean of all visits. Own
    nodes take the move with the highest U(B, a) + c sqrt(ln N(B) / N(B, a)); at the opponent's nodes their move is
    drawn from the softmax of predict * U(B, a), the value for the opponent (Opponent Predicting). At the end the
    move with the highest U at the root is played. T worlds are sampled, S searches made from each.

    Chosen here: U(g_i) in the guess is the value for the opponent (worlds that are good for the opponent are
    likelier); P is the same for all worlds, and taken as 1; worlds in which a move was never tried are left out of
    its sum, and the others weigh as much as all; a move that was tried in none of them comes first, at the
    opponent's nodes its value is one half for the opponent; the opponent's belief is that of the searcher's node.
    After T times S searches the same worlds are searched again, until the budget is spent. Own eyes and passes are
    treated as in the trees of ``InTrees``.

    Parameters: ``samplings``, T; ``searches``, S; ``explore``, c; ``guess`` and ``predict``, see above; ``win``,
    ``depth`` and ``margin`` as in ``InTrees``.
    """

    slug = "bs-mcts"
    summary = (
        "Belief-state tree search after Wang and others 2015: guesses where the opponent stands, and what he will play."
    )
    level = 3
    PARAMETERS: ClassVar[Mapping[str, Any]] = {
        "samplings": 32,
        "searches": 8,
        "explore": 0.5,
        "guess": 1.0,
        "predict": 2.0,
        "win": 1.0,
        "depth": 0,
        "margin": 0.1,
    }
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {
        **WEIGHTS,
        **TREES,
        "samplings": (1, 1000),
        "searches": (1, 1000),
        "guess": (0.0, 100.0),
        "predict": (0.0, 100.0),
    }

    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        from yurei.kernel.search.baselines import BeliefSearch

        weights = [self.value("explore"), self.value("guess"), self.value("win"), self.value("predict")]
        samplings, searches = max(1, self.value("samplings")), max(1, self.value("searches"))
        return BeliefSearch(
            self.game, known, moves, seed, weights, [searches, samplings, self.value("depth"), 0, *tells(self.view)]
        )

    def values(self, search: Search) -> Sequence[float]:
        """Return U(root, a) of every try; 0 if it was not visited."""
        return [float(value) for value in search.stats[:, 2]]

    def merits(self, search: Search) -> Sequence[Any]:
        """Return U(root, a) of every try."""
        return self.values(search)
