"""Whatever happens at a table, each open page shows what a page loaded anew would show.

Chance plays: players, a spectator and a referee press whatever their pages offer, write, reload and lose their
connections. After each event every open page is compared with a fresh load of its address. (Not hypothesis: it plays
each example again to make it smaller, and what happens in several browsers does not happen twice alike.)
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.day_and_night import by_day_and_night, first_by_day
from tests.journeys.open_page import assert_equals_fresh_load, watch_console
from tests.web.people import Club, Person

RULESETS = ["go", "new-zealand", "japanese", "tromp-taylor", "alter-igo", "no-seki-go", "atari-go", "toroidal-go"]
REFEREES = ["common", "hamburg", "kriegspiel", "olympiad", "counted", "open", "fog"]
CONTROLS = {
    "fischer": {"clock": "fischer", "clock_main": "5", "clock_step": "3"},
    "fischer with a cap": {"clock": "fischer", "clock_main": "5", "clock_step": "3", "clock_cap": "6"},
    "byo-yomi": {"clock": "byo-yomi", "clock_main": "5", "clock_step": "30", "clock_periods": "3"},
    "canadian": {"clock": "canadian", "clock_main": "10", "clock_step": "300", "clock_turns": "15"},
    "absolute": {"clock": "absolute", "clock_main": "20"},
    "simple": {"clock": "simple", "clock_step": "300"},
    "correspondence": {"clock": "correspondence", "clock_main": "3", "clock_step": "1", "clock_cap": "7"},
}
CLOCKS = ["none", *CONTROLS]
OPPONENTS = ["friend", "one-device", "rengo", "yurei", "rengo-shared", "solo", "friend", "friend"]
LANGUAGES = ["en", "fr", "es", "de", "ja"]
GAMES = 8
"""So many games: each value of each option occurs in one of them."""

POINTS = "#play button[name=at]"
CONTROLS_BY_EVENT = {
    "press": "#table form[data-live] button:not([name=at]), #next button",
    "menu": "#table details[data-own] > summary",
    "tool": "#play .tool",
}
EVENTS = ("try", "try", "try", "press", "press", "tool", "menu", "write", "type", "reload", "disconnect")
Choice = TypeVar("Choice")


@dataclass
class Table:
    """Everybody at one game; what went wrong in their browsers, and what has happened, for who reads of a failure."""

    chance: Random
    people: list[Person] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def choose(self, choices: Sequence[Choice]) -> Choice:
        chosen = self.chance.choice(choices)
        self.events.append(str(chosen))
        return chosen

    def joins(self, person: Person, link: str | None = None) -> None:
        watch_console(person.page, self.errors)
        self.people.append(person)
        if link:
            person.sits_down(link)

    def check(self) -> None:
        """Every open page equals a fresh load of it, and no page has had an error."""
        for person in self.people:
            assert_equals_fresh_load(person.page)
        assert [error for error in self.errors if "ERR_INTERNET_DISCONNECTED" not in error] == []


def start_game(club: Club, number: int, chance: Random) -> Table:
    options = {
        "ruleset": RULESETS[number],
        # Shifted, so that a game and a referee meet that stand at different places in their lists.
        "referee": REFEREES[(number + 3) % len(REFEREES)],
        "width": "5",
        "opponent": OPPONENTS[number],
        **CONTROLS.get(CLOCKS[number], {"clock": CLOCKS[number]}),
    }
    table = Table(chance, events=[str(options)])
    maker = club.person(locale=LANGUAGES[number % len(LANGUAGES)])
    table.joins(maker)
    links = club.makes(maker, **options)
    for link in links.values():
        table.joins(club.person(locale=LANGUAGES[len(table.people) % len(LANGUAGES)]), link)
    return table


def happen(table: Table) -> None:
    event, person = table.choose(EVENTS), table.chance.choice(table.people)
    page = person.page
    if event == "try":
        # Whoever is to move tries, so that games go on.
        movers = [each for each in table.people if each.page.locator(".playing #turn.yours").count()]
        press(table, table.chance.choice(movers or [person]).page.locator(POINTS))
    elif event in CONTROLS_BY_EVENT:
        press(table, page.locator(CONTROLS_BY_EVENT[event]))
    elif event in ("write", "type") and page.locator("#say").is_visible():
        page.locator("#say").fill(table.choose(["Hello", "<b>&amp;", "こんにちは 👻"]))
        if event == "write":
            page.locator("#say").press("Enter")
    elif event == "reload":
        page.reload()
    elif event == "disconnect":
        lose_connection(table, person)
    for each in table.people:
        expect(each.table).to_be_visible()


def press(table: Table, controls: Locator) -> None:
    seen = [control for control in controls.all() if control.is_visible() and control.is_enabled()]
    if seen:
        pressed = table.chance.choice(seen)
        table.events.append(pressed.evaluate("element => element.outerHTML.slice(0, 120)"))
        try:
            pressed.click(timeout=5_000)
        except TimeoutError:
            unfolded = pressed.page.locator("#table details[data-own][open] > .panel").count()  # may lie over it
            if pressed.is_visible() and pressed.is_enabled() and not unfolded:  # else another's event took it away
                raise


def lose_connection(table: Table, person: Person) -> None:
    """A browser loses its connection, somebody else acts, and the connection comes back."""
    person.page.context.set_offline(True)
    others = [each for each in table.people if each is not person]
    if others:
        press(table, table.chance.choice(others).page.locator(POINTS))
    person.page.context.set_offline(False)


@pytest.mark.parametrize("number", first_by_day(range(GAMES), 5))
@pytest.mark.parametrize("events", by_day_and_night([5], [125]))
def test_an_open_page_equals_a_fresh_load(club: Club, number: int, events: int) -> None:
    """Play one game, and say what happened where a page is not right."""
    seed = number if events == 5 else time.time_ns()
    table = start_game(club, number, Random(seed))
    try:
        table.check()
        for _ in range(events):
            happen(table)
            table.check()
    except BaseException as error:
        error.add_note("\n".join([f"seed {seed}", *table.events]))
        raise


def test_every_value_of_every_option_occurs() -> None:
    for values in (RULESETS, REFEREES, CLOCKS, LANGUAGES, set(OPPONENTS)):
        assert len(values) <= GAMES
