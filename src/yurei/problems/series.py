"""Series: the shipped problems of a kind and a grade, ten in a row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from yurei.problems.problem import Problem

LENGTH = 10


@dataclass(frozen=True)
class Place:
    """The place of a problem in its series.

    Attributes:
        series: The number of the series, from 1.
        number: The number of the problem in it, from 1.
        of: Number of problems in it.
        following: The id of the next problem in it; None for the last.
    """

    series: int
    number: int
    of: int
    following: str | None


def series(problems: Iterable[Problem], kind: str, grade: int) -> list[list[Problem]]:
    """Return the series of a kind and a grade, in order; the last may be shorter than ten."""
    chosen = [problem for problem in problems if problem.kind == kind and problem.grade == grade]
    return [chosen[first : first + LENGTH] for first in range(0, len(chosen), LENGTH)]


def place_of(problem: Problem, problems: Iterable[Problem]) -> Place:
    """Return the place of a problem in its series."""
    for number, each in enumerate(series(problems, problem.kind, problem.grade), 1):
        ids = [one.id for one in each]
        if problem.id in ids:
            at = ids.index(problem.id)
            return Place(number, at + 1, len(ids), ids[at + 1] if at + 1 < len(ids) else None)
    raise ValueError(f"{problem.id} is none of these problems")


__all__ = ["LENGTH", "Place", "place_of", "series"]
