"""Solves problems: today's, a series of ten, with hints, on a second device, by keyboard, in other languages, offline."""

import re
from collections.abc import Iterator, Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, Route, expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import Journey
from tests.journeys.test_by_keyboard import LISTENS, goes_to, hears, presses, spoken, tabs_to
from tests.web.people import Person
from tests.web.solving import of_kind, right_answers, wrong_answer
from tests.web.test_every_page import violations
from yurei.apps.web.frame.http import ZONE
from yurei.problems import Input, Problem, Step, collection, kind_of, matching, shipped
from yurei.problems.files import LENGTH, group_in_series, number_of, place_of
from yurei.problems.solving import group_by_turn
from yurei.problems.wording import game_text

ENDGAME = next(of_kind("endgame"))
TOOLS = {"B": "put-black", "W": "put-white", "b": "put-black-ghost", "w": "put-white-ghost"}
COMPILED = 240_000
"""Milliseconds until compiled code is there, where it is used for the first time."""


def answers(person: Person, problem: Problem) -> None:
    page, form = person.page, kind_of(problem.kind).input(problem)
    if form is Input.CHOICE:
        page.locator(f"#play button[value='{problem.answer[0]}']").click()
    elif form is Input.POINTS:
        for point in problem.answer:
            person.tries(point)
            expect(person.point(point)).to_have_attribute("aria-label", re.compile("chosen"))
        person.does("answer")
    elif form is Input.TRY:
        for number, answer in enumerate(right_answers(problem), 1):
            tool, _, point = answer.rpartition(" ")
            if answer == "pass":
                person.passes()
            else:
                if page.locator("#play .tools").count():
                    person.takes(tool or "stone")
                person.tries(point)
            expect(page.locator("#problem")).to_have_attribute("data-number", str(number))
    else:
        rows = enumerate(reversed(problem.answer[0].split("/")))
        pieces = [(piece, column, row) for row, cells in rows for column, piece in enumerate(cells) if piece != "."]
        chosen = ""
        for piece, column, row in sorted(pieces):
            if piece != chosen:  # else it stays chosen from point to point
                person.takes(TOOLS[piece])
            chosen, name = piece, problem.settings.size.name(row * problem.settings.size.width + column)
            person.tries(name)
            expect(person.point(name)).to_have_attribute("aria-label", re.compile("stone|ghost"))
        person.does("answer")


def is_over(page: Page, kind: str) -> None:
    expect(page.locator("#problem")).to_have_class(f"over {kind}", timeout=COMPILED)


def figures(page: Page) -> list[str]:
    expect(page.locator("#practice dd")).to_have_count(4)
    return page.locator("#practice dd").all_inner_texts()


def todays(page: Page, kind: str) -> Problem:
    page.goto("/")
    page.locator("nav a[href='/problems']").click()
    link = page.locator(f".shelf a[data-kind={kind}]")
    problem = shipped((link.get_attribute("href") or "").rpartition("/")[2])
    link.click()
    expect(page.locator("#problem.open")).to_be_visible()
    return problem


KINDS = list(dict.fromkeys(problem.kind for problem in collection().values()))


@pytest.mark.parametrize("kind", first_by_day(KINDS))  # by day one of each kind is solved below
def test_todays_problem_is_solved_and_shared(journey: Journey, kind: str) -> None:
    person = journey.person()
    page = person.page
    page.add_init_script("navigator.share = async ({ text }) => { window.shared = text; }")
    problem = todays(page, kind)
    answers(person, problem)
    is_over(page, "solved")
    expect(page.locator("#said")).to_contain_text("Solved.")
    page.locator("#share").click()
    shared = page.evaluate("window.shared")
    title = problem.settings.ruleset.title
    assert f"grade {problem.grade} ({title}): solved at the first attempt. " in shared
    assert shared.endswith(f"/problems/{problem.id}")
    journey.ends()
    assert violations(Axe(), page, []) == []
    page.locator(".ending a[href='/problems']").click()
    assert figures(page) == ["1", "1", "1", "0"]


