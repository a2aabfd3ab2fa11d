"""Evens out the grades of problems that are made at random."""

from __future__ import annotations

from collections import Counter
from random import Random

from yurei.problems.problem import GRADES


class GradeShares:
    """Drops problems of frequent grades, so that no grade takes more than its share, and rare ones stay.

    A grade that makes up more than a ninth of what was offered so far is accepted only so often that a ninth of
    all that is offered is left of it.

    Args:
        random: Decides.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._offered: Counter[int] = Counter()

    def accepts(self, grade: int) -> bool:
        """Return whether to keep a problem of this grade."""
        self._offered[grade] += 1
        share = self._offered[grade] / self._offered.total()
        return self._random.random() * len(GRADES) * share < 1


__all__ = ["GradeShares"]
