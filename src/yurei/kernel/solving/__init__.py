"""Solver for small boards of Alter Igo: every position, for either colour to move, with the length of the game."""

from yurei.kernel import cache as _cache

with _cache.kept():
    from yurei.kernel.solving.crews import Crew, Here, OnRay, Processes
    from yurei.kernel.solving.part import Part, check_points
    from yurei.kernel.solving.rounds import Counts, solve

__all__ = ["Counts", "Crew", "Here", "OnRay", "Part", "Processes", "check_points", "solve"]