def test_a_wrong_answer_is_refuted_and_the_solution_walked(journey: Journey) -> None:
    person = journey.person()
    page = person.page
    page.goto(f"/problems/{ENDGAME.id}")
    person.does("hint")
    expect(page.locator("#said")).to_contain_text("Hint: ")
    wrong = wrong_answer(ENDGAME)
    person.tries(wrong)
    is_over(page, "failed")
    expect(page.locator("#heard li")).to_have_count(2)
    expect(page.locator("#said")).to_contain_text("Not solved.")
    assert violations(Axe(), page, []) == []
    steps = page.locator(".walking .steps button")
    steps.nth(0).click()
    expect(page.locator("#problem [name=walk]").first).to_have_value("start")
    expect(person.point(ENDGAME.answer[0])).to_have_attribute("aria-label", ENDGAME.answer[0])
    steps.nth(2).click()
    expect(page.locator(".branches [aria-current=step]")).to_contain_text(ENDGAME.answer[0])
    expect(page.locator("#own .last")).to_have_count(1)
    steps.nth(0).click()
    expect(page.locator(".branches [aria-current=step]")).to_have_count(0)
    expect(page.locator("#own .last")).to_have_count(0)
    person.tries(wrong)
    expect(page.locator("#tried")).to_contain_text(wrong)
    expect(page.locator("#heard li")).to_have_count(2)
    person.does("back")
    expect(person.point(wrong)).to_have_attribute("aria-label", wrong)
    journey.ends()
    page.get_by_role("link", name="Analyse this position").click()
    expect(page.locator("#said")).to_contain_text("to move:")


def announcements(steps: Sequence[Step]) -> int:
    return sum(1 + announcements(step.branches) for step in steps)


def walks(page: Page, steps: Sequence[Step], path: tuple[int, ...] = ()) -> int:
    """Go to each step of a solution, and back; returns the number of steps that were seen."""
    seen = 0
    for number, step in enumerate(steps):
        here = ".".join(map(str, (*path, number)))
        if len(steps) > 1:
            page.locator(f".branches button[value='{here}']").click()
        else:
            page.locator(".walking .steps button").nth(2).click()
        expect(page.locator("#problem [name=walk]").first).to_have_value(here)
        expect(page.locator("#tried")).not_to_be_empty()
        seen += 1 + walks(page, step.branches, (*path, number))
        page.locator(".walking .steps button").nth(1).click()
        expect(page.locator("#problem [name=walk]").first).to_have_value(".".join(map(str, path)) or "start")
    return seen


def test_a_plan_with_every_announcement_of_the_referee(journey: Journey) -> None:
    """The one that is played resists longest; all others are in the tree of the solution."""
    plans = sorted(of_kind("plan"), key=lambda problem: (problem.more["moves"], problem.id))[:30]
    solutions = [(problem, kind_of("plan").solution(problem)) for problem in plans]
    short = [each for each in solutions if announcements(each[1]) <= 25]
    problem, solution = max(short, key=lambda each: announcements(each[1]))
    person = journey.person()
    page = person.page
    page.goto(f"/problems/{problem.id}")
    expect(page.locator("#own .spot.hidden")).to_have_count(len(problem.more["hidden"]["points"]))
    answers(person, problem)
    is_over(page, "solved")
    page.locator(".walking .steps button").nth(0).click()
    expect(page.locator("#problem [name=walk]").first).to_have_value("start")
    assert walks(page, solution) == announcements(solution) > 4
    journey.ends()


def tens() -> Iterator[list[Problem]]:
    for kind in KINDS:
        yield next(
            each
            for grade in range(1, 10)
            for each in group_in_series(collection().values(), kind, grade)
            if len(each) == LENGTH
        )


