"""Rengo with four, each with a browser of their own, on own boards and on shared ones."""

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import Journey

QUESTION = "Both have passed, and the board is revealed. Is this right?"
SEATS = ["black-1", "white-1", "black-2", "white-2"]


@pytest.mark.parametrize("opponent", first_by_day(["rengo", "rengo-shared"]))
def test_four_people_play_to_the_count(journey: Journey, opponent: str) -> None:
    black, white, black_2, white_2 = four = [journey.person() for _ in SEATS]
    links = journey.makes(black, opponent=opponent, width="5", height="5")
    for person, seat in zip(four[1:], SEATS[1:], strict=True):
        person.sits_down(links[seat])
    for seat in SEATS[1:]:
        expect(black.page.locator(f"#at-{seat}.here")).to_be_visible()
    journey.play("C1 D1 C2 D2", *four)
    if opponent == "rengo":
        black_2.sees("C2 black")
    else:
        black_2.sees("C2 black, D2 white")
    black.tries("D2")
    for person in four:
        person.hears("Illegal move.")
    journey.check()
    journey.play("C3 D3 C4 D4 C5 D5 pass pass", *four)
    for person in four:
        person.hears(QUESTION)
    black_2.does("settle")
    expect(white_2.page.locator("#agreed")).not_to_be_empty()
    white.does("settle")
    for person in four:
        person.hears("White wins by 2.5 points.")
        person.sees(", ".join(f"C{row} black, D{row} white" for row in range(1, 6)), on="reference")
    journey.ends()
