"""By keyboard alone, without JavaScript, in German, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.doors.web.people import Club, Person

QUESTION = "Both have passed, and the board is revealed. Is this right?"


def focused(person: Person) -> str | None:
    """The point that has the focus; None where no point has it."""
    value: str | None = person.page.evaluate("document.activeElement.value || null")
    return value if person.page.evaluate("document.activeElement.matches('#play [role=gridcell]')") else None


def tabs_to(person: Person, selector: str) -> None:
    """Press the tab key until something has the focus."""
    for _ in range(40):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"the tab key never comes to {selector}")


@pytest.mark.nightly  # by day tests/journeys/test_by_keyboard.py
def test_a_game_by_keyboard_alone(club: Club) -> None:
    black, white = club.duel(width="5")
    keys = black.page.keyboard
    tabs_to(black, "#play [role=gridcell]")
    assert focused(black) == "C3", "the middle"
    walk = [
        ("ArrowUp", "C4"),
        ("ArrowRight", "D4"),
        ("End", "E4"),
        ("ArrowRight", "E4"),
        ("Home", "A4"),
        ("ArrowLeft", "A4"),
        ("ArrowDown", "A3"),
        ("ArrowDown", "A2"),
        ("ArrowDown", "A1"),
        ("ArrowDown", "A1"),
        ("ArrowRight", "B1"),
    ]
    for key, point in walk:
        keys.press(key)
        assert focused(black) == point
    keys.press("Tab")
    assert focused(black) is None, "the board is one tab stop"
    keys.press("Shift+Tab")
    assert focused(black) == "B1"
    keys.press("Enter")
    white.hears("Black has moved, White to play.")
    black.sees("B1 black")
    expect(black.point("B1")).to_be_focused()

    tabs_to(white, "#typed")
    white.page.keyboard.type("b1")
    white.page.keyboard.press("Enter")
    black.hears("Illegal move.")
    expect(white.page.locator("#typed")).to_have_value("")
    white.page.keyboard.type("c1")
    white.page.keyboard.press("Enter")
    black.hears("White has moved, Black to play.")
    white.sees("C1 white")

    keys.press("ArrowRight")
    for key, words in (("w", "pencil: white"), ("d", "pencil: captured"), ("x", "pencil: crossed out")):
        keys.press(key)
        expect(black.point("C1")).to_have_attribute("aria-label", f"C1, {words}")
    keys.press("Space")  # the stone has stayed in the hand
    white.hears("Illegal move.")
    tabs_to(black, "button[value=pass]")
    keys.press("Enter")
    white.hears("Black passes.")
    white.page.keyboard.type("pass")
    white.page.keyboard.press("Enter")
    white.hears(QUESTION)
    expect(white.page.locator("#preview")).to_have_text("If both agree: White wins by 7.5 points.")
    tabs_to(white, "#play [role=gridcell]")
    white.page.keyboard.press("Home")
    white.page.keyboard.press("ArrowDown")
    white.page.keyboard.press("ArrowDown")
    white.page.keyboard.press("ArrowRight")
    assert focused(white) == "B1"
    white.page.keyboard.press("Enter")
    expect(white.page.locator("#preview")).to_have_text("If both agree: White wins by 32.5 points.")


def test_a_digit_in_the_typed_field_stays_a_digit(club: Club) -> None:
    black, white = club.duel(width="5")
    black.page.locator("#typed").press_sequentially("e4")
    expect(black.page.locator("#typed")).to_have_value("e4")
    expect(black.page.locator("#play input[value=stone]")).to_be_checked()
    black.page.keyboard.press("Enter")
    white.hears("Black has moved, White to play.")
    black.sees("E4 black")


def test_a_game_without_javascript(club: Club) -> None:
    black, white = (club.person(java_script_enabled=False) for _ in range(2))
    links = club.makes(black, ruleset="no-seki-go", width="3", height="2")
    white.sits_down(links["white"])

    def reads(person: Person, sentence: str) -> None:
        person.page.reload()
        person.hears(sentence)

    black.tries("B2")
    black.hears("Black has moved, White to play.")
    reads(white, "Black has moved, White to play.")
    white.tries("B2")
    white.hears("Illegal move.")
    white.page.locator("#typed").fill("a1")
    white.page.keyboard.press("Enter")
    white.hears("White has moved, Black to play.")
    reads(black, "White has moved, Black to play.")
    black.takes("pencil-white")
    black.tries("A1")
    expect(black.point("A1")).to_have_attribute("aria-label", "A1, pencil: white")
    black.places_ghost("C2")
    reads(white, "Black has moved, White to play.")
    white.page.locator("#typed").fill("z9")
    white.page.keyboard.press("Enter")
    expect(white.page.locator("main")).to_contain_text("is no point of a 3x2 board")
    white.page.go_back()
    white.passes()
    reads(black, "White passes.")
    black.sees("B2 black, C2 black ghost")
    black.passes()
    black.hears(QUESTION)
    reads(white, QUESTION)
    white.tries("A1")
    white.does("settle")
    black.page.reload()
    black.does("settle")
    expect(black.page.locator(".settling")).to_have_count(0)
    black.page.get_by_text("Replay, all boards").click()
    black.page.get_by_role("link", name="Forward", exact=True).click()
    expect(black.page.locator("#tried")).to_have_text("Black: B2")
    black.page.locator("#moment").evaluate("slider => { slider.value = 2 }")
    black.page.locator(".slider .go").click()
    expect(black.page.locator("#tried")).to_contain_text("White: B2")


@pytest.mark.nightly
def test_the_referee_speaks_german_to_who_prefers_it(club: Club) -> None:
    black, white = club.person(locale="de-DE"), club.person()
    links = club.makes(black, width="5", referee="hamburg")
    white.sits_down(links["white"])
    expect(black.page.locator("html")).to_have_attribute("lang", "de")
    black.tries("A2")
    black.hears("Schwarz hat gezogen, Weiß ist dran.")
    white.hears("Black has moved, White to move.")
    white.tries("A2")
    black.hears("Da steht bereits ein gegnerischer Stein.")
    white.tries("A1")
    black.hears("Weiß hat gezogen, Schwarz ist dran.")
    black.tries("B1")
    black.hears("Schwarz fängt 1 Stein.")
    white.hears("Black captures 1 stone.")
    white.reads("de")
    white.hears("Schwarz fängt 1 Stein.")
    white.passes()
    white.hears("Weiß passt.")
    black.resigns()
    for person in (black, white):
        expect(person.page.locator("html")).to_have_attribute("lang", "de")
    black.reads("en")
    black.hears("White wins by resignation.")


def test_german_words_are_all_there(club: Club) -> None:
    person = club.person(locale="de-DE")
    person.page.goto("/")
    expect(person.page.locator("h1")).not_to_have_text("Go with hidden stones")
    club.makes(person, opponent="solo", width="3")
    assert person.point("B2").get_attribute("aria-label") == "B2"
    person.tries("B2")
    expect(person.page.locator("#black [aria-label='B2, schwarzer Stein']")).to_have_count(1)
    expect(person.turn).to_contain_text("Sie sind dran")


@pytest.mark.nightly  # by day test_fog.py is played on such a phone
def test_a_phone_of_360_points_is_enough(club: Club) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    black, white = club.person(**phone), club.person(**phone)
    links = club.makes(black)
    white.sits_down(links["white"])
    for person in (black, white):
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    box = black.point("A1").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 30
    for point in ("A1", "J9", "E5"):
        black.point(point).tap()
        white.hears("Black has moved, White to play.")
        white.point(point).tap()
        white.hears("Illegal move.")
        white.page.locator("button[value=pass]").tap()
        black.hears("White passes.")
    black.sees("A1 black, E5 black, J9 black")
    for person in (black, white):
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
