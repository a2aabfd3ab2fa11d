"""Analyses positions of solved boards: sets one up, walks to the end of a line, opens it by its link and from a game."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, Route, expect

from tests.journeys.journey import Journey
from tests.journeys.test_by_keyboard import LISTENS, goes_to, hears, presses, tabs_to
from tests.web.people import Person
from tests.web.test_every_page import violations

EMPTY = "/analysis?board=.../.../..."


def says(page: Page, sentence: str) -> None:
    expect(page.locator("#said")).to_contain_text(sentence)


def opens(journey: Journey) -> Person:
    """Come from the first page to the analysis board by the menu, with an empty board of 3x3."""
    person = journey.person()
    page = person.page
    page.goto("/")
    page.locator("nav a[href='/learn']").click()
    page.locator(".shelf a[href='/analysis']").click()
    says(page, "Black to move: Black wins in 18 moves.")
    return person


def test_a_position_is_set_up_and_its_line_walked_to_the_end(journey: Journey) -> None:
    person = opens(journey)
    page = person.page
    page.locator("#choose select").select_option("4x2")
    says(page, "Black to move: Black wins in 18 moves. Best moves: B1, B2, C1, C2.")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1, White wins in 17 moves")
    stones = (("black", "A1", "black stone"), ("white", "D2", "white stone"), ("white", "C1", "white stone"))
    for tool, point, words in (*stones, ("empty", "C1", "wins in")):
        person.takes(tool)
        person.tries(point)
        expect(person.point(point)).to_have_attribute("aria-label", re.compile(words))
    page.locator("#section-mover a", has_text="White to move").click()
    says(page, "White to move:")
    set_up = page.locator(".share input").input_value()
    person.takes("play")
    line = page.locator(".line a")
    moves = line.all_inner_texts()
    line.nth(1).click()
    expect(page.locator(".moment")).to_have_text(f"Move 2 of {len(moves)}")
    page.locator("a[data-key=e]").click()
    expect(page.locator(".moment")).to_have_text(f"Move {len(moves)} of {len(moves)}")
    says(page, " wins: the last move was a single-stone suicide.")
    expect(line).to_have_count(0)
    page.locator("a[data-key=b]").click()
    expect(line).to_have_text(moves[-1:])
    page.go_back()
    says(page, " wins: the last move was a single-stone suicide.")
    page.locator("a[data-key=s]").click()
    expect(line).to_have_text(moves)
    other = journey.person()
    other.page.goto(set_up)
    expect(other.page.locator(".line a")).to_have_text(moves)
    expect(other.point("A1")).to_have_attribute("aria-label", "A1, black stone")
    journey.ends()
    assert violations(Axe(), page, []) == []


@pytest.mark.parametrize(
    ("page", "field", "value", "part", "answer"),
    [
        (EMPTY, "#choose select", "4x2", "#said", "Best moves: B1, B2, C1, C2."),
        ("/new", "#new [name=opponent]", "one-device", "#plan", "device"),
    ],
    ids=["the board to analyse", "a new game"],
)
def test_what_is_chosen_before_the_scripts_ran_counts(
    journey: Journey, page: str, field: str, value: str, part: str, answer: str
) -> None:
    person = journey.person()
    person.page.goto("/")
    waiting: list[Route] = []
    person.page.route("**/front.js", lambda request: waiting.append(request))
    person.page.goto(page, wait_until="commit")
    person.page.locator(field).select_option(value)
    expect(person.page.locator(part)).not_to_contain_text(answer)
    for request in waiting:
        request.continue_()
    expect(person.page.locator(part)).to_contain_text(answer)
    journey.ends()


def test_a_board_that_is_not_solved_yet_is_solved_meanwhile(journey: Journey) -> None:
    page = opens(journey).page
    page.locator("#choose select").select_option("13x1")
    expect(page.locator("#said")).to_contain_text("Black to move: a draw.", timeout=180_000)  # it may be compiled first
    expect(page.locator("#play .label.drawn")).not_to_have_count(0)
    page.get_by_role("link", name="Turn the board").click()
    expect(page.locator("#board")).to_have_attribute("data-h", "13")
    journey.ends()


def test_an_analysis_is_used_by_keyboard_and_screen_reader(journey: Journey) -> None:
    person = opens(journey)
    page = person.page
    page.evaluate(LISTENS)
    assert goes_to(page, "B2") == "B2, Black wins in 18 moves, best move"
    page.keyboard.press("Enter")
    hears(person, "White to move: Black wins in 17 moves. All moves lose; the longest resistance: A2, B1, B3, C2.")
    expect(person.point("B2")).to_have_attribute("aria-label", "B2, black stone")
    expect(person.point("B2")).to_be_focused()
    assert goes_to(page, "A2") == "A2, Black wins in 17 moves, best move"
    page.keyboard.press("Enter")
    says(page, "Black to move: Black wins in 16 moves.")
    for key, moment in (("b", "Move 1 of 2"), ("s", "Move 0 of 2"), ("f", "Move 1 of 2"), ("e", "Move 2 of 2")):
        page.keyboard.press(key)
        expect(page.locator(".moment")).to_have_text(moment)
    presses(page, "a[data-key=b]")
    expect(page.locator(".moment")).to_have_text("Move 1 of 2")
    tabs_to(page, "#play [role=gridcell]")
    page.keyboard.press("3")  # takes white stones into the hand
    assert goes_to(page, "C3").startswith("C3, ")
    page.keyboard.press("Enter")
    expect(person.point("C3")).to_have_attribute("aria-label", "C3, white stone")
    hears(person, "White to move: Black wins in 13 moves.")
    journey.ends()


def test_an_ended_game_is_analysed_from_its_replay(journey: Journey) -> None:
    black, white = journey.duel(ruleset="alter-igo", referee="open", width="3", height="3")
    journey.play("B2 A2 C2 C1", black, white)
    black.resigns()
    black.hears("White wins by resignation.")
    page = black.page
    page.locator(".after a[href*='/replay?at=']:not([href*='#'])").click()
    page.locator("#moment").fill("2")
    expect(page.locator("#tried")).to_contain_text("A2")
    page.get_by_role("link", name="Open in the analysis board").click()
    says(page, "Black to move: Black wins in 16 moves.")
    expect(page.locator(".moment")).to_have_text("Move 2 of 4")
    expect(black.point("A2")).to_have_attribute("aria-label", "A2, white stone")
    page.locator("a[data-key=f]").click()
    expect(black.point("C2")).to_have_attribute("aria-label", "C2, black stone")
    journey.ends()
