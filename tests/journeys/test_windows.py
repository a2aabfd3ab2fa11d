"""While one plays, all that a turn needs is inside the window, and nothing that others do moves it."""

from collections.abc import Iterable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.day_and_night import first_by_day
from tests.web.people import Club, Person
from yurei.apps.web.parts.fields import draw_compiling_note
from yurei.apps.web.table.sections import STATES
from yurei.languages import NAMES, translation

WINDOWS = [
    (1920, 1080), (1440, 900), (1280, 720), (820, 1180), (768, 1024), (1180, 820), (390, 844), (390, 664), (360, 640),
    (844, 390),
]  # fmt: skip
OUTSIDE = """() => {
  const bar = document.querySelector(".navigation");
  const { position, display } = getComputedStyle(bar);
  const end = position === "fixed" && display !== "none" ? bar.getBoundingClientRect().top : innerHeight;
  const needed = {
    board: [document.querySelector("#play .board")], said: [document.querySelector("#said")],
    turn: [document.querySelector("#turn")], clock: document.querySelectorAll(".clock"),
    tool: document.querySelectorAll(".tools .tool"),
    pass: [document.querySelector("#pass > summary, #pass-too > summary, button[value=pass]")],
    more: [document.querySelector("#more > summary")],
    announcement: [...document.querySelectorAll("#heard > li")].slice(0, 3),
  };
  const isInside = (element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    let inside = width > 0 && left >= -.5 && top >= -.5 && right <= innerWidth + .5 && bottom <= end + .5;
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { top: upper, bottom: lower } = around.getBoundingClientRect();
      if (getComputedStyle(around).overflowY !== "visible") inside &&= bottom <= lower + 1.5 && top >= upper - 1.5;
    }
    return inside;
  };
  const outside = [];
  for (const [name, elements] of Object.entries(needed)) {
    elements.forEach((element, number) => { if (!element || !isInside(element)) outside.push(`${name} ${number}`); });
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) outside.push("the page scrolls");
  return outside;
}"""
"""Names of what a turn needs that is not wholly visible."""
TURNS = (("black", "C3"), ("white", "C3"), ("white", "D4"), ("black", "D4"), ("black", "E5"), ("white", "C5"))


def take_turns(black: Person, white: Person, numbers: Iterable[int]) -> None:
    for number in numbers:
        mover, point = TURNS[number]
        (black if mover == "black" else white).tries(point)
        for person in (black, white):
            expect(person.page.locator("#told")).to_have_attribute("data-told", str(number + 1))


def check_windows(page: Page, windows: Iterable[tuple[int, int]]) -> None:
    """In each of these windows all that a turn needs is inside, and nothing is wider."""
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], f"{width}x{height}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{width}x{height}"


@pytest.mark.parametrize(("size", "language"), first_by_day(product((9, 13, 19), NAMES)))
def test_all_that_a_turn_needs_is_inside_every_window(club: Club, size: int, language: str) -> None:
    black, white = (club.person(locale=language) for _ in range(2))
    white.sits_down(club.makes(black, width=str(size), clock="5+5x30(b)", colour="black")["white"])
    take_turns(black, white, range(len(TURNS)))
    check_windows(black.page, WINDOWS)


def test_the_answer_to_the_count_is_inside_every_upright_window(club: Club) -> None:
    black, white = club.person(), club.person()
    white.sits_down(club.makes(black, colour="black")["white"])
    take_turns(black, white, range(1))
    white.passes()
    expect(black.page.locator("#told")).to_have_attribute("data-told", "2")
    black.passes()
    expect(black.page.locator("#preview")).to_be_visible()
    bottoms = """['.reference .board', '#preview', '.settling [value=settle]', '.navigation'].map(
        (each) => Math.round(document.querySelector(each).getBoundingClientRect()[each.includes("nav") ? "top" : "bottom"]))"""
    for width, height in WINDOWS:
        if width < height:
            black.page.set_viewport_size({"width": width, "height": height})
            *ends, bar = black.page.evaluate(bottoms)
            assert ends == sorted(ends), f"{width}x{height}"
            assert ends[-1] <= (bar if bar > height / 2 else height), f"{width}x{height}: {ends}, {bar}"


