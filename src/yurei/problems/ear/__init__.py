"""Problems that are heard only: no board, only the referee's sentences; set up the position that fits."""

from yurei.problems.ear.kind import Ear

KIND = Ear()

__all__ = ["KIND"]
