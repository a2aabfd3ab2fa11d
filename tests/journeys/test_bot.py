"""A bot over HTTP: it makes itself known, waits in the lobby, and plays a person in a browser to the count."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.journeys.journey import Journey
from tests.programs import running
from tests.web.people import Server

GAME = {"width": 5, "height": 5, "referee": "hamburg"}


class Bot:
    """A program that knows nothing but the documented addresses."""

    def __init__(self, http: httpx.Client, name: str) -> None:
        self._http = http
        self._http.headers["Authorization"] = f"Bearer {self.posts('/api/bots', name=name)['token']}"

    def posts(self, address: str, **words: Any) -> Any:
        answer = self._http.post(address, json=words)
        assert answer.is_success, answer.text
        return answer.json()

    def gets(self, address: str, **query: Any) -> Any:
        answer = self._http.get(address, params=query)
        assert answer.is_success, answer.text
        return answer.json()

    def waits_for_its_turn(self, address: str) -> Any:
        """Ask again until it is to move, or the game has ended; what it sees then."""
        seen = self.gets(address)
        while not seen["your_turn"] and not seen["ended"]:
            seen = self.gets(address, since=seen["number"], wait=10)
        return seen


@pytest.fixture
def bot(server: Server) -> Iterator[Bot]:
    with httpx.Client(base_url=server.address, timeout=20) as http:
        yield Bot(http, "Sei")


def test_a_bot_and_a_person_play_to_the_count(journey: Journey, bot: Bot) -> None:
    bot.posts("/api/lobby", settings=GAME, colour="black")
    person = journey.person()
    person.page.goto("/lobby")
    challenge = person.page.locator("#others li", has_text="Sei [bot]")
    challenge.locator("button").click()
    person.page.wait_for_url(re.compile("/white$"))
    (game,) = bot.gets("/api/bot")["games"]
    table = game["address"]
    for row in range(1, 6):
        assert bot.waits_for_its_turn(table)["your_turn"]
        if row == 2:
            bot.posts(table, do="stone", point="D1")
            person.hears("There is already an opponent’s stone.")
        bot.posts(table, do="stone", point=f"C{row}")
        expect(person.turn).to_have_class("turn yours")
        person.tries(f"D{row}")
    bot.waits_for_its_turn(table)
    bot.posts(table, do="pass")
    person.hears("Black passes.")
    person.passes()
    person.is_asked("White wins by 2.5 points.")
    ended = bot.gets(table)["ended"]
    assert ended["counting"]
    bot.posts(table, do="settle", dead=[])
    expect(person.page.locator("#agreed")).not_to_be_empty()
    person.does("settle")
    person.hears("White wins by 2.5 points.")
    ended = bot.gets(table)["ended"]
    assert (ended["counting"], ended["winner"]) == (False, "white")
    journey.ends()
    bot.posts(table, do="rematch")
    person.page.locator("#next .primary").click()
    person.page.wait_for_url(re.compile("/black$"))
    person.tries("C3")
    again = bot.gets("/api/bot")["games"]
    assert bot.waits_for_its_turn(next(each["address"] for each in again if each["game"] != game["game"]))["your_turn"]


@pytest.mark.nightly
def test_the_example_program_takes_a_chair_by_its_link(journey: Journey) -> None:
    person = journey.person()
    links = journey.makes(person, width="5", height="5")
    with running([sys.executable, "examples/bot.py", links["white"]], stderr=None) as program:
        for point in ("C3", "B2", "D4"):
            expect(person.turn).to_have_class("turn yours")
            if person.point(point).get_attribute("aria-label") == point:
                person.tries(point)
                expect(person.page.locator("#said")).not_to_be_empty()
        person.resigns()
        person.hears("White wins by resignation.")
        program.communicate(timeout=20)
        journey.ends()