def test_on_a_telephone_across_the_coach_and_all_announcements_stand_beside_the_board(club: Club) -> None:
    page = club.person(viewport={"width": 844, "height": 390}).page
    for address, words in (("/learn/first/go", ".coach .todo"), ("/problems/ear-3x3-1", ".story")):
        page.goto(address)
        text, board = (page.locator(each).bounding_box() for each in (words, ".play .board"))
        assert text is not None
        assert board is not None
        assert board["x"] + board["width"] <= text["x"]
        assert text["y"] + text["height"] <= 390


@pytest.mark.parametrize("language", first_by_day(NAMES))
def test_the_note_that_levels_are_being_prepared_hides_no_button(club: Club, language: str) -> None:
    black, white = (club.person(locale=language) for _ in range(2))
    white.sits_down(club.makes(black, width="9", colour="black")["white"])
    take_turns(black, white, range(3))
    note = str(draw_compiling_note(translation(language).gettext))
    black.page.evaluate("note => { document.querySelector('#section-compiling').innerHTML = note; }", note)
    for width, height in ((390, 844), (390, 664), (360, 640), (820, 1180)):
        black.page.set_viewport_size({"width": width, "height": height})
        outside = black.page.evaluate(OUTSIDE)
        assert not {each.partition(" ")[0] for each in outside} & {"pass", "more", "tool", "board", "said", "the"}


def test_on_a_large_screen_the_board_is_large_and_its_letters_are_not(club: Club) -> None:
    black = club.person(viewport={"width": 1920, "height": 1080})
    club.makes(black, width="9", colour="black")
    highest = "all => Math.max(...all.map(one => one.getBoundingClientRect().height))"
    assert black.page.locator("#play .board").evaluate_all(highest) > 900
    letters = black.page.locator("#play .coordinates text").evaluate_all(highest)
    assert 8 < letters < 25, "16 px letters, with what is above and below them"


@pytest.mark.parametrize("language", first_by_day(["fr", *(each for each in NAMES if each != "fr")]))
def test_a_series_with_a_referee_and_draws_by_agreement_is_inside_every_window(club: Club, language: str) -> None:
    black, white, referee = (club.person(locale=language) for _ in range(3))
    links = club.makes(black, width="9", referee="common", draw_by_agreement="true", clock="5+5x30(b)", colour="black")
    white.sits_down(links["white"])
    referee.sits_down(links["referee"])
    black.resigns()
    for person in (white, black):
        person.page.locator("#next .primary").click()
    for person in (black, white):
        expect(person.page.locator("#score")).to_be_visible()
    take_turns(white, black, range(4))  # who was White in the first game is Black now
    check_windows(white.page, ((390, 844), (390, 664), (360, 640)))  # a stone may be guessed on the refused point
    take_turns(white, black, range(4, len(TURNS)))
    expect(black.page.locator(".judge")).to_be_visible()
    check_windows(black.page, WINDOWS)


def test_the_link_for_the_other_seat_is_inside_every_window(club: Club) -> None:
    black = club.person()
    club.makes(black, width="9", colour="black")
    is_seen = """element => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const points = [[left + 3, top + 3], [left + width - 3, top + height - 3]];
      return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    }"""
    for (width, height), part in product(WINDOWS, ("#invitations input", "#invitations button")):
        black.page.set_viewport_size({"width": width, "height": height})
        assert black.page.locator(part).first.evaluate(is_seen), f"{part} at {width}x{height}"


def places(page: Page) -> list[object]:
    return [page.locator(each).first.bounding_box() for each in ("#play .board", ".tools", "#more", "#resign")]


SIZES = [(390, 844), (844, 390), (1440, 900), (820, 1180), (360, 640)]


