"""Nothing of a problem's answer is on its page or in the API before it is answered."""

import json
from dataclasses import replace
from types import MappingProxyType

import pytest

from tests.day_and_night import by_day_and_night
from tests.web.solving import Solver, of_kind
from tests.web.wire import House, Visitor
from yurei.problems import Problem, collection, files, kind_of
from yurei.problems.problem import QUESTION
from yurei.problems.solving import turns

KINDS = list(dict.fromkeys(problem.kind for problem in collection().values()))
PATHS = ("/problems/{}", "/api/problems/{}")


def twin(problem: Problem) -> Problem:
    """The same question with another answer, and without what follows from the answer."""
    question = {key: value for key, value in problem.more.items() if key in QUESTION}
    return replace(problem, answer=("A1", "no answer"), more=MappingProxyType(question))


def secret_keys(problem: Problem) -> set[str]:
    """The keys of a problem that belong to its answer."""
    return {"answer"} | problem.more.keys() - QUESTION


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("every", by_day_and_night([30], [1]))
def test_problems_that_differ_in_the_answer_alone_have_equal_pages(
    kind: str, every: int, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = list(of_kind(kind))[::every]
    pages = {problem.id: seen(Visitor(house), problem) for problem in problems}
    twins = {**collection(), **{problem.id: twin(problem) for problem in problems}}
    monkeypatch.setattr(files, "collection", lambda: twins)
    assert files.shipped(problems[0].id).answer == ("A1", "no answer")
    with House() as other:
        for problem in problems:
            assert seen(Visitor(other), problem) == pages[problem.id], problem.id


def seen(visitor: Visitor, problem: Problem) -> list[bytes]:
    """The bytes of all that shows a problem before the first answer, looking back among it."""
    looked = Solver(visitor, problem.id)
    count = len(turns(kind_of(problem.kind).begin(problem).lines))
    then = [looked.does("look", str(number)).body for number in dict.fromkeys((0, count // 2))]
    return [*(visitor.get(path.format(problem.id)).body for path in PATHS), *then]


@pytest.mark.parametrize("kind", KINDS)
def test_the_api_shows_no_key_of_an_answer(kind: str, house: House) -> None:
    visitor = Visitor(house)
    for problem in of_kind(kind):
        shown = json.loads(visitor.get(f"/api/problems/{problem.id}").text)
        assert not secret_keys(problem) & shown["question"].keys()
        assert not secret_keys(problem) & shown.keys()
        page = visitor.get(f"/problems/{problem.id}").text
        for key in secret_keys(problem) - {"answer", "boards"}:
            assert f'"{key}"' not in page


def test_a_list_shows_no_answer(house: House) -> None:
    listed = json.loads(Visitor(house).get("/api/problems").text)["problems"]
    for shown in listed:
        assert not secret_keys(collection()[shown["id"]]) & shown["question"].keys()


@pytest.mark.parametrize("kind", KINDS)
def test_no_step_of_a_solution_is_on_the_page_before_the_end(kind: str, house: House) -> None:
    problem = next(of_kind(kind))
    page = Visitor(house).get(f"/problems/{problem.id}").text
    assert "Right answer" not in page
    assert "branches" not in page
    for step in kind_of(kind).solution(problem):
        assert step.note is None or str(step.note) not in page
