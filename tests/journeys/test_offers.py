"""A draw and a takeback: requested, declined, requested again, and accepted."""

import pytest
from playwright.sync_api import expect

from tests.journeys.journey import Journey

OPEN_GO = {"width": "5", "height": "5", "referee": "open", "draw_by_agreement": "true"}


def test_a_draw_is_declined_and_then_agreed(journey: Journey) -> None:
    black, white = journey.duel(**OPEN_GO)
    journey.play("C3", black)
    white.does("offer")
    expect(white.page.locator(".voice")).to_contain_text("You offered a draw. Waiting for the opponent’s answer.")
    black.does("decline")
    for person in journey.people:
        expect(person.page.locator("#draw-declined")).to_have_text("The draw was declined.")
    journey.check()
    journey.play("D4", white)
    for person in journey.people:
        expect(person.page.locator("#draw-declined")).to_have_count(0)
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
    black.does("takeback-decline")
    for person in journey.people:
        expect(person.page.locator("#takeback-declined")).to_have_text("The takeback was declined.")
    expect(white.page.locator("button[value=takeback]")).to_be_disabled()
    journey.check()
    journey.play("B2", black)
    for person in journey.people:
        expect(person.page.locator("#takeback-declined")).to_have_count(0)
    black.does("takeback")
    white.does("takeback-accept")
    for person in journey.people:
        person.sees("C3 black, D4 white")
        expect(person.page.locator("#taken-back")).to_contain_text("A move was taken back.")
    black.resigns()
    journey.hears("White wins by resignation.")
    journey.ends()


@pytest.mark.nightly  # by day test_a_draw_is_declined_and_then_agreed
@pytest.mark.parametrize("referee", ["common", "hamburg", "fog"])
def test_a_draw_is_declined_where_something_is_hidden(journey: Journey, referee: str) -> None:
    black, white = journey.duel(**OPEN_GO | {"referee": referee})
    journey.play("C3", black)
    black.does("offer")
    white.does("decline")
    for person in journey.people:
        expect(person.page.locator("#draw-declined")).to_be_visible()
    journey.play("C3", white)  # refused: no move follows
    for person in journey.people:
        expect(person.page.locator("#draw-declined")).to_be_visible()
    journey.ends()
