"""With colours forced by the system, what is chosen, current, present or to move still differs from the rest."""

import pytest
from playwright.sync_api import Locator

from tests.web.people import Club, Person

LOOKS = """element => {
  const { backgroundColor, color, outlineStyle, outlineColor, outlineWidth } = getComputedStyle(element);
  return [backgroundColor, color, outlineStyle === "none" ? "" : outlineColor + outlineWidth].join(" ");
}"""


def differ(one: Locator, other: Locator) -> bool:
    """Whether two elements look different in background, text or outline: edges and shadows are forced."""
    return bool(one.first.evaluate(LOOKS) != other.first.evaluate(LOOKS))


@pytest.fixture
def person(club: Club) -> Person:
    return club.person(forced_colors="active")


def test_chosen_tool_side_to_move_and_presence_are_seen_in_forced_colours(club: Club, person: Person) -> None:
    other = club.person()
    other.sits_down(club.makes(person, width="5", colour="black")["white"])
    page = person.page
    page.locator(".seat.here").nth(1).wait_for()
    assert differ(page.locator("#play .tool:has(:checked)"), page.locator("#play .tool:not(:has(:checked))"))
    assert differ(page.locator(".side:has(.moves)"), page.locator(".side:not(:has(.moves))"))
    dot = page.locator(".seat .dot").first
    there = dot.evaluate(LOOKS)
    dot.evaluate("dot => dot.closest('.seat').classList.remove('here', 'program')")
    assert dot.evaluate(LOOKS) != there


@pytest.mark.parametrize(
    ("path", "chosen", "rest"),
    [
        ("/learn", ".navigation [aria-current]", ".navigation a:not([aria-current])"),
        ("/problems?game=no-seki-go", "#series [aria-current]", "#series .button:not([aria-current])"),
        ("/new", ".card:has(:checked)", ".card:not(:has(:checked))"),
    ],
)
def test_what_is_current_is_seen_in_forced_colours(person: Person, path: str, chosen: str, rest: str) -> None:
    person.page.goto(path)
    assert differ(person.page.locator(chosen), person.page.locator(rest))
