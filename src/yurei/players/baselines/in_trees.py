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
    """What the three have in common.

    What the paper says: every iteration takes a world that fits what is known,
    descends through moves that are legal in it by UCB, adds a node, plays the rest
    out by chance, and takes the result back. Where several worlds share a tree, the
    bound of a move asks how often it could have been chosen (subset-armed bandit),
    not how often its parent was met. The constant of UCB is 0.7, the most visited
    move is played.

    What is chosen here: a try that the world refuses is no choice in it, for it costs
    nothing and another follows at once; what it would teach is not searched. Own eyes
    are no moves in a tree, and a pass is one only where nothing else is left, or at
    the root after the opponent's pass. What a referee says of captures is part of
    what is heard, new ataris are not.

    Parameters: ``explore``, the constant of UCB; ``win``, the share of winning in a
    value; ``amaf``, 0, or the weight of all moves as first as in ``ucb-amaf``, where
    then all moves of a node are weighed once it was met ``ripe`` times; ``depth``, how
    many moves deep a tree may be, 0 for any; ``margin``, as in ``ucb-amaf``.
    """

    level = 3
    PARAMETERS: ClassVar[Mapping[str, Any]] = COMMON
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = BOUNDS
    kind: ClassVar[str]

    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        from yurei.kernel.search.baselines import TreeSearch

        weights = [self.set("explore"), self.set("amaf"), self.set("win")]
        return TreeSearch(self.ground, known, moves, seed, weights, self.plan())

    def plan(self) -> list[int]:
        """The plan of the search, by the places in ``yurei.kernel.search.ismcts``."""
        from yurei.kernel.search import ismcts

        kept = max(1, self.parameters.get("trees", 1))
        return [getattr(ismcts, self.kind), kept, self.set("depth"), self.set("ripe"), *tells(self.view)]


class DeterminisedUct(InTrees):
    """A tree for every one of a few worlds; each tree votes for the move that it visited most.

    Paper: 40 trees of 250 iterations each on Phantom(4,4,4). Each tree takes its world
    for the truth, so both sides know there what they cannot know. Chosen here: equal
    votes are decided by visits; the trees are visited in turn, so that a budget in
    seconds gives all of them the same.

    Parameters: ``ismcts``, how many; the others as in ``InTrees``.
    """

    slug = "determinised-uct"
    summary = "A tree for every one of a few random worlds, and a vote."
    kind = "DETERMINISED"
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"trees": 20, **COMMON}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {"trees": (1, 1000), **BOUNDS}

    def merits(self, search: Search) -> Sequence[Any]:
        """Votes, then visits."""
        return [(float(votes), float(visits)) for visits, votes in search.stats[:, (0, 2)]]


class SoIsmcts(InTrees):
    """One tree for all worlds, in which the opponent's moves are edges as if they were seen.

    With ``pom=1`` (partially observable moves) another's moves that sound alike are one
    edge, and are chosen by chance: the paper's SO-ISMCTS+POM.

    Parameters: ``pom``, 0 or 1; the others as in ``InTrees``.
    """

    slug = "so-ismcts"
    summary = "One tree over what one player knows, for all worlds; the opponent's moves are seen in it."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"pom": 0, **COMMON}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {"pom": (0, 1), **BOUNDS}

    @property
    def kind(self) -> str:  # type: ignore[override]
        """Which search it is."""
        return "PARTIAL" if self.set("pom") else "SINGLE"


class MoIsmcts(InTrees):
    """A tree for each player, over what he hears: one's own moves as they are, another's as the referee lets them sound.

    Every iteration descends both trees at once; who is to move chooses in his own.
    The opponent's tree has one root for all that he may know.
    """

    slug = "mo-ismcts"
    summary = "A tree for each player over what he is told; a move that cannot be seen is one edge, whatever it was."
    kind = "MANY"


__all__ = ["COMMON", "DeterminisedUct", "InTrees", "MoIsmcts", "SoIsmcts"]