@pytest.mark.parametrize("ten", first_by_day(tens()), ids=lambda ten: str(ten[0].kind))
def test_a_series_of_ten(journey: Journey, ten: list[Problem]) -> None:
    person = journey.person()
    page = person.page
    page.goto("/problems")
    page.locator(f"a[href='/problems/series/{ten[0].kind}/{ten[0].grade}']").click()
    page.locator(f".ten a[href='/problems/{ten[0].id}']").click()
    for number, problem in enumerate(ten, 1):
        expect(page.locator("h1")).to_contain_text(f"problem {number} of {LENGTH}")
        answers(person, problem)
        is_over(page, "solved")
        page.locator(".ending .primary").click()
    expect(page.locator(".ten .note").first).to_have_text(f"Solved at the first attempt: {LENGTH} of {LENGTH}")
    expect(page.locator(".ten .place.solved")).to_have_count(LENGTH)
    journey.ends()
    assert violations(Axe(), page, []) == []


@pytest.mark.parametrize("width", [1440, 390])
def test_the_rules_are_one_tap_away_and_stay_open(journey: Journey, width: int) -> None:
    person = journey.person(viewport={"width": width, "height": 844})
    page = person.page
    problem = next(p for p in matching("deduce", ruleset="alter-igo") if p.settings.referee.slug == "kriegspiel")
    page.goto(f"/problems/{problem.id}")
    rules = page.locator("#rules")
    expect(rules.locator("summary")).to_contain_text("Alter Igo · Kriegspiel: captures are not announced")
    expect(rules.locator(".panel")).to_be_hidden()
    rules.locator("summary").click()
    expect(rules.locator(".panel")).to_contain_text("every string without a liberty is removed, of both colours")
    expect(rules.locator(".panel")).to_contain_text("Captured stones vanish from their owner’s board.")
    assert violations(Axe(), page, []) == []
    person.tries(problem.answer[0])
    expect(person.point(problem.answer[0])).to_have_attribute("aria-label", re.compile("chosen"))
    expect(rules.locator(".panel")).to_be_visible()
    with page.expect_popup() as examples:
        rules.get_by_role("link", name="With examples on boards").last.click()
    expect(examples.value.locator("h1")).to_have_text("Alter Igo")
    examples.value.close()
    rules.locator("summary").click()
    expect(rules.locator(".panel")).to_be_hidden()
    journey.ends()


def test_solved_problems_are_shown_on_a_second_device(journey: Journey) -> None:
    one, other = journey.person(timezone_id="America/Los_Angeles"), journey.person()
    one.page.goto(f"/problems/{ENDGAME.id}")
    assert {each["name"]: each["value"] for each in one.page.context.cookies()}[ZONE] == "America/Los_Angeles"
    answers(one, ENDGAME)
    is_over(one.page, "solved")
    one.page.goto("/you")
    one.page.locator("#yours form[action='/you/along'] button").click()
    other.page.goto(one.page.locator(".links input").input_value())
    other.page.locator("main .primary").click()
    other.page.goto("/problems")
    assert figures(other.page) == ["1", "1", "1", "0"]
    other.page.goto("/you/delete")
    expect(other.page.locator("main")).to_contain_text("Your results in problems")
    other.page.locator("[name=sure]").check()
    other.page.locator("main .danger").click()
    for person in (one, other):
        person.page.goto("/problems")
        assert figures(person.page) == ["0", "0", "0", "0"]
    journey.ends()


