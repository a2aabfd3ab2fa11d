"""The shipped problems: each is proven in two ways, and none is like another."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from tests.day_and_night import chosen_by_day
from yurei.problems import KINDS, Problem, collection, faults_of
from yurei.problems.images import fingerprint

ONE_IN = 10
"""One of so many is proven by day."""
LARGEST = {"plan": 150, "deduce": 280, "endgame": 120, "ghosts": 100, "ear": 90}
"""Greatest sizes of the files, in thousands of bytes."""


def number(problem: Problem) -> int:
    """Return the number at the end of a problem's id."""
    return int(problem.id.rpartition("-")[2])


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "identifier", chosen_by_day(collection(), lambda each: number(collection()[each]) % ONE_IN == 1)
)
def test_a_shipped_problem_is_as_it_says(identifier: str) -> None:
    assert [str(fault) for fault in faults_of(collection()[identifier])] == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_shipped_problems_are_alike(kind: str) -> None:
    prints = Counter(fingerprint(problem) for problem in collection().values() if problem.kind == kind)
    assert [each for each, count in prints.items() if count > 1] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_not_large_and_has_its_kind_alone(kind: str) -> None:
    file = files("yurei.problems") / "collection" / f"{kind}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    assert sum(map(len, lines)) <= 1000 * LARGEST[kind]
    assert all(f'"kind":"{kind}"' in line for line in lines)
