"""The shipped problems: their form, number, size and grades. research/tests proves them."""

from collections import Counter
from importlib.resources import files

import pytest

from yurei.problems import KINDS, Problem, collection, kind_of

LARGEST = 700_000
"""Greatest size of the collection, in bytes."""


def of_kind(kind: str) -> list[Problem]:
    """Return the shipped problems of a kind."""
    return [problem for problem in collection().values() if problem.kind == kind]


@pytest.mark.parametrize(
    ("kind", "least"), [("plan", 300), ("deduce", 300), ("endgame", 300), ("ghosts", 150), ("ear", 150)]
)
def test_the_minimum_number_of_problems_of_each_kind_is_shipped(kind: str, least: int) -> None:
    assert len(of_kind(kind)) >= least


def test_the_collection_is_not_large() -> None:
    folder = files("yurei.problems") / "collection"
    assert sum(len((folder / f"{kind}.jsonl").read_bytes()) for kind in KINDS) <= LARGEST


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
