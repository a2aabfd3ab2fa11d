"""Tree searches on the worlds of ``Belief``, to compare them with one decision for all worlds."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from yurei.players.baselines.searcher import tells
from yurei.players.belief.player import Belief
from yurei.players.player import TREES
from yurei.referee.view import View
from yurei.rules.ruleset import choice

if TYPE_CHECKING:
    from yurei.players.belief.worlds import Thinking


class Trees(StrEnum):
    """Tree searches of the paper, see ``yurei.players.baselines.in_trees``."""

    DETERMINISED = "determinised-uct"
    SINGLE = "so-ismcts"
    MANY = "mo-ismcts"


class BelievingTrees(Belief):
    """``Belief`` with playouts that descend along trees: same ledger, worlds, candidates, margin and patience.

    Parameters: ``trees``, which search; ``depth``, how many moves deep a tree may be, 0 for any; ``ripe``, how many
    visits a node needs before all its moves are weighed at once; ``kept``, how many trees ``determinised-uct`` has;
    the others as in ``Belief``.
    """

    slug = "believing-trees"
    summary = "The trees of the papers on the worlds of belief, with all moves as first."
    PARAMETERS: ClassVar[Mapping[str, Any]] = {
        **Belief.PARAMETERS,
        "trees": "mo-ismcts",
        "depth": 0,
        "ripe": 4,
        "kept": 20,
    }
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {**Belief.BOUNDS, **TREES, "kept": (1, 1000)}

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        choice(Trees, "trees", self.value("trees"))  # raises if there is no such search

    def _new_thinking(self, opening: View) -> Thinking:
        from yurei.players.baselines.tree_thinking import TreeThinking  # compiled code: only where it plays

        plan = [self.value("kept"), self.value("depth"), self.value("ripe"), *tells(opening)]
        return TreeThinking(opening.settings, self.chance, Trees(self.value("trees")).name, plan)


__all__ = ["BelievingTrees", "Trees"]