def test_a_series_of_problems_is_solved_by_keyboard(journey: Journey) -> None:
    person = journey.person()
    page = person.page
    page.add_init_script(LISTENS)
    page.goto("/problems")
    presses(page, f"a[href='/problems/series/{ENDGAME.kind}/{ENDGAME.grade}']")
    page.wait_for_url("**/series/**")
    presses(page, f".ten a[href='/problems/{ENDGAME.id}']")
    expect(page.locator("#problem.open")).to_be_visible()
    for number, answer in enumerate(right_answers(ENDGAME), 1):
        assert goes_to(page, answer) == answer
        page.keyboard.press("Enter")
        expect(page.locator("#problem")).to_have_attribute("data-number", str(number))
    is_over(page, "solved")
    hears(person, "Solved.")
    assert sum("Solved." in words for words in spoken(person)) == 1, "each sentence is read once"
    tabs_to(page, ".walking .steps button")
    page.keyboard.press("Enter")
    expect(page.locator("#own .last")).to_have_count(0)
    presses(page, ".walking .steps button:nth-of-type(3)")
    expect(page.locator(".branches [aria-current=step]")).to_have_count(1)
    presses(page, ".ending .primary")
    page.wait_for_url(f"**/{place_of(ENDGAME, collection().values()).following}")
    expect(page.locator("h1")).to_contain_text("problem 2 of")
    journey.ends()


