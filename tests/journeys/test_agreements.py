"""What two players agree on: dead stones after two passes, or playing them out; a draw; a takeback."""

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import QUESTION, Journey
from tests.web.people import Person

GAME = "B1 A1 B2 D4 C3 E4 pass pass"
"""On 5x5; the white stone on A1 has its last liberty on A2."""
STONES = "A1 white, B1 black, B2 black, C3 black, D4 white, E4 white"


def reach_the_count(journey: Journey, **fields: str) -> tuple[Person, Person, Person]:
    black, white, spectator = journey.trio(**fields)
    journey.play(GAME, black, white)
    journey.hears(QUESTION)
    journey.check()
    return black, white, spectator


def test_both_mark_and_both_agree(journey: Journey) -> None:
    black, white, spectator = reach_the_count(journey)
    black.tries("A1")
    journey.shows("#marked", "A1")
    agree = white.page.locator("button[value=settle]")
    before = agree.bounding_box()
    black.does("settle")
    journey.shows("#agreed", "Agreed: Black.")
    assert agree.bounding_box() == before, "what White is about to press stays there"
    white.tries("D4")  # who marks another stone has not agreed to the same board
    journey.shows("#marked", "D4")
    for person in journey.people:
        expect(person.page.locator("#agreed")).to_have_text("")
    white.tries("D4")
    for person in journey.people:
        expect(person.page.locator("#marked")).not_to_contain_text("D4")
    white.does("settle")
    expect(black.page.locator("#agreed")).to_have_text("Agreed: White.")
    black.does("settle")
    journey.hears("White wins by 6.5 points.")
    journey.hides(".settling")
    for person in journey.people:
        expect(person.page.locator("#reference [aria-label*='dead']")).to_have_count(1)
    spectator.sees(STONES, on="reference")
    journey.ends()


def test_stones_in_dispute_are_played_out(journey: Journey) -> None:
    black, white, spectator = reach_the_count(journey)
    white.tries("A1")
    expect(black.page.locator("#marked")).to_contain_text("A1")
    proposal, dispute = black.page.locator("#proposed"), black.page.locator(".dispute")
    expect(proposal).to_contain_text("A1")
    above, below = (each.evaluate("it => it.getBoundingClientRect().y") for each in (dispute, proposal))
    assert above < below, "what comes late moves nothing that somebody is about to press"
    black.page.locator(".dispute > summary").click()
    black.does("dispute")
    journey.shows("#disputed", "A1")
    journey.check()
    journey.play("pass A2", white, black)
    journey.shows("#captured", "A1")
    journey.play("pass pass", white, black)
    journey.shows("#found", "A1")
    journey.hears("White wins by 6.5 points.")
    spectator.sees(STONES, on="reference")
    black.page.set_viewport_size({"width": 390, "height": 844})
    heights = [
        black.page.locator(each).evaluate("it => it.getBoundingClientRect().y") for each in (".after", ".reference")
    ]
    assert heights[0] < heights[1], "the next game and the replay stand right below the result"
    journey.ends()


def test_with_nothing_marked_the_position_is_played_on(journey: Journey) -> None:
    black, white, spectator = reach_the_count(journey)
    white.page.locator(".dispute > summary").click()
    expect(white.page.locator(".dispute")).to_contain_text("Black moves first, because you asked.")
    expect(white.page.locator(".dispute button")).to_have_text("Play on")
    white.does("dispute")
    journey.shows("#disputed", "All stones are in dispute.")
    journey.play("A2 pass pass", black, white)
    journey.shows("#found", "Dead after playing it out: A1. All other stones are alive.")
    journey.hears("White wins by 6.5 points.")
    spectator.sees(STONES, on="reference")
    journey.ends()


@pytest.mark.nightly
def test_a_dispute_is_given_up(journey: Journey) -> None:
    black, white, _ = reach_the_count(journey)
    black.tries("A1")
    black.page.locator(".dispute > summary").click()
    black.does("dispute")
    expect(white.page.locator("#disputed")).to_contain_text("A1")
    white.page.locator("#concede > summary").click()
    white.does("give-in")
    journey.shows("#found", "A1")
    journey.hears("White wins by 6.5 points.")
    journey.ends()


OPEN_GO = {"width": "5", "height": "5", "referee": "open", "draw_by_agreement": "true"}


@pytest.mark.parametrize("referee", first_by_day(["common", "open", "hamburg", "fog"]))
def test_a_draw_is_declined_and_then_agreed(journey: Journey, referee: str) -> None:
    black, white = journey.duel(**OPEN_GO | {"referee": referee})
    journey.play("C3", black)
    white.does("offer")
    expect(white.page.locator(".voice")).to_contain_text("You offered a draw. Waiting for the opponent’s answer.")
    expect(black.page.locator("#news")).to_have_text("White offers a draw.")  # who cannot see it is told
    black.does("decline")
    journey.shows("#draw-declined", "The draw was declined.")
    journey.check()
    if referee != "open":
        journey.play("C3", white)  # refused: no move follows
        journey.shows("#draw-declined", "The draw was declined.")
    journey.play("D4", white)
    journey.hides("#draw-declined")
    black.does("offer")
    white.does("accept")
    for person in journey.people:
        expect(person.page.locator(".result")).to_contain_text("draw", ignore_case=True)
    journey.ends()


def test_a_takeback_is_declined_and_then_granted(journey: Journey) -> None:
    black, white = journey.duel(**OPEN_GO)
    journey.play("C3 D4", black, white)
    white.does("takeback")
    expect(white.page.locator("#takeback")).to_contain_text("Waiting for the opponent’s answer.")
    expect(black.page.locator("#news")).to_have_text("White requests a takeback.")
    black.does("takeback-decline")
    journey.shows("#takeback-declined", "The takeback was declined.")
    expect(white.page.locator("button[value=takeback]")).to_be_disabled()
    journey.check()
    journey.play("B2", black)
    journey.hides("#takeback-declined")
    black.does("takeback")
    white.does("takeback-accept")
    journey.shows("#taken-back", "A move was taken back.")
    for person in journey.people:
        person.sees("C3 black, D4 white")
    black.resigns()
    journey.hears("White wins by resignation.")
    journey.ends()
