"""The shipped problems: each is proven in two ways, one in sixty by day and all by night; none is like another."""

from collections import Counter
from importlib.resources import files
from random import Random

import pytest

from tests.day_and_night import chosen_by_day
from yurei.problems import KINDS, Problem, collection, faults_of, kind_of
from yurei.problems.making import fingerprint

LARGEST = 700_000
"""Greatest size of the collection, in bytes."""
BY_DAY = set(Random(1).sample(sorted(collection()), len(collection()) // 60))


def of_kind(kind: str) -> list[Problem]:
    """Return the shipped problems of a kind."""
    return [problem for problem in collection().values() if problem.kind == kind]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("identifier", chosen_by_day(collection(), BY_DAY.__contains__))
def test_a_shipped_problem_has_one_answer_by_two_proofs(identifier: str) -> None:
    assert [str(fault) for fault in faults_of(collection()[identifier])] == []


@pytest.mark.parametrize(
    ("kind", "least"), [("plan", 300), ("deduce", 300), ("endgame", 300), ("ghosts", 150), ("ear", 150)]
)
def test_the_minimum_number_of_problems_of_each_kind_is_shipped(kind: str, least: int) -> None:
    assert len(of_kind(kind)) >= least


def test_the_collection_is_not_large() -> None:
    folder = files("yurei.problems") / "collection"
    assert sum(len((folder / f"{kind}.jsonl").read_bytes()) for kind in KINDS) <= LARGEST


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_shipped_problems_are_alike(kind: str) -> None:
    prints = Counter(map(fingerprint, of_kind(kind)))
    assert [each for each, count in prints.items() if count > 1] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_shipped_problems_have_many_grades(kind: str) -> None:
    grades = Counter(problem.grade for problem in of_kind(kind))
    assert len(grades) >= 5
    assert max(grades.values()) <= grades.total() / 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_begins_open_and_without_a_note(kind: str) -> None:
    for problem in of_kind(kind)[::30]:
        state = kind_of(kind).begin(problem)
        assert (state.status, state.note) == ("open", None)
