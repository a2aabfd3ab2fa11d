"""Problems in the browser: today's, series, solving, hints, solutions, free moves, results to share, a printed sheet."""

import json
import re
from collections import Counter
from datetime import timedelta
from html import unescape

import pytest

from tests.web.solving import Solver, of_kind, right_answers, wrong_answer
from tests.web.wire import Answer, House, Visitor
from yurei.problems import KINDS, Input, Problem, collection, kind_of, matching, read_problems, today
from yurei.problems.files import LENGTH, place_of
from yurei.problems.problem import GRADES
from yurei.problems.wording import game_text, rules_text

ENDGAME = next(of_kind("endgame"))


def progress(visitor: Visitor) -> dict[str, int]:
    """The figures of somebody's progress."""
    part = visitor.fragment("/you/problems").text
    return {words: int(number) for words, number in re.findall(r"<dt>([^<]*)</dt><dd>(\d+)</dd>", part)}


def test_todays_problems_are_the_same_for_everybody_and_change_at_midnight(house: House) -> None:
    pages = {Visitor(house).get("/problems").text for _ in range(2)}
    assert len(pages) == 1
    day = house.now.date()
    shown = re.findall(r'href="(/problems/[\w-]+)" data-kind', pages.pop())
    assert shown == [
        f"/problems/{today(kind, day).id}" for kind in dict.fromkeys(p.kind for p in collection().values())
    ]
    house.now += timedelta(hours=12)
    assert Visitor(house).get("/problems").text.count(f'data-day="{day + timedelta(1)}"') == 1


def test_a_beginner_is_led_to_an_easiest_problem_of_each_kind(house: House) -> None:
    links = re.search(r'<nav id="easiest".*?</nav>', Visitor(house).get("/problems").text, re.DOTALL)
    assert links is not None
    led = [collection()[name] for name in re.findall(r'href="/problems/([\w-]+)"', links[0])]
    assert [each.kind for each in led] == list(KINDS)
    assert all(each.grade == min(other.grade for other in of_kind(each.kind)) for each in led)


ONE_OF_EACH = {(p.kind, p.settings.ruleset, p.settings.referee): p for p in collection().values()}


@pytest.mark.parametrize("problem", ONE_OF_EACH.values(), ids=lambda problem: str(problem.id))
def test_a_task_says_its_game_its_referee_and_the_rules_of_both(house: House, problem: Problem) -> None:
    page = unescape(Visitor(house).get(f"/problems/{problem.id}").text)
    assert f"<summary>{rules_text(problem.settings)} " in page
    assert f'href="/learn/{problem.settings.ruleset.slug}"' in page
    assert f'href="/learn/referees#{problem.settings.referee.slug}"' in page


def test_overview_series_and_sheet_say_the_game_of_each_problem(house: House) -> None:
    visitor = Visitor(house)
    shown = unescape(visitor.get("/problems").text)
    for kind in dict.fromkeys(p.kind for p in collection().values()):
        assert game_text(today(kind, house.now.date()).settings) in shown
    for kind in KINDS:
        for grade in GRADES:
            if of_grade := matching(kind, grade):
                named = [f"{p.settings.ruleset.title} · {p.settings.referee.title}" for p in of_grade[:LENGTH]]
                listed = unescape(visitor.get(f"/problems/series/{kind}/{grade}?series=1").text)
                assert re.findall("<small>([^<]+)</small><small>", listed) == named
        printed = unescape(visitor.get(f"/problems/sheet?kind={kind}").text)
        assert re.findall('class="variant">([^<]+)<', printed) == [rules_text(p.settings) for p in matching(kind)[:6]]


def test_what_comes_back_says_its_game(house: House) -> None:
    visitor = Visitor(house)
    Solver(visitor, ENDGAME.id).does("give-up")
    house.now += timedelta(days=1)
    assert "Endgame 1 <small>Alter Igo · Open</small>" in visitor.get("/you/problems").text


def test_problems_of_one_game_are_a_series_of_their_own(house: House) -> None:
    visitor = Visitor(house)
    overview = visitor.get("/problems").text
    assert 'href="/problems?game=alter-igo#series"' in overview
    narrowed = visitor.get("/problems?game=alter-igo").text
    cells = re.findall(r'/series/(\w+)/(\d)\?game=alter-igo"[^>]*>(\d+)<', narrowed)
    assert {(kind, int(grade)): int(count) for kind, grade, count in cells} == Counter(
        (p.kind, p.grade) for p in matching(ruleset="alter-igo")
    )
    ids = [p.id for p in matching("deduce", 3, "alter-igo")]
    listed = visitor.get("/problems/series/deduce/3?game=alter-igo").text
    assert re.findall(r'href="/problems/([\w-]+)\?game=alter-igo"', listed) == ids[:LENGTH]
    assert "Deduce, grade 3 · Alter Igo</h1>" in listed
    solver = Solver(visitor, f"{ids[0]}?game=alter-igo")
    assert f"problem 1 of {LENGTH}" in solver.page
    solver.does("give-up")
    assert f'href="/problems/{ids[1]}?game=alter-igo">Next problem' in solver.page
    assert 'data-shares="yurei: Deduce, grade 3 (Alter Igo): not solved yet. http' in solver.page
    assert f'/problems/{ids[0]}"' in solver.page, "a shared address says nothing of the reader's choice"


