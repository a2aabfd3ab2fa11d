"""One game after the other at one table: two people try in turn, each on his half of the board, and one resigns at last."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from yurei.apps.bench.load.browser import Browser, Line, Socket
from yurei.rules.points import Size

REFUSED = 0.2
"""So many of all tries are on a point that the opponent has taken."""
FEWEST = 20
"""No game has fewer moves."""


@dataclass
class Found:
    """What was measured: milliseconds by what was waited for, and what went wrong, how often."""

    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


@dataclass
class Sat:
    """Somebody who plays: his browser, the socket of his page, where his stones stand."""

    browser: Browser
    path: str
    socket: Socket
    points: list[str] = field(default_factory=list)


class Table:
    """A table at which games are played one after the other.

    Args:
        line: The way to the server.
        size: The board.
        chance: What is tried.
        found: Where what is measured goes.
    """

    def __init__(self, line: Line, size: Size, chance: Random, found: Found) -> None:
        self._line, self._size, self._chance, self._found = line, size, chance, found
        self.name = ""
        self.players: list[Sat] = []

    async def sit_down(self) -> None:
        """Make a game, and let two people sit down."""
        line = Line(f"http://{self._line.host}")  # a game is made by somebody who has not been here before
        wish = {
            "settings": {"width": self._size.width, "height": self._size.height},
            "agreed": {"watching": "everybody"},
        }
        headers = {"content-type": "application/json"}
        made = json.loads((await line.ask("POST", "/api/games", headers, json.dumps(wish).encode())).body)
        line.close()
        self.name, players = made["game"], []
        for seat in ("black", "white"):
            path, own = f"/g/{self.name}/{seat}", Line(f"http://{self._line.host}")  # and so is whoever sits down
            browser = Browser(own)
            await browser.get("/" + made["links"][seat].split("/", 3)[3])
            await browser.get(path)
            own.close()
            browser.line = self._line
            players.append(Sat(browser, path, await browser.listen(f"{path}/live")))
        before, self.players = self.players, players
        self._tries = self._game()
        for player in before:
            await player.socket.close()

    def _game(self) -> Iterator[tuple[int, str, str]]:
        """Who tries what: tries on the own half, now and then one where the opponent stands, and a resignation."""
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
        for mover in (number % 2 for number in range(moves)):
            while (taken := self.players[1 - mover].points) and self._chance.random() < REFUSED:
                yield mover, "stone", self._chance.choice(taken)
            point = halves[mover].pop()
            self.players[mover].points.append(point)
            yield mover, "stone", point
        yield moves % 2, "resign", ""

    async def try_at(self, meant: float) -> None:
        """The next try, which was meant for a moment; after the last one of a game the next game is made."""
        mover, do, at = next(self._tries)
        own, other = self.players[mover], self.players[1 - mover]
        shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        other.socket.heard = lambda now: None if shown.done() else shown.set_result(now)
        try:
            answer = await own.browser.send(own.path, {"do": do, "at": at})
        except (OSError, EOFError) as error:
            self._found.errors[f"a try was not answered: {type(error).__name__}"] += 1
            return
        self._found.answered.append(1000 * (perf_counter() - meant))
        if answer.status != 200:
            self._found.errors[f"a try was answered {answer.status}"] += 1
        try:
            self._found.shown.append(1000 * (await asyncio.wait_for(shown, 30) - meant))
        except TimeoutError:
            self._found.errors["the opponent was not shown a try within 30 s"] += 1
        self._found.errors["a socket was closed"] += own.socket.closed
        if do == "resign":
            await self.sit_down()
