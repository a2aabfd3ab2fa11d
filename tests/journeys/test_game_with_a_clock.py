"""A game by link with a clock, under every time control: to a count, and to a loss on time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.day_and_night import chosen_by_day, first_by_day
from tests.doors.web.conftest import club_at
from tests.doors.web.people import Club, Person, Server
from tests.journeys.moving_back import let_days_pass
from tests.journeys.open_page import assert_equals_fresh_load, watch_console

CONTROLS = {
    "fischer": {"clock": "fischer", "clock_main": "5", "clock_step": "3"},
    "fischer with a cap": {"clock": "fischer", "clock_main": "5", "clock_step": "3", "clock_cap": "6"},
    "byo-yomi": {"clock": "byo-yomi", "clock_main": "5", "clock_step": "30", "clock_periods": "3"},
    "canadian": {"clock": "canadian", "clock_main": "10", "clock_step": "300", "clock_turns": "15"},
    "absolute": {"clock": "absolute", "clock_main": "20"},
    "simple": {"clock": "simple", "clock_step": "300"},
    "correspondence": {"clock": "correspondence", "clock_main": "3", "clock_step": "1", "clock_cap": "7"},
}
"""Every control, as filled into the form of a new game, with time enough for a whole game."""
SHORT_CONTROLS = {
    "fischer": {"clock": "fischer", "clock_main": "7s", "clock_step": "1"},
    "fischer with a cap": {"clock": "fischer", "clock_main": "7s", "clock_step": "1", "clock_cap": "8s"},
    "byo-yomi": {"clock": "byo-yomi", "clock_main": "5s", "clock_step": "1", "clock_periods": "2"},
    "canadian": {"clock": "canadian", "clock_main": "5s", "clock_step": "3", "clock_turns": "9"},
    "absolute": {"clock": "absolute", "clock_main": "8s"},
    "simple": {"clock": "simple", "clock_step": "7"},
}
"""The same with a few seconds. A game by correspondence cannot be so short."""
WIDTHS = first_by_day([1440, 390])


@dataclass
class Table:
    """Two players and a spectator at one game, and the errors of their pages."""

    black: Person
    white: Person
    spectator: Person
    errors: list[str]

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody there."""
        return self.black, self.white, self.spectator

    def play(self, tries: str) -> None:
        """Play tries in turn, Black first: ``C1 D1 pass``. After each one all pages equal a fresh load of them."""
        for number, tried in enumerate(tries.split()):
            mover = (self.black, self.white)[number % 2]
            before = [person.number for person in self.people]
            mover.passes() if tried == "pass" else mover.tries(tried)
            for person, old in zip(self.people, before, strict=True):
                expect(person.table).not_to_have_attribute("data-number", str(old))
            self.check()

    def check(self) -> None:
        """Every open page equals a fresh load, and no page has had an error."""
        for person in self.people:
            assert_equals_fresh_load(person.page)
        assert self.errors == []

    def hears(self, sentence: str) -> None:
        """Everybody hears this last."""
        for person in self.people:
            person.hears(sentence)


def start_game(club: Club, width: int, fields: dict[str, str]) -> Table:
    """Black makes a game of 5x5 by the form, White follows one link, a spectator the other."""
    people = [club.person(viewport={"width": width, "height": 844}) for _ in range(3)]
    errors: list[str] = []
    for person in people:
        watch_console(person.page, errors)
    black, white, spectator = people
    links = club.fills_in(black, width="5", height="5", **fields)
    white.sits_down(links["white"])
    spectator.sits_down(links["audience"])
    expect(black.page.locator("#at-white")).to_contain_text("connected")
    return Table(black, white, spectator, errors)


@pytest.mark.nightly  # by day test_by_correspondence.py has a clock, and test_count.py counts
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("control", chosen_by_day(CONTROLS, "byo-yomi".__eq__))
def test_a_game_is_played_to_its_count(club: Club, control: str, width: int) -> None:
    table = start_game(club, width, CONTROLS[control])
    table.play("C1 D1 C2 D2 C3 D3")
    table.black.tries("D1")
    table.hears("Illegal move.")
    table.check()
    table.play("C4 D4 C5 D5")
    table.black.passes()
    table.hears("Black passes.")
    table.white.passes()
    for player in (table.black, table.white):
        player.is_asked("White wins by 2.5 points.")
    table.check()
    table.black.does("settle")
    expect(table.white.page.locator("#agreed")).to_have_text("Agreed: Black.")
    table.check()
    table.white.does("settle")
    table.hears("White wins by 2.5 points.")
    for player in (table.black, table.white):
        player.sees(
            ", ".join(f"C{row} black, D{row} white" for row in range(1, 6)),
            on="reference",
        )
    table.check()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("control", chosen_by_day(SHORT_CONTROLS, "fischer".__eq__))
def test_a_game_is_lost_on_time(club: Club, control: str, width: int) -> None:
    table = start_game(club, width, SHORT_CONTROLS[control])
    for number, point in enumerate(("C1", "D1", "C2", "D2")):
        mover, other = ((table.black, table.white), (table.white, table.black))[number % 2]
        mover.tries(point)
        expect(other.turn).to_contain_text("Your turn")
    running = table.white.page.locator("#clock-black")
    expect(running).to_have_class(re.compile("running"))
    table.hears("White wins on time.")
    for person in table.people:
        expect(person.page.locator("#clock-black").get_by_role("timer")).to_have_text("0.0")
    table.check()


@pytest.mark.nightly  # by day test_by_correspondence.py plays over two days
def test_a_game_by_correspondence_is_lost_after_days(
    own_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    club = club_at(own_server, new_context)
    table = start_game(club, 1440, {"clock": "correspondence", "clock_main": "2", "clock_step": "1"})
    table.play("C1 D1 C2")
    expect(table.white.page.locator("#clock-white").get_by_role("timer")).to_have_text("2 days, 23:59")
    table.errors.clear()
    let_days_pass(own_server, days=2)
    for person in table.people:
        person.page.reload()
        expect(person.page.locator("#clock-white").get_by_role("timer")).to_have_text(re.compile("^(23|24):"))
    table.errors.clear()
    let_days_pass(own_server, days=1)
    for person in table.people:
        person.page.reload()
    table.hears("Black wins on time.")
