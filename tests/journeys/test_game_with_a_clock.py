"""A game by link with a clock, under every time control: to a count, and to a loss on time."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.day_and_night import chosen_by_day
from tests.doors.web.conftest import club_at
from tests.doors.web.people import Server
from tests.journeys.journey import Journey
from tests.journeys.moving_back import let_days_pass

CONTROLS = {
    "fischer": {"clock": "fischer", "clock_main": "5", "clock_step": "3"},
    "fischer with a cap": {"clock": "fischer", "clock_main": "5", "clock_step": "3", "clock_cap": "6"},
    "byo-yomi": {"clock": "byo-yomi", "clock_main": "5", "clock_step": "30", "clock_periods": "3"},
    "canadian": {"clock": "canadian", "clock_main": "10", "clock_step": "300", "clock_turns": "15"},
    "absolute": {"clock": "absolute", "clock_main": "20"},
    "simple": {"clock": "simple", "clock_step": "300"},
    "correspondence": {"clock": "correspondence", "clock_main": "3", "clock_step": "1", "clock_cap": "7"},
}
"""Every control, as filled into the form of a new game, with time enough for a whole game."""
SHORT_CONTROLS = {
    "fischer": {"clock": "fischer", "clock_main": "7s", "clock_step": "1"},
    "fischer with a cap": {"clock": "fischer", "clock_main": "7s", "clock_step": "1", "clock_cap": "8s"},
    "byo-yomi": {"clock": "byo-yomi", "clock_main": "5s", "clock_step": "1", "clock_periods": "2"},
    "canadian": {"clock": "canadian", "clock_main": "5s", "clock_step": "3", "clock_turns": "9"},
    "absolute": {"clock": "absolute", "clock_main": "8s"},
    "simple": {"clock": "simple", "clock_step": "7"},
}
"""The same with a few seconds. A game by correspondence cannot be so short."""


@pytest.mark.nightly  # by day test_by_correspondence.py has a clock, and test_count.py counts
@pytest.mark.parametrize("control", chosen_by_day(CONTROLS, "byo-yomi".__eq__))
def test_a_game_is_played_to_its_count(journey: Journey, control: str) -> None:
    black, white, _ = journey.trio(**CONTROLS[control])
    for number, tried in enumerate(["C1", "D1", "C2", "D2", "C3", "D3"]):
        journey.play(tried, (black, white)[number % 2])
        journey.check()
    black.tries("D1")
    journey.hears("Illegal move.")
    journey.play("C4 D4 C5 D5 pass pass", black, white)
    for player in (black, white):
        player.is_asked("White wins by 2.5 points.")
    journey.check()
    black.does("settle")
    expect(white.page.locator("#agreed")).to_have_text("Agreed: Black.")
    journey.check()
    white.does("settle")
    journey.hears("White wins by 2.5 points.")
    for player in (black, white):
        player.sees(", ".join(f"C{row} black, D{row} white" for row in range(1, 6)), on="reference")
    journey.ends()


@pytest.mark.parametrize("control", chosen_by_day(SHORT_CONTROLS, "fischer".__eq__))
def test_a_game_is_lost_on_time(journey: Journey, control: str) -> None:
    black, white, _ = journey.trio(**SHORT_CONTROLS[control])
    for number, point in enumerate(("C1", "D1", "C2", "D2")):
        mover, other = ((black, white), (white, black))[number % 2]
        mover.tries(point)
        expect(other.turn).to_contain_text("Your turn")
    expect(white.page.locator("#clock-black")).to_have_class(re.compile("running"))
    journey.hears("White wins on time.")
    for person in journey.people:
        expect(person.page.locator("#clock-black").get_by_role("timer")).to_have_text("0.0")
    journey.ends()


@pytest.mark.nightly  # by day test_by_correspondence.py plays over two days
def test_a_game_by_correspondence_is_lost_after_days(
    journey: Journey, own_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    journey.club = club_at(own_server, new_context)
    black, white, _ = journey.trio(clock="correspondence", clock_main="2", clock_step="1")
    journey.play("C1 D1 C2", black, white)
    timer = white.page.locator("#clock-white").get_by_role("timer")
    expect(timer).to_have_text("2 days, 23:59")
    let_days_pass(own_server, days=2)
    for person in journey.people:
        person.page.reload()
        expect(person.page.locator("#clock-white").get_by_role("timer")).to_have_text(re.compile("^(23|24):"))
    let_days_pass(own_server, days=1)
    for person in journey.people:
        person.page.reload()
    journey.hears("Black wins on time.")
