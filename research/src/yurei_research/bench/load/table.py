"""Games at one table, one after the other: two people try in turn on their halves of the board, until one resigns."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from math import inf
from random import Random
from secrets import token_hex
from time import perf_counter

from websockets.exceptions import InvalidHandshake

from yurei.rules.points import Size
from yurei_research.bench.load.browser import LONGEST, Answer, Browser, Line, Page

REFUSED = 0.5
"""Most tries on a point of the opponent, as a share. Of the tries in ``strength/`` 52 to 91 of 100 are refused."""
FEWEST = 40
"""Fewest moves of a game; the first at a table is joined in progress. Those in ``strength/`` have about 90 on 9x9."""


class Refused(Exception):
    """The server accepts no game at the moment."""


@dataclass
class Waits:
    """Milliseconds from the planned moment of each try until it was answered, and until it was shown to the opponent."""

    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)


@dataclass
class LoadFigures:
    """Measurements.

    Attributes:
        crowded: Time from which more games are asked for.
        before, then: Of tries planned before that, and of those planned after it.
        errors: Number of each error.
        asked: Number of games asked for.
        refused: Number of games refused because the server was overloaded.
        turns: Number of requests for the number of one's turns.
    """

    crowded: float = inf
    before: Waits = field(default_factory=Waits)
    then: Waits = field(default_factory=Waits)
    errors: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    refused: int = 0
    turns: int = 0

    def count_turns(self, page: Page) -> None:
        """Count what a page has asked for."""
        self.turns += page.asked
        self.errors["the number of one's turns was not answered"] += page.failed


class Table:
    """A table at which games are played one after the other.

    Args:
        line: The connections to the server.
        size: The board.
        chance: Source of random tries.
        found: The measurements.

    Attributes:
        line: The connections to the server.
        name: Of the game.
        pages: The open pages of the two players.
    """

    def __init__(self, line: Line, size: Size, chance: Random, found: LoadFigures) -> None:
        self.line, self._size, self._chance, self._found = line, size, chance, found
        self.name = ""
        self.pages: list[Page] = []
        self._tries: Iterator[tuple[int, str, str]] | None = None
        self._first = True
        self._again: tuple[int, str, str, str] | None = None

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self._tries is not None

    async def sit_down(self) -> None:
        """Make a game and seat two people; if the server refuses it, only count that."""
        self._tries = self._again = None
        self._found.asked += 1
        pages: list[Page] = []
        try:
            game = await self._made(pages)
        except (Refused, OSError, EOFError, InvalidHandshake) as error:
            if isinstance(error, Refused):
                self._found.refused += 1
            else:
                self._found.errors[f"a game could not be made: {type(error).__name__}"] += 1
            await self._leave(pages)
            return
        await self.rise()
        self.name, self.pages = game, pages
        self._tries = self._game()

    async def rise(self) -> None:
        """Close the pages of the players."""
        await self._leave(self.pages)
        self.pages = []

    async def _leave(self, pages: list[Page]) -> None:
        for page in pages:
            self._found.count_turns(page)
            await page.close()

    async def _made(self, pages: list[Page]) -> str:
        """Make a game and return its name. Two people sit down, and their pages are added to the list.

        Raises:
            Refused: if the server is overloaded.
        """
        wish = {
            "settings": {"width": self._size.width, "height": self._size.height},
            "agreed": {"watching": "everybody"},
        }
        headers = {"content-type": "application/json"}
        with self._somebody_new() as line:
            made = _let_in(await line.ask("POST", "/api/games", headers, json.dumps(wish).encode()))
        said = json.loads(made.body)
        for seat in ("black", "white"):
            path = f"/g/{said['game']}/{seat}"
            with self._somebody_new() as line:
                browser = Browser(line)
                link = "/" + said["links"][seat].split("/", 3)[3]
                _let_in(await browser.get(link))
                _let_in(await browser.send(link, {"nickname": ""}))
                _let_in(await browser.get(path))
            page = await Page().open(browser, f"{path}/live")
            pages.append(page)
            page.ask_turns()
            if not await page.welcome():
                raise Refused
        return str(said["game"])

    def _somebody_new(self) -> closing[Line]:
        """Return connections for a new visitor, who makes a game or sits down."""
        return closing(Line(f"http://{self.line.host}"))

    def _game(self) -> Iterator[tuple[int, str, str]]:
        """Yield tries (player, action, point): on the own half, many on the opponent's stones, then a resignation."""
        lines = self._size
        own = (lines.width - 1) // 2  # a line is left free between the halves, so that nobody is captured
        halves = [
            [lines.name(row * lines.width + column) for row in range(lines.height) for column in columns]
            for columns in (range(own), range(lines.width - own, lines.width))
        ]
        for half in halves:
            self._chance.shuffle(half)
        most = 2 * len(halves[0])
        moves = self._chance.randint(min(FEWEST, most), most)
        if self._first:  # tables begin at all stages of a game
            self._first, moves = False, self._chance.randint(1, moves)
        hidden: tuple[list[str], list[str]] = [], []
        for mover in (number % 2 for number in range(moves)):
            while hidden[mover] and self._chance.random() < REFUSED:
                yield mover, "stone", hidden[mover].pop(self._chance.randrange(len(hidden[mover])))
            point = halves[mover].pop()
            hidden[1 - mover].append(point)
            yield mover, "stone", point
        yield moves % 2, "resign", ""

    async def try_at(self, meant: float) -> None:
        """Make the next try, which was planned for a moment; if no game is in progress, ask for one."""
        if self._tries is None:
            await self.sit_down()
            return
        found = self._found
        mover, do, at, request = self._again or (*next(self._tries), token_hex(16))
        self._again = mover, do, at, request  # if it is not answered, it is sent again at the next turn
        own, other = self.pages[mover], self.pages[1 - mover]
        shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        other.heard = lambda now: None if shown.done() else shown.set_result(now)
        waits = found.then if meant >= found.crowded else found.before
        try:
            status = await own.does(do, at, request)
        except OSError as error:
            found.errors[f"a try was not answered: {type(error).__name__}"] += 1
            return
        waits.answered.append(1000 * (perf_counter() - meant))
        if status != 200:
            found.errors[f"a try was answered {status}"] += 1
            return
        self._again = None
        try:
            waits.shown.append(1000 * (await asyncio.wait_for(shown, LONGEST) - meant))
        except TimeoutError:
            found.errors[f"the opponent was not shown a try within {LONGEST:g} s"] += 1
        found.errors["a socket was closed"] += own.closed
        if do == "resign":
            await self.sit_down()


def _let_in(answer: Answer) -> Answer:
    """Return an answer unless it is an error.

    Raises:
        Refused: if the server says when to retry.
        ConnectionError: if it answers any other error.
    """
    if answer.refused:
        raise Refused
    if answer.status >= 400:
        raise ConnectionError(f"answered {answer.status}")
    return answer
