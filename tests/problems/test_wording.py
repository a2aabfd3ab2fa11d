"""Transcripts and solutions as text."""

from __future__ import annotations

from yurei.languages import Words
from yurei.problems import Line, Problem, Step
from yurei.problems.wording import line_text, mark_lines, solution_lines
from yurei.referee.settings import read_settings
from yurei.referee.told import Outcome, Told
from yurei.rules import BLACK, WHITE
from yurei.rules.state import stone

SETTINGS = read_settings({"referee": "kriegspiel", "width": 3, "height": 3})
PROBLEM = Problem("one", "plan", SETTINGS, bytes(9), BLACK, ("A1",), 1)


def told(outcome: Outcome, seat: str = "black", **more: object) -> Told:
    mover, to_move = (BLACK, "white") if seat == "black" else (WHITE, "black")
    return Told(outcome, seat, mover, to_move=to_move, **more)  # type: ignore[arg-type]


def test_a_line_contains_the_try_and_the_announcement() -> None:
    refused = told(Outcome.ILLEGAL, attempt=stone(0))
    for line, said in (
        (Line(BLACK, "A1", refused), "Black A1: Illegal move."),
        (Line(BLACK, "A1", refused, Words("Why?")), "Black A1: Illegal move. Why?"),
        (Line(WHITE, None, told(Outcome.MOVED, "white")), "White has moved, Black to play."),
        (Line(WHITE, None), "White plays."),
        (Line(BLACK, "c3"), "Black C3."),
        (Line(BLACK, "A1 B2"), "Black: A1 B2"),
    ):
        assert line_text(line, SETTINGS) == said


def test_a_solution_is_numbered_and_its_alternatives_have_letters() -> None:
    end = Step(BLACK, "B2", note=Words("captures"))
    tree = (
        Step(BLACK, "A1", told(Outcome.ILLEGAL, attempt=stone(0)), (end,)),
        Step(
            BLACK,
            "A1",
            told(Outcome.MOVED, attempt=stone(0)),
            (Step(WHITE, None, told(Outcome.PASSED, "white"), (end,)), Step(WHITE, None, None, (end,))),
        ),
    )
    assert solution_lines(PROBLEM, tree) == [
        "1a. Black A1: Illegal move.",
        "  2. Black B2. (captures)",
        "1b. Black A1: Black has moved, White to play.",
        "  2a. White passes.",
        "    3. Black B2. (captures)",
        "  2b. White plays.",
        "    3. Black B2. (captures)",
    ]
    many = tuple(Step(BLACK, "A1") for _ in range(28))
    assert [line.split(".")[0] for line in solution_lines(PROBLEM, many)][25:] == ["1z", "1aa", "1ab"]


def test_marks_are_described_by_column_then_row() -> None:
    marked = {"last": (1,), "hidden": (8, 0, 3), "target": ()}
    assert mark_lines(PROBLEM, marked) == ["marked points: A1 A2 C3"]
