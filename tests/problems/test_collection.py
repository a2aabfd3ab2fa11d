"""The shipped problems: each has one right answer by two ways, and none is like another."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.day_and_night import chosen_by_day
from yurei.problems import KINDS, Problem, collection, faults_of, kind_of
from yurei.problems.images import fingerprint
from yurei.problems.problem import GRADES

PROBLEMS = list(collection().values())
TENTH = set(Random(1).sample([problem.id for problem in PROBLEMS], len(PROBLEMS) // 10))
GROUP = 10
"""Number of problems of a test."""


def groups() -> list[tuple[str, list[Problem]]]:
    """Return the problems in groups of one kind; those of the tenth that is checked by day apart."""
    found = []
    for kind in KINDS:
        for is_by_day in (True, False):
            some = [each for each in PROBLEMS if each.kind == kind and (each.id in TENTH) == is_by_day]
            found += [some[first : first + GROUP] for first in range(0, len(some), GROUP)]
    return [(f"{some[0].id} to {some[-1].id}", some) for some in found]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("name", "some"), chosen_by_day(groups(), lambda case: case[1][0].id in TENTH))
def test_shipped_problems_are_proven_by_two_ways(name: str, some: list[Problem]) -> None:
    assert {problem.id: [str(fault) for fault in faults_of(problem)] for problem in some} == {
        problem.id: [] for problem in some
    }, name


def test_no_two_shipped_problems_are_alike() -> None:
    found = Counter(map(fingerprint, PROBLEMS))
    assert [text for text, count in found.items() if count > 1] == []


@pytest.mark.parametrize("kind", sorted({problem.kind for problem in PROBLEMS}))
def test_each_kind_has_all_grades_within_its_range(kind: str) -> None:
    grades = Counter(problem.grade for problem in PROBLEMS if problem.kind == kind)
    assert set(grades) <= set(GRADES)
    assert len(grades) >= 5


@pytest.mark.parametrize("kind", sorted({problem.kind for problem in PROBLEMS}))
def test_the_beginning_is_open_and_follows_from_the_question(kind: str) -> None:
    for problem in [each for each in PROBLEMS if each.kind == kind][:20]:
        state = kind_of(kind).begin(problem)
        assert state.status == "open"
        assert state.note is None
