"""Baselines: players from papers, for measurements. They need numba, which is loaded at ``begin``."""

from yurei.players.baselines.believing_trees import BelievingTrees
from yurei.players.baselines.bs_mcts import BsMcts
from yurei.players.baselines.golois import Golois
from yurei.players.baselines.in_trees import DeterminisedUct, MoIsmcts, SoIsmcts
from yurei.players.baselines.ucb_amaf import UcbAmaf
from yurei.players.player import Player

ALL: list[type[Player]] = [Golois, UcbAmaf, DeterminisedUct, SoIsmcts, MoIsmcts, BsMcts, BelievingTrees]

__all__ = ["ALL", "BelievingTrees", "BsMcts", "DeterminisedUct", "Golois", "MoIsmcts", "SoIsmcts", "UcbAmaf"]
