"""Words have room in every language: in tabs with wider spacing, in tables on a small phone, in fields for numbers."""

import pytest

from tests.day_and_night import first_by_day
from tests.web.people import Club
from yurei.languages import NAMES

LANGUAGES = first_by_day(["de", *(language for language in NAMES if language != "de")])
SPACING = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }"
"""What WCAG 1.4.12 lets a reader set."""
CUT_TABS = """
() => [...document.querySelectorAll(".navigation a, .navigation a > span")].filter((each) => {
  const { right, bottom, width } = each.getBoundingClientRect();
  const cut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  return width && (right > innerWidth + 1 || bottom > innerHeight + 1 || getComputedStyle(each).display !== "inline" && cut);
}).map((each) => each.textContent)
"""
CUT_HINTS = """
() => [...document.querySelectorAll("input[type=number][placeholder]")].filter((each) => each.offsetWidth).filter((each) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(each), pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const arrows = 15;
  return pen.measureText(each.placeholder).width > each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrows;
}).map((each) => each.placeholder)
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_wider_letters_lines_and_words_cut_no_tab(club: Club, language: str) -> None:
    page = club.person(locale=language, bypass_csp=True).page
    page.goto("/learn")
    page.add_style_tag(content=SPACING)
    for width in (320, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT_TABS) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_problems_fits_a_small_phone(club: Club, language: str) -> None:
    page = club.person(locale=language, viewport={"width": 320, "height": 700}).page
    for path in ("/problems", "/problems?game=no-seki-go"):
        page.goto(path)
        wide = page.locator(".series .wide")
        assert wide.evaluate("wide => wide.scrollWidth - wide.clientWidth") == 0, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_in_number_fields_are_shown_whole(club: Club, language: str) -> None:
    page = club.person(locale=language).page
    page.goto("/new?size=own&referee=fog&ruleset=alter-igo")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator("#new input[type=number]:visible").count() >= 3
        assert page.evaluate(CUT_HINTS) == [], width
