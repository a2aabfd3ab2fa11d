"""Hints that go on, and are remembered over a reload."""

import re
from html import unescape

import pytest

from tests.web.solving import Solver, of_kind, right_answers
from tests.web.wire import House, Visitor
from yurei.problems import Input, Problem, kind_of
from yurei.rules.board import read_board
from yurei.rules.state import read_try

ENDGAME, OTHER = list(of_kind("endgame"))[:2]
ONE_OF_EACH = [next(of_kind(kind)) for kind in ("plan", "endgame", "ear")] + [
    next(of_kind("deduce", Input.POINTS)),
    *(
        next(p for p in of_kind("ghosts") if p.answer[0].startswith(kind) and "x1-" not in p.id)
        for kind in ("ghost ", "")
    ),
]


def hints(page: str) -> str:
    """The referee's words."""
    said = re.search(r'id="told"[^>]*>([^<]*)<', page)
    assert said
    return unescape(said[1])


def right_point(problem: Problem) -> str:
    """The point of the right answer; of a right board the first with a stone."""
    size, right = problem.settings.size, problem.answer[0]
    if kind_of(problem.kind).input(problem) is Input.BOARD:
        return size.name(next(point for point, cell in enumerate(read_board(right, size)[0]) if cell))
    return size.name(read_try(right, size).point or 0)


@pytest.mark.parametrize("problem", ONE_OF_EACH, ids=lambda problem: str(problem.id))
def test_after_the_own_hint_come_a_column_and_a_right_point(house: House, problem: Problem) -> None:
    solver, point = Solver(Visitor(house), problem.id), right_point(problem)
    first = str(kind_of(problem.kind).hint(problem, ()))
    solver.does("hint")
    assert hints(solver.page) == f"Hint: {first}"
    solver.does("hint")
    assert hints(solver.page) == f"Hint: {first} Look at column {point[0]}."
    assert point not in hints(solver.page)
    solver.does("hint")
    assert point in hints(solver.page)
    assert 'value="hint"' not in solver.page, "there is no further one"


def test_where_the_column_is_the_answer_there_is_one_hint_less(house: House) -> None:
    problem = next(p for p in of_kind("ghosts") if "x1-" in p.id)
    solver = Solver(Visitor(house), problem.id)
    for _ in range(3):
        solver.does("hint")
    assert hints(solver.page).endswith(f"Right: {problem.answer[0]}. There is no further hint.")


def test_of_three_boards_a_wrong_one_is_named(house: House) -> None:
    problem = next(of_kind("deduce", Input.CHOICE))
    solver = Solver(Visitor(house), problem.id)
    for _ in range(3):
        solver.does("hint")
    named = re.findall(r"Board (\d) does not fit\. There is no further hint\.", hints(solver.page))
    assert len(named) == 1
    assert named[0] != problem.answer[0]


def test_hints_begin_anew_with_the_next_answer_and_help_there(house: House) -> None:
    problem = next(p for p in of_kind("endgame") if len(right_answers(p)) > 1)
    first, second = right_answers(problem)[:2]
    solver = Solver(Visitor(house), problem.id)
    for _ in range(3):
        solver.does("hint")
    solver.answers(first)
    assert "Hint" not in hints(solver.page)
    for _ in range(3):
        solver.does("hint")
    assert f"Right: {second}." in hints(solver.page)


def test_a_hint_stays_while_points_are_chosen(house: House) -> None:
    problem = next(of_kind("deduce", Input.POINTS))
    solver = Solver(Visitor(house), problem.id)
    solver.does("hint")
    said = hints(solver.page)
    solver.does("mark", problem.answer[0])
    assert hints(solver.page) == said


@pytest.mark.parametrize("script", [True, False])
def test_a_hint_is_remembered_over_a_reload(house: House, script: bool) -> None:
    visitor = Visitor(house)
    Solver(visitor, ENDGAME.id, script=script).does("hint")
    for problem, said in ((ENDGAME, "solved with a hint"), (OTHER, "solved at the first attempt")):
        solver = Solver(visitor, problem.id, script=script)
        solver.answers(*right_answers(problem))
        assert said in solver.page
    progress = visitor.fragment("/you/problems").text
    assert "<dt>Streak, in days</dt><dd>1</dd>" in progress
    solver = Solver(visitor, ENDGAME.id, script=script)
    solver.answers(*right_answers(ENDGAME))
    assert "solved at attempt 2" in solver.page, "the end has forgotten the hint"


def test_the_last_twenty_hints_are_remembered(house: House) -> None:
    visitor, problems = Visitor(house), list(of_kind("endgame"))[:21]
    for problem in problems:
        answer = Solver(visitor, problem.id).does("hint")
    kept = "".join(answer.all("set-cookie"))
    assert problems[0].id + "." not in kept + "."
    assert all(problem.id in kept for problem in problems[1:])
    assert "Max-Age=86400" in kept
    assert "Path=/problems" in kept