def content(answer: Answer) -> str:
    """A page without its header, whose forms lead back to its address."""
    return answer.text.partition("<main")[2]


def test_a_problem_of_another_game_stays_in_its_own_series(house: House) -> None:
    page = content(Visitor(house).get(f"/problems/{ENDGAME.id}?game=go"))
    assert page == content(Visitor(house).get(f"/problems/{ENDGAME.id}"))


def test_a_sheet_without_problems_keeps_its_form_and_what_was_chosen(house: House) -> None:
    answer = Visitor(house).get("/problems/sheet?kind=endgame&game=no-seki-go&page=7")
    assert answer.status == 404
    assert "No problems of this kind, grade and game." in answer.text
    assert '<option value="no-seki-go" selected>' in answer.text
    assert 'class="paper' not in answer.text


def test_a_sheet_beyond_the_last_one_is_the_last(house: House) -> None:
    visitor = Visitor(house)
    last = -(-len(matching("endgame")) // 6)
    beyond = visitor.get("/problems/sheet?kind=endgame&page=999")
    assert content(beyond) == content(visitor.get(f"/problems/sheet?kind=endgame&page={last}"))


def test_ways_back_keep_to_the_chosen_game(house: House) -> None:
    visitor = Visitor(house)
    solver = Solver(visitor, f"{ENDGAME.id}?game=alter-igo")
    assert '<a href="/problems?game=alter-igo#series">Problems</a>' in solver.page
    solver.does("give-up")
    assert 'href="/problems?game=alter-igo#series">All problems<' in solver.page
    series = visitor.get(f"/problems/series/endgame/{ENDGAME.grade}?game=alter-igo").text
    assert '<a href="/problems?game=alter-igo#series">Problems</a>' in series
    assert f'href="/problems/series/endgame/{ENDGAME.grade}">All games</a>' in series
    assert f'href="/problems/sheet?kind=endgame&amp;grade={ENDGAME.grade}&amp;game=alter-igo"' in series
    assert 'href="/problems/sheet?game=alter-igo"' in visitor.get("/problems?game=alter-igo").text


@pytest.mark.parametrize("script", [True, False])
def test_the_piece_that_was_placed_stays_chosen(house: House, script: bool) -> None:
    problem = next(of_kind("ear"))
    solver = Solver(Visitor(house), problem.id, script=script)
    assert re.findall(r'value="(put-[a-z-]+)" checked', solver.page) == ["put-black"]
    solver.does("put-white", "A1")
    assert re.findall(r'value="(put-[a-z-]+)" checked', solver.page) == ["put-white"]


def test_a_sheet_has_problems_of_one_game(house: House) -> None:
    page = Visitor(house).get("/problems/sheet?game=no-seki-go&kind=deduce").text
    printed = re.findall(r'href="[^"]*/problems/([\w-]+)">\1<', page)
    assert printed == [p.id for p in matching("deduce", ruleset="no-seki-go")[:6]]


@pytest.mark.parametrize("script", [True, False])
def test_an_endgame_is_solved_move_by_move(house: House, script: bool) -> None:
    visitor = Visitor(house)
    solver = Solver(visitor, ENDGAME.id, script=script)
    assert solver.ending == "open"
    solver.answers(*right_answers(ENDGAME))
    assert solver.ending == "solved"
    assert ("<html" in solver.page) != script
    assert progress(visitor) == {"Streak, in days": 1, "Solved": 1, "Tried": 1, "Comes back today": 0}
    assert "solved at the first attempt" in solver.page


def test_an_answered_board_neither_looks_nor_sounds_like_the_refusal_before_it(house: House) -> None:
    refused = (p for p in of_kind("ear") if (told := kind_of("ear").begin(p).lines[-1].told) and told.reason)
    problem = next(refused)
    solver = Solver(Visitor(house), problem.id)
    assert 'data-outcome="illegal"' in solver.page
    solver.does("answer", more={"draft": " ".join(problem.answer)})
    assert solver.ending == "solved"
    assert re.search(r'id="told"[^>]*data-outcomes="[^"]*illegal answered" data-outcome="answered"', solver.page)


def test_a_wrong_answer_is_refuted_on_the_board_and_comes_back(house: House) -> None:
    visitor = Visitor(house)
    solver = Solver(visitor, ENDGAME.id)
    solver.answers(wrong_answer(ENDGAME))
    assert solver.ending == "failed"
    state = kind_of("endgame").after(ENDGAME, (wrong_answer(ENDGAME),))
    assert state.lines[-1].colour is ENDGAME.to_move.opponent
    assert f"Right answer: {ENDGAME.answer[0]}" in solver.page
    assert "not solved yet" in solver.page
    assert progress(visitor)["Comes back today"] == 0
    house.now += timedelta(days=1)
    assert progress(visitor)["Comes back today"] == 1
    assert f'href="/problems/{ENDGAME.id}"' in visitor.get("/you/problems").text


def test_a_solved_problem_comes_back_after_one_three_seven_and_twenty_one_days(house: House) -> None:
    visitor = Visitor(house)
    Solver(visitor, ENDGAME.id).answers(wrong_answer(ENDGAME))
    for days in (1, 3, 7, 21):
        house.now += timedelta(days=days - 1)
        assert progress(visitor)["Comes back today"] == 0
        house.now += timedelta(days=1)
        assert progress(visitor)["Comes back today"] == 1
        Solver(visitor, ENDGAME.id).answers(*right_answers(ENDGAME))
    house.now += timedelta(days=100)
    assert progress(visitor) == {"Streak, in days": 0, "Solved": 1, "Tried": 1, "Comes back today": 0}


def test_a_hint_is_given_once_and_ends_no_problem(house: House) -> None:
    visitor = Visitor(house)
    solver = Solver(visitor, ENDGAME.id)
    solver.does("hint")
    words = str(kind_of("endgame").hint(ENDGAME, ()))
    assert f"Hint: {words}" in solver.page
    assert solver.ending == "open"
    solver.answers(*right_answers(ENDGAME))
    assert "solved with a hint" in solver.page
    assert progress(visitor)["Streak, in days"] == 0


def test_the_solution_can_be_asked_for_and_walked_through(house: House) -> None:
    visitor = Visitor(house)
    solver = Solver(visitor, ENDGAME.id)
    solver.does("give-up")
    assert solver.ending == "failed"
    assert progress(visitor)["Tried"] == 1
    solver.does("walk", "0")
    right = ENDGAME.answer[0]
    assert re.search(rf'aria-current="step">\w+ {right}: ', solver.page)
    assert 'class="last accepted"' in solver.page
    solver.does("walk", "start")
    assert f'value="{right}" role=gridcell aria-label="{right}"' in solver.page
    assert 'class="last accepted"' not in solver.page
    assert solver.does("walk", "7.7").status == 422
    assert progress(visitor)["Tried"] == 1, "looking at the solution is no attempt"


def test_afterwards_moves_are_tried_in_turn_and_nobody_answers(house: House) -> None:
    solver = Solver(Visitor(house), ENDGAME.id)
    solver.does("give-up")
    solver.does("walk", "start")
    cells = ENDGAME.board or b""
    free = [ENDGAME.settings.size.name(point) for point, cell in enumerate(cells) if not cell]
    before = solver.page.count(' stone"')
    solver.does("stone", free[0])
    assert f'name="tried" value="{free[0]}"' in solver.page
    colour = ENDGAME.to_move.word
    assert f'aria-label="{free[0]}, {colour} stone' in solver.page or "lost" in solver.page
    solver.does("back")
    assert solver.page.count(' stone"') == before


def test_points_are_chosen_one_by_one_and_answered_together(house: House) -> None:
    problem = next(of_kind("deduce", Input.POINTS))
    solver = Solver(Visitor(house), problem.id)
    other = next(
        n for n in map(problem.settings.size.name, range(problem.settings.size.points)) if n not in problem.answer
    )
    assert "ark at least one point first" in solver.does("answer").text
    for point in (other, *problem.answer, other):
        solver.does("mark", point)
    assert solver.page.count(", chosen") == len(problem.answer)
    solver.does("answer")
    assert solver.ending == "solved"


def test_one_of_three_boards_is_chosen(house: House) -> None:
    problem = next(of_kind("deduce", Input.CHOICE))
    for number in range(1, 4):
        solver = Solver(Visitor(house), problem.id)
        assert solver.page.count("Choose board") == 3
        solver.does("choose", str(number))
        assert solver.ending == ("solved" if problem.answer == (str(number),) else "failed")


def test_a_series_has_ten_and_leads_from_one_to_the_next(house: House) -> None:
    visitor = Visitor(house)
    place = place_of(ENDGAME, collection().values())
    assert place.number == 1
    solver = Solver(visitor, ENDGAME.id)
    solver.does("give-up")
    assert f'href="/problems/{place.following}">Next problem' in solver.page
    page = visitor.get(f"/problems/series/{ENDGAME.kind}/{ENDGAME.grade}").text
    assert "Solved at the first attempt: 0 of 1" in page
    assert page.count('class="place failed"') == 1
    address = f"/problems/series/{ENDGAME.kind}/{ENDGAME.grade}?series="
    assert visitor.get(f"{address}2").text.count('class="place new"') == LENGTH
    assert visitor.get(f"{address}1000").status == 422


@pytest.mark.parametrize(
    ("do", "at", "words"),
    [
        ("stone", "Z9", "no point"),
        ("stone", "", "no point"),
        ("dance", "A1", "cannot be done"),
        ("walk", "0", "cannot be done"),
        ("ghost", "Z1", "no point"),
    ],
)
def test_a_bad_answer_is_refused_in_a_sentence(house: House, do: str, at: str, words: str) -> None:
    answer = Solver(Visitor(house), ENDGAME.id).does(do, at)
    assert answer.status == 422
    assert words in answer.text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/problems/none-1", 404),
        ("/problems/series/endgame/x", 422),
        ("/problems/series/none/1", 404),
        ("/problems/sheet?kind=none", 404),
        ("/problems/sheet?page=0", 422),
        ("/problems/sheet?grade=10", 422),
        ("/problems?game=chess", 404),
        ("/problems/series/endgame/1?game=chess", 404),
        ("/problems/series/endgame/1?game=go", 404),
        ("/problems/sheet?game=chess", 404),
        ("/api/problems?ruleset=chess", 404),
        ("/api/problems/none-1", 404),
        ("/api/problems?kind=none", 404),
        ("/api/problems?grade=0", 422),
    ],
)
def test_a_bad_problem_address_gets_an_error_status(house: House, address: str, status: int) -> None:
    assert Visitor(house).get(address).status == status


