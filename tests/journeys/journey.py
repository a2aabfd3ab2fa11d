"""Journeys: what people do in browsers of one width, with checks of all their pages."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from tests.journeys.open_page import assert_equals_fresh_load, watch_console
from tests.web.people import Club, Person

HEIGHTS = {1440: 900, 390: 844}
QUESTION = "Both have passed, and the board is revealed. Is this right?"
WALLS = ", ".join(f"C{row} black, D{row} white" for row in range(1, 6))


@dataclass
class Journey:
    """A journey of several people, each with a browser of this width in pixels.

    ``pictures`` is the folder for pictures of the last pages, if any, and ``name`` the beginning of their names. ``errors``
    are the script errors and the answers from 400 up of all pages.
    """

    club: Club
    width: int
    pictures: str | None
    name: str
    people: list[Person] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def person(self, **traits: Any) -> Person:
        """Return a new person, whose pages are checked for errors."""
        viewport = {"width": self.width, "height": HEIGHTS[self.width]}
        person = self.club.person(**({"viewport": viewport, "has_touch": self.width < 600} | traits))
        watch_console(person.page, self.errors)
        self.people.append(person)
        return person

    def makes(self, person: Person, **fields: str) -> dict[str, str]:
        """Make a game by the form; return the links to the free chairs, by chair."""
        return self.club.fills_in(person, **fields)

    def duel(self, **fields: str) -> tuple[Person, Person]:
        """Return Black, who makes a game by the form, and White, who follows the link."""
        black, white = self.person(), self.person()
        white.sits_down(self.makes(black, **fields)["white"])
        expect(black.page.locator("#at-white")).to_have_class("seat here")
        return black, white

    def trio(self, **fields: str) -> tuple[Person, Person, Person]:
        """Return Black, who makes a game on 5x5 by the form, and White and a spectator, who follow links."""
        black, white, spectator = (self.person() for _ in range(3))
        links = self.makes(black, width="5", height="5", **fields)
        white.sits_down(links["white"])
        spectator.sits_down(links["audience"])
        expect(black.page.locator("#at-white.here")).to_be_visible()
        return black, white, spectator

    def hears(self, sentence: str) -> None:
        for person in self.people:
            person.hears(sentence)

    def shows(self, selector: str, words: str) -> None:
        for person in self.people:
            expect(person.page.locator(selector)).to_contain_text(words)

    def hides(self, selector: str) -> None:
        for person in self.people:
            expect(person.page.locator(selector)).to_have_count(0)

    def play(self, tries: str, *movers: Person) -> None:
        """Make tries such as ``C1 D1 pass``, the movers in turn; wait until every open page shows each."""
        for number, tried in enumerate(tries.split()):
            watching = [person for person in self.people if "/g/" in person.page.url]
            before = [person.number for person in watching]
            mover = movers[number % len(movers)]
            mover.passes() if tried == "pass" else mover.tries(tried)
            for person, old in zip(watching, before, strict=True):
                expect(person.table).not_to_have_attribute("data-number", str(old))

    def check(self) -> None:
        """Check that no page has an error or is too wide, and that every table equals a fresh load."""
        for person in self.people:
            if person.table.count():
                assert_equals_fresh_load(person.page)
            assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, person.page.url
        assert self.errors == []

    def ends(self) -> None:
        """Check every page, and save a screenshot of each if ``pictures`` is set."""
        self.check()
        if self.pictures:
            for number, person in enumerate(self.people, 1):
                path = f"{self.pictures}/{self.name}-{number}-{self.width}.png"
                person.page.screenshot(path=path, full_page=True, caret="initial")
