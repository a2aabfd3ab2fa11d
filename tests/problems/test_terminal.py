"""Problems in the terminal, line by line."""

import re
from dataclasses import replace

import pytest

from yurei.apps.terminal import LETTERS, Left, Screen, Solving
from yurei.languages import NAMES
from yurei.problems import Problem, collection, problem_of
from yurei.problems.problem import QUESTION

PROBLEM = {
    "id": "snatch-3x3-4",
    "kind": "snatch",
    "ruleset": "go",
    "width": 3,
    "height": 3,
    "board": ".../.../WB.",
    "to_move": "black",
    "answer": ["A2"],
    "grade": 8,
    "boards": 1,
}


def said(problem: Problem, *typed: str, language: str = "en") -> list[str]:
    """What the terminal shows while these lines are typed, and then quit, line by line."""
    lines, shown = iter(typed), list[str]()
    screen = Screen(lambda: next(lines, "quit") + "\n", shown.append, LETTERS)
    with pytest.raises(Left) as left:
        Solving(problem, screen, language).solve()
    assert left.value.quit
    return "".join(shown).splitlines()


def test_a_problem_is_solved_line_by_line(snatches: object) -> None:
    shown = said(problem_of(PROBLEM), "A2")
    assert shown == [
        "Problem snatch-3x3-4: Snatch, grade 8, 3x3",
        "Phantom Go · Open: everybody sees the whole board.",
        "Capture something.",
        "   A B C",
        " 3 . . .  3",
        " 2 . . .  2",
        " 1 W B .  1",
        "   A B C",
        "Type a point such as B2; help lists all commands.",
        "Black> Black A2.",
        "   A B C",
        " 3 . . .  3",
        " 2 B . .  2",
        " 1 . B .  1",
        "   A B C",
        "Solved.",
        "Right.",
        "Boards that fit: 1",
        "You can now play moves of your own; nobody answers them.",
        "> ",
    ]


def test_bad_input_and_wrong_answers_are_reported_and_asked_again(snatches: object) -> None:
    shown = said(problem_of(PROBLEM), "Z9", "hint", "B1", "A2")
    assert "Black> 'Z9' is no point of a 3x3 board: columns are A to C, rows are 1 to 3" in shown
    assert "Black> Count liberties." in shown
    assert "Black> Black B1. That is illegal." in shown
    assert "Solved." in shown


def test_a_wrong_answer_fails_and_the_problem_can_begin_again(snatches: object) -> None:
    shown = said(problem_of(PROBLEM), "C3", "again", "A2")
    assert [line for line in shown if line in ("Not solved.", "Nothing is captured.", "Solved.")] == [
        "Not solved.",
        "Nothing is captured.",
        "Solved.",
    ]
    assert shown.count("Capture something.") == 2


def test_one_gives_up_by_asking_for_the_solution(snatches: object) -> None:
    shown = said(problem_of(PROBLEM), "solution")
    assert "Black> 1. Black A2. (That was the last liberty.)" in shown
    assert "Given up." in shown
    assert "Solved." not in shown


def test_moves_of_ones_own_are_not_answered(snatches: object) -> None:
    shown = said(problem_of(PROBLEM), "A2", "C3", "B1", "black B3", "undo", "undo", "undo")
    boards = [line for line in shown if line[:3] in (" 3 ", " 1 ")]
    assert boards[-8:] == [
        *(" 3 . . W  3", " 1 . B .  1"),  # White is to move after Black's answer
        *(" 3 . B W  3", " 1 . B .  1"),
        *(" 3 . . W  3", " 1 . B .  1"),
        *(" 3 . . .  3", " 1 . B .  1"),
    ]
    assert "> There is already an own stone." in shown
    assert shown[-2:] == ["> there is no try to undo yet", "> "]


def test_the_end_of_the_input_is_an_error_before_the_end_alone(snatches: object) -> None:
    typed = iter(["A2"])
    Solving(problem_of(PROBLEM), Screen(lambda: next(typed, ""), ignored, LETTERS)).solve()
    with pytest.raises(Left) as left:
        Solving(problem_of(PROBLEM), Screen(lambda: "", ignored, LETTERS)).solve()
    assert not left.value.quit


SAME = re.compile(r"[ \d.BW()A-C]*|(\S+> )?(Capture something\.|Right\.|Count liberties\.)|[> ]*")
"""Boards, and sentences of the kind of tests, which has no translations."""


@pytest.mark.parametrize("language", sorted(set(NAMES) - {"en"}))
def test_the_terminal_has_no_english_line_in_another_language(language: str, snatches: object) -> None:
    typed = ("help", "hint", "solution", "undo", "again", "A2")
    english, other = (said(problem_of(PROBLEM), *typed, language=each) for each in ("en", language))
    assert len(english) == len(other)
    assert not [line for line in english if line in other and not SAME.fullmatch(line)]


def ignored(text: str) -> None:
    """Show nothing."""


def asking(question: str) -> Problem:
    """A problem of the collection with a question about the board."""
    return next(problem for problem in collection().values() if problem.more.get("question") == question)


def test_all_points_are_answered_at_once() -> None:
    problem = asking("stones")
    shown = said(problem, " ".join(problem.answer))
    assert "Solved." in shown
    assert f"Boards that fit: {problem.more['boards']}" in shown


def test_one_of_several_boards_is_chosen() -> None:
    problem = asking("board")
    shown = said(problem, problem.answer[0])
    assert [line for line in shown if line.startswith("Board ")] == ["Board 1:", "Board 2:", "Board 3:"]
    assert "Solved." in shown


def test_nothing_of_the_answer_is_shown_before_it_is_given() -> None:
    for problem in list(collection().values())[::60]:
        shown = said(problem)
        changed = said(replace(problem, answer=("A1",), grade=problem.grade, more=without_answer(problem)))
        assert shown == changed


def without_answer(problem: Problem) -> dict[str, object]:
    """The keys of a problem that belong to its question."""
    return {key: value for key, value in problem.more.items() if key in QUESTION}
