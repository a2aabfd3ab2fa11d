"""Positions set up from announcements alone: one fits, or its rotations and reflections where no point is named."""

from itertools import pairwise
from typing import Any

import pytest

from tests.day_and_night import first_by_day
from tests.problems.examples import Entry, bare, first_line, proven, tries
from yurei.errors import BadBoard, BadTry, YureiError
from yurei.players.exact_set import all_tries
from yurei.problems import Input, Problem, Status, collection, kind_of
from yurei.problems.deduce import make_state
from yurei.problems.ear import START, list_placements
from yurei.problems.solving import group_by_turn, make_transcript
from yurei.problems.tries import view_of
from yurei.referee.told import Outcome
from yurei.rules import judge
from yurei.rules.board import board_text, read_board
from yurei.rules.points import Size
from yurei_research.compose import faults_of, prover_of
from yurei_research.prove_told import are_equivalent, fitting_starts_plainly

KIND, PROVER = kind_of("ear"), prover_of("ear")
SHIPPED = [problem for problem in collection().values() if problem.kind == "ear"]
SAMPLE = SHIPPED[::30]


def on_a_row(heard: list[Entry], width: int = 3, **more: Any) -> Problem:
    usual = {"question": "now", "referee": "common", "width": width, "height": 1, "seat": "audience"}
    return proven(bare("ear", heard, **{**usual, "to_move": "black", **more}))


CAPTURE = [*tries("B"), *tries("W", captured_points=["A1"])]
"""Black plays in the corner of a row, and White captures the stone from beside it."""


def test_the_audience_hears_where_the_stones_must_stand() -> None:
    problem = on_a_row(CAPTURE)
    assert problem.answer == (".W.",)
    assert not faults_of(problem)
    assert KIND.input(problem) is Input.BOARD
    assert KIND.begin(problem).board is None


def test_where_no_point_is_named_every_image_is_right() -> None:
    problem = on_a_row([*tries("B"), *tries("W", captured_count=1)], 4, referee="hamburg")
    assert problem.answer == ("..W.", ".W..")
    assert not faults_of(problem)
    judged = [KIND.after(problem, (answer,)).status for answer in (*problem.answer, "W...")]
    assert judged == [Status.SOLVED, Status.SOLVED, Status.FAILED]


def test_a_wrong_position_shows_one_that_fits() -> None:
    problem = on_a_row(CAPTURE)
    state = KIND.after(problem, ("BW.",))
    assert (state.status, state.boards) == (Status.FAILED, 1)
    assert board_text(state.board or b"", problem.settings.size) == ".W."
    assert str(state.lines[-1].note).startswith("no game with these announcements leads to your position")


@pytest.mark.parametrize("problem", first_by_day(SAMPLE, 2))
def test_each_listed_position_solves_a_problem_and_no_other_one_does(problem: Problem) -> None:
    for answer in problem.answer:
        state = KIND.after(problem, (answer,))
        assert (state.status, state.boards) == (Status.SOLVED, len(problem.answer))
    size = problem.settings.size
    turned = [board_text(bytes(reversed(read_board(answer)[0])), size) for answer in problem.answer]
    empty = ["/".join(["." * size.width] * size.height)] if problem.more["question"] != START else []
    for other in {*turned, *empty} - {*problem.answer}:
        assert KIND.after(problem, (other,)).status is Status.FAILED
    assert are_equivalent([read_board(answer)[0] for answer in problem.answer], size)


FROM_START = [problem for problem in SHIPPED if problem.more["question"] == START]


@pytest.mark.parametrize("problem", FROM_START[::20])
def test_a_wrong_start_is_refuted_by_its_first_impossible_announcement(problem: Problem) -> None:
    hidden, size = problem.more["hidden"], problem.settings.size
    starts = [board_text(cells, size) for cells in list_placements(size, hidden["black"], hidden["white"])]
    other = next(start for start in starts if start not in problem.answer)
    view, cells = view_of(problem), read_board(other)[0]
    prefixes = (view.heard[:number] for number in range(1, len(view.heard) + 1))
    impossible = next(heard for heard in prefixes if not [*fitting_starts_plainly(view.opening, heard, [cells])])
    turn = len(group_by_turn(make_transcript(impossible, size)))
    assert reason(problem, other).startswith(f"turn {turn} cannot be announced so from your position")
    with pytest.raises(BadTry, match="white stones, not 0 and 0"):  # what is unfinished is no answer
        KIND.after(problem, ("/".join(["." * size.width] * size.height),))


