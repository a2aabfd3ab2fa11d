"""The server dies in the middle of a game, as at a loss of power. Nothing that was answered is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.people import Club, Server


@pytest.mark.nightly  # by day test_lost_answers.py sends again, and tests/faults/test_killed.py kills
def test_after_a_crash_both_pages_go_on_by_themselves(
    own_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    club = Club(lambda **traits: new_context(base_url=own_server.address, service_workers="block", **traits))
    black, white = club.duel(width="5", referee="hamburg")
    audience = club.person()
    black.takes("pencil-cross")
    black.tries("E5")
    black.takes("stone")
    black.tries("C3")
    white.hears("Black has moved, White to move.")
    white.tries("C3")
    black.hears("There is already an opponent’s stone.")
    heard, seen = white.lines, white.page.locator("#play").inner_html()

    own_server.kill()
    for person in (black, white):
        expect(person.page.locator("#connection")).to_have_text("Connection lost; reconnecting …")
    white.tries("D4")
    expect(white.page.locator("#sending")).to_have_text("No answer yet; sending again …")
    white.sees("")
    expect(white.point("D4")).to_have_class("asked")
    assert white.lines == heard
    assert white.page.locator("#play").inner_html().replace(' class="asked"', "") == seen
    own_server.start()
    for person in (black, white):
        expect(person.page.locator("#connection")).to_be_empty()
    black.hears("White has moved, Black to move.")
    white.sees("D4 white")
    assert white.lines[-len(heard) :] == heard
    expect(white.page.locator("#sending")).to_be_empty()
    expect(white.notice).to_be_empty()
    black.tries("D4")
    white.hears("There is already an opponent’s stone.")
    black.sees("C3 black")
    expect(black.point("E5")).to_have_attribute("aria-label", "E5, pencil: crossed out")
    black.resigns()
    white.hears("White wins by resignation.")
    audience.page.goto(white.page.url)
    expect(audience.page.locator("main")).to_contain_text("no access to this seat")


@pytest.mark.nightly
def test_after_a_crash_a_shared_screen_is_curtained(
    own_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    club = Club(lambda **traits: new_context(base_url=own_server.address, service_workers="block", **traits))
    person = club.person()
    club.makes(person, opponent="one-device", width="3")
    person.lifts_the_curtain()
    person.tries("B2")
    person.lifts_the_curtain()
    own_server.kill()
    own_server.start()
    expect(person.page.locator(".curtain button")).to_be_visible()
    person.hears("Black has moved, White to play.")
    person.lifts_the_curtain()
    person.tries("B2")
    person.hears("Illegal move.")
