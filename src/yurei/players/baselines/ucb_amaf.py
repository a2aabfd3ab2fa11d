"""Upper confidence bounds and all moves as first at the root, over randomly filled worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.searcher import Searcher
from yurei.players.search.bounds import WEIGHTS

if TYPE_CHECKING:
    from yurei.kernel.search.baselines import Known, Search


class UcbAmaf(Searcher):
    """The strongest known player on uniform fill: one decision for all worlds, UCB with AMAF.

    Every playout begins in a world of its own. UCB1 (Auer, Cesa-Bianchi, Fischer 2002) allocates the playouts, and
    all moves as first (Bruegmann 1993; the weight is that of Gelly and Silver 2007) let moves learn from games in
    which they were played later; Borsboom, Saito, Chaslot and Uiterwijk (2007) compared all moves as first with
    plain sampling in Phantom Go.

    Parameters: ``explore``, the constant of UCB; ``amaf``, the number of visits at which a move's own figures
    count as much as all moves as first; ``win``, the share of winning in a value, the rest is the score;
    ``margin``, by how much a pass must be better than all other moves.
    """

    slug = "ucb-amaf"
    summary = "Flat Monte Carlo with upper confidence bounds and all moves as first; random worlds, random games."
    level = 5
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"explore": 0.25, "amaf": 300.0, "win": 0.7, "margin": 0.1}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = WEIGHTS

    def search(self, known: Known, moves: Sequence[int | None], seed: int) -> Search:
        from yurei.kernel.search.baselines import FlatSearch

        return FlatSearch(self.game, known, moves, seed, [self.value("explore"), self.value("amaf"), self.value("win")])