def reason(problem: Problem, answer: str) -> str:
    """Why an answer is wrong."""
    return str(KIND.after(problem, (answer,)).lines[-1].note)


def test_a_start_with_a_stone_that_cannot_breathe_is_refuted_by_that_stone() -> None:
    assert reason(SHIPPED[0], "BWW/W.W/..B").startswith("in your position the string at A3 has no liberty")


def test_a_start_with_ghosts_is_no_answer() -> None:
    problem = next(each for each in FROM_START if each.settings.ruleset.ghosts)
    with pytest.raises(BadTry, match="the game began without ghosts"):
        KIND.after(problem, (problem.answer[0].replace(".", "b", 1),))


def test_some_sound_like_the_snapback_of_the_page() -> None:
    """One stone is captured, and at once two or more are captured back; on the page three are."""

    def is_snapback(problem: Problem) -> bool:
        counts = [told.captured_count or 0 for told in view_of(problem).heard]
        return any(one == 1 and more > 1 for one, more in pairwise(counts))

    assert [problem for problem in FROM_START if is_snapback(problem)]


@pytest.mark.parametrize("problem", first_by_day(SAMPLE, 2))
def test_a_hint_shows_no_position_and_the_solution_plays_a_game_from_it_or_to_it(problem: Problem) -> None:
    assert not any(answer in str(KIND.hint(problem, ())) for answer in problem.answer)
    steps, opening, size = first_line(problem), view_of(problem).opening, problem.settings.size
    answer = steps.pop(0 if problem.more["question"] == START else -1)
    assert answer.tried in problem.answer
    assert board_text(answer.board or b"", size) == answer.tried
    assert all(str(step.note).startswith("Boards that fit: ") for step in steps)
    cells = answer.board if problem.more["question"] == START else opening.board
    for step in steps:
        assert step.told is not None
        state = make_state(opening, cells or b"", step.colour)
        after = {judge(state, attempt).after.cells for attempt in all_tries(opening)} | {cells}
        assert step.board in after, "each board follows from the one before by one try"
        assert (step.board == cells) == (step.told.outcome is not Outcome.MOVED)
        cells = step.board
    assert problem.more["question"] == START or cells == answer.board


def fault(heard: list[Entry], **more: Any) -> str:
    with pytest.raises(YureiError) as error:
        on_a_row(heard, **more)
    return str(error.value)


def test_a_bad_problem_is_refused_with_the_reason() -> None:
    assert fault(tries("B")) == "several positions fit that are not alike, such as ..B and .B."
    assert fault(tries("B"), width=1, height=2).endswith("it has the same answer without it")
    assert fault(tries("BA1 W"), width=4, seat="black").startswith("several positions fit, such as")
    assert fault(CAPTURE, question="then") == "question is one of now, start, not 'then'"
    assert fault(CAPTURE, question="start").startswith("hidden is the number of stones of each colour")
    assert fault(CAPTURE, question="start", hidden={"black": 9, "white": 0}).startswith("hidden is the number")
    assert fault(CAPTURE, question="start", hidden={"black": 1, "white": 1}).startswith("try 1 cannot be announced so")
    hidden = {"black": 1, "white": 1}
    assert fault(tries("BA1"), question="start", hidden=hidden, seat="black").startswith("only the audience")
    large: dict[str, Any] = {"width": 5, "height": 5, "hidden": {"black": 9, "white": 9}}
    assert fault(CAPTURE, question="start", **large).startswith("more than 20000 positions have 9 black and 9 white")


def test_an_answer_that_is_no_board_is_refused() -> None:
    problem = on_a_row(CAPTURE)
    with pytest.raises(BadBoard, match="a board is written with"):
        KIND.after(problem, ("X..",))
    with pytest.raises(BadBoard, match="the board is 2x2, the game 3x1"):
        KIND.after(problem, ("../..",))
    with pytest.raises(BadTry, match="answered"):
        KIND.after(problem, ("...", "..."))


def test_positions_to_begin_with_have_a_liberty_for_every_string() -> None:
    boards = ((2, 2, 1), (2, 2, 2), (4, 1, 1))
    assert [len(list_placements(Size(width, height), count, count)) for width, height, count in boards] == [12, 0, 8]
