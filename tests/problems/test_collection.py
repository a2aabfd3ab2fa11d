"""The shipped problems: each is proven in two ways, a tenth of them by day and all by night."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from yurei.problems import KINDS, Problem, check, collection, faults_of
from yurei.problems.images import fingerprint

SEED = 1
SHIPPED = [kind for kind in KINDS if any(problem.kind == kind for problem in collection().values())]


def of_kind(kind: str) -> list[Problem]:
    """Return the shipped problems of a kind."""
    return [problem for problem in collection().values() if problem.kind == kind]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", SHIPPED)
def test_a_tenth_of_the_shipped_problems_has_one_answer_by_two_proofs(kind: str) -> None:
    problems = of_kind(kind)
    for problem in Random(SEED).sample(problems, (len(problems) + 9) // 10):
        assert [str(words) for words in faults_of(problem)] == [], problem.id


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", SHIPPED)
def test_all_shipped_problems_have_one_answer_by_two_proofs(kind: str) -> None:
    found = [(each.id, str(each.words)) for faults in check(of_kind(kind)) for each in faults]
    assert found == []


@pytest.mark.parametrize("kind", SHIPPED)
def test_no_two_shipped_problems_are_alike(kind: str) -> None:
    counts = Counter(map(fingerprint, of_kind(kind)))
    assert counts.most_common(1)[0][1] == 1


@pytest.mark.parametrize("kind", SHIPPED)
def test_the_shipped_problems_have_many_grades(kind: str) -> None:
    grades = Counter(problem.grade for problem in of_kind(kind))
    assert len(grades) >= 5
    assert max(grades.values()) <= sum(grades.values()) / 2
