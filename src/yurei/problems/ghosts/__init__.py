"""Problems of No Seki Go: capture a string within a number of moves, by stones and ghosts."""

from yurei.problems.ghosts.kind import KIND, Ghosts

__all__ = ["KIND", "Ghosts"]
