"""Beginners: the first page, a first game with a coach, the examples of every game, and games alone against each level."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.day_and_night import chosen_by_day, first_by_day
from tests.journeys.journey import Journey
from tests.web.people import PIECE, Club, Person
from tests.web.test_learn import do_what_is_shown

SCENES = (
    "Black tries D4 …",
    "Illegal move.",
    "Black has captured the following stones: D4.",
    "It is shown after the end.",
)


def in_sight(page: Page) -> list[str]:
    said: list[str] = page.locator(".look strong").evaluate_all(
        "all => all.filter(one => getComputedStyle(one).visibility === 'visible').map(one => one.innerText)"
    )
    return [text for text in said if text]


def test_a_small_board_plays_a_try_its_refusal_a_capture_and_the_reveal(journey: Journey) -> None:
    page = journey.person(reduced_motion="no-preference").page
    page.goto("/")
    for number, said in enumerate(SCENES):
        page.evaluate(
            "time => document.getAnimations().forEach(each => { each.pause(); each.currentTime = time })",
            3000 * number + 1000,
        )
        assert in_sight(page) == [said]
    first, last = (page.locator(f".look figure:nth-child({number}) svg").inner_html() for number in (1, 4))
    assert first.count("white") < last.count("white"), "the other side's stones are on the last picture alone"


def test_the_pictures_stand_still_where_motion_is_not_wanted(journey: Journey) -> None:
    page = journey.person(reduced_motion="reduce").page
    page.goto("/")
    assert page.evaluate("document.getAnimations().length") == 0
    assert in_sight(page) == ["Illegal move."]


def test_a_visitor_chooses_a_level_and_plays_with_two_clicks(journey: Journey) -> None:
    person = journey.person()
    page = person.page
    page.goto("/")
    expect(page.locator(".primary:visible")).to_have_count(1)
    page.locator(".chips").get_by_text("1", exact=True).click()
    expect(page.locator(".chips small:visible").last).to_have_text("beginner: often overlooks an atari")
    page.locator(".primary").click()
    expect(person.table).to_be_visible()
    expect(page.locator("#table")).to_contain_text("yurei 1")


def test_a_tap_anywhere_on_a_chip_chooses_it(journey: Journey) -> None:
    page = journey.person(viewport={"width": 390, "height": 844}).page
    page.goto("/")
    chips = page.locator(".chips span:visible").all()
    assert len(chips) >= 8
    for chip, share in product(chips, (0.1, 0.5, 0.9)):
        box = chip.bounding_box()
        assert box
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        chosen = chip.evaluate("span => span.previousElementSibling.checked")
        assert chosen, f"{chip.inner_text()} at {share:.0%} of its width"


def steps_of_the_coach(page: Page) -> Iterator[None]:
    """Do what the coach shows, step by step to the end."""
    progress = page.locator(".coach progress")
    while not page.locator("#guided.ended").count():
        before = progress.get_attribute("value")
        yield
        do_what_is_shown(page)
        expect(progress).not_to_have_attribute("value", before or "")


def test_a_newcomer_is_led_to_the_reveal_and_on_to_a_real_game(journey: Journey) -> None:
    page = journey.person().page
    page.goto("/")
    page.locator(".guided-offer a[href='/learn/first/go']").first.click()
    expect(page.locator(".coach .todo")).to_be_visible()
    page.locator("#play [name=at]:not(.pointed)").first.click()  # what else is tried is answered, and stops nothing
    expect(page.locator(".coach .todo")).to_be_visible()
    assert len([*steps_of_the_coach(page)]) < 40
    expect(page.locator("#said .result")).to_have_text(re.compile(r"\bwins by\b"))
    assert page.locator("#guided .still [aria-label*='white stone']").count() > 0
    journey.ends()
    page.locator(".onward button[value=yurei]").click()
    expect(page.locator("#play")).to_be_visible()
    page.goto("/")
    expect(page.locator(".guided-offer")).to_have_count(0)
    journey.check()


def test_on_a_phone_the_board_stays_in_its_place_and_the_coach_in_sight(club: Club) -> None:
    page = club.person(viewport={"width": 390, "height": 844}).page
    page.goto("/learn/first/go")
    tops = set()
    for _ in steps_of_the_coach(page):
        tops.add(page.locator("#guided .play .board").evaluate("board => board.getBoundingClientRect().top"))
        expect(page.locator(".coach .todo")).to_be_in_viewport(ratio=1)
    assert len(tops) == 1
    expect(page.locator("#said .result")).to_be_in_viewport(ratio=1)


BROKEN = """names => names.filter((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    return words.getClientRects().length > 1 && !name.textContent.includes(" ");
}).map((name) => name.textContent)"""
"""Names of one word that stand on two lines."""


@pytest.mark.parametrize("game", first_by_day(["go", "no-seki-go", "alter-igo"]))
def test_an_example_is_played_through_and_tried(journey: Journey, game: str) -> None:
    person = journey.person()
    page = person.page
    page.goto("/")
    page.locator("nav a[href='/learn']").click()
    page.locator(f".shelf a[href='/learn/{game}']").click()
    lesson = page.locator("#lesson")
    forward, start, end = (lesson.locator(".steps a").nth(number) for number in (2, 0, 3))
    before = lesson.locator(".moment").inner_text()
    forward.click()
    expect(lesson.locator(".moment")).not_to_have_text(before)
    expect(lesson.locator(".said")).not_to_be_empty()
    last = (end.get_attribute("href") or "").partition("?")[2].partition("#")[0]
    end.click()
    expect(page).to_have_url(re.compile(rf"\b{last}\b"))
    referees = lesson.locator(".voices a.tool")
    expect(referees.first).to_be_visible()
    for number, name in enumerate(referees.all_inner_texts()):
        referees.nth(number).click()
        expect(lesson.locator(".voices a[aria-current=true]")).to_have_text(name)
    start.click()
    expect(lesson.locator(".voices li")).to_have_count(1)
    assert referees.evaluate_all(BROKEN) == []
    stones = lesson.locator(f"#reference :is({PIECE})").count() if lesson.locator("#reference").count() else None
    journey.ends()
    lesson.locator(".try button").click()
    expect(page.locator("#play")).to_be_visible()
    assert stones is None or page.locator(f"main :is({PIECE})").count() >= stones
    journey.check()


def test_every_example_and_every_referee_is_found(journey: Journey) -> None:
    page = journey.person().page
    page.goto("/learn")
    for address in page.locator(".shelf a").evaluate_all("links => links.map(link => link.href)"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        chapters = page.locator(".chapters a")
        if chapters.count() > 1:
            chapters.last.click()
            expect(page.locator(".chapters a[aria-current=true]")).to_have_count(1)
        journey.check()
    page.goto("/learn/referees")
    journey.ends()


COMPILED_IN = 90_000
"""Milliseconds in which the higher levels are ready on a machine that never compiled them; home says when."""
THINKS_IN = 90_000
"""Milliseconds in which a program has answered on the busiest machine."""


def make_a_move(person: Person, untried: list[str]) -> None:
    """On one's turn, try the points that were never tried until one is free; pass where none is left."""
    expect(person.page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    refused = person.page.locator("#table:has(#told[data-outcome=illegal]):has(#turn.yours)")
    while untried:
        number = person.number
        person.tries(untried.pop(0))
        expect(person.table).not_to_have_attribute("data-number", str(number))
        if not refused.count():
            return
    number = person.number
    person.passes()
    expect(person.table).not_to_have_attribute("data-number", str(number))


@pytest.mark.parametrize("level", chosen_by_day(range(1, 6), (4).__eq__))
def test_a_person_plays_alone_to_the_result(journey: Journey, level: int) -> None:
    person = journey.person()
    person.page.goto("/")
    expect(person.page.locator("#start .note")).to_have_count(0, timeout=COMPILED_IN)
    journey.makes(person, opponent="yurei", program=f"yurei:level={level}", width="5", height="5")
    expect(person.page.locator("#at-white")).to_contain_text(f"{level}")
    untried, settling = ["C3", "C2", "C4"], person.page.locator(".settling")
    while not settling.count():
        make_a_move(person, untried)
        expect(person.page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    person.does("settle")
    expect(settling).to_have_count(0)
    expect(person.said).to_have_text(re.compile(r"^(Black|White) wins by \d"))
    journey.ends()


@pytest.mark.parametrize("level", chosen_by_day(range(1, 6), (2).__eq__))
def test_an_accidental_pass_loses_nothing(journey: Journey, level: int) -> None:
    person = journey.person()
    page = person.page
    page.goto("/")
    expect(page.locator("#start .note")).to_have_count(0, timeout=COMPILED_IN)
    journey.makes(person, opponent="yurei", program=f"yurei:level={level}")
    for point in ("E5", "C7", "G3"):
        make_a_move(person, [point, "B2", "H8", "B8"])
    expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    number = person.number

    page.locator("#pass > summary").click()
    expect(page.locator("#pass .panel")).to_contain_text("More than a third of the board is empty.")
    page.keyboard.press("Escape")
    expect(page.locator("#pass .panel")).to_be_hidden()
    page.locator("#pass > summary").click()
    page.locator("#play .points [name=at][value=E9]").click()
    expect(page.locator("#pass .panel")).to_be_hidden()
    assert person.number == number, "neither the button alone passes, nor does a click beside the question try a point"

    person.passes()
    expect(page.locator("#heard")).to_contain_text("Black passes.")
    expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    expect(page.locator(".settling")).to_have_count(0)
    expect(page.locator("#pass .panel")).to_be_hidden()
    journey.check()
    make_a_move(person, ["E3", "C5", "G7", "F6"])
    expect(page.locator("#turn.yours")).to_be_visible(timeout=THINKS_IN)
    person.resigns()
    person.hears("White wins by resignation.")
    journey.ends()
