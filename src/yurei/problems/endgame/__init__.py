"""Endgames of Alter Igo: one move wins, and the win is played out against the longest defence."""

from yurei.problems.endgame.kind import Endgame

KIND = Endgame()

__all__ = ["KIND", "Endgame"]