def test_a_sheet_has_six_problems_their_solutions_and_a_code_to_each(house: House) -> None:
    page = Visitor(house).get("/problems/sheet?kind=endgame&page=2").text
    front, _, back = page.partition("paper back")
    chosen = list(of_kind("endgame"))[6:12]
    for problem in chosen:
        assert f"http://yurei.example/problems/{problem.id}" in front
        assert problem.answer[0] in back
    assert front.count('class="qr"') == 6


def test_the_collection_is_downloaded_whole(house: House) -> None:
    answer = Visitor(house).get("/problems/collection.jsonl")
    assert [problem.id for problem in read_problems(answer.text)] == list(collection())
    assert "attachment" in answer.all("content-disposition")[0]


# Programs.


def asks(house: House, path: str, answers: list[str] | None = None) -> dict[str, object]:
    """The answer of the API."""
    body = None if answers is None else json.dumps({"answers": answers}).encode()
    method = "GET" if answers is None else "POST"
    answer = Visitor(house).ask(method, f"/api/problems{path}", (), body, kind="application/json")
    assert answer.status == 200, answer.text
    found: dict[str, object] = json.loads(answer.text)
    return found


def test_programs_find_problems_page_by_page(house: House) -> None:
    found, page = [], 1
    while page:
        listed = asks(house, f"?kind=endgame&page={page}")
        assert listed["count"] == len(list(of_kind("endgame")))
        found += [each["id"] for each in listed["problems"]]  # type: ignore[attr-defined]
        page = listed["following"]  # type: ignore[assignment]
    assert found == [problem.id for problem in of_kind("endgame")]
    assert {each["game"] for each in listed["problems"]} == {rules_text(ENDGAME.settings)}  # type: ignore[attr-defined]
    assert asks(house, "?ruleset=no-seki-go")["count"] == len(matching(ruleset="no-seki-go"))
    assert asks(house, "/today?kind=endgame")["id"] == today("endgame", house.now.date()).id


def test_programs_answer_and_learn_the_solution_after_the_end_alone(house: House) -> None:
    assert asks(house, f"/{ENDGAME.id}/answer", [])["answer"] is None
    failed = asks(house, f"/{ENDGAME.id}/answer", [wrong_answer(ENDGAME)])
    assert (failed["status"], failed["answer"]) == ("failed", list(ENDGAME.answer))
    assert failed["solution"]
    solved = asks(house, f"/{ENDGAME.id}/answer", right_answers(ENDGAME))
    assert solved["status"] == "solved"
    answer = Visitor(house).ask(
        "POST", f"/api/problems/{ENDGAME.id}/answer", (), b'{"answers":["Z9"]}', kind="application/json"
    )
    assert answer.status == 422
    assert "no point" in json.loads(answer.text)["error"]
