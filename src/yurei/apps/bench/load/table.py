"""Games at one table, one after the other: two people try in turn on their halves of the board, until one resigns."""

from __future__ import annotations

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

from yurei.apps.bench.load.badge import Badge
from yurei.apps.bench.load.browser import Answer, Browser, Line, Socket
from yurei.apps.bench.load.wire import LONGEST
from yurei.rules.points import Size

REFUSED = 0.5
"""Most tries on a point of the opponent, as a share. Of the tries in ``strength/`` 52 to 91 of 100 are refused."""
FEWEST = 40
"""Fewest moves of a game; the first at a table is joined in progress. Those in ``strength/`` have about 90 on 9x9."""


class Refused(Exception):
    """The server accepts no game at the moment."""


@dataclass
class LoadFigures:
    """Measurements: milliseconds by kind of wait, and the number of each error.

    Attributes:
        crowded: Time from which more games are asked for.
        answered, shown: Of tries planned before that.
        answered_then, shown_then: Of tries planned after that.
        asked: Number of games asked for.
        refused: Number of games refused because the server was overloaded.
        badges: Number of requests for the number of one's turns.
    """

    crowded: float = inf
    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    answered_then: list[float] = field(default_factory=list)
    shown_then: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    refused: int = 0
    badges: int = 0

    def waited(self, meant: float, answered: float | None = None, shown: float | None = None) -> None:
        """Note the time from the planned moment of a try until it was answered or shown."""
        then = meant >= self.crowded
        for moment, early, late in (
            (answered, self.answered, self.answered_then),
            (shown, self.shown, self.shown_then),
        ):
            if moment is not None:
                (late if then else early).append(1000 * (moment - meant))


@dataclass
class Sat:
    """A player: their browser, the socket of their page, the number on it."""

    browser: Browser
    socket: Socket
    badge: Badge


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
        players: The players.
    """

    def __init__(self, line: Line, size: Size, chance: Random, found: LoadFigures) -> None:
        self.line, self._size, self._chance, self._found = line, size, chance, found
        self.name = ""
        self.players: list[Sat] = []
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
        players: list[Sat] = []
        try:
            game = await self._made(players)
        except Refused:
            self._found.refused += 1
            await self._leave(players)
            return
        except (OSError, EOFError, InvalidHandshake) as error:
            self._found.errors[f"a game could not be made: {type(error).__name__}"] += 1
            await self._leave(players)
            return
        await self.rise()
        self.name, self.players = game, players
        self._tries = self._game()

    async def rise(self) -> None:
        """Close the pages of the players."""
        await self._leave(self.players)
        self.players = []

    async def _leave(self, players: list[Sat]) -> None:
        for player in players:
            player.badge.close()
            self._found.badges += player.badge.asked
            self._found.errors["the number of one's turns was not answered"] += player.badge.failed
            await player.socket.close()

    async def _made(self, players: list[Sat]) -> str:
        """Make a game and return its name. Two people sit down, and are added to the players.

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
            browser.line = self.line
            badge, socket = Badge(browser), await browser.listen(f"{path}/live")
            badge.opened()
            socket.shown, badge.socket = badge.shown, socket
            players.append(Sat(browser, socket, badge))
            if not await socket.welcome():
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
        mover, do, at, request = self._again or (*next(self._tries), token_hex(16))
        self._again = mover, do, at, request  # if it is not answered, it is sent again at the next turn
        own, other = self.players[mover], self.players[1 - mover]
        shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        other.socket.heard = lambda now: None if shown.done() else shown.set_result(now)
        try:
            status = await own.socket.does(do, at, request)
        except OSError as error:
            self._found.errors[f"a try was not answered: {type(error).__name__}"] += 1
            return
        self._found.waited(meant, answered=perf_counter())
        if status != 200:
            self._found.errors[f"a try was answered {status}"] += 1
            return
        self._again = None
        try:
            self._found.waited(meant, shown=await asyncio.wait_for(shown, LONGEST))
        except TimeoutError:
            self._found.errors[f"the opponent was not shown a try within {LONGEST:g} s"] += 1
        self._found.errors["a socket was closed"] += own.socket.closed
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
