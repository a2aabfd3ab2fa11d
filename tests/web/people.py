"""People at tables, each with their own browser, and a real server, which can be killed.

People do and see what a visitor does and sees: they click points, and read
sentences; stones are recognised by their labels for screen readers.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext, Locator, Page, expect

START = "import sys; from yurei.apps.cli import main; sys.argv[0] = 'yurei'; main()"
PIECES = ("black stone", "white stone", "black ghost", "white ghost")
PIECE = ", ".join(f"[aria-label*='{piece}']" for piece in PIECES)

NO_LIMITS = ("YUREI_PEOPLE_PER_ADDRESS", "YUREI_TRIES_PER_SECOND", "YUREI_BUSY_AT")


class Server:
    """`yurei serve` in its own process, on a free port, with its own database.

    Without ``limited``, rate limits are off, since all requests of tests come from one address.
    """

    def __init__(self, database: Path, log: Path | None = None, *, limited: bool = False) -> None:
        self.database = database
        self._settings = dict.fromkeys(() if limited else NO_LIMITS, "0")
        self._log = log
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        options = ["serve", "--port", str(self.port), "--database", str(self.database), "--no-browser"]
        command = [sys.executable, "-c", START, *options, *(["--log"] if self._log else [])]
        with self._log.open("a") if self._log else nullcontext() as errors:
            env = os.environ | {"YUREI_THINK_SLOT": "0"} | self._settings  # tests have no secrets
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=env)
        assert str(self.port) in _output(self._process).readline()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def compiles(self) -> bool:
        """Whether the server's main process has loaded the compiler, which would delay all requests."""
        assert self._process is not None
        loaded = Path(f"/proc/{self._process.pid}/maps")
        return loaded.exists() and "llvmlite" in loaded.read_text()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(sign)
        self._process.wait(20)
        _output(self._process).close()
        self._process = None


def _output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


class Person:
    """A person at a page of a game: clicks, reads announcements, and sees boards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.locator("#table")
        self.said = page.locator("#told, #said:not(:has(#told))")
        self.turn = page.locator("#turn")
        self.notice = page.locator("#notice")

    def sits_down(self, link: str) -> Person:
        self.page.goto(link)
        if "/join/" in self.page.url:
            self.page.get_by_role("button").and_(self.page.locator(".primary")).click()
        expect(self.table).to_be_visible()
        return self

    def looks_at(self, link: str) -> Person:
        self.page.goto(link)
        expect(self.page.locator("h1")).to_have_text("You are invited")
        return self

    # What one does.

    def point(self, name: str) -> Locator:
        return self.page.locator(f"#play button[value={name}]")

    def tries(self, name: str) -> None:
        self.point(name).click()

    def lifts_the_curtain(self) -> None:
        """Open the board of a handed-over device, and wait until it accepts clicks, after a possible double click."""
        self.page.locator(".curtain button").click()
        expect(self.page.locator("#play")).to_be_visible()
        self.page.wait_for_timeout(450)

    def takes(self, tool: str) -> None:
        self.page.locator(f"#play input[name=do][value={tool}]").check()

    def places_ghost(self, name: str) -> None:
        self.takes("ghost")
        self.tries(name)
        self.takes("stone")

    def does(self, what: str) -> None:
        """Click one of the buttons beside the board: ``pass``, ``offer``, ``accept`` …"""
        self.page.locator(f"button[name=do][value={what}]").click()

    def passes(self) -> None:
        """Pass; open the confirmation first if there is one."""
        asked = self.page.locator(":is(#pass, #pass-too):not([open]) > summary")
        if asked.count():
            asked.click()
        self.does("pass")

    def reads(self, language: str) -> None:
        self.page.locator(".languages summary").click()
        self.page.locator(f".languages button[lang={language}]").click()

    def resigns(self) -> None:
        self.page.locator(".resign summary").click()
        self.does("resign")

    def opens_more(self) -> None:
        self.page.locator(".more > summary").click()

    # What one hears and sees.

    def hears(self, sentence: str) -> None:
        expect(self.said).to_have_text(sentence)

    def is_asked(self, sentence: str) -> None:
        """Check that after two passes the count is proposed, with this result if both agree."""
        self.hears("Both have passed, and the board is revealed. Is this right?")
        expect(self.page.locator("#preview")).to_have_text(f"If both agree: {sentence}")

    def sees(self, board: str, on: str | None = None) -> None:
        """Wait until a board shows these pieces: ``C3 black, D4 white ghost``. The default is the board of play."""
        cells = self.page.locator(f"#{on} [role=gridcell]" if on else "#play [role=gridcell]")
        wanted = dict(each.split(" ", 1) for each in board.split(", ") if each)
        # A stone and a capture leave the number of pieces as it was, so the board itself is waited for.
        for _ in range(50):
            if pieces(cells) == wanted:
                return
            self.page.wait_for_timeout(100)
        assert pieces(cells) == wanted

    @property
    def lines(self) -> list[str]:
        return self.page.locator("#heard li").all_inner_texts()

    @property
    def number(self) -> int:
        return int(self.table.get_attribute("data-number") or -1)


def pieces(cells: Locator) -> dict[str, str]:
    """Return the pieces on a board by point, ``black``, ``white ghost`` …, as labelled for screen readers."""
    found = {}
    for words in cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))"):
        name, *said = words.split(", ")
        for piece in said:
            if piece in PIECES:
                found[name] = piece.removesuffix(" stone")
    return found


@dataclass
class Club:
    """Source of people at a server. ``arrive`` opens a new browser context."""

    arrive: Callable[..., BrowserContext]

    def person(self, **traits: Any) -> Person:
        """Return a new person; traits are options of the browser, such as ``color_scheme="dark"``."""
        return Person(self.arrive(**traits).new_page())

    def fills_in(self, person: Person, **wish: str) -> dict[str, str]:
        """Make a game by filling in the form; return the links to the free chairs, by chair."""
        page = person.page
        page.goto("/new")
        for rarer in page.locator("details.row summary").all():
            rarer.click()
        if {"width", "height"} & wish.keys():
            wish = {"size": "own", **wish}
        for name, value in wish.items():
            field = page.locator(f"#new [name={name}]")
            if field.first.get_attribute("type") == "radio":
                page.locator(f"#new [name={name}][value={value}]").check()
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        return self._sets_the_board(page)

    def makes(self, person: Person, **wish: str) -> dict[str, str]:
        """Make a game by an address with the values of the form; return the links to the free chairs, by chair."""
        person.page.goto(f"/new?{urlencode(wish)}")
        return self._sets_the_board(person.page)

    def _sets_the_board(self, page: Page) -> dict[str, str]:
        page.locator("#new button.primary").click()
        page.wait_for_url(re.compile(r"/g/"))
        links = page.locator("#invitations input").evaluate_all("inputs => inputs.map(input => input.value)")
        return {link.split("/")[-2]: link for link in links}

    def duel(self, **wish: str) -> tuple[Person, Person]:
        """Return Black, who makes a game, and White, who follows the link to it."""
        black, white = self.person(), self.person()
        links = self.makes(black, **wish)
        white.sits_down(links["white"])
        return black, white
