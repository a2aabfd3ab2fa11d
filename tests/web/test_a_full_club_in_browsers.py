"""A club of forty behind one address, as in test_a_full_club.py, in real browsers: nobody is refused, and no page complains."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.people import Club, Server
from tests.web.test_a_full_club import PLAYERS, WATCHERS
from tests.web.test_an_evening import at_tables, evening, resigns

REFUSALS = (429, 503)


class Crowd:
    """Browsers that note whatever was refused, and whatever their pages complained of.

    Args:
        arrive: Makes a browser with cookies of its own.
    """

    def __init__(self, arrive: Callable[..., BrowserContext]) -> None:
        self._arrive = arrive
        self.troubles: list[str] = []
        self.answers = 0

    def arrive(self, **traits: Any) -> BrowserContext:
        """Return a new browser."""
        context = self._arrive(**traits)
        context.on("response", lambda answer: self._note(answer.status, answer.url))
        context.on("page", self._watch)
        return context

    def _note(self, status: int, address: str) -> None:
        self.answers += 1
        if status in REFUSALS:
            self.troubles.append(f"{status} {address}")

    def _watch(self, page: Page) -> None:
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))


@pytest.fixture
def limited_server(tmp_path: Path) -> Iterator[Server]:
    """A server as it is by default."""
    server = Server(tmp_path / "games.db", limited=True)
    server.start()
    yield server
    server.stop()


@pytest.mark.browser
@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_a_club_of_forty_browsers_behind_one_address_plays_two_rounds(
    limited_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    usual = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": limited_server.address}
    crowd = Crowd(lambda **traits: new_context(**usual, **traits))
    club = Club(crowd.arrive)
    names = ("Chiyo", *(f"Player {number}" for number in range(2, PLAYERS + 1)))
    host = club.person().page
    address, links = evening(host, names, 2)
    people = {name: club.person() for name in names}
    watchers = [club.person() for _ in range(WATCHERS)]
    wall = host.context.new_page()

    began = monotonic()
    wall.goto(f"{address}/wall", wait_until="commit")
    for name, link in links.items():
        people[name].page.goto(link, wait_until="commit")
    for watcher in watchers:
        watcher.page.goto(address, wait_until="commit")
    arrived = monotonic() - began
    for name, person in people.items():
        expect(person.page.locator("h1")).to_have_text(name)

    for number in range(2):
        host.get_by_role("button", name="Pair the next round" if number else "Pair the first round").click()
        tables = at_tables(people, names)
        for table in tables:
            people[table["black"]].tries("B2")
        for table in tables:
            people[table["white"]].tries("B2")
            people[table["white"]].hears("Illegal move.")
        for table in tables:
            resigns(people[table["white"]])
        if not number:
            for name in names:
                people[name].page.get_by_role("link", name="To the evening").click()
    for page in (host, wall):
        expect(page.locator("#status")).to_contain_text("The evening is over.")
    taken = monotonic() - began
    print(json.dumps({"arrived": round(arrived, 1), "both rounds": round(taken, 1), "answers": crowd.answers}))
    assert crowd.answers > 40 * 10
    assert crowd.troubles == []
