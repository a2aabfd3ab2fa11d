"""Scenes for pictures of every page of the web app: the viewer, the page, and the moment of the game.

A new page needs a line in ``scenes``; a test names routes without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

# The page's own example, reached by play: the seats and points of its tries.
SNAPBACK = "b:C1 w:B1 b:C2 w:B2 b:F1 w:C3 b:F2 w:D3 b:D3 b:J1 w:D1 b:H9 w:E2 b:E1 w:J9 b:D2 w:D1"
FOG = "b:D5 w:E4 b:D4 w:E5 b:C6 w:F6 b:E6 w:E7 b:D7 w:G3 b:D3 w:E3 b:G7 w:G6 b:H6 w:H5 b:D8 w:F7"
SHAPES = "b:D5 w:E4 b:E4 b:F6 w:D5 w:G3 b:C3 w:G7 b:G3 b:G4 w:H4 b:F4 w:C7"
ENDED = "b:E9 w:F9 b:E8 w:F8 b:E7 w:F7 b:E6 w:F6 b:E5 w:F5 b:E4 w:F4 b:E3 w:F3 b:E2 w:F2 b:E1 w:F1 b:H5 w:B5"


class Guest:
    """A person with their own browser, who acts by sending the pages' forms."""

    def __init__(self, browser: Browser, address: str, name: str = "") -> None:
        self.context: BrowserContext = browser.new_context(locale="en-GB", base_url=address, service_workers="block")
        self.table = ""
        if name:
            self.sends("/you", nickname=name)

    def sends(self, path: str, **form: str) -> str:
        """Send a form, and return the address of the resulting page."""
        answer = self.context.request.post(path, form=dict(form))
        assert answer.ok, f"{path} {form}: {answer.status} {answer.text()[-300:]}"
        return answer.url

    def reads(self, path: str) -> str:
        """Send an empty form, and return the resulting page."""
        return str(self.context.request.post(path, form={}).text())

    def makes(self, **wish: str) -> dict[str, str]:
        """Make a game by the form, sit down at it, and return the links to its free chairs."""
        self.table = self.sends("/games", **wish)
        game = self.table.split("/g/")[1].split("/")[0]
        page = self.context.new_page()
        page.goto(f"/g/{game}/links")
        found = page.locator("input[readonly]").evaluate_all("inputs => inputs.map(input => input.value)")
        page.close()
        return {link.split("/")[-2]: link for link in found if "/join/" in link}

    def sits(self, link: str) -> Guest:
        """Take a chair by its link."""
        self.table = self.sends(link)
        return self

    def does(self, do: str, at: str = "") -> None:
        """Try, pass, mark: any action from the guest's chair."""
        self.sends(self.table, do=do, at=at)


@dataclass(frozen=True)
class Scene:
    """A page to take a picture of.

    Attributes:
        name: Name of its pictures.
        caption: Description, in a sentence.
        route: The route, as the code writes it.
        guest: The guest whose browser is used.
        path: The address.
        prepare: Action on the page before the picture is taken.
    """

    name: str
    caption: str
    route: str
    guest: Guest
    path: str
    prepare: Callable[[Page], Any] = lambda page: None


GUIDED = (
    ("first-game-go", "A guided game, after the player has found a hidden stone.", "go?did=C3.D3"),
    (
        "first-game-reveal",
        "The reveal of a guided game: the player's view and the true board.",
        "go?did=C3.D3.D4.D2.E3.E4.E2.C2.pencil-white-C2.pencil-white-A5.B2.C4.C5.D1.pass",
    ),
    ("first-game-ghosts", "A guided game with ghosts, after a refused try.", "no-seki-go?did=C3.ghost-C4.ghost-D3"),
)
CHAIR = "/g/{game}/{chair}"
JOIN = "/g/{game}/join/{chair}/{link}"
EVENING = "/evening/{evening}"


def scenes(browser: Browser, address: str) -> Iterator[Scene]:
    """Yield every page; the games are played on the way."""
    yield from _before_the_game(Guest(browser, address, "Chiyo"))
    yield from _learning(Guest(browser, address))
    yield from _solving(Guest(browser, address))
    yield from _meeting(browser, address)
    yield from _playing(browser, address)
    yield from _other_tables(browser, address)
    yield from _after_the_end(browser, address)
    yield from _an_evening(browser, address)
    yield from _around(Guest(browser, address))