@pytest.mark.parametrize(("width", "height"), first_by_day(SIZES, 3))
def test_nothing_that_the_opponent_does_moves_the_board_or_a_button(club: Club, width: int, height: int) -> None:
    black, white = (club.person(viewport={"width": width, "height": height}) for _ in range(2))
    wish = {"ruleset": "alter-igo", "referee": "common", "width": "7", "draw_by_agreement": "true", "clock": "5+3"}
    white.sits_down(club.makes(black, colour="black", **wish)["white"])
    expect(black.page.locator("#at-white.here")).to_be_visible()
    black.tries("C3")
    expect(white.said).to_contain_text("Black has moved")
    before = places(black.page)
    white.tries("C3")
    expect(black.said).to_contain_text("Illegal move.")
    assert places(black.page) == before, "after a refused try"
    white.does("offer")
    expect(black.page.locator(".offer")).to_be_in_viewport()
    assert places(black.page) == before, "after an offer"
    black.does("decline")
    expect(black.page.locator(".offer")).to_have_count(0)
    white.page.locator("#say").fill("A long message, which takes more than a line of the column in which it stands.")
    white.page.locator(".chat button").click()
    expect(black.page.locator("#talk li")).to_have_count(1)
    expect(black.page.locator("#talk li")).to_be_in_viewport(ratio=0.4)
    assert places(black.page) == before, "after a message"
    white.tries("D4")
    expect(black.said).to_contain_text("White has moved")
    assert places(black.page) == before, "after the first move, when the clocks begin to run"


SHOW_SIDES = """([state, words, number]) => {
  for (const seat of document.querySelectorAll(".seat")) {
    seat.className = `seat ${state}`;
    seat.querySelector(".state").textContent = ` (${words})`;
  }
  for (const counter of document.querySelectorAll(".counters dd")) counter.textContent = number;
}"""


@pytest.mark.parametrize("language", first_by_day(["es", *(each for each in NAMES if each != "es")]))
def test_a_player_who_goes_and_counters_that_grow_move_nothing(club: Club, language: str) -> None:
    black, white = (club.person(locale=language) for _ in range(2))
    white.page.goto("/you")
    white.page.locator("#you input[name=nickname]").fill("A Long-Winded Player")
    white.page.locator("#you button").click()
    white.sits_down(club.makes(black, width="9", clock="5+5x30(b)", colour="black")["white"])
    take_turns(black, white, range(2))
    for width, height in WINDOWS:
        black.page.set_viewport_size({"width": width, "height": height})
        found = []
        for (state, words), number in product(STATES.items(), ("1", "288")):
            black.page.evaluate(SHOW_SIDES, [state, translation(language).gettext(words), number])
            found.append(places(black.page))
        assert found == [found[0]] * len(found), f"{width}x{height}"


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("language", first_by_day(NAMES))
def test_on_a_phone_the_newest_message_and_move_stay_in_view_and_a_button_leads_to_the_chat(
    club: Club, language: str
) -> None:
    black, white = (club.person(locale=language, **PHONE) for _ in range(2))
    white.sits_down(club.makes(black, width="9", colour="black")["white"])
    for number, point in enumerate(("E5", "D3", "F7", "C6", "G3", "H8", "B2", "A9", "A1", "E7")):
        (black, white)[number % 2].tries(point)
        expect(white.page.locator("#told")).to_have_attribute("data-told", str(number + 1))
    expect(white.page.locator("#say")).not_to_be_in_viewport()
    white.page.locator(".to-chat").tap()
    expect(white.page.locator("#say")).to_be_focused()
    expect(white.page.locator("#say")).to_be_in_viewport(ratio=0.9)

    def newest_is_in_view(words: str) -> None:
        message, lines = white.page.locator("#talk li:visible").first, white.page.locator("#heard li")
        expect(message).to_contain_text(words)
        expect(message).to_be_in_viewport(ratio=0.9)
        expect(lines.first).to_be_in_viewport(ratio=0.9)

    white.page.keyboard.type("Good evening")
    white.page.locator(".chat form button").tap()
    newest_is_in_view("Good evening")
    black.page.locator(".to-chat").tap()
    black.page.keyboard.type("And to you")
    black.page.keyboard.press("Enter")
    newest_is_in_view("And to you")
    black.tries("J1")
    expect(white.page.locator("#told")).to_have_attribute("data-told", "11")
    newest_is_in_view("And to you")
    width = "summary => summary.offsetWidth"
    passing, resigning, more = (
        white.page.locator(f"#{each} > summary").evaluate(width) for each in ("pass", "resign", "more")
    )
    assert resigning < passing + more, "Resign is no wider than the others together, however long the word is"


