"""Alone against yurei, at each of its levels, to a result."""

import re

import pytest
from playwright.sync_api import expect

from tests.day_and_night import chosen_by_day
from tests.journeys.journey import Journey
from tests.web.people import Person

LEVELS = [1, 2, 3, 4, 5]
OWN_POINTS = ["C3", "C2", "C4"]
"""What the person tries in the first turns, after which they pass."""
COMPILED_IN = 90_000
"""Milliseconds in which the higher levels are ready on a machine that never compiled them; home says when."""

THINKS_IN = 90_000
"""Milliseconds in which a program has answered on the busiest machine."""


def make_a_move(person: Person, untried: list[str]) -> None:
    """Try the points that were never tried until one is free; pass where none is left."""
    refused = person.page.locator("#table:has(#told[data-outcome=illegal]):has(#turn.yours)")
    while untried:
        point, number = untried.pop(0), person.number
        person.tries(point)
        expect(person.table).not_to_have_attribute("data-number", str(number))
        if not refused.count():
            return
    number = person.number
    person.passes()
    expect(person.table).not_to_have_attribute("data-number", str(number))


def play_to_the_count(person: Person) -> None:
    """Move whenever it is one's turn, until both have passed."""
    untried = list(OWN_POINTS)
    for _ in range(40):
        expect(person.page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
        if person.page.locator(".settling").count():
            return
        number = person.number
        make_a_move(person, untried)
        expect(person.table).not_to_have_attribute("data-number", str(number))
    raise AssertionError("no end after 40 moves")


@pytest.mark.parametrize("level", chosen_by_day(LEVELS, (4).__eq__))
def test_a_person_plays_alone_to_the_result(journey: Journey, level: int) -> None:
    person = journey.person()
    person.page.goto("/")
    expect(person.page.locator("#start .note")).to_have_count(0, timeout=COMPILED_IN)
    journey.makes(person, opponent="yurei", program=f"yurei:level={level}", width="5", height="5")
    expect(person.page.locator("#at-white")).to_contain_text(f"{level}")
    play_to_the_count(person)
    person.does("settle")
    expect(person.page.locator(".settling")).to_have_count(0)
    expect(person.said).to_have_text(re.compile(r"^(Black|White) wins by \d"))
    journey.ends()


@pytest.mark.parametrize("level", chosen_by_day(LEVELS, (2).__eq__))
def test_one_pass_by_mistake_loses_nothing(journey: Journey, level: int) -> None:
    person = journey.person()
    page = person.page
    page.goto("/")
    expect(page.locator("#start .note")).to_have_count(0, timeout=COMPILED_IN)
    journey.makes(person, opponent="yurei", program=f"yurei:level={level}")
    for point in ("E5", "C7", "G3"):
        expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
        make_a_move(person, [point, "B2", "H8", "B8"])
    expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    number = person.number

    page.locator("#pass > summary").click()
    expect(page.locator("#pass .panel")).to_contain_text("More than a third of the board is empty.")
    page.keyboard.press("Escape")
    expect(page.locator("#pass .panel")).to_be_hidden()
    page.locator("#pass > summary").click()
    page.locator("#play .points [name=at][value=E9]").click()
    expect(page.locator("#pass .panel")).to_be_hidden()
    assert person.number == number, "neither the button alone passes, nor does a click beside the question try a point"

    person.passes()
    expect(page.locator("#heard")).to_contain_text("Black passes.")
    expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    expect(page.locator(".settling")).to_have_count(0)
    expect(page.locator("#pass .panel")).to_be_hidden()
    journey.check()
    make_a_move(person, ["E3", "C5", "G7", "F6"])
    expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    person.resigns()
    person.hears("White wins by resignation.")
    journey.ends()
