"""Solver for small boards of Alter Igo: every position, for either colour to move, with the length of the game."""

from yurei.kernel.solving.checkpoints import Checkpoints
from yurei.kernel.solving.crews import Crew, Here, OnRay, Processes
from yurei.kernel.solving.part import Part, check_points
from yurei.kernel.solving.rounds import FIND, SOLVE, WRITE, Counts, Watch, solve

__all__ = [
    "FIND",
    "SOLVE",
    "WRITE",
    "Checkpoints",
    "Counts",
    "Crew",
    "Here",
    "OnRay",
    "Part",
    "Processes",
    "Watch",
    "check_points",
    "solve",
]