@pytest.mark.parametrize(("language", "words"), first_by_day([("de", "Richtige Antwort"), ("ja", "正解：")]))
def test_in_another_language(journey: Journey, language: str, words: str) -> None:
    person = journey.person()
    page = person.page
    page.goto("/problems")
    person.reads(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.goto(f"/problems/{ENDGAME.id}")
    person.tries(wrong_answer(ENDGAME))
    is_over(page, "failed")
    expect(page.locator(".ending")).to_contain_text(words)
    journey.ends()
    for address in ("/problems", "/you/problems", "/problems/sheet?kind=endgame"):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        journey.check()


def test_a_problem_that_was_loaded_can_be_read_offline_and_is_answered_later(journey: Journey) -> None:
    person = journey.person(service_workers="allow")
    page = person.page
    page.goto(f"/problems/{ENDGAME.id}")
    page.evaluate("navigator.serviceWorker.register('/sw.js')")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    page.goto("/problems")
    page.goto(f"/problems/{ENDGAME.id}")
    page.context.set_offline(True)
    page.goto("/problems")
    expect(page.locator("h1")).to_have_text("Problems")
    page.locator(f".series a[href='/problems/series/{ENDGAME.kind}/{ENDGAME.grade}']").click()
    expect(page.locator("main")).to_contain_text("Problems you have already opened")
    page.goto(f"/problems/{ENDGAME.id}")
    person.tries(right_answers(ENDGAME)[0])
    expect(page.locator("#connection")).not_to_be_empty()
    expect(page.locator("#problem")).to_have_attribute("data-number", "0")
    page.context.set_offline(False)
    expect(page.locator("#problem")).to_have_attribute("data-number", "1")
    expect(page.locator("#connection")).to_be_empty()
    journey.errors.clear()  # without a connection the console says so
    journey.ends()


# From the task to the end, one of each kind.

ONE_OF_EACH = {
    "plan": next(p for p in of_kind("plan") if "tries" not in p.more),
    "deduce": shipped("deduce-3x3-92"),
    "endgame": ENDGAME,
    "ghosts": next(p for p in of_kind("ghosts") if str(p.settings.size) == "4x4"),
    "ear": next(of_kind("ear")),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_from_its_task_to_its_end(journey: Journey, kind: str) -> None:
    problem, person = ONE_OF_EACH[kind], journey.person()
    page, lines = person.page, len(group_by_turn(kind_of(kind).begin(problem).lines))
    page.goto(f"/problems/{problem.id}")
    expect(page.locator("h1")).to_contain_text(f"{kind_of(kind).title} {number_of(problem.id)}")
    expect(page.locator("#rules summary")).to_contain_text(game_text(problem.settings))
    expect(page.locator(".sentence")).to_have_text(str(kind_of(kind).prompt(problem)))
    expect(page.locator(".replies")).to_have_text(str(kind_of(kind).replies(problem)))
    expect(page.locator("#heard li")).to_have_count(lines)
    if kind in ("deduce", "ear"):
        expect(page.locator("#heard li").last).to_contain_text(
            "Without this announcement the answer would be different."
        )
    if kind == "deduce":
        steps_through(page, lines)
    if kind == "ear":
        person.takes("put-white")
    for said in ("Hint: ", "Look at column"):
        person.does("hint")
        expect(page.locator("#said")).to_contain_text(said)
    if kind == "ear":
        expect(page.locator("#play input[value=put-white]")).to_be_checked()
    answers(person, problem)
    is_over(page, "solved")
    expect(page.locator("#heard li").nth(lines)).to_be_visible()
    if kind in ("plan", "endgame", "ghosts"):
        page.locator("#heard button").first.click()
        expect(page.locator("#said")).to_contain_text("1. ")
        page.locator("#look-now").click()
        expect(page.locator("#tried")).to_be_visible()
    journey.ends()
    assert violations(Axe(), page, []) == []


def steps_through(page: Page, lines: int) -> None:
    """Step back to the beginning and to the present again, by the buttons, a line and the keyboard."""
    stones = page.locator("#own .stone").count()
    for line in reversed(page.locator("#heard button").all_inner_texts()[: lines - 1]):
        page.locator("#look-back").click()
        expect(page.locator("#heard [aria-current]")).to_have_text(line)
    page.locator("#look-back").click()
    expect(page.locator("#said")).to_have_text("Before the first try.")
    expect(page.locator("#own .stone")).to_have_count(0)
    expect(page.locator("#own button")).to_have_count(0)
    page.locator("#look-on").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("1. ")
    expect(page.locator("#look-on")).to_be_focused()
    page.locator("#heard button").nth(lines - 2).click()
    expect(page.locator("#said")).to_contain_text(f"{lines - 1}. ")
    page.locator("#look-now").click()
    expect(page.locator("#own .stone")).to_have_count(stones)
    expect(page.locator("#own button").first).to_be_visible()


def test_a_second_click_while_a_step_is_loading_is_not_lost(journey: Journey) -> None:
    problem, page = ONE_OF_EACH["deduce"], journey.person().page
    page.goto(f"/problems/{problem.id}")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    page.route("**/problems/*", hold_the_first)
    for _ in range(3):  # of those that come while one is loading the last one counts
        page.locator("#look-back").click()
    page.wait_for_function("document.querySelector('.asked')")
    assert len(held) == 1
    held[0].continue_()
    lines = len(group_by_turn(kind_of("deduce").begin(problem).lines))
    expect(page.locator("#said")).to_contain_text(f"{lines - 2}. ")
    journey.ends()


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_takes_the_room_that_it_has(journey: Journey, kind: str) -> None:
    page = journey.person().page
    page.goto(f"/problems/{next(p for p in of_kind(kind) if str(p.settings.size) in ('4x4', '3x3')).id}")
    for width, height in ((1440, 900), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#own").bounding_box()
        assert box
        assert box["height"] >= 600
        assert box["y"] + box["height"] <= height
    journey.ends()


EDGES = "element => element.getBoundingClientRect().toJSON()"


@pytest.mark.parametrize("problem", ["deduce-4x4-12", "ear-3x2-1"])
def test_on_a_phone_a_long_rule_does_not_hide_the_answer_button(journey: Journey, problem: str) -> None:
    page = journey.person(viewport={"width": 390, "height": 844}).page
    page.goto(f"/problems/{problem}")
    button, bar = page.locator("[value=answer]"), page.locator(".navigation")
    page.locator("#own").scroll_into_view_if_needed()
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate(EDGES)["bottom"] <= bar.evaluate(EDGES)["top"]
    expect(page.locator("#own")).to_be_in_viewport(ratio=0.8)
    journey.ends()


def test_a_long_solution_is_read_to_its_end(journey: Journey) -> None:
    person = journey.person()
    person.page.goto(f"/problems/{max(of_kind('endgame'), key=lambda problem: problem.more['plies']).id}")
    person.does("give-up")
    is_over(person.page, "failed")
    assert not person.page.locator(".branches").evaluate("box => box.scrollHeight > box.clientHeight + 1")
    journey.ends()
