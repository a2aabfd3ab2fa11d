"""What every kind of problems holds to: nothing of the answer is shown before it, and faults and copies are found."""

from dataclasses import replace
from typing import Any

import pytest

from tests.day_and_night import first_by_day
from tests.problems.examples import faults_in, shipped_problems, with_other_answer, without_answer
from yurei.problems import KINDS, Problem, Status, kind_of, matching, problem_of
from yurei_research.compose import check, faults_of, images, make, prover_of

BOARDS = {"plan": "4x3", "deduce": "3x3", "endgame": "4x2", "ghosts": "7x1", "ear": "4x2"}
SMALL = [problem for kind, board in BOARDS.items() for problem in shipped_problems(kind, board, 1)]


@pytest.mark.parametrize("kind", KINDS)
def test_before_the_answer_nothing_of_it_is_shown(kind: str) -> None:
    for problem in matching(kind):
        asked, begun = without_answer(problem), kind_of(kind).begin(problem)
        assert begun == kind_of(kind).begin(asked)
        assert str(kind_of(kind).prompt(problem)) == str(kind_of(kind).prompt(asked))
        assert (begun.status, begun.note) == (Status.OPEN, None)
        assert len(begun.lines) == len(problem.more.get("tries", ()))
        assert all(line.note is None for line in begun.lines)
        assert not {"answer", "boards", "plies", "themes", "beginning"} & problem.question.keys()


@pytest.mark.parametrize("kind", ["deduce", "ear"])
def test_what_is_told_before_the_answer_marks_and_counts_no_boards(kind: str) -> None:
    for problem in matching(kind):
        begun = kind_of(kind).begin(problem)
        assert (begun.boards, dict(begun.marked), begun.board is None) == (None, {}, kind == "ear")


@pytest.mark.parametrize("problem", SMALL)
def test_a_hint_names_no_point_and_no_answer(problem: Problem) -> None:
    hint = str(kind_of(problem.kind).hint(problem, ()))
    assert not {*problem.settings.size.names(range(problem.settings.size.points))} & {*hint.replace(".", " ").split()}
    assert not any(answer in hint.split() for answer in problem.answer)


@pytest.mark.parametrize(
    "problem", [*SMALL, *shipped_problems("ghosts", "3x3", 6), *shipped_problems("plan", "4x3", 3)]
)
def test_right_answers_solve_the_problem_whatever_is_replied(problem: Problem) -> None:
    solving = kind_of(problem.kind).solving(problem)
    solving.answer(" ".join(problem.answer) if problem.kind == "deduce" else problem.answer[0])
    while solving.now.status is Status.OPEN:
        solving.answer(solving.right_answer())
    assert solving.now.status is Status.SOLVED
    if problem.kind == "ghosts":
        assert len(solving.now.lines) <= 2 * problem.more["moves"] - 1
        assert "target" not in solving.now.marked


@pytest.mark.parametrize("problem", SMALL)
def test_turned_reflected_or_with_other_colours_it_is_the_same_problem(problem: Problem) -> None:
    for image in images(problem):
        assert [len(found) for found in check([problem, problem_of({**image, "id": "other"})])] == [0, 1], image


@pytest.mark.parametrize("problem", SMALL)
def test_check_finds_a_wrong_answer_grade_and_key(problem: Problem) -> None:
    wrong_answer = with_other_answer(problem) if problem.board else replace(problem, answer=("A1", "A2"))
    assert faults_in(wrong_answer) == {"answer"}
    assert faults_in(replace(problem, grade=problem.grade % 9 + 1)) == {"grade"}
    for key, wrong in {"boards": 0, "plies": 5, "themes": ["none"]}.items():
        if key in problem.more:
            assert faults_in(replace(problem, more={**problem.more, key: wrong})) == {key}


@pytest.mark.parametrize("problem", [problem for problem in SMALL if problem.kind in ("deduce", "ear")])
def test_one_try_earlier_the_question_has_no_such_answer(problem: Problem) -> None:
    assert faults_of(problem_of({**problem.values(), "tries": problem.more["tries"][:-1]}))


@pytest.mark.parametrize(
    ("kind", "given", "count"),
    first_by_day(
        [
            ("deduce", {"width": 3, "height": 3, "referee": "hamburg"}, 3),
            ("ear", {"width": 4, "height": 2}, 4),
            ("plan", {"width": 4, "height": 3}, 8),
        ],
        2,
    ),
)
def test_the_same_seed_makes_the_same_problems(kind: str, given: dict[str, Any], count: int) -> None:
    prover = prover_of(kind)
    made, again = (list(make(prover, prover.settings(given), count, 1)) for _ in range(2))
    assert made == again
    assert [found for found in check(made) if found] == []
    assert len(made) == count
