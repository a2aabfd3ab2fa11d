"""Fog of War in the browser: what is in sight is clear, the rest lies in fog, for the eye and for the ear."""

import re

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.web.people import Club, Person
from tests.web.wire import House, Visitor, make


def spoken(person: Person, point: str) -> str | None:
    """What a screen reader says of a point."""
    return person.point(point).get_attribute("aria-label")


@pytest.mark.parametrize("width", first_by_day([360, 1280]))
def test_a_game_in_the_fog_from_the_form_to_the_score(club: Club, width: int) -> None:
    traits = {"viewport": {"width": width, "height": 800}, "has_touch": width < 400}
    black, white = club.person(**traits), club.person(**traits, color_scheme="dark")
    links = club.fills_in(black, ruleset="go", referee="fog", width="5", komi="0.5", opponent="friend")
    white.sits_down(links["white"])
    expect(black.page.locator(".fog")).to_have_count(1)
    assert spoken(black, "C3") == "C3, fog"

    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.sees("")
    assert [spoken(black, point) for point in ("C3", "C4", "D4")] == [
        *("C3, black stone, in sight", "C4, in sight", "D4, fog"),
    ]
    # A stone comes into sight, of both.
    white.tries("C4")
    black.hears("White has moved, Black to play.")
    for person in (black, white):
        person.sees("C3 black, C4 white")
    assert spoken(black, "C4") == "C4, white stone, in sight"
    # A tap on a stone in sight is no try: nobody hears of it.
    black.tries("C4")
    expect(black.notice).to_be_visible()
    expect(black.notice).not_to_be_empty()
    white.hears("White has moved, Black to play.")
    black.tries("D4")
    white.hears("Black has moved, White to play.")
    white.tries("E1")
    black.hears("White has moved, Black to play.")
    black.tries("B4")
    white.hears("Black has moved, White to play.")
    black.sees("B4 black, C3 black, C4 white, D4 black")
    white.sees("B4 black, C3 black, C4 white, D4 black, E1 white")
    white.tries("E2")
    black.hears("White has moved, Black to play.")
    # White's C4 is captured: Black sees it go; White has nobody left there to see with.
    black.tries("C5")
    white.hears("Black has moved, White to play. Gone from your board: C4.")
    black.sees("B4 black, C3 black, C5 black, D4 black")
    assert spoken(black, "C4") == "C4, just captured, in sight"
    white.sees("E1 white, E2 white")
    assert spoken(white, "C4") == "C4, just captured, fog"
    for person in (black, white):
        assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    white.passes()
    black.hears("White passes.")
    black.passes()
    for person in (black, white):
        person.is_asked("Black wins by 2.5 points.")
        expect(person.page.locator(".fog")).to_have_count(0)
        person.sees("B4 black, C3 black, C5 black, D4 black, E1 white, E2 white", on="reference")
        person.does("settle")
    expect(black.page.locator(".settling")).to_have_count(0)

    # The replay shows each side's board as it was seen.
    black.page.get_by_role("link", name="Replay", exact=True).click()
    black.page.locator("#moment").press("Home")
    for _ in range(2):
        black.page.keyboard.press("ArrowRight")
    expect(black.page.locator("#tried")).to_contain_text("White: C4")
    for seat in ("black", "white"):
        black.sees("C3 black, C4 white", on=seat)
    expect(black.page.locator(".still .fog")).to_have_count(2)


@pytest.mark.nightly
def test_the_page_to_learn_from_has_both_lessons(club: Club) -> None:
    person = club.person()
    person.page.goto("/learn")
    person.page.locator("a[href='/learn/fog']").click()
    person.page.get_by_role("link", name="End").click()
    person.sees("C3 black, C4 white, D2 black", on="black")
    person.sees("A1 white, C3 black, C4 white", on="white")
    person.page.get_by_role("link", name=re.compile("A captured stone sees no more")).click()
    person.sees("C3 black, D1 white, E1 black", on="black")
    person.page.get_by_role("link", name="End").click()
    person.sees("C3 black", on="black")
    person.page.get_by_role("button", name="Try it yourself from this position").click()
    person.sees("D1 white, E1 black")


# Without a browser: the form and its mistakes, and programs.


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"referee": "open", "sight": "1"}, "open: everybody sees the whole board; leave sight out"),
        ({"referee": "hamburg", "sight": "0"}, "hamburg: nobody is told which stones went, and sight would show it"),
        ({"referee": "fog", "sight": "-1"}, "sight is a whole number of points from 0 to 48, not -1; try 1"),
        ({"referee": "fog", "sight": "49"}, "sight is a whole number of points from 0 to 48, not 49; try 1"),
        ({"referee": "fog", "sight": "1.5"}, "sight is a whole number, not &#39;1.5&#39;"),
        ({"referee": "fog", "sight": "far"}, "sight is a whole number, not &#39;far&#39;"),
    ],
)
def test_an_impossible_sight_is_refused_in_one_sentence(house: House, wish: dict[str, str], sentence: str) -> None:
    visitor = Visitor(house)
    for answer in (visitor.post("/games", wish), visitor.get("/new?" + "&".join(f"{k}={v}" for k, v in wish.items()))):
        assert answer.status == 422
        assert answer.text.count(sentence) >= 1


def test_the_plan_says_how_far_one_sees(house: House) -> None:
    page = Visitor(house).get("/new?sight=2").text
    assert "How many points a stone sees: 2." in page
    assert "How many points a stone sees: 1." not in Visitor(house).get("/new?referee=fog").text


def test_a_captured_stone_sees_no_more(house: House) -> None:
    made = make(house, referee="fog", width="3")
    for seat, point in (("black", "A1"), ("white", "B1"), ("black", "C3")):
        made.act(seat, "stone", point)
    assert "B1, white stone, in sight" in made.page("black")
    made.act("white", "stone", "A2")
    for label in ("A1, just captured, fog", "B1, fog", "C3, black stone, in sight"):
        assert f'"{label}"' in made.page("black")


def test_a_players_page_draws_their_board_and_the_audiences_page_none(house: House) -> None:
    made = make(house, ruleset="go", referee="fog", width="5", height="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "C4")
    assert "C4, white stone, in sight" in made.page("black")
    assert "stone" not in re.findall(r'aria-label="C4[^"]*"', Visitor(house).get(made.at("audience")).text)
