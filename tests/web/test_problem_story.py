"""What happened in a problem, as a numbered story: who answers, what was refused, what vanished; and looking back."""

import re
from html import unescape

import pytest

from tests.web.solving import Solver, of_kind, right_answers
from tests.web.wire import House, Visitor
from yurei.problems import KINDS, Input, Problem, collection, kind_of, matching, shipped
from yurei.problems.files import number_of, place_of
from yurei.problems.solving import turns
from yurei.problems.tries import view_of
from yurei.referee.told import Outcome
from yurei.referee.view import View, lasting_marks
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE

LONG = shipped("deduce-3x3-92")
"""White is refused several times, in turns of its own and before a move."""
SILENT = next(p for p in of_kind("deduce") if p.settings.referee.slug == "kriegspiel" and view_of(p).heard[-1].vanished)
"""Stones of the solver go, and no sentence says so."""
CELLS = {BLACK_STONE: "black stone", WHITE_STONE: "white stone", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}


def story(page: str) -> list[str]:
    """The lines of the story, without what is said of them."""
    told = re.search(r'<ol id="heard" class="story">(.*?)</ol>', page, re.S)
    return (
        [unescape(re.sub("<[^>]*>", "", line)) for line in re.findall(r"<li>(.*?)</li>", told[1], re.S)] if told else []
    )


def pieces(page: str) -> dict[str, str]:
    """The pieces on the board of the problem, by point."""
    grid = page.partition('aria-label="Board of the problem"')[2].partition('<section class="transcript"')[0]
    return dict(re.findall(r'aria-label="(\w\d+), ((?:black|white) (?:stone|ghost))', grid))


def drawn(problem: Problem, cells: bytes) -> dict[str, str]:
    return {problem.settings.size.name(point): CELLS[cell] for point, cell in enumerate(cells) if cell}


def test_the_story_begins_with_the_first_try_and_has_a_line_for_each_turn(house: House) -> None:
    page = Visitor(house).get(f"/problems/{LONG.id}").text
    assert story(page) == [
        "Black has moved, White to play.",
        "White B2: Illegal move. White B1: White has moved, Black to play.",
        "Black has moved, White to play.",
        "White A2: Illegal move. White A1: White has moved, Black to play.",
        "Black has moved, White to play.",
        "White C2: White has moved, Black to play.",
        "Black: Illegal move. Black has captured the following stones: A1, B1. Black puts White and himself into atari.",
        "White A3: Illegal move. White B3: Illegal move. White C3: White has lost the following stones: C2, C3.",
        "Black has moved, White to play.",
        "White C3: Illegal move. Without this announcement the answer would be another.",
    ]
    said = re.search(r'id="told"[^>]*>([^<]*)<', page)
    assert said
    assert said[1] == "White C3: Illegal move."


def test_equal_refusals_in_a_turn_are_one_sentence_with_their_number(house: House) -> None:
    problem = shipped("ear-5x2-10")
    assert any(
        "Black: Illegal move. ×3 Black has captured" in line for line in story(Solver(Visitor(house), problem.id).page)
    )


def test_stones_that_go_in_silence_are_named(house: House) -> None:
    gone = view_of(SILENT).heard[-1].vanished or ()
    names = ", ".join(SILENT.settings.size.names(gone))
    assert f"Gone from your board: {names}." in story(Solver(Visitor(house), SILENT.id).page)[-1]


def test_what_a_sentence_names_is_not_said_to_be_gone_once_more(house: House) -> None:
    assert not any("Gone from" in line for line in story(Visitor(house).get(f"/problems/{LONG.id}").text))


ONE_OF_EACH = {(p.settings.ruleset, p.settings.referee): p for p in of_kind("deduce")}


@pytest.mark.parametrize("problem", [LONG, SILENT, *ONE_OF_EACH.values()], ids=lambda problem: str(problem.id))
def test_the_board_follows_the_story_and_shows_what_the_seat_saw_then(house: House, problem: Problem) -> None:
    solver, heard = Solver(Visitor(house), problem.id), view_of(problem)
    told = turns(kind_of("deduce").begin(problem).lines)
    for number in range(len(told) - 1, -1, -1):
        assert solver.does("look", str(number)).status == 200
        count = sum(len(turn) for turn in told[:number])
        then = View.of(heard.opening, heard.heard[:count])
        assert pieces(solver.page) == drawn(problem, then.board)
        refused = {point for point, mark in lasting_marks(then).items() if mark.kind == "refused"}
        points = {
            problem.settings.size.point(name) for name in re.findall(r'"(\w\d)[^"]*, refused here on turn', solver.page)
        }
        assert points == refused
        assert solver.page.count('aria-current="step"') == (number > 0)
    solver.does("look")
    assert pieces(solver.page) == drawn(problem, heard.board)


def test_the_present_board_marks_the_points_where_one_was_refused(house: House) -> None:
    turn = sum(1 for told in view_of(LONG).heard if told.outcome is not Outcome.ILLEGAL) + 1
    assert f'aria-label="C3, refused here on turn {turn}"' in Solver(Visitor(house), LONG.id).page


def test_looking_back_keeps_what_was_chosen_and_any_answer_leads_to_the_present(house: House) -> None:
    problem = next(p for p in of_kind("deduce", Input.POINTS) if len(p.answer) > 1)
    solver = Solver(Visitor(house), problem.id)
    solver.does("mark", problem.answer[0])
    solver.does("look", "1")
    assert ">Answer<" not in solver.page
    solver.does("look", "0")
    solver.does("mark", problem.answer[-1])
    assert solver.page.count(", chosen") == 2
    assert ">Answer<" in solver.page


