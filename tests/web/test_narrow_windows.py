"""On a phone every menu lies inside the window, and no word of a table is cut off, in every language."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.people import Club, Person
from yurei.languages import NAMES

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 600)
IN_LANGUAGES = pytest.mark.parametrize("language", NAMES)
OPEN = ".menu[open] > .panel, .languages details[open] form"
OUTSIDE = """open => [...document.querySelectorAll(open)].map(panel => panel.getBoundingClientRect())
  .filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)"""
CUT_OFF = """what => [...document.querySelectorAll(what)].map(each => [each.textContent, each.getBoundingClientRect()])
  .flatMap(([words, { left, right }], at, all) => {
    const box = document.querySelectorAll(what)[at].parentElement.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1 ? [words] : [];
  })"""
FIRST_LETTER = """name => {
  const range = document.createRange(), box = name.closest(".seat").getBoundingClientRect();
  range.setStart(name.firstChild, 0);
  range.setEnd(name.firstChild, 1);
  const { left, right } = range.getBoundingClientRect();
  return box.left <= left && right <= box.right + 1;
}"""


def width_of(page: Page) -> int:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def at_a_table(club: Club, language: str, **traits: Any) -> Person:
    """Somebody who plays against a program, in a game in which a draw can be offered."""
    person = club.person(locale=language, **traits)
    person.page.set_viewport_size({"width": 320, "height": 640})
    club.makes(person, opponent="yurei", ruleset="alter-igo", draw_by_agreement="true", size="5")
    return person


@pytest.mark.by_day(one_in=5)
@IN_LANGUAGES
def test_every_menu_lies_inside_the_window(club: Club, language: str) -> None:
    page = at_a_table(club, language).page
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        menus = page.locator(".menu > summary, .languages summary")
        assert menus.count() == 5, "sound and look, language, rules, resign, more"
        for menu in menus.all():
            menu.click()
            expect(page.locator(OPEN)).to_have_count(1)
            assert page.evaluate(OUTSIDE, OPEN) == []
            assert width_of(page) == width
            page.keyboard.press("Escape")


@pytest.mark.by_day(one_in=5)
@IN_LANGUAGES
def test_no_word_of_a_tool_or_a_counter_is_cut_off(club: Club, language: str) -> None:
    page = at_a_table(club, language).page
    for width in WIDTHS[:2]:
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(CUT_OFF, ".tool span") == []
        assert page.evaluate(CUT_OFF, ".counters div") == []
        lines = page.locator(".tool span").evaluate_all(
            "words => words.map(each => getComputedStyle(each).overflowWrap)"
        )
        assert set(lines) == {"normal"}, "no word is broken"


@pytest.mark.by_day(one_in=5)
@IN_LANGUAGES
def test_the_replay_buttons_are_above_the_navigation(club: Club, language: str) -> None:
    person = club.person(locale=language)
    club.makes(person, opponent="solo", size="5")
    person.resigns()
    person.page.locator(".voice.result").wait_for()
    person.page.goto(person.page.url + "/replay")
    for width, height in ((390, 844), (320, 640)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert width_of(person.page) == width
        places = person.page.locator(".navigation").bounding_box()
        buttons = [
            each.bounding_box() for each in person.page.locator(".controls .toolbar > :is(a, button):visible").all()
        ]
        assert len(buttons) == 5
        assert places
        for box in buttons:
            assert box
            assert 0 <= box["x"] < box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= places["y"]


def test_sound_and_look_are_chosen_from_every_page(club: Club) -> None:
    page = club.person().page
    page.goto("/learn")
    page.get_by_role("link", name="Sound and appearance").click()
    page.wait_for_url("**/you#likes")
    page.wait_for_load_state("load")
    with page.expect_response("**/likes"):
        page.get_by_label("Night").check()
    expect(page.locator("html")).to_have_attribute("data-likes", "sound night")
    page.reload()
    expect(page.get_by_label("Night")).to_be_checked()
    page.goto("/learn/first/go")
    expect(page.locator("html")).to_have_attribute("data-likes", "night sound")


def test_the_first_tab_stop_leads_to_the_content(club: Club) -> None:
    page = club.person().page
    for address in ("/", "/learn", "/lobby", "/nothing"):
        page.goto(address)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the content")).to_be_focused()
        expect(page.get_by_role("link", name="To the content")).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()


def test_a_friends_link_has_a_code_to_be_held_before_the_other_phone(club: Club) -> None:
    page = club.person(viewport={"width": 320, "height": 640}).page
    page.goto("/")
    page.locator("#start [value=friend]").click()
    page.get_by_text("QR code").first.click()
    expect(page.get_by_role("img", name="QR code of this link")).to_be_visible()
    assert width_of(page) == 320


def test_a_link_that_leads_on_looks_like_a_button(club: Club) -> None:
    page = at_a_table(club, "en").page
    page.set_content(
        '<link rel=stylesheet href="/static/style.css"><a class=primary href="/">On</a><button class=primary>On</button>'
    )
    look = "each => ['borderRadius', 'textDecorationLine', 'minHeight', 'display'].map(what => getComputedStyle(each)[what])"
    assert page.locator("a").evaluate(look) == page.locator("button").evaluate(look)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("name", ["محمد عبد الرحمن الفي", "אברהם בן יצחק הכהן", "A Long-Winded Player"])
def test_a_long_name_is_cut_at_its_end_in_every_script(club: Club, name: str) -> None:
    person = club.person()
    person.page.goto("/you")
    person.page.locator("#you input[name=nickname]").fill(name)
    person.page.locator("#you button").click()
    person.page.set_viewport_size({"width": 320, "height": 640})
    club.makes(person, opponent="yurei", size="5")
    assert person.page.locator("#at-black .nickname").evaluate(FIRST_LETTER), "its first letter is seen"


def test_the_coordinates_of_a_large_board_are_readable_on_a_phone(club: Club) -> None:
    person = club.person(viewport={"width": 390, "height": 844})
    club.makes(person, width="19")
    label = person.page.locator("#play .coordinates text").last
    expect(label).to_be_visible()
    box = label.bounding_box()
    assert box is not None
    assert box["height"] >= 9
