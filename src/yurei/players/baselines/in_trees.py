"""Trees: determinised UCT, SO-ISMCTS and MO-ISMCTS, after P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte
Carlo Tree Search" (2012)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.searcher import Searcher, tells
from yurei.players.search.bounds import TREES, WEIGHTS

if TYPE_CHECKING:
    from yurei.kernel.search.baselines import Known, Search


COMMON = {"explore": 0.7, "win": 1.0, "amaf": 0.0, "ripe": 4, "depth": 0, "margin": 0.1}
BOUNDS = {**WEIGHTS, **TREES}


class InTrees(Searcher):
    """Base class of the three tree searches of the paper.

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

    level = 3
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


__all__ = ["COMMON", "DeterminisedUct", "InTrees", "MoIsmcts", "SoIsmcts"]
