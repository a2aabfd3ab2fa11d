"""Solver for small boards of Alter Igo: every position, for either colour to move, with the length of the game."""

from yurei.kernel.solving.checkpoints import Checkpoints
from yurei.kernel.solving.solver import FIND, SOLVE, WRITE, Counts, Solver, Watch, check_points

__all__ = [
    "FIND",
    "SOLVE",
    "WRITE",
    "Checkpoints",
    "Counts",
    "Solver",
    "Watch",
    "check_points",
]
