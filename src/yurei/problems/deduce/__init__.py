"""Problems that are solved by listening: all that is asked follows from the referee's words."""

from yurei.problems.deduce.kind import Deduce

KIND = Deduce()

__all__ = ["KIND"]
