"""Baselines: players from papers, for measurements. They need numba, which is loaded at ``begin``."""

from yurei.players.baselines.believing_trees import BelievingTrees
from yurei.players.baselines.flat import Golois, UcbAmaf
from yurei.players.baselines.in_trees import BsMcts, DeterminisedUct, MoIsmcts, SoIsmcts
from yurei.players.player import Player

ALL: list[type[Player]] = [Golois, UcbAmaf, DeterminisedUct, SoIsmcts, MoIsmcts, BsMcts, BelievingTrees]

__all__ = ["ALL", "BelievingTrees", "BsMcts", "DeterminisedUct", "Golois", "MoIsmcts", "SoIsmcts", "UcbAmaf"]
