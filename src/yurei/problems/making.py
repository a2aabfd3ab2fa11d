"""Makes problems of a kind: different from each other, numbered, the same for the same seed."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from yurei.problems.images import fingerprint
from yurei.problems.kinds import Kind
from yurei.problems.problem import GRADES, Problem
from yurei.referee.settings import Settings


def make(
    kind: Kind,
    settings: Settings,
    count: int,
    seed: int,
    tried: Callable[[], object] = lambda: None,
    patience: int | None = None,
) -> Iterator[Problem]:
    """Yield problems of a kind, none like another under symmetry and exchange of the colours.

    Args:
        kind: The kind.
        settings: The game, from ``kind.settings``.
        count: Number of problems, 0 or more.
        seed: Chooses the problems: the same seed gives the same problems.
        tried: Called after each candidate, also those in vain.
        patience: Number of candidates in a row that may be in vain, before it ends with fewer problems; None to go on
            without end.
    """
    prints: set[str] = set()
    in_vain = 0
    # A text as the seed: the same on every machine.
    candidates = kind.candidates(settings, Random(f"{kind.slug} {settings.size} {seed}"))
    while len(prints) < count and (patience is None or in_vain < patience):
        problem = next(candidates)
        tried()
        own = None if problem is None else fingerprint(problem)
        if problem is None or own is None or own in prints:
            in_vain += 1
        else:
            in_vain = 0
            prints.add(own)
            yield replace(problem, id=f"{kind.slug}-{settings.size}-{len(prints)}")


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


__all__ = ["GradeShares", "make"]
