"""The first game: somebody who has never been here is led by a coach from the first page to the reveal, and on to a real game."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import Journey
from tests.web.people import Club

MOST_STEPS = 40
GAMES = ["go", "no-seki-go", "alter-igo"]


def do_what_is_shown(page: Page) -> None:
    """Do what the page points at: pass, or take the tool and click the point."""
    if page.locator(".passing .primary").count():
        page.locator(".passing .primary").click()
        return
    tool = page.locator(".tool.pointed")
    if tool.count():
        tool.click()
    page.locator("#play .pointed[name=at]").first.click()


def play_as_led(page: Page) -> None:
    """Play a guided game to its reveal."""
    progress = page.locator(".coach progress")
    for _ in range(MOST_STEPS):
        if page.locator("#guided.ended").count():
            return
        before = progress.get_attribute("value")
        do_what_is_shown(page)
        expect(progress).not_to_have_attribute("value", before or "")
    raise AssertionError(f"no end after {MOST_STEPS} steps")


def test_a_newcomer_is_led_to_the_reveal_and_on_to_a_real_game(journey: Journey) -> None:
    page = journey.person().page
    page.goto("/")
    page.locator(".guided-offer a[href='/learn/first/go']").first.click()
    expect(page.locator(".coach .todo")).to_be_visible()
    wrong = page.locator("#play [name=at]:not(.pointed)").first
    wrong.click()  # what else is tried is answered, and stops nothing
    expect(page.locator(".coach .todo")).to_be_visible()
    play_as_led(page)
    expect(page.locator("#said .result")).to_have_text(re.compile(r"\bwins by\b"))
    stones = "[aria-label*='white stone']"
    assert page.locator(f"#guided .still {stones}").count() > 0
    journey.ends()
    page.locator(".onward button[value=yurei]").click()
    expect(page.locator("#play")).to_be_visible()
    page.goto("/")
    expect(page.locator(".guided-offer")).to_have_count(0)
    journey.check()


@pytest.mark.nightly  # by day tests/web/test_learn.py goes through it without a browser
@pytest.mark.parametrize("game", first_by_day(GAMES[1:]))
def test_another_guided_game_is_found_under_learn(journey: Journey, game: str) -> None:
    page = journey.person().page
    page.goto("/")
    page.locator("nav a[href='/learn']").click()
    page.locator(f"a[href='/learn/first/{game}']").first.click()
    play_as_led(page)
    journey.ends()
    page.locator(".onward button[value=friend]").click()
    expect(page.locator("#invitations")).to_be_visible()
    journey.check()


def test_on_a_phone_the_board_stays_in_its_place_and_the_coach_in_sight(club: Club) -> None:
    page = club.person(viewport={"width": 390, "height": 844}).page
    page.goto("/learn/first/go")
    tops = set()
    while not page.locator("#guided.ended").count():
        before = page.locator(".coach progress").get_attribute("value")
        tops.add(page.locator("#guided .play .board").evaluate("board => board.getBoundingClientRect().top"))
        expect(page.locator(".coach .todo")).to_be_in_viewport(ratio=1)
        do_what_is_shown(page)
        expect(page.locator(".coach progress")).not_to_have_attribute("value", before or "")
    assert len(tops) == 1
    expect(page.locator("#said .result")).to_be_in_viewport(ratio=1)
