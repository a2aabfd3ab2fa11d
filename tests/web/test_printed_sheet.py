"""On paper no problem and no solution is cut off: each has its game, its board, its QR code and every line."""

import re

import pytest

from tests.day_and_night import by_day_and_night
from tests.web.people import Club
from yurei.apps.web.problems.overview import ON_A_SHEET
from yurei.languages import NAMES
from yurei.problems import KINDS, matching

pytestmark = pytest.mark.browser

A4 = {"width": 703, "height": 1030}
"""The paper within its margins, in pixels."""
SIDE = re.compile(rb"/Type /Page\b")
CUT_OFF = """paper => [...paper.querySelectorAll(".printed")].filter(card => [...card.querySelectorAll("*")].some(
    part => part.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom)).map(card => card.innerText)"""


@pytest.mark.parametrize(
    ("kind", "language", "most"),
    by_day_and_night([(kind, "en", 4) for kind in KINDS], [(kind, name, 100) for kind in KINDS for name in NAMES]),
)
def test_a_printed_sheet_is_one_leaf_with_room_for_its_problems_and_solutions(
    club: Club, kind: str, language: str, most: int
) -> None:
    page = club.person(locale=language, viewport=A4).page
    page.goto(f"/problems/sheet?kind={kind}")
    assert len(SIDE.findall(page.pdf(prefer_css_page_size=True))) == 2, "its front and its back"
    page.emulate_media(media="print")
    sheets = -(-len(matching(kind)) // ON_A_SHEET)
    for number in range(1, min(sheets, most) + 1):
        page.goto(f"/problems/sheet?kind={kind}&page={number}")
        papers = page.locator(".paper").all()
        assert len(papers) == 2
        for paper in papers:
            assert paper.locator(".printed").count() == ON_A_SHEET
            assert paper.evaluate(CUT_OFF) == [], number
