"""The replay in real browsers: turned by hand, by keys and by itself, and passed on by its link."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.people import Club, Person

TRIES = "B2 A1 C1 C3 A2 A3 B1"
"""Black's last move takes A1."""


def ended(club: Club, **wish: str) -> tuple[Person, str]:
    """One person on both seats, who has tried all that and resigned; and the address of the replay for everybody."""
    person = club.person()
    club.makes(person, opponent="solo", **{"width": "3", **wish})
    for tried in TRIES.split():
        number = person.number
        person.tries(tried)
        expect(person.table).not_to_have_attribute("data-number", str(number))
    person.resigns()
    link = person.page.locator(".share input").input_value()
    return person, f"{link}/replay"


def counter(page: Page, number: int) -> None:
    """So many tries were made."""
    expect(page.locator("label[for=moment]")).to_have_text(f"Try {number} of 8")


@pytest.mark.nightly  # by day tests/journeys/test_replay.py
@pytest.mark.browser
def test_it_is_turned_by_links_keys_and_the_slider(club: Club) -> None:
    _, address = ended(club)
    guest = club.person(viewport={"width": 1280, "height": 800})
    page = guest.page
    page.goto(address)
    counter(page, 0)
    for key, number in (
        ("ArrowRight", 1),
        ("End", 8),
        ("ArrowLeft", 7),
        ("Shift+ArrowLeft", 6),
        ("Shift+ArrowLeft", 5),
        ("Shift+ArrowRight", 6),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        page.wait_for_url(re.compile(rf"at={number}\b"))
        counter(page, number)
    page.get_by_role("link", name="Next: Stones captured").click()
    counter(page, 7)
    guest.hears("Black has captured the following stones: A1.")
    expect(page.locator("#tries [aria-current]")).to_contain_text("Black: B1 captures 1")
    page.locator("#tries").get_by_text("White: A1").click()
    counter(page, 2)
    page.locator("#moment").focus()
    page.keyboard.press("ArrowRight")
    counter(page, 3)
    page.get_by_role("link", name="End").click()
    page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("link", name="Back", exact=True).click()
    counter(page, 6)
    before = page.evaluate("scrollY")
    page.keyboard.press("Home")
    counter(page, 0)
    assert page.evaluate("scrollY") == before, "the list moves in its own box alone"


@pytest.mark.nightly
@pytest.mark.browser
def test_it_runs_by_itself_until_it_is_stopped(club: Club) -> None:
    _, address = ended(club)
    page = club.person().page
    page.goto(address)
    page.locator("#speed").select_option(label="Quickly")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_url(re.compile("at=2"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()
    stopped = page.locator("label[for=moment]").inner_text()
    page.wait_for_timeout(900)
    assert page.locator("label[for=moment]").inner_text() == stopped
    page.goto(f"{address}?at=7")
    page.locator("#speed").select_option(label="Quickly")
    page.get_by_role("button", name="Autoplay").click()
    counter(page, 8)
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.browser
def test_another_referee_and_the_large_board_are_chosen_and_the_link_keeps_them(club: Club) -> None:
    _, address = ended(club)
    guest = club.person(viewport={"width": 1280, "height": 800})
    page = guest.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{address}?at=7")
    page.locator("select[name=referee]").select_option("hamburg")
    guest.hears("Black captures 1 stone.")
    guest.sees("A1 white, A3 white, C3 white", on="white")
    page.get_by_role("link", name="White", exact=True).click()
    large = page.locator(".still.large")
    expect(large).to_have_attribute("id", "of-white")
    widths = {name: page.locator(f"#of-{name} .board").bounding_box() for name in ("white", "black", "reference")}
    assert all(widths.values())
    assert widths["white"]["width"] > 1.7 * widths["black"]["width"]  # type: ignore[index]  # all are seen
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("[data-copies][data-done]")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = club.person()
    other.page.goto(link)
    counter(other.page, 7)
    other.hears("Black captures 1 stone.")
    expect(other.page.locator(".still.large")).to_have_attribute("id", "of-white")
    page.locator("select[name=referee]").select_option("")
    guest.hears("Black has captured the following stones: A1.")
    page.get_by_label("How far a stone sees").fill("77")
    page.get_by_label("How far a stone sees").blur()
    expect(guest.notice).to_contain_text("whole number of points from 0 to 48")
    page.keyboard.press("Home")
    counter(page, 0)


@pytest.mark.nightly
@pytest.mark.browser
def test_on_a_phone_one_board_is_seen_at_a_time(club: Club) -> None:
    _, address = ended(club, width="9", height="9")
    for width in (390, 320, 768, 1280):
        page = club.person(viewport={"width": width, "height": 844}).page
        page.goto(f"{address}?at=3")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert page.locator(".still:visible").count() == (1 if width < 640 else 3)
        if width < 640:
            page.get_by_role("link", name="Black", exact=True).click()
            expect(page.locator("#of-black")).to_be_visible()
            expect(page.locator("#of-reference")).to_be_hidden()
            board = page.locator("#black").bounding_box()
            assert board is not None
            assert board["width"] > 0.9 * width
        for small in page.locator("#replay a:visible:not([tabindex]), #replay button:visible").all():
            box = small.bounding_box()
            assert box is not None
            assert box["height"] >= 24, small.inner_text()


@pytest.mark.nightly
@pytest.mark.browser
def test_without_scripts_links_do_it_all(club: Club) -> None:
    _, address = ended(club)
    page = club.person(java_script_enabled=False).page
    page.goto(address)
    expect(page.get_by_role("button", name="Autoplay")).to_have_count(0)
    page.get_by_role("link", name="Forward").click()
    counter(page, 1)
    page.get_by_role("link", name="Next: Put into atari").click()
    counter(page, 5)
    page.locator(".strip .capture a").click()
    counter(page, 7)
    page.locator("select[name=referee]").select_option("hamburg")
    page.locator(".whose button").first.click()
    expect(page.locator("#said")).to_have_text("Black captures 1 stone.")
    counter(page, 7)
    page.get_by_role("link", name="Black", exact=True).click()
    expect(page.locator(".still.large")).to_have_attribute("id", "of-black")
    expect(page.locator("#said")).to_have_text("Black captures 1 stone.")
