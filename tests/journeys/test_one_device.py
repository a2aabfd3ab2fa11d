"""Two people with one device, which they hand over behind a curtain, to the count and to the replay."""

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import Journey
from tests.web.people import PIECE, Person

QUESTION = "Both have passed, and the board is revealed. Is this right?"


def lift_the_curtain(person: Person) -> None:
    """Take the device and say so; until then no board is shown."""
    expect(person.page.locator(".curtain")).to_be_visible()
    assert person.page.locator(PIECE).count() == 0
    person.lifts_the_curtain()


@pytest.mark.parametrize("referee", first_by_day(["common", "hamburg"]))
def test_a_game_is_handed_to_and_fro_to_its_count(journey: Journey, referee: str) -> None:
    both = journey.person()
    journey.makes(both, opponent="one-device", width="5", height="5", referee=referee)
    boards = {"black": "", "white": ""}
    for number, point in enumerate(["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"]):
        colour = ("black", "white")[number % 2]
        lift_the_curtain(both)
        both.sees(boards[colour])
        if point == "D2":
            both.tries("C2")
            expect(both.page.locator("#said")).not_to_be_empty()
            both.sees(boards[colour])
        both.tries(point)
        boards[colour] += f"{', ' if boards[colour] else ''}{point} {colour}"
    journey.check()
    for _ in range(2):
        lift_the_curtain(both)
        both.passes()
    both.hears(QUESTION)
    both.sees(f"{boards['black']}, {boards['white']}", on="reference")
    both.does("settle")
    both.hears("White wins by 2.5 points.")
    journey.ends()
    both.page.locator(".after a[href*='/replay?at=']:not([href*='#'])").click()
    expect(both.page.locator("#moment")).to_be_visible()
    both.sees(f"{boards['black']}, {boards['white']}", on="reference")
    assert journey.errors == []
