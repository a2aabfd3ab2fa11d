"""Learn: the examples of every game on live boards, every referee's words, and a game of one's own from there."""

import re

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import Journey
from tests.web.people import PIECE

BROKEN = """names => names.filter((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    return words.getClientRects().length > 1 && !name.textContent.includes(" ");
}).map((name) => name.textContent)"""
"""Names of one word that stand on two lines."""
GAMES = ["go", "alter-igo", "no-seki-go"]


@pytest.mark.parametrize("game", first_by_day(GAMES))
def test_an_example_is_played_through_and_tried(journey: Journey, game: str) -> None:
    person = journey.person()
    page = person.page
    page.goto("/")
    page.locator("nav a[href='/learn']").click()
    page.locator(f".shelf a[href='/learn/{game}']").click()
    lesson = page.locator("#lesson")
    forward, start, end = (lesson.locator(".steps a").nth(number) for number in (2, 0, 3))
    before = lesson.locator(".moment").inner_text()
    forward.click()
    expect(lesson.locator(".moment")).not_to_have_text(before)
    expect(lesson.locator(".said")).not_to_be_empty()
    end.click()
    expect(page).to_have_url(re.compile("at="))
    referees = lesson.locator(".voices a.tool")
    expect(referees.first).to_be_visible()
    for number in range(referees.count()):
        referee = referees.nth(number)
        name = referee.inner_text()
        referee.click()
        expect(lesson.locator(".voices a[aria-current=true]")).to_have_text(name)
    start.click()
    expect(lesson.locator(".voices li")).to_have_count(1)
    assert referees.evaluate_all(BROKEN) == []
    stones = lesson.locator(f"#reference :is({PIECE})").count() if lesson.locator("#reference").count() else None
    journey.ends()
    lesson.locator(".try button").click()
    expect(page.locator("#play")).to_be_visible()
    assert stones is None or page.locator(f"main :is({PIECE})").count() >= stones
    journey.check()


def test_every_example_and_every_referee_is_found(journey: Journey) -> None:
    page = journey.person().page
    page.goto("/learn")
    for address in [link.get_attribute("href") or "" for link in page.locator(".shelf a").all()]:
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        chapters = page.locator(".chapters a")
        if chapters.count() > 1:
            chapters.last.click()
            expect(page.locator(".chapters a[aria-current=true]")).to_have_count(1)
        journey.check()
    page.goto("/learn/referees")
    journey.ends()
