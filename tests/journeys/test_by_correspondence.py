"""A game by correspondence: two people come back the next day, find the game and the time they have left, and end it with a count."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.journeys.journey import Journey
from tests.journeys.moving_back import let_days_pass
from tests.web.conftest import club_at
from tests.web.people import Person, Server

CLOCK = {"clock": "correspondence", "clock_main": "2", "clock_step": "1"}
LESS_BY_A_DAY = r"(2 days, 0:00|1 day, 23:5\d)"


@pytest.fixture
def journey(journey: Journey, own_server: Server, new_context: Callable[..., BrowserContext]) -> Journey:
    """People at a server whose time can be moved."""
    journey.club = club_at(own_server, new_context)
    return journey


def comes_back(person: Person, group: str, left: str) -> None:
    """Open one's own games from the first page, read how long both have, and go to the table."""
    page = person.page
    page.goto("/")
    page.locator("nav a[href='/you']").click()
    game = page.locator(f"#group-{group} li")
    expect(game.locator(".left")).to_contain_text(re.compile(left))
    game.locator("a").click()
    expect(person.table).to_be_visible()


def test_two_people_play_over_two_days(journey: Journey, own_server: Server) -> None:
    black, white = journey.duel(width="5", height="5", **CLOCK)
    journey.play("C1 D1 C2", black, white)
    timer = white.page.locator("#clock-white").get_by_role("timer")
    expect(timer).to_have_text("2 days, 23:59")
    journey.check()

    for person in (black, white):
        person.page.goto("about:blank")  # they close the page, as people do for the night
    let_days_pass(own_server, days=1)
    comes_back(white, "turn", rf"White {LESS_BY_A_DAY}")
    expect(timer).to_have_text(re.compile(LESS_BY_A_DAY))
    white.tries("C2")
    white.hears("Illegal move.")
    white.tries("D2")
    comes_back(black, "turn", "Black 3 days, 23:5")
    journey.check()
    journey.play("C3 D3 C4 D4 C5 D5 pass pass", black, white)
    black.does("settle")
    expect(white.page.locator("#agreed")).not_to_be_empty()
    white.does("settle")
    for person in journey.people:
        person.hears("White wins by 2.5 points.")
    journey.ends()
