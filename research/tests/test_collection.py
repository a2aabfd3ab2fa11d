"""The shipped problems: each is proven in two ways; none is like another."""

from collections import Counter

import pytest

from yurei.problems import KINDS, collection
from yurei.problems.problem import problem_of
from yurei_research.compose import faults_of, fingerprint
from yurei_research.prove_plan import confirm


@pytest.mark.timeout(600)
@pytest.mark.parametrize("identifier", collection())
def test_a_shipped_problem_has_one_answer_by_two_proofs(identifier: str) -> None:
    assert [str(fault) for fault in faults_of(collection()[identifier])] == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_shipped_problems_are_alike(kind: str) -> None:
    prints = Counter(fingerprint(problem) for problem in collection().values() if problem.kind == kind)
    assert [each for each, count in prints.items() if count > 1] == []


def test_the_listed_boards_are_all_that_fit_the_tries() -> None:
    listed = [problem for problem in collection().values() if "beginning" in problem.more]
    assert {problem.id for problem in listed} == {
        problem.id for problem in collection().values() if problem.kind == "plan" and "tries" in problem.more
    }
    for problem in listed[::20]:  # `yurei problems check` compares every one
        assert confirm(problem).more["beginning"] == problem.more["beginning"]
        lacking = {**problem.values(), "beginning": problem.more["beginning"][1:]}
        assert confirm(problem_of(lacking)).more["beginning"] == problem.more["beginning"]