def _before_the_game(guest: Guest) -> Iterator[Scene]:
    yield Scene("home", "Home: every way to play, to watch and to learn.", "/", guest, "/")
    yield Scene("new-game", "A new game: the choice of a game and of a referee.", "/new", guest, "/new")
    chosen = "/new?ruleset=no-seki-go&referee=hamburg&size=13&opponent=rengo"
    yield Scene("new-game-all", "A new game with all options unfolded.", "/new", guest, chosen, _unfold)


def _unfold(page: Page) -> None:
    page.evaluate("() => { for (const row of document.querySelectorAll('main details')) row.open = true; }")


def _learning(guest: Guest) -> Iterator[Scene]:
    yield Scene("learn", "Learn: every game.", "/learn", guest, "/learn")
    yield Scene("learn-seals", "The purpose of seals.", "/learn/seals", guest, "/learn/seals")
    yield Scene(
        "learn-referees", "The referees, and what each of them announces.", "/learn/referees", guest, "/learn/referees"
    )
    yield Scene("first-game", "The choice of a guided first game.", "/learn/first", guest, "/learn/first")
    for name, caption, place in GUIDED:
        yield Scene(name, caption, "/learn/first/{course}", guest, f"/learn/first/{place}")
    for ruleset in ("go", "alter-igo", "no-seki-go"):
        caption = f"The rule page's examples on live boards: {ruleset}."
        yield Scene(f"learn-{ruleset}", caption, "/learn/{course}", guest, f"/learn/{ruleset}")
    caption = "Fog of War on live boards: stones come into sight."
    yield Scene("learn-fog", caption, "/learn/{course}", guest, "/learn/fog?at=3")
    walk = "/analysis?board=..../....&moves=B1.B2.C2"
    yield Scene(
        "analysis", "A solved board: the value of every move, and the line of best play.", "/analysis", guest, walk
    )


def _solving(guest: Guest) -> Iterator[Scene]:
    caption = "Problems: today's, and series by kind and grade."
    yield Scene("problems", caption, "/problems", guest, "/problems")
    caption = "A series of problems, ten in a row."
    yield Scene("problems-series", caption, "/problems/series/{kind}/{grade}", guest, "/problems/series/deduce/3")
    for name, problem, caption in (
        ("problem-plan", "plan-4x4-1", "A problem: find a plan that works whatever the referee says."),
        ("problem-deduce", "deduce-4x4-1", "A problem of deduction: the certain points follow from the announcements."),
        ("problem-endgame", "endgame-4x4-1", "A problem: find the one winning move in Alter Igo."),
        ("problem-ghosts", "ghosts-4x4-1", "A problem: a capture in No Seki Go."),
        ("problem-ear", "ear-3x3-1", "A problem by ear: set up the position from the announcements."),
    ):
        yield Scene(name, caption, "/problems/{problem}", guest, f"/problems/{problem}")
    yield Scene(
        "problems-sheet", "A sheet of six problems to print.", "/problems/sheet", guest, "/problems/sheet?kind=deduce"
    )
    yield Scene("problems-own", "A person's progress in problems.", "/you/problems", guest, "/you/problems")


def _meeting(browser: Browser, address: str) -> Iterator[Scene]:
    host, seeker = Guest(browser, address, "Kuro"), Guest(browser, address, "Shiro")
    seeker.sends("/games", opponent="anybody", ruleset="alter-igo", colour="random")
    yield Scene("lobby", "The lobby: the people who are present, and open challenges.", "/lobby", host, "/lobby")
    caption = "A challenge that was opened by its link."
    yield Scene("challenge", caption, "/challenge/{challenge}", host, "/lobby", _follow_a_challenge)
    host.makes(opponent="friend", colour="referee")
    yield Scene("links", "The links to the chairs of a game.", "/g/{game}/links", host, host.table)
    link = host.makes(opponent="friend")["white"]
    yield Scene(
        "invited",
        "A link to a chair, where no browser says that a person goes there.",
        JOIN,
        seeker,
        "/",
        _looks_at(link),
    )
    yield Scene("you", "A person's name and games.", "/you", host, "/you")
    yield Scene(
        "delete",
        "The page before a person's data is deleted: what is deleted, and what is kept.",
        "/you/delete",
        host,
        "/you/delete",
    )
    handed = re.findall(r"/you/along/[\w-]+", host.reads("/you/along"))[0]
    caption = "A link that moves a person's name and seats to a second device."
    yield Scene("second-device", caption, "/you/along/{link}", Guest(browser, address), handed)


def _looks_at(link: str) -> Callable[[Page], Any]:
    """Return a function that opens a link without a browser's navigation headers, and so leaves the chair free."""

    def look(page: Page) -> None:
        page.route(link, lambda route: route.fulfill(response=page.context.request.get(link)))
        page.goto(link)

    return look


