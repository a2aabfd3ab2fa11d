"""Problems in the browser: today's, series, solving, story, hints, solutions, printed sheets, and the API."""

import json
import re
from collections import Counter
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.day_and_night import by_day_and_night
from tests.web.people import Club
from tests.web.programs import Program
from tests.web.solving import Solver, of_kind, right_answers, wrong_answer
from tests.web.wire import Visitor, WebApp
from yurei.apps.web.problems.overview import ON_A_SHEET
from yurei.languages import NAMES
from yurei.problems import KINDS, Input, Problem, collection, kind_of, matching, read_problems, shipped, today
from yurei.problems.deduce import evidence_of
from yurei.problems.files import LENGTH, number_of, place_of
from yurei.problems.problem import GRADES
from yurei.problems.solving import group_by_turn
from yurei.problems.tries import view_of
from yurei.problems.wording import game_text, rules_text
from yurei.referee.view import View, lasting_marks
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE, read_board
from yurei.rules.state import read_try

ENDGAME = next(of_kind("endgame"))
POINTS, CHOICE = (next(of_kind("deduce", form)) for form in (Input.POINTS, Input.CHOICE))


COMPILED = 240_000
"""Milliseconds until compiled code is there, where it is used for the first time."""
SHIPPED_KINDS = list(dict.fromkeys(p.kind for p in collection().values()))


def progress(visitor: Visitor) -> dict[str, int]:
    part = visitor.fragment("/you/problems").text
    return {words: int(number) for words, number in re.findall(r"<dt>([^<]*)</dt><dd>(\d+)</dd>", part)}


def test_todays_problems_are_the_same_for_everybody_and_change_at_midnight(webapp: WebApp) -> None:
    (page,) = {Visitor(webapp).get("/problems").text for _ in range(2)}
    day = webapp.now.date()
    assert re.findall(r'href="/problems/([\w-]+)" data-kind', page) == [today(kind, day).id for kind in SHIPPED_KINDS]
    webapp.now += timedelta(hours=12)
    assert Visitor(webapp).get("/problems").text.count(f'data-day="{day + timedelta(1)}"') == 1


def test_todays_problems_say_how_one_has_answered_them(webapp: WebApp) -> None:
    visitor, problem = Visitor(webapp), today("plan", webapp.now.date())
    assert "✓" not in visitor.get("/problems").text
    visitor.post(f"/problems/{problem.id}", {"do": "give-up"})
    shelf = visitor.get("/problems").text
    assert re.search(rf'href="/problems/{problem.id}" data-kind.*?✗.*?not solved', shelf, re.DOTALL), shelf


def test_a_plan_names_only_points_where_a_hidden_stone_can_be() -> None:
    problem = collection()["plan-4x4-1"]
    assert problem.more["hidden"]["points"] == ["A3", "C2", "D1"]
    assert "one of these points: C2, D1." in str(kind_of("plan").prompt(problem))


def test_a_beginner_is_led_to_an_easiest_problem_of_each_kind(webapp: WebApp) -> None:
    links = re.search(r'<nav id="easiest".*?</nav>', Visitor(webapp).get("/problems").text, re.DOTALL)
    assert links is not None
    led = [collection()[name] for name in re.findall(r'href="/problems/([\w-]+)"', links[0])]
    assert [each.kind for each in led] == list(KINDS)
    assert all(each.grade == min(other.grade for other in of_kind(each.kind)) for each in led)


ONE_OF_EACH = {(p.kind, p.settings.ruleset, p.settings.referee): p for p in collection().values()}


@pytest.mark.parametrize("problem", ONE_OF_EACH.values(), ids=lambda problem: str(problem.id))
def test_a_task_says_its_game_its_referee_and_the_rules_of_both(webapp: WebApp, problem: Problem) -> None:
    page = unescape(Visitor(webapp).get(f"/problems/{problem.id}").text)
    assert f"<summary>{rules_text(problem.settings)} " in page
    assert f'href="/learn/{problem.settings.ruleset.slug}"' in page
    assert f'href="/learn/referees#{problem.settings.referee.slug}"' in page