def test_a_game_that_was_played_is_looked_through_too(house: House) -> None:
    problem = next(of_kind("endgame"))
    solver = Solver(Visitor(house), problem.id)
    assert 'id="look-back"' not in solver.page
    first, *_ = right_answers(problem)
    solver.answers(first)
    after = pieces(solver.page)
    assert len(story(solver.page)) == 2
    solver.does("look", "0")
    assert pieces(solver.page) == drawn(problem, problem.board or b"")
    assert "Before the first try." in solver.page
    solver.does("look", "2")
    assert pieces(solver.page) == after


@pytest.mark.parametrize("at", ["-1", "x", "99999", "1.5", "²"])
def test_a_turn_that_does_not_exist_is_the_present(house: House, at: str) -> None:
    solver = Solver(Visitor(house), LONG.id)
    assert solver.does("look", at).status == 200
    assert pieces(solver.page) == drawn(LONG, view_of(LONG).board)


@pytest.mark.parametrize("kind", dict.fromkeys(p.kind for p in collection().values()))
def test_each_kind_says_who_answers_and_what_a_refused_try_costs(house: House, kind: str) -> None:
    problem = next(of_kind(kind))
    page = Visitor(house).get(f"/problems/{problem.id}").text
    if kind in ("deduce", "ear"):
        assert "Nobody replies: your first answer counts." in page
    else:
        own, other = problem.to_move.word.title(), problem.to_move.opponent.word.title()
        words = f"You are {own}. {other} answers each of your moves as well as possible. A refused try costs no move."
        assert words in page


@pytest.mark.parametrize("kind", ["plan", "endgame", "ghosts"])
def test_a_refused_try_costs_no_move(kind: str) -> None:
    """As the page says: the same answers solve the problem after it."""
    problem = next(p for p in of_kind(kind) if p.board and any(p.board) and "tries" not in p.more)
    own = next(point for point, cell in enumerate(problem.board or b"") if cell == problem.to_move)
    answers = right_answers(problem)
    refused = problem.settings.size.name(own)
    assert kind_of(kind).after(problem, (refused, *answers)).status.value == "solved"


# Names, and what the end says.


def test_a_problem_has_a_name_that_a_person_can_say_wherever_it_stands(house: House) -> None:
    visitor, problem = Visitor(house), shipped("plan-4x4-126")
    name = f"Plan {[p.id for p in of_kind('plan')].index(problem.id) + 1}"
    page = visitor.get(f"/problems/{problem.id}").text
    assert f"<title>{name} – yurei</title>" in page or f"<title>{name}</title>" in page
    assert f"<h1>{name} <" in page
    series = place_of(problem, collection().values()).series
    assert f">{name}<" in visitor.get(f"/problems/series/plan/{problem.grade}?series={series}").text
    place = matching("plan", problem.grade).index(problem)
    sheet = visitor.get(f"/problems/sheet?kind=plan&grade={problem.grade}&page={place // 6 + 1}").text
    assert f"<h2>{place % 6 + 1}. {name}</h2>" in sheet


def test_the_names_of_a_kind_are_numbered_without_a_gap() -> None:
    for kind in KINDS:
        assert [number_of(p.id) for p in of_kind(kind)] == [*range(1, 1 + len(list(of_kind(kind))))]


def test_after_the_end_the_right_one_of_three_boards_is_marked(house: House) -> None:
    problem = next(of_kind("deduce", Input.CHOICE))
    solver = Solver(Visitor(house), problem.id)
    assert "Right answer" not in solver.page
    solver.does("choose", next(number for number in "123" if number != problem.answer[0]))
    assert re.findall(r"<h2>Board (\d)<strong> · Right answer</strong></h2>", solver.page) == [*problem.answer]


def test_the_squares_at_the_end_are_explained(house: House) -> None:
    problem = next(of_kind("deduce", Input.POINTS))
    solver = Solver(Visitor(house), problem.id)
    assert "square" not in solver.page
    solver.does("give-up")
    solver = Solver(Visitor(house), problem.id)
    solver.does("answer", more={"draft": " ".join(problem.answer)})
    assert "Marked with a square: points that are the same on every board that fits." in solver.page


def test_a_refutation_is_a_sentence_of_its_own(house: House) -> None:
    problem = next(of_kind("deduce", Input.CHOICE))
    wrong = next(number for number in "123" if number != problem.answer[0])
    solver = Solver(Visitor(house), problem.id)
    solver.does("choose", wrong)
    assert f": {wrong}. Board {wrong} does not fit: this one does." in story(solver.page)[-1]


def test_a_task_of_no_seki_go_says_that_there_were_no_ghosts(house: House) -> None:
    problems = [p for p in of_kind("ear") if p.more["question"] == "start"]
    for ghosts in (True, False):
        problem = next(p for p in problems if p.settings.ruleset.ghosts is ghosts)
        assert ("and without ghosts" in Visitor(house).get(f"/problems/{problem.id}").text) is ghosts


def test_a_printed_solution_numbers_every_line_and_has_no_code_of_a_board(house: House) -> None:
    back = Visitor(house).get("/problems/sheet?kind=ear").text.partition("paper back")[2]
    told = [unescape(line) for line in re.findall(r'<ol class="told"><li>(.*?)</li>', back)]
    assert len(told) == 6
    for line, problem in zip(told, of_kind("ear"), strict=False):
        tries = len(problem.more["tries"])
        assert all(f"{number}.\u00a0" in line for number in range(1, tries + 1))
        assert "/" not in line