def _duel(browser: Browser, address: str, tries: str, **wish: str) -> tuple[Guest, Guest, dict[str, str]]:
    black, white = Guest(browser, address, "Kuro"), Guest(browser, address, "Shiro")
    links = black.makes(opponent="friend", colour="black", **wish)
    white.sits(links["white"])
    for each in tries.split():
        seat, _, point = each.partition(":")
        (black if seat == "b" else white).does("stone", point)
    return black, white, links


def _follow_a_challenge(page: Page) -> None:
    action = page.locator("#others [formaction]").first.get_attribute("formaction") or ""
    page.goto(action.replace("/lobby/", "/challenge/"))


def _playing(browser: Browser, address: str) -> Iterator[Scene]:
    black, white, links = _duel(browser, address, SNAPBACK, watching="everybody")
    for mark, point in (("pencil-white", "E2"), ("pencil-dead", "F2")):
        black.does(mark, point)
    black.sends(f"{black.table}/chat", text="Good luck!")
    white.sends(f"{white.table}/chat", text="Well met.")
    yield Scene("turn", "Black's board after a snapback; Black is to move.", CHAIR, black, black.table)
    yield Scene("waiting", "White's board at the same moment.", CHAIR, white, white.table)
    token = f"{black.table}/program"
    yield Scene(
        "program",
        "A seat is given to a program.",
        f"{CHAIR}/program",
        black,
        token,
        lambda page: page.click("main form button"),
    )
    yield Scene("heard", "All announcements to a seat.", f"{CHAIR}/heard", black, f"{black.table}/heard")
    along = re.findall(r"/g/[\w-]+/along/[\w-]+/[\w-]+", white.reads(f"{white.table}/along"))[0]
    other = Guest(browser, address)
    yield Scene("along", "A link that moves a seat to another device.", "/g/{game}/along/{chair}/{link}", other, along)
    referee = Guest(browser, address).sits(links["referee"])
    yield Scene(
        "referee-asks", "The person on the referee's chair waits until both players agree.", CHAIR, black, black.table
    )
    black.does("admit")
    white.does("admit")
    yield Scene("referee", "The referee's page: all boards, every try.", CHAIR, referee, referee.table)
    audience = Guest(browser, address).sits(links["audience"])
    yield Scene("audience", "Spectators read the announcements to everybody.", CHAIR, audience, audience.table)
    wall = f"{audience.table}/projector"
    yield Scene("projector", "The spectators' page in projector mode.", f"{CHAIR}/projector", audience, wall)
    yield Scene("watch", "Games that everybody may watch.", "/watch", audience, "/watch")
    black, _, _ = _duel(browser, address, SHAPES, referee="hamburg")
    yield Scene(
        "hamburg",
        "Under Hamburg captured stones are not named: stones that may be gone are marked.",
        CHAIR,
        black,
        black.table,
    )
    black, _, _ = _duel(browser, address, FOG, referee="fog")
    black.does("pencil-white", "C3")
    yield Scene("fog", "Fog of War: Black sees the points near Black's stones.", CHAIR, black, black.table)
    black.does("resign")
    replayed = f"{black.table}/replay?at=14"
    yield Scene(
        "fog-replay", "The replay of this game: the board as each side saw it.", f"{CHAIR}/replay", black, replayed
    )


def _other_tables(browser: Browser, address: str) -> Iterator[Scene]:
    black, _, _ = _duel(browser, address, "b:Q16 w:D4 b:D16 w:Q4 b:C14", size="19", width="19", height="19")
    yield Scene("large", "A large board.", CHAIR, black, black.table)
    timed, _, _ = _duel(browser, address, "b:C3 w:G7 b:G3", clock="byo-yomi")
    yield Scene("clocks", "A game by the clock.", CHAIR, timed, timed.table)
    shared = Guest(browser, address)
    shared.makes(opponent="one-device")
    yield Scene("curtain", "On one device: nothing is shown between the turns.", CHAIR, shared, shared.table)
    alone = Guest(browser, address)
    alone.makes(opponent="solo", ruleset="no-seki-go")
    for do, at in (("stone", "D5"), ("stone", "F6"), ("ghost", "D4"), ("stone", "F5")):
        alone.does(do, at)
    yield Scene("ghosts", "No Seki Go, alone at the table: stones and ghosts.", CHAIR, alone, alone.table)
    yield _no_edge(browser, address)
    first = Guest(browser, address, "Kuro")
    links = first.makes(opponent="rengo", colour="black", size="13", width="13", height="13")
    for chair, point in (("black-1", "D4"), ("white-1", "K10"), ("black-2", "D10"), ("white-2", "K4")):
        guest = first if chair not in links else Guest(browser, address, chair).sits(links[chair])
        guest.does("stone", point)
    yield Scene("rengo", "Rengo: four seats, two colours.", CHAIR, first, first.table)


