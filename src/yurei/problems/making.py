"""Makes problems of a kind: different from each other, numbered, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from yurei.problems.images import fingerprint
from yurei.problems.kinds import Kind
from yurei.problems.problem import Problem
from yurei.referee.settings import Settings


def make(
    kind: Kind, settings: Settings, count: int, seed: int, tried: Callable[[], object] = lambda: None
) -> Iterator[Problem]:
    """Yield problems of a kind, none like another under symmetry and exchange of the colours.

    Args:
        kind: The kind.
        settings: The game, from ``kind.settings``.
        count: Number of problems, 0 or more.
        seed: Chooses the problems: the same seed gives the same problems.
        tried: Called after each candidate, also those in vain.
    """
    prints: set[str] = set()
    # A text as the seed: the same on every machine.
    candidates = kind.candidates(settings, Random(f"{kind.slug} {settings.size} {seed}"))
    while len(prints) < count:
        problem = next(candidates)
        tried()
        if problem is None:
            continue
        own = fingerprint(problem)
        if own not in prints:
            prints.add(own)
            yield replace(problem, id=f"{kind.slug}-{settings.size}-{len(prints)}")


__all__ = ["make"]
