"""Tables of other kinds: one screen, one person, four people, a program; and who only listens or only watches."""

import re

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.web.people import Club, Person

QUESTION = "Both have passed, and the board is revealed. Is this right?"


def shows_nothing(person: Person) -> None:
    """Only the curtain: no board, no point, no piece, no typed field."""
    expect(person.page.locator(".curtain button")).to_be_visible()
    # The links to the chairs and the name of the game are chance's own letters, and may spell a point.
    page = re.sub(r"/join/[^\"<]*", "", person.page.content()).replace(person.page.url.split("/")[-2], "")
    for trace in ("grid", "<svg viewBox", 'class="stone', "black stone", "white stone", "pencil", "typed", "B2"):
        assert trace not in page, trace


@pytest.mark.parametrize("script", first_by_day([True, False]), ids=["with JavaScript", "without JavaScript"])
def test_on_a_shared_screen_nothing_of_any_board_is_left_between_turns(club: Club, script: bool) -> None:
    person = club.person(java_script_enabled=script)
    club.makes(person, opponent="one-device", width="3")
    page = person.page
    shows_nothing(person)
    expect(page.locator(".curtain")).to_contain_text("Hand the device to Black.")
    person.lifts_the_curtain()
    person.takes("pencil-white")
    person.tries("A1")
    person.takes("stone")
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    shows_nothing(person)
    page.reload()
    shows_nothing(person)
    for _ in range(3):
        page.go_back()
        if page.locator("#table").count():
            shows_nothing(person)
    for _ in range(3):
        page.go_forward()
        if page.locator("#table").count():
            shows_nothing(person)

    person.lifts_the_curtain()
    person.sees("")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1")
    person.tries("B2")
    person.hears("Illegal move.")
    person.tries("A1")
    person.hears("White has moved, Black to play.")
    shows_nothing(person)
    person.lifts_the_curtain()
    person.sees("B2 black")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1, pencil: white")
    person.passes()
    person.hears("Black passes.")
    person.lifts_the_curtain()
    person.passes()
    person.hears(QUESTION)
    person.sees("A1 white, B2 black", on="reference")
    person.does("settle")
    expect(page.locator(".settling")).to_have_count(0)


def test_a_second_window_of_a_shared_screen_is_curtained_with_the_first(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="one-device", width="3")
    other = Person(person.page.context.new_page())
    other.page.goto(person.page.url)
    shows_nothing(other)
    person.lifts_the_curtain()
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    other.hears("Black has moved, White to play.")
    shows_nothing(other)


def test_a_copied_link_stays_marked_while_others_sit_down(club: Club) -> None:
    person, other = club.person(permissions=["clipboard-read", "clipboard-write"]), club.person()
    links = club.makes(person, opponent="rengo", width="3")
    button = person.page.locator("#invitations button[data-copies*='/white-2/']")
    button.click()
    expect(person.page.locator("[data-done]")).to_be_visible()
    assert person.page.evaluate("navigator.clipboard.readText()") == links["white-2"]
    other.sits_down(links["white-1"])
    expect(person.page.locator("#at-white-1.here")).to_be_visible()
    expect(person.page.locator("#invitations button[data-copies*='/white-1/']")).to_have_count(0)
    expect(person.page.locator("#invitations [data-done]")).to_have_attribute("data-copies", links["white-2"])


@pytest.mark.nightly  # by day test_by_hand.py clicks twice on the curtain
def test_a_double_click_on_a_shared_screen_neither_tries_for_the_opponent_nor_lifts_the_curtain(club: Club) -> None:
    person = club.person()
    for point in ("A3", "B3", "B1"):
        club.makes(person, opponent="one-device", width="3")
        curtain = person.page.locator(".curtain button").bounding_box()
        person.lifts_the_curtain()
        assert curtain is not None
        if point == "B3":
            person.page.mouse.dblclick(
                curtain["x"] + curtain["width"] / 2, curtain["y"] + curtain["height"] / 2, delay=40
            )
        else:
            person.point(point).dblclick()
        person.hears("Black has moved, White to play.")
        shows_nothing(person)
        person.lifts_the_curtain()
        assert person.lines == ["Black has moved, White to play."]
        person.tries(point)
        person.hears("Illegal move.")


def test_a_double_click_in_a_duel_is_one_move(club: Club) -> None:
    black, white = club.duel(width="3")
    black.point("B2").dblclick()
    white.hears("Black has moved, White to play.")
    white.point("B2").dblclick()
    black.hears("Illegal move.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    black.sees("B2 black")
    white.sees("A1 white")