def _no_edge(browser: Browser, address: str) -> Scene:
    alone = Guest(browser, address)
    alone.makes(opponent="solo", ruleset="toroidal-go", referee="open")
    for point in ("A9", "J9", "A1", "B9", "E5", "A8", "E4", "D5"):
        alone.does("stone", point)
    return Scene("torus", "Toroidal Go: lines and strings continue at the opposite edge.", CHAIR, alone, alone.table)


def _after_the_end(browser: Browser, address: str) -> Iterator[Scene]:
    black, white, _ = _duel(browser, address, ENDED)
    black.does("pencil-white", "F5")
    black.does("pass")
    white.does("pass")
    yield Scene(
        "counting", "After two passes the board is open, and dead stones are marked.", CHAIR, black, black.table
    )
    for point in ("H5", "B5"):
        black.does("dead", point)
    for guest in (black, white):
        guest.does("settle", "B5 H5")
    yield Scene("ended", "The reveal, after both players have agreed to the count.", CHAIR, white, white.table)
    yield Scene(
        "replay", "The replay: every board, every try.", f"{CHAIR}/replay", black, f"{black.table}/replay?at=20"
    )
    yield Scene(
        "replay-hamburg",
        "The same replay with the announcements of Hamburg, and all boards of equal size.",
        f"{CHAIR}/replay",
        black,
        f"{black.table}/replay?at=20&referee=hamburg&board=alike",
    )

    yield Scene(
        "review",
        "The analysis of the same game: the chances over time, and the points where stones were likely.",
        f"{CHAIR}/replay",
        black,
        f"{black.table}/replay?at=20",
        _reviewed,
    )


def _reviewed(page: Page) -> None:
    """Ask for the review, unless it was asked for before, and wait for it."""
    asking = page.locator("#review form button")
    if asking.count():
        asking.click()
    page.locator(".curve").wait_for(timeout=120_000)


def _an_evening(browser: Browser, address: str) -> Iterator[Scene]:
    host, reader = Guest(browser, address), Guest(browser, address)
    yield Scene("evening-new", "The form of a new club evening.", "/evenings/new", host, "/evenings/new")
    names = ("Chiyo", "Etsu", "Honda", "Kuro", "Murasaki", "Ota", "Shiro", "Shonagon")
    plan = host.sends("/evenings", title="Thursday", names="\n".join(names), rounds="3", system="swiss")
    page = host.context.new_page()
    page.goto(f"{plan}/print")
    links = page.locator(".code a").evaluate_all("links => links.map(link => link.href)")
    page.close()
    yield Scene(
        "evening-print", "The links of the players on a sheet to cut.", f"{EVENING}/print", host, f"{plan}/print"
    )
    waiting = Guest(browser, address)
    caption = "A player’s link, where no browser says that a person goes there."
    yield Scene("evening-welcome", caption, f"{EVENING}/p/{{number}}/{{link}}", waiting, "/", _looks_at(links[-1]))
    for number, result in ((1, "black"), (2, "white")):
        host.sends(f"{plan}/next")
        for table in ("1", "2", "3", "4")[: 4 if number == 1 else 2]:
            host.sends(f"{plan}/result", round=f"{number}", table=table, result=result)
    yield Scene("evening-host", "The plan of an evening for its host.", EVENING, host, plan)
    yield Scene("evening-second-host", "A link and a code for a second host.", f"{EVENING}/host", host, f"{plan}/host")
    yield Scene("evening", "The plan of an evening for everybody.", EVENING, reader, plan)
    yield Scene("evening-wall", "The projector page of an evening.", f"{EVENING}/wall", reader, f"{plan}/wall")
    waiting.sends(links[0])
    yield Scene(
        "evening-player", "The page of a player at an evening.", f"{EVENING}/p/{{number}}", waiting, f"{plan}/p/1"
    )


def _around(guest: Guest) -> Iterator[Scene]:
    yield Scene("missing", "A page that is not there.", "", guest, "/nothing")
    yield Scene("offline", "The installed app without a connection.", "/offline", guest, "/offline")
