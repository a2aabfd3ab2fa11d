"""Tree searches over randomly filled worlds: determinised UCT, SO-ISMCTS, MO-ISMCTS, and belief-state search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.searcher import Searcher, tells
from yurei.players.player import TREES, WEIGHTS

if TYPE_CHECKING:
    from yurei.kernel.search.baselines import Known, Search


COMMON = {"explore": 0.7, "win": 1.0, "amaf": 0.0, "ripe": 4, "depth": 0, "margin": 0.1}
BOUNDS = {**WEIGHTS, **TREES}


class InTrees(Searcher):
    """Base class of the tree searches of P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree
    Search" (2012).

    From the paper: every iteration takes a world that fits what is known, descends through moves that are legal in
    it by UCB, adds a node, plays the rest out at random, and backs up the result. If several worlds share a tree,
    the bound of a move uses the number of times that it could have been chosen (subset-armed bandit), not the
    visits of its parent. The constant of UCB is 0.7, the most visited move is played.

    Chosen here: a try that the world refuses is not a choice in it, since it costs nothing and another follows at
    once; what it would reveal is not searched. Own eyes are no moves in a tree, and a pass is one only if no other
    move is left, or at the root after the opponent's pass. Announcements of captures are part of what is heard,
    new ataris are not.

    Parameters: ``explore``, the constant of UCB; ``win``, the share of winning in a value; ``amaf``, 0, or the
    weight of all moves as first as in ``ucb-amaf``, where then all moves of a node are weighed once it was visited
    ``ripe`` times; ``depth``, the depth limit of a tree in moves, 0 for none; ``margin``, as in ``ucb-amaf``.
    """

    PARAMETERS: ClassVar[Mapping[str, Any]] = COMMON
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = BOUNDS
    kind: ClassVar[str]

    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        from yurei.kernel.search.baselines import TreeSearch

        weights = [self.value("explore"), self.value("amaf"), self.value("win")]
        return TreeSearch(self.game, known, moves, seed, weights, self.plan())

    def plan(self) -> list[int]:
        """Return the plan of the search, in the order of ``yurei.kernel.search.ismcts``."""
        from yurei.kernel.search import ismcts

        kept = max(1, self.parameters.get("trees", 1))
        return [getattr(ismcts, self.kind), kept, self.value("depth"), self.value("ripe"), *tells(self.view)]


class DeterminisedUct(InTrees):
    """One tree for each of a few worlds; each tree votes for the move that it visited most.

    Paper: 40 trees of 250 iterations each on Phantom(4,4,4). Each tree treats its world as the truth, so both
    sides know there what they cannot know. Chosen here: ties are decided by visits; the trees are visited in turn,
    so that a budget in seconds gives all of them the same.

    Parameters: ``ismcts``, the number of trees; the others as in ``InTrees``.
    """

    slug = "determinised-uct"
    summary = "A tree for every one of a few random worlds, and a vote."
    kind = "DETERMINISED"
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"trees": 20, **COMMON}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {"trees": (1, 1000), **BOUNDS}

    def merits(self, search: Search) -> Sequence[Any]:
        """Return the votes and visits of every try."""
        return [(float(votes), float(visits)) for visits, votes in search.stats[:, (0, 2)]]


class SoIsmcts(InTrees):
    """One tree for all worlds, in which the opponent's moves are edges as if they were seen.

    With ``pom=1`` (partially observable moves) the opponent's moves that sound alike are one edge, and are chosen
    at random: the paper's SO-ISMCTS+POM.

    Parameters: ``pom``, 0 or 1; the others as in ``InTrees``.
    """

    slug = "so-ismcts"
    summary = "One tree over what one player knows, for all worlds; the opponent's moves are seen in it."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"pom": 0, **COMMON}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {"pom": (0, 1), **BOUNDS}

    @property
    def kind(self) -> str:  # type: ignore[override]
        """Name of the search in ``yurei.kernel.search.ismcts``."""
        return "PARTIAL" if self.value("pom") else "SINGLE"


class MoIsmcts(InTrees):
    """One tree per player over what the player hears: own moves as they are, the opponent's as the referee
    announces them.

    Every iteration descends both trees at once; the player to move chooses in their own tree. The opponent's tree
    has one root for all that the opponent may know.
    """

    slug = "mo-ismcts"
    summary = "A tree for each player over what he is told; a move that cannot be seen is one edge, whatever it was."
    kind = "MANY"


class BsMcts(Searcher):
    """Samples worlds, searches from each of them, and weighs a move by all worlds that the searcher cannot tell apart.

    Source: Wang, Zhu, Li, Hsueh and Wu, "Belief-state Monte Carlo tree search for Phantom games" (CIG 2015; IEEE
    Transactions on Games 10, 2018).

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
        return self.values(search)
