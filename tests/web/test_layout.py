"""Layout in real browsers: narrow windows, forced colours, paper, and the languages of page and voice."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.day_and_night import first_by_day
from tests.web.people import Club, Person
from tests.web.test_every_page import makes_evening
from tests.web.test_languages import LANGUAGES
from yurei.languages import NAMES

WIDTHS = (320, 390, 600)
OPEN = ".menu[open] > .panel, .languages details[open] form"
OUTSIDE = """open => [...document.querySelectorAll(open)].map(panel => panel.getBoundingClientRect())
  .filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)"""
CUT_OFF = """what => [...document.querySelectorAll(what)].map(each => [each.textContent, each.getBoundingClientRect()])
  .flatMap(([words, { left, right }], at, all) => {
    const box = document.querySelectorAll(what)[at].parentElement.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1 ? [words] : [];
  })"""
FIRST_LETTER = """name => {
  const letter = document.createRange(), box = name.closest(".seat").getBoundingClientRect();
  letter.setStart(name.firstChild, 0);
  letter.setEnd(name.firstChild, 1);
  return box.left <= letter.getBoundingClientRect().left && letter.getBoundingClientRect().right <= box.right + 1;
}"""


def width_of(page: Page) -> Any:
    return page.evaluate("document.documentElement.scrollWidth")


def box(element: Locator) -> Any:
    found = element.bounding_box()
    assert found
    return found


def at_a_table(club: Club, language: str, **traits: Any) -> Person:
    person = club.person(locale=language, **traits)
    person.page.set_viewport_size({"width": 320, "height": 640})
    club.makes(person, opponent="yurei", ruleset="alter-igo", draw_by_agreement="true", size="5")
    return person


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_and_every_word_of_a_tool_or_a_counter_lies_inside_the_window(club: Club, language: str) -> None:
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
        assert page.evaluate(CUT_OFF, ".tool span") == []
        assert page.evaluate(CUT_OFF, ".counters div") == []
        broken = "words => words.filter(each => getComputedStyle(each).overflowWrap !== 'normal').length"
        assert page.locator(".tool span").evaluate_all(broken) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_replay_buttons_are_above_the_navigation(club: Club, language: str) -> None:
    person = club.person(locale=language)
    club.makes(person, opponent="solo", size="5")
    person.resigns()
    person.page.locator(".voice.result").wait_for()
    person.page.goto(person.page.url + "/replay")
    for width, height in ((390, 844), (320, 640)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert width_of(person.page) == width
        buttons = [box(each) for each in person.page.locator(".controls .toolbar > :is(a, button):visible").all()]
        assert len(buttons) == 5
        for button in buttons:
            assert 0 <= button["x"] < button["x"] + button["width"] <= width
            assert button["y"] + button["height"] <= box(person.page.locator(".navigation"))["y"]


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
    link = page.get_by_role("link", name="To the content")
    for address in ("/", "/learn", "/lobby", "/nothing"):
        page.goto(address)
        page.keyboard.press("Tab")
        expect(link).to_be_focused()
        expect(link).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(320, 640), (820, 1180)])
def test_a_friends_link_has_a_code_to_be_held_before_the_other_phone(club: Club, width: int, height: int) -> None:
    page = club.person(viewport={"width": width, "height": height}).page
    page.goto("/")
    page.locator("#start [value=friend]").click()
    page.locator("#other-links > summary").click()
    page.get_by_text("QR code").first.click()
    code = page.get_by_role("img", name="QR code of this link")
    expect(code).to_be_in_viewport(ratio=1)
    expect(code).to_have_text(page.locator("#invitations label > span").first.inner_text())
    assert width_of(page) == width
    if height > 1000:
        assert box(code)["y"] >= box(page.locator("#invitations"))["y"] + box(page.locator("#invitations"))["height"]


def test_the_menu_of_sound_and_appearance_scrolls_inside_the_window(club: Club) -> None:
    page = at_a_table(club, "en").page
    for width, height in ((1440, 900), (1280, 720), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".preferences summary").click()
        assert page.evaluate(OUTSIDE, OPEN) == []
        page.get_by_label("Flat").scroll_into_view_if_needed()
        expect(page.get_by_label("Flat")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")


CUT = """select => {
  const shown = select.offsetWidth;
  select.style.cssText = "width: max-content; max-width: none";
  return select.offsetWidth - shown;
}"""


@pytest.mark.parametrize("language", first_by_day(NAMES))
def test_no_choice_of_a_new_game_is_cut_and_its_summary_is_seen_whole(club: Club, language: str) -> None:
    page = club.person(locale=language, viewport={"width": 1440, "height": 900}).page
    page.goto("/evenings/new")
    assert page.locator("[name=system]").evaluate(CUT) <= 0
    page.goto("/new?opponent=yurei&clock=byo-yomi&clock_main=5")
    assert page.locator("[name=program]").evaluate(CUT) <= 0
    expect(page.locator("#plan > :last-child")).to_be_in_viewport(ratio=1)
    assert (
        box(page.locator("#plan"))["y"] + box(page.locator("#plan"))["height"]
        <= box(page.locator("#new .primary"))["y"]
    )


def test_labels_of_neighbouring_options_are_apart_on_a_tablet(club: Club) -> None:
    page = club.person(viewport={"width": 820, "height": 1180}).page
    page.goto("/new")
    for summary in page.locator("details.row summary").all():
        summary.click()
    fields = [box(each) for each in page.locator("details.row > .field:visible").all()]
    assert len(fields) > 10
    for one, other in pairwise(fields):
        if one["y"] == other["y"]:
            assert other["x"] - one["x"] - one["width"] >= 8


HOVERED = "point => getComputedStyle(point).backgroundImage"


def test_no_hovering_piece_covers_what_lies_on_a_point(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="solo", width="5", referee="open")
    person.point("C3").hover()
    assert "gradient" in person.point("C3").evaluate(HOVERED)
    person.tries("C3")
    expect(person.point("C3")).to_have_attribute("aria-label", re.compile("black stone"))
    person.point("C3").hover()
    assert person.point("C3").evaluate(HOVERED) == "none"
    person.page.goto("/analysis")
    point = person.page.locator("#play [value=B2]")
    point.click()
    expect(point).to_have_attribute("aria-label", re.compile("black stone"))
    assert point.evaluate(HOVERED) == "none"


def test_a_link_that_leads_on_looks_like_a_button(club: Club) -> None:
    page = at_a_table(club, "en").page
    page.set_content(
        '<link rel=stylesheet href="/static/style.css"><a class=primary href="/">On</a><button class=primary>On</button>'
    )
    look = "each => ['borderRadius', 'textDecorationLine', 'minHeight', 'display'].map(what => getComputedStyle(each)[what])"
    assert page.locator("a").evaluate(look) == page.locator("button").evaluate(look)


@pytest.mark.parametrize("name", first_by_day(["محمد عبد الرحمن الفي", "אברהם בן יצחק הכהן", "A Long-Winded Player"]))
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
    assert box(label)["height"] >= 9


LOOKS = """element => {
  const { backgroundColor, color, outlineStyle, outlineColor, outlineWidth } = getComputedStyle(element);
  return [backgroundColor, color, outlineStyle === "none" ? "" : outlineColor + outlineWidth].join(" ");
}"""


def differ(one: Locator, other: Locator) -> bool:
    """Whether two elements look different in background, text or outline: edges and shadows are forced."""
    return bool(one.first.evaluate(LOOKS) != other.first.evaluate(LOOKS))


def test_chosen_tool_side_to_move_and_presence_are_seen_in_forced_colours(club: Club) -> None:
    person = club.person(forced_colors="active")
    club.person().sits_down(club.makes(person, width="5", colour="black")["white"])
    page = person.page
    page.locator(".seat.here").nth(1).wait_for()
    assert differ(page.locator("#play .tool:has(:checked)"), page.locator("#play .tool:not(:has(:checked))"))
    assert differ(page.locator(".side:has(.moves)"), page.locator(".side:not(:has(.moves))"))
    dot = page.locator(".seat .dot").first
    there = dot.evaluate(LOOKS)
    dot.evaluate("dot => dot.closest('.seat').classList.remove('here', 'program')")
    assert dot.evaluate(LOOKS) != there


def test_the_current_choice_is_seen_in_forced_colours(club: Club) -> None:
    page = club.person(forced_colors="active").page
    for path, chosen, rest in (
        ("/learn", ".navigation [aria-current]", ".navigation a:not([aria-current])"),
        ("/problems?game=no-seki-go", "#series [aria-current]", "#series .button:not([aria-current])"),
        ("/new", ".card:has(:checked)", ".card:not(:has(:checked))"),
    ):
        page.goto(path)
        assert differ(page.locator(chosen), page.locator(rest)), path


PALE = """
() => {
  const light = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    return alpha > 0 && (0.3 * red + 0.59 * green + 0.11 * blue) / 255 > 0.55;
  };
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const shown = [...document.querySelectorAll("main *")].filter((element) => element.checkVisibility());
  const texts = shown.filter((element) => own(element) && !element.closest(".primary, svg"));
  const pale = texts.filter((element) => light(getComputedStyle(element).color)).map((element) => element.textContent.trim());
  const drawn = [...document.querySelectorAll(".board .lines, .board .coordinates text")].map((element) => getComputedStyle(element));
  const faint = drawn.filter(({ stroke, fill }) => light(stroke === "none" ? fill : stroke)).length;
  return { texts: texts.length, pale, faint, paper: getComputedStyle(document.body).backgroundColor };
}
"""


def test_a_page_is_printed_dark_on_white(club: Club) -> None:
    page = club.person(color_scheme="dark").page
    evening, _ = makes_evening(page, ("Chiyo", "Etsu"), 1)
    for path in ("/learn/alter-igo", "/problems/sheet", "/lobby", f"{evening}/wall"):
        page.emulate_media(media="screen")
        page.goto(path)
        assert page.evaluate(PALE)["paper"] != "rgb(255, 255, 255)"
        page.emulate_media(media="print")
        for liked in ("dark night", ""):
            page.evaluate("liked => { document.documentElement.dataset.likes = liked; }", liked)
            seen = page.evaluate(PALE)
            assert seen.pop("texts") > 3
            assert seen == {"pale": [], "faint": 0, "paper": "rgb(255, 255, 255)"}, (path, liked)