def test_overview_series_and_sheet_say_the_game_of_each_problem(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    shown = unescape(visitor.get("/problems").text)
    for kind in SHIPPED_KINDS:
        assert game_text(today(kind, webapp.now.date()).settings) in shown
    for kind in KINDS:
        for grade in GRADES:
            if of_grade := matching(kind, grade):
                named = [f"{p.settings.ruleset.title} · {p.settings.referee.title}" for p in of_grade[:LENGTH]]
                listed = unescape(visitor.get(f"/problems/series/{kind}/{grade}?series=1").text)
                assert re.findall("<small>([^<]+)</small><small>", listed) == named
        printed = unescape(visitor.get(f"/problems/sheet?kind={kind}").text)
        assert re.findall('class="variant">([^<]+)<', printed) == [rules_text(p.settings) for p in matching(kind)[:6]]


def test_problems_of_one_game_are_a_series_of_their_own(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    back = 'href="/problems?game=alter-igo#series"'
    assert back in visitor.get("/problems").text
    narrowed = visitor.get("/problems?game=alter-igo").text
    assert 'href="/problems/sheet?game=alter-igo"' in narrowed
    cells = re.findall(r'/series/(\w+)/(\d)\?game=alter-igo"[^>]*>(\d+)<', narrowed)
    assert {(kind, int(grade)): int(count) for kind, grade, count in cells} == Counter(
        (p.kind, p.grade) for p in matching(ruleset="alter-igo")
    )
    ids = [p.id for p in matching("deduce", 3, "alter-igo")]
    series = visitor.get("/problems/series/deduce/3?game=alter-igo").text
    assert re.findall(r'href="/problems/([\w-]+)\?game=alter-igo"', series) == ids[:LENGTH]
    for words in (
        "Deduce, grade 3 · Alter Igo</h1>",
        f"<a {back}>Problems</a>",
        'href="/problems/series/deduce/3">All games</a>',
        'href="/problems/sheet?kind=deduce&amp;grade=3&amp;game=alter-igo"',
    ):
        assert words in series
    solver = Solver(visitor, f"{ids[0]}?game=alter-igo")
    assert f"problem 1 of {LENGTH}" in solver.page
    assert f"<a {back}>Problems</a>" in solver.page
    solver.does("give-up")
    assert f'href="/problems/{ids[1]}?game=alter-igo">Next problem' in solver.page
    assert f"{back}>All problems<" in solver.page
    assert 'data-shares="yurei: Deduce, grade 3 (Alter Igo): not solved yet. http' in solver.page
    assert f'/problems/{ids[0]}"' in solver.page, "a shared address says nothing of the reader's choice"
    of_another_game = visitor.get(f"/problems/{ENDGAME.id}?game=go").text.partition("<main")[2]
    assert "game=go" not in of_another_game, "it stays in its own series"


def test_a_sheet_without_problems_keeps_its_form_and_what_was_chosen(webapp: WebApp) -> None:
    answer = Visitor(webapp).get("/problems/sheet?kind=endgame&game=no-seki-go&page=7")
    assert answer.status == 404
    assert "No problems of this kind, grade and game." in answer.text
    assert '<option value="no-seki-go" selected>' in answer.text
    assert 'class="paper' not in answer.text


@pytest.mark.parametrize("script", [True, False])
def test_an_endgame_is_solved_move_by_move(webapp: WebApp, script: bool) -> None:
    visitor = Visitor(webapp)
    solver = Solver(visitor, ENDGAME.id, script=script)
    assert solver.ending == "open"
    solver.answers(*right_answers(ENDGAME))
    assert solver.ending == "solved"
    assert ("<html" in solver.page) != script
    assert progress(visitor) == {"Streak, in days": 1, "Solved": 1, "Tried": 1, "To repeat today": 0}
    assert "solved at the first attempt" in solver.page


def test_an_answered_board_neither_looks_nor_sounds_like_the_refusal_before_it(webapp: WebApp) -> None:
    refused = (p for p in of_kind("ear") if (told := kind_of("ear").begin(p).lines[-1].told) and told.reason)
    problem = next(refused)
    solver = Solver(Visitor(webapp), problem.id)
    assert 'data-outcome="illegal"' in solver.page
    solver.does("answer", more={"draft": " ".join(problem.answer)})
    assert solver.ending == "solved"
    assert re.search(r'id="told"[^>]*data-outcomes="[^"]*illegal answered" data-outcome="answered"', solver.page)


def test_a_wrong_answer_is_refuted_on_the_board_and_comes_back(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    solver = Solver(visitor, ENDGAME.id)
    solver.answers(wrong_answer(ENDGAME))
    assert solver.ending == "failed"
    state = kind_of("endgame").after(ENDGAME, (wrong_answer(ENDGAME),))
    assert state.lines[-1].colour is ENDGAME.to_move.opponent
    assert f"Right answer: {ENDGAME.answer[0]}" in solver.page
    assert "not solved yet" in solver.page
    for days, due in ((0, 0), (1, 1)):
        webapp.now += timedelta(days=days)
        assert progress(visitor)["To repeat today"] == due
    page = visitor.get("/you/problems").text
    assert f'href="/problems/{ENDGAME.id}"' in page
    assert "Endgame 1 <small>Alter Igo · Open</small>" in page
    Solver(visitor, ENDGAME.id).answers(*right_answers(ENDGAME))
    for days, due in ((2, 0), (1, 1)):
        webapp.now += timedelta(days=days)
        assert progress(visitor) == {"Streak, in days": 0, "Solved": 1, "Tried": 1, "To repeat today": due}


def test_the_solution_can_be_asked_for_and_walked_through(webapp: WebApp) -> None:
    visitor, right = Visitor(webapp), ENDGAME.answer[0]
    solver = Solver(visitor, ENDGAME.id)
    solver.does("give-up")
    assert solver.ending == "failed"
    solver.does("walk", "0")
    assert re.search(rf'aria-current="step">\w+ {right}: ', solver.page)
    assert 'class="last accepted"' in solver.page
    solver.does("walk", "start")
    assert f'value="{right}" role=gridcell aria-label="{right}"' in solver.page
    assert 'class="last accepted"' not in solver.page
    assert solver.does("walk", "7.7").status == 422
    assert progress(visitor)["Tried"] == 1, "looking at the solution is no attempt"


def test_the_solution_of_a_problem_by_ear_is_played_from_the_position_that_fits(webapp: WebApp) -> None:
    problem = shipped("ear-3x3-1")
    solver, position = Solver(Visitor(webapp), problem.id), drawn(problem, read_board(problem.answer[0])[0])
    solver.does("give-up")
    assert pieces(solver.page) == position
    solver.does("walk", "start")
    assert pieces(solver.page) == position
    solver.does("walk", "0.0")
    assert pieces(solver.page) == {"A3": "black stone", "B2": "black stone", "C1": "black stone", "A2": "white stone"}
    solver.does("walk", "0.0.0")
    assert pieces(solver.page) == {"B3": "white stone", "A2": "white stone", "B2": "black stone", "C1": "black stone"}
    assert problem.answer[0] not in solver.page.partition('class="solution')[2]


def test_the_solution_of_a_deduction_marks_its_points_on_a_board_that_fits(webapp: WebApp) -> None:
    solver = Solver(Visitor(webapp), POINTS.id)
    solver.does("give-up")
    marked = re.findall(r'aria-label="(\w\d)[^"]*, chosen', solver.page)
    assert sorted(marked) == sorted(POINTS.answer)
    fitting = [drawn(POINTS, board) for board in evidence_of(POINTS).boards]
    assert pieces(solver.page) in fitting


def test_points_are_chosen_one_by_one_and_answered_together(webapp: WebApp) -> None:
    problem, solver = POINTS, Solver(Visitor(webapp), POINTS.id)
    other = next(
        n for n in map(problem.settings.size.name, range(problem.settings.size.points)) if n not in problem.answer
    )
    assert "ark at least one point first" in solver.does("answer").text
    solver.does("hint")
    said = hints(solver.page)
    for point in (other, *problem.answer, other):
        solver.does("mark", point)
        assert hints(solver.page) == said, "a hint stays meanwhile"
    assert solver.page.count(", chosen") == len(problem.answer)
    assert "square" not in solver.page
    solver.does("answer")
    assert solver.ending == "solved"
    assert solver.page.count(", chosen") == len(problem.answer), "the right answer stays marked"


def test_a_series_has_ten_and_leads_from_one_to_the_next(webapp: WebApp) -> None:
    visitor, place = Visitor(webapp), place_of(ENDGAME, collection().values())
    assert place.number == 1
    solver = Solver(visitor, ENDGAME.id)
    solver.does("give-up")
    assert f'href="/problems/{place.following}">Next problem' in solver.page
    address = f"/problems/series/{ENDGAME.kind}/{ENDGAME.grade}"
    page = visitor.get(address).text
    assert "Solved at the first attempt: 0 of 1" in page
    assert page.count('class="place failed"') == 1
    assert visitor.get(f"{address}?series=2").text.count('class="place new"') == LENGTH
    assert visitor.get(f"{address}?series=1000").status == 422


@pytest.mark.parametrize(
    ("do", "words"),
    [("stone Z9", "no point"), ("stone ", "no point"), ("dance A1", "cannot be done"), ("walk 0", "cannot be done")],
)
def test_a_bad_answer_is_refused_in_a_sentence(webapp: WebApp, do: str, words: str) -> None:
    what, at = do.split(" ")
    answer = Solver(Visitor(webapp), ENDGAME.id).does(what, at)
    assert (answer.status, words in answer.text) == (422, True)


BAD_ADDRESSES = {
    404: """
        /problems/none-1 /problems/series/none/1 /problems/sheet?kind=none /problems?game=chess /api/problems?kind=none
        /problems/series/endgame/1?game=chess /problems/series/endgame/1?game=go /problems/sheet?game=chess
        /api/problems?ruleset=chess /api/problems/none-1
    """,
    422: "/problems/series/endgame/x /problems/sheet?page=0 /problems/sheet?grade=10 /api/problems?grade=0",
}


@pytest.mark.parametrize("status", BAD_ADDRESSES)
def test_a_bad_problem_address_gets_an_error_status(webapp: WebApp, status: int) -> None:
    addresses = BAD_ADDRESSES[status].split()
    assert {address: Visitor(webapp).get(address).status for address in addresses} == dict.fromkeys(addresses, status)


ENDGAMES = matching("endgame")


@pytest.mark.parametrize(
    ("query", "printed"),
    [
        ("kind=endgame&page=2", ENDGAMES[6:12]),
        ("kind=endgame&page=999", ENDGAMES[(len(ENDGAMES) - 1) // 6 * 6 :]),
        ("kind=deduce&game=no-seki-go", matching("deduce", ruleset="no-seki-go")[:6]),
    ],
    ids=["second sheet", "beyond the last sheet", "one game"],
)
def test_a_sheet_has_six_problems_their_solutions_and_a_code_to_each(
    webapp: WebApp, query: str, printed: list[Problem]
) -> None:
    front, _, back = Visitor(webapp).get(f"/problems/sheet?{query}").text.partition("paper back")
    assert re.findall(r'href="http://yurei.example/problems/([\w-]+)">\1<', front) == [p.id for p in printed]
    assert front.count('class="qr"') == len(printed)
    assert all(problem.answer[0] in back for problem in printed)


def test_the_collection_is_downloaded_whole(webapp: WebApp) -> None:
    answer = Visitor(webapp).get("/problems/collection.jsonl")
    assert [problem.id for problem in read_problems(answer.text)] == list(collection())
    assert "attachment" in answer.all("content-disposition")[0]


def asks(webapp: WebApp, path: str, answers: list[str] | None = None, status: int = 200) -> dict[str, Any]:
    body = None if answers is None else {"answers": answers}
    answer = Program(webapp).ask("GET" if answers is None else "POST", f"/api/problems{path}", body)
    assert answer.status == status, answer.text
    return dict(json.loads(answer.text))


def test_programs_find_problems_page_by_page(webapp: WebApp) -> None:
    found, page = list[str](), 1
    while page:
        listed = asks(webapp, f"?kind=endgame&page={page}")
        assert listed["count"] == len(list(of_kind("endgame")))
        found += [each["id"] for each in listed["problems"]]
        page = listed["following"]
    assert found == [problem.id for problem in of_kind("endgame")]
    assert {each["game"] for each in listed["problems"]} == {rules_text(ENDGAME.settings)}
    assert asks(webapp, "?ruleset=no-seki-go")["count"] == len(matching(ruleset="no-seki-go"))
    assert asks(webapp, "/today?kind=endgame")["id"] == today("endgame", webapp.now.date()).id


def test_programs_answer_and_learn_the_solution_after_the_end_alone(webapp: WebApp) -> None:
    assert asks(webapp, f"/{ENDGAME.id}/answer", [])["answer"] is None
    failed = asks(webapp, f"/{ENDGAME.id}/answer", [wrong_answer(ENDGAME)])
    assert (failed["status"], failed["answer"], bool(failed["solution"])) == ("failed", list(ENDGAME.answer), True)
    assert asks(webapp, f"/{ENDGAME.id}/answer", right_answers(ENDGAME))["status"] == "solved"
    assert "no point" in asks(webapp, f"/{ENDGAME.id}/answer", ["Z9"], status=422)["error"]


LONG = shipped("deduce-3x3-92")
"""White is refused several times, in turns of its own and before a move."""
SILENT = next(p for p in of_kind("deduce") if p.settings.referee.slug == "kriegspiel" and view_of(p).heard[-1].vanished)
"""Stones of the solver go, and no sentence says so."""
CELLS = {BLACK_STONE: "black stone", WHITE_STONE: "white stone", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}


def story(page: str) -> list[str]:
    """The lines of the story, without what is said of them."""
    told = page.partition('<ol id="heard" class="story">')[2].partition("</ol>")[0]
    return [unescape(re.sub("<[^>]*>", "", line)) for line in re.findall(r"<li>(.*?)</li>", told, re.S)]


def pieces(page: str) -> dict[str, str]:
    grid = page.partition('aria-label="Board of the problem"')[2].partition('<section class="transcript"')[0]
    return dict(re.findall(r'aria-label="(\w\d+), ((?:black|white) (?:stone|ghost))', grid))


def drawn(problem: Problem, cells: bytes) -> dict[str, str]:
    return {problem.settings.size.name(point): CELLS[cell] for point, cell in enumerate(cells) if cell}


def test_the_story_begins_with_the_first_try_and_has_a_line_for_each_turn(webapp: WebApp) -> None:
    page = Visitor(webapp).get(f"/problems/{LONG.id}").text
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
        "White C3: Illegal move. Without this announcement the answer would be different.",
    ]
    assert hints(page) == "White C3: Illegal move."


GONE = ", ".join(SILENT.settings.size.names(view_of(SILENT).heard[-1].vanished or ()))


@pytest.mark.parametrize(
    ("problem", "words", "is_told"),
    [
        (shipped("ear-5x2-10"), "Black: Illegal move. ×3 Black has captured", True),
        (SILENT, f"Gone from your board: {GONE}.", True),
        (LONG, "Gone from", False),
    ],
    ids=["equal refusals are counted", "stones gone in silence are named", "named stones are not listed as gone"],
)
def test_the_story_counts_refusals_and_names_what_is_gone(
    webapp: WebApp, problem: Problem, words: str, is_told: bool
) -> None:
    page = Visitor(webapp).get(f"/problems/{problem.id}").text
    assert any(words in line for line in story(page)) == is_told


DEDUCTIONS = {(p.settings.ruleset, p.settings.referee): p for p in of_kind("deduce")}


@pytest.mark.parametrize("problem", [LONG, SILENT, *DEDUCTIONS.values()], ids=lambda problem: str(problem.id))
def test_the_board_follows_the_story_and_shows_what_the_seat_saw_then(webapp: WebApp, problem: Problem) -> None:
    solver, heard = Solver(Visitor(webapp), problem.id), view_of(problem)
    told = group_by_turn(kind_of("deduce").begin(problem).lines)
    for number in range(len(told), -1, -1):  # after the last turn it is the present
        assert solver.does("look", str(number) if number < len(told) else "").status == 200
        count = sum(len(turn) for turn in told[:number])
        then = View.of(heard.opening, heard.heard[:count])
        assert pieces(solver.page) == drawn(problem, then.board)
        refused = {point for point, mark in lasting_marks(then).items() if mark.kind == "refused"}
        named = re.findall(r'"(\w\d)[^"]*, refused here on turn', solver.page)
        assert {*map(problem.settings.size.point, named)} == refused
        assert number == len(told) or solver.page.count('aria-current="step"') == (number > 0)


def test_looking_back_keeps_what_was_chosen_and_any_answer_leads_to_the_present(webapp: WebApp) -> None:
    problem = next(p for p in of_kind("deduce", Input.POINTS) if len(p.answer) > 1)
    solver = Solver(Visitor(webapp), problem.id)
    solver.does("mark", problem.answer[0])
    solver.does("look", "1")
    assert ">Answer<" not in solver.page
    solver.does("look", "0")
    solver.does("mark", problem.answer[-1])
    assert solver.page.count(", chosen") == 2
    assert ">Answer<" in solver.page


def test_a_game_that_was_played_is_looked_through_too(webapp: WebApp) -> None:
    solver = Solver(Visitor(webapp), ENDGAME.id)
    assert 'id="look-back"' not in solver.page
    solver.answers(right_answers(ENDGAME)[0])
    after = pieces(solver.page)
    assert len(story(solver.page)) == 2
    solver.does("look", "0")
    assert pieces(solver.page) == drawn(ENDGAME, ENDGAME.board or b"")
    assert "Before the first try." in solver.page
    solver.does("look", "2")
    assert pieces(solver.page) == after


def test_a_turn_that_does_not_exist_is_the_present(webapp: WebApp) -> None:
    solver = Solver(Visitor(webapp), LONG.id)
    for at in ("-1", "x", "99999", "1.5", "²"):
        assert solver.does("look", at).status == 200
        assert pieces(solver.page) == drawn(LONG, view_of(LONG).board)


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_each_kind_says_who_answers_and_what_a_refused_try_costs(webapp: WebApp, kind: str) -> None:
    problem = next(of_kind(kind))
    own, other = problem.to_move.word.title(), problem.to_move.opponent.word.title()
    words = f"You are {own}. {other} answers each of your moves as well as possible. A refused try costs no move."
    if kind in ("deduce", "ear"):
        words = "Nobody replies: your first answer counts."
    assert words in Visitor(webapp).get(f"/problems/{problem.id}").text


@pytest.mark.parametrize("kind", ["plan", "endgame", "ghosts"])
def test_a_refused_try_costs_no_move(kind: str) -> None:
    """As the page says: the same answers solve the problem after it."""
    problem = next(p for p in of_kind(kind) if p.board and any(p.board) and "tries" not in p.more)
    own = next(point for point, cell in enumerate(problem.board or b"") if cell == problem.to_move)
    answers = right_answers(problem)
    refused = problem.settings.size.name(own)
    assert kind_of(kind).after(problem, (refused, *answers)).status.value == "solved"


def test_a_problem_has_a_name_that_a_person_can_say_wherever_it_stands(webapp: WebApp) -> None:
    visitor, problem = Visitor(webapp), shipped("plan-4x4-126")
    for kind in KINDS:
        assert [number_of(p.id) for p in of_kind(kind)] == [*range(1, 1 + len(list(of_kind(kind))))]
    name = f"Plan {number_of(problem.id)}"
    page = visitor.get(f"/problems/{problem.id}").text
    assert re.search(rf"<title>{name}( – yurei)?</title>", page)
    assert f"<h1>{name} <" in page
    series = place_of(problem, collection().values()).series
    assert f">{name}<" in visitor.get(f"/problems/series/plan/{problem.grade}?series={series}").text
    sheet, place = divmod(matching("plan", problem.grade).index(problem), 6)
    address = f"/problems/sheet?kind=plan&grade={problem.grade}&page={sheet + 1}"
    assert f"<h2>{place + 1}. {name}</h2>" in visitor.get(address).text


@pytest.mark.parametrize("number", "123")
def test_of_three_boards_the_wrong_one_is_refuted_and_the_right_one_is_marked(webapp: WebApp, number: str) -> None:
    solver = Solver(Visitor(webapp), CHOICE.id)
    assert solver.page.count("Choose board") == 3
    assert "Right answer" not in solver.page
    solver.does("choose", number)
    if CHOICE.answer == (number,):
        assert solver.ending == "solved"
    else:
        assert solver.ending == "failed"
        assert re.findall(r"<h2>Board (\d)<strong> · Right answer</strong></h2>", solver.page) == [*CHOICE.answer]
        assert f": {number}. Board {number} does not fit: this one does." in story(solver.page)[-1]


@pytest.mark.parametrize("ghosts", [True, False])
def test_a_task_of_no_seki_go_says_that_there_were_no_ghosts(webapp: WebApp, ghosts: bool) -> None:
    problem = next(p for p in of_kind("ear") if p.more["question"] == "start" and p.settings.ruleset.ghosts is ghosts)
    assert ("and without ghosts" in Visitor(webapp).get(f"/problems/{problem.id}").text) is ghosts


def test_a_printed_solution_numbers_every_line_and_has_no_code_of_a_board(webapp: WebApp) -> None:
    back = Visitor(webapp).get("/problems/sheet?kind=ear").text.partition("paper back")[2]
    told = [unescape(line) for line in re.findall(r'<ol class="told"><li>(.*?)</li>', back)]
    assert len(told) == 6
    for line, problem in zip(told, of_kind("ear"), strict=False):
        tries = len(problem.more["tries"])
        assert all(f"{number}.\u00a0" in line for number in range(1, tries + 1))
        assert "/" not in line
    assert re.findall("<h2>([^<]*)</h2>", back) == [f"{number}. By ear {number}" for number in range(1, 7)]


def test_a_printed_solution_calls_a_chosen_board_a_board(webapp: WebApp) -> None:
    number = matching("deduce").index(CHOICE)
    back = Visitor(webapp).get(f"/problems/sheet?kind=deduce&page={number // 6 + 1}").text.partition("paper back")[2]
    assert f"<h2>{number % 6 + 1}. Board {CHOICE.answer[0]}</h2>" in back


PHONE = {"width": 390, "height": 844}


def test_on_a_phone_the_first_sentences_are_seen_above_the_whole_board(club: Club) -> None:
    page = club.person(viewport=PHONE).page
    for problem in (shipped("ear-3x3-1"), shipped("ear-5x2-10")):
        page.goto(f"/problems/{problem.id}")
        board, bar = (box(page.locator(part)) for part in ("#own", ".navigation"))
        sentences = [box(page.locator("#heard li").nth(number)) for number in (0, 1)]
        assert [each["y"] + each["height"] <= board["y"] for each in sentences] == [True, True]
        assert board["y"] + board["height"] <= bar["y"]


def test_on_a_phone_the_verdict_leaves_the_board_in_sight(club: Club) -> None:
    page = club.person(viewport=PHONE).page
    page.goto(f"/problems/{ENDGAME.id}")
    page.locator(f"#play [name=at][value={wrong_answer(ENDGAME)}]").click()
    page.locator("#problem.over").wait_for(timeout=COMPILED)
    board, bar = (box(page.locator(part)) for part in ("#own", ".navigation"))
    assert board["y"] + board["height"] <= bar["y"]
    assert box(page.locator(".ending"))["y"] >= board["y"] + board["height"]


def test_a_move_is_played_after_the_hint_that_is_worked_out(club: Club) -> None:
    page = club.person().page
    page.goto(f"/problems/{ENDGAME.id}")
    page.evaluate(
        """point => {
            document.querySelector("button[value=hint]").click();
            document.querySelector(`#play [name=at][value=${point}]`).click();
        }""",
        wrong_answer(ENDGAME),
    )
    page.locator("#problem.failed").wait_for(timeout=COMPILED)
    assert page.locator("#heard li").count() == 2


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found
    return found


OTHER = list(of_kind("endgame"))[1]
HINTED = [next(of_kind(kind)) for kind in ("plan", "endgame", "ear")] + [
    next(of_kind("deduce", Input.POINTS)),
    *(
        next(p for p in of_kind("ghosts") if p.answer[0].startswith(kind) and "x1-" not in p.id)
        for kind in ("ghost ", "")
    ),
]


def hints(page: str) -> str:
    said = re.search(r'id="told"[^>]*>([^<]*)<', page)
    assert said
    return unescape(said[1])


def right_point(problem: Problem) -> str:
    """The point of the right answer; of a right board the first with a stone."""
    size, right = problem.settings.size, problem.answer[0]
    if kind_of(problem.kind).input(problem) is Input.BOARD:
        return size.name(next(point for point, cell in enumerate(read_board(right, size)[0]) if cell))
    return size.name(read_try(right, size).point or 0)


@pytest.mark.parametrize("problem", HINTED, ids=lambda problem: str(problem.id))
def test_further_hints_name_a_column_and_a_right_point(webapp: WebApp, problem: Problem) -> None:
    solver, point = Solver(Visitor(webapp), problem.id), right_point(problem)
    first = str(kind_of(problem.kind).hint(problem, ()))
    solver.does("hint")
    assert hints(solver.page) == f"Hint: {first}"
    solver.does("hint")
    assert hints(solver.page) == f"Hint: {first} Look at column {point[0]}."
    assert point not in hints(solver.page)
    solver.does("hint")
    assert point in hints(solver.page)
    assert 'value="hint"' not in solver.page, "there is no further one"


def test_column_hint_is_left_out_where_it_is_the_answer(webapp: WebApp) -> None:
    problem = next(p for p in of_kind("ghosts") if "x1-" in p.id)
    solver = Solver(Visitor(webapp), problem.id)
    solver.does("hint", times=3)
    assert hints(solver.page).endswith(f"Right: {problem.answer[0]}. There is no further hint.")


def test_last_hint_for_three_boards_names_a_wrong_one(webapp: WebApp) -> None:
    problem, solver = CHOICE, Solver(Visitor(webapp), CHOICE.id)
    solver.does("hint", times=3)
    named = re.findall(r"Board (\d) does not fit\. There is no further hint\.", hints(solver.page))
    assert len(named) == 1
    assert named[0] != problem.answer[0]


def test_hints_begin_anew_with_the_next_answer_and_help_there(webapp: WebApp) -> None:
    problem = next(p for p in of_kind("endgame") if len(right_answers(p)) > 1)
    first, second = right_answers(problem)[:2]
    solver = Solver(Visitor(webapp), problem.id)
    solver.does("hint", times=3)
    solver.answers(first)
    assert "Hint" not in hints(solver.page)
    solver.does("hint", times=3)
    assert f"Right: {second}." in hints(solver.page)


@pytest.mark.parametrize("script", [True, False])
def test_a_hint_is_remembered_over_a_reload_until_the_end(webapp: WebApp, script: bool) -> None:
    visitor = Visitor(webapp)
    Solver(visitor, ENDGAME.id, script=script).does("hint")
    for problem, said, streak in (
        (ENDGAME, "solved with a hint", 0),
        (OTHER, "solved at the first attempt", 1),
        (ENDGAME, "solved at attempt 2", 1),
    ):
        solver = Solver(visitor, problem.id, script=script)
        assert solver.ending == "open"
        solver.answers(*right_answers(problem))
        assert said in solver.page
        assert progress(visitor)["Streak, in days"] == streak


def test_the_last_twenty_hints_are_remembered(webapp: WebApp) -> None:
    visitor, problems = Visitor(webapp), list(of_kind("endgame"))[:21]
    for problem in problems:
        answer = Solver(visitor, problem.id).does("hint")
    kept = "".join(answer.all("set-cookie"))
    assert problems[0].id + "." not in kept + "."
    assert all(problem.id in kept for problem in problems[1:])
    assert "Max-Age=86400" in kept
    assert "Path=/problems" in kept


A4 = {"width": 703, "height": 1030}
"""The paper within its margins, in pixels."""
SIDE = re.compile(rb"/Type /Page\b")
CUT_OFF = """paper => [...paper.querySelectorAll(".printed")].filter(card => [...card.querySelectorAll("*")].some(
    part => part.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom)).map(card => card.innerText)"""


@pytest.mark.parametrize(
    ("kind", "language", "most"),
    by_day_and_night([(kind, "en", 4) for kind in KINDS], [(kind, name, 100) for kind in KINDS for name in NAMES]),
)
def test_a_printed_sheet_is_one_leaf_with_room_for_its_problems_and_solutions(
    club: Club, kind: str, language: str, most: int
) -> None:
    page = club.person(locale=language, viewport=A4).page
    page.goto(f"/problems/sheet?kind={kind}")
    assert len(SIDE.findall(page.pdf(prefer_css_page_size=True))) == 2, "its front and its back"
    page.emulate_media(media="print")
    sheets = -(-len(matching(kind)) // ON_A_SHEET)
    for number in range(1, min(sheets, most) + 1):
        page.goto(f"/problems/sheet?kind={kind}&page={number}")
        papers = page.locator(".paper").all()
        assert len(papers) == 2
        for paper in papers:
            assert paper.locator(".printed").count() == ON_A_SHEET
            assert paper.evaluate(CUT_OFF) == [], number
