"""Whole games in real browsers under every referee: all hear and see what the table says and shows."""

import pytest
from playwright.sync_api import expect

from tests import playing
from tests.day_and_night import first_by_day
from tests.web.people import Club, Person
from yurei.referee.announce import speak_result
from yurei.referee.view import View, is_pointless
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE
from yurei.rules.state import EndedBy, read_try

WORDS = {BLACK_STONE: "black", WHITE_STONE: "white", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}
GAMES = {
    "go": (5, 5, "C3 C3 C4 C4 B4 E1 D4 E2 C5 pass pass"),
    "alter-igo": (3, 3, "A1 A2 C3 B1 A1"),
    "no-seki-go": (7, 1, "D1 B1 B1 pass F1 ghost-C1 pass A1 pass pass"),
}
REFEREES = [
    *[("no-seki-go", "counted"), ("go", "open"), ("alter-igo", "olympiad"), ("go", "kriegspiel")],
    *[("alter-igo", "hamburg"), ("no-seki-go", "hamburg"), ("go", "common")],
]


@pytest.mark.parametrize(("game", "referee"), first_by_day(REFEREES))
def test_browsers_show_the_boards_and_announcements_of_the_table(club: Club, game: str, referee: str) -> None:
    width, height, tries = GAMES[game]
    black, white = club.duel(ruleset=game, referee=referee, width=f"{width}", height=f"{height}")
    people = {"black": black, "white": white}
    at_table = playing.Game(None, "", game, (width, height), referee=referee)
    for word in tries.split():
        seat = at_table.table.to_move
        assert seat is not None
        if is_pointless(at_table.table.view(seat), read_try(word.replace("-", " "), at_table.table.settings.size)):
            continue  # the player knows what stands there, so it is no try
        at_table.play(word)
        _acts(people[seat], word)
        for name, person in people.items():
            view = at_table.table.view(name)
            if view.result is None:
                person.hears(at_table.last)
                expect(person.page.locator("#heard li").first).to_contain_text(at_table.last)
                person.sees(_drawn(view))
    result = at_table.table.result
    assert result is not None
    for person in people.values():  # a count is a question; every other end is there at once
        heard = person.is_asked if result.by is EndedBy.SCORE else person.hears
        heard(speak_result(result))


def _acts(person: Person, word: str) -> None:
    if word == "pass":
        person.passes()
    elif word.startswith("ghost-"):
        person.places_ghost(word.removeprefix("ghost-"))
    else:
        person.tries(word)


def _drawn(view: View) -> str:
    size = view.settings.size
    return ", ".join(f"{size.name(point)} {WORDS[cell]}" for point, cell in enumerate(view.board) if cell in WORDS)


def test_two_windows_of_one_player_show_the_same(club: Club) -> None:
    black, white = club.duel(width="3")
    other = Person(black.page.context.new_page())
    other.page.goto(black.page.url)
    black.tries("B2")
    other.hears("Black has moved, White to play.")
    other.sees("B2 black")
    white.tries("A1")
    other.hears("White has moved, Black to play.")
    other.tries("C3")
    black.sees("B2 black, C3 black")
    white.hears("Black has moved, White to play.")


def test_the_focus_stays_where_it_was_when_the_opponent_moves(club: Club) -> None:
    black, white = club.duel(width="3")
    white.point("C1").focus()
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    expect(white.point("C1")).to_be_focused()
    white.page.keyboard.press("Enter")
    black.hears("White has moved, Black to play.")
    expect(white.point("C1")).to_be_focused()


def test_a_player_who_leaves_the_page_and_comes_back_is_still_connected(club: Club) -> None:
    black, white = club.duel(width="3")
    address = white.page.url
    expect(black.page.locator("#at-white")).to_have_class("seat here")
    white.page.goto("/you")
    white.page.get_by_role("link", name="Phantom Go").first.click()
    expect(white.page).to_have_url(address)
    expect(black.page.locator("#at-white")).to_have_class("seat here")