def test_the_replay_has_board_and_controls_in_one_window_on_a_phone_across(club: Club) -> None:
    black = club.person(viewport={"width": 844, "height": 390})
    club.makes(black, opponent="solo", width="9")
    black.tries("E5")
    black.resigns()
    black.page.locator(".voice.result").wait_for()
    for board in ("reference", "black"):
        black.page.goto(f"{black.page.url.partition('/replay')[0]}/replay?board={board}")
        large = black.page.locator(".still.large .board")
        size = large.bounding_box()
        assert size
        assert size["height"] > 300
        for part in (large, *(black.page.locator(each) for each in ("#said", "#moment", "#run"))):
            expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), first_by_day([(1280, 720), (1440, 900), (1920, 1080)]))
def test_a_projector_shows_the_revealed_board_whole_and_all_digits(club: Club, width: int, height: int) -> None:
    black, white, spectator = (club.person(viewport={"width": width, "height": height}) for _ in range(3))
    links = club.makes(black, width="9", colour="black", clock="5+5x30(b)")
    white.sits_down(links["white"])
    spectator.page.goto(links["audience"])
    for number, point in enumerate(("E5", "D3", "F7", "C6", "G3", "H8", "B2", "A9", "J1", "E7")):
        (black, white)[number % 2].tries(point)
        expect(white.page.locator("#told")).to_have_attribute("data-told", str(number + 1))
    black.resigns()
    expect(white.page.locator(".voice.result")).to_be_visible()
    page = spectator.page
    page.goto(f"{page.url}/projector")
    expect(page.locator(".reference > .board")).to_be_in_viewport(ratio=1)
    room = """line => line.getBoundingClientRect().left - line.parentElement.getBoundingClientRect().left
      - 3 * parseFloat(getComputedStyle(line).fontSize)"""
    assert page.locator("#heard li").first.evaluate(room) > 0, "three digits, a full stop and a space"


@pytest.mark.parametrize(("width", "height"), first_by_day(SIZES, 2))
def test_the_ways_on_after_a_game_are_inside_the_window_for_both(club: Club, width: int, height: int) -> None:
    black, white = (club.person(viewport={"width": width, "height": height}) for _ in range(2))
    white.sits_down(club.makes(black, width="9", colour="black")["white"])
    black.tries("C3")
    expect(white.said).to_contain_text("Black has moved")
    white.resigns()
    expect(black.page.locator("#outcome")).to_be_visible()
    black.page.locator("#next .primary").first.click()
    expect(white.page.locator("#next .primary")).to_be_in_viewport(ratio=1)
    expect(black.page.locator("#next")).to_be_in_viewport(ratio=1)
    for words in ("Replay", "Analysis"):
        expect(black.page.get_by_role("link", name=words, exact=True)).to_be_in_viewport(ratio=1)
    if width > height:
        expect(black.page.locator("#reference")).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize(("width", "height"), first_by_day(SIZES[:4], 2))
def test_the_verdict_on_a_problem_and_the_way_on_are_inside_the_window(club: Club, width: int, height: int) -> None:
    page = club.person(viewport={"width": width, "height": height}).page
    page.goto("/problems/series/endgame/1")
    page.locator(".ten a").first.click()
    assert page.locator("#play .board, .play .board").first.bounding_box()["y"] < height / 2, "the board is in sight"  # type: ignore[index]
    page.locator("button[value=give-up]").first.click()
    page.locator("#problem.over").wait_for()
    page.evaluate("scrollTo(0, 0)")
    if height > width:
        expect(page.locator("#said")).to_contain_text("Not solved.")
        for part in ("#said", ".ending .primary"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
