"""Measures whether response times leak: Welch's t over many interleaved tries, cropped as dudect does.

Reparaz, Balasch, Verbauwhede, *Dude, is my code constant time?*, DATE 2017: slow answers are slow for
reasons of the machine; without them smaller differences show. Above 4.5 two classes count as different.
"""

from __future__ import annotations

import http.client
import json
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from time import perf_counter
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

from tests.web.people import Server
from yurei.apps.web.frame.http import PERSON, game_cookie
from yurei.club.model.secrets import LENGTH

BOUND = 4.5
CROPS = (1.0, 0.99, 0.95, 0.9, 0.75)
"""Shares of all answers, the fastest ones, that are kept."""
Times = Mapping[str, Sequence[float]]
"""Seconds by the class of the try."""


def welch(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Welch's t of two samples.

    >>> round(welch([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]), 3)
    -1.225
    """
    spread = variance(one) / len(one) + variance(other) / len(other)
    return (fmean(one) - fmean(other)) / sqrt(spread) if spread else 0.0


def cropped(times: Times, share: float) -> dict[str, list[float]]:
    """Return the times without the slowest ones, so that this share of all times remains."""
    everything = sorted(seconds for kind in times.values() for seconds in kind)
    slowest = everything[max(0, int(len(everything) * share) - 1)]
    return {kind: [each for each in seconds if each <= slowest] for kind, seconds in times.items()}


def largest_t(times: Times) -> tuple[float, str]:
    """Return the largest t of any two classes at any crop, and a description of the two."""
    found = []
    for share in CROPS:
        kept = cropped(times, share)
        for one, other in combinations(kept, 2):
            t = welch(kept[one], kept[other])
            found.append((abs(t), f"{one} and {other}, {share:.0%} kept: t = {t:.2f}"))
    return max(found)


def measured(ask: Callable[[str], float], kinds: Sequence[str], rounds: int, chance: random.Random) -> Times:
    """Measure every kind once a round, in random order; ``ask`` returns the seconds of one request."""
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind in chance.sample(list(kinds), len(kinds)):
            times[kind].append(ask(kind))
    return times


SET_UP = "A1 D1 B2 C2 A5 E2 C1 B1"
"""On 5x5, Black first: White's B1 has captured C1, and waits for the ko."""
REFUSED = {"opponent's stone": "E2", "suicide": "E1", "ko": "C1"}
"""What Black tries then, by the reason why it is illegal. Who is told no reason is told the same of all three."""
ACCEPTED = {"a capture": "A1", "no capture": "D4"}
"""Where Black begins, by what White's last move does then; a referee who tells no captures tells White the same of both."""
FOLLOWED = "A2 C3"
"""White's answer to it, and Black's second move."""
FORM = {"Content-Type": "application/x-www-form-urlencoded", "X-Requested-With": "yurei"}
MOVED = "B1"
"""White's last move: it takes A1, or nothing."""


class Served:
    """A server and one open connection to it; Black's tries are sent by ``way``, ``page`` or ``api``."""

    def __init__(self, folder: Path, referee: str, way: str) -> None:
        self._server, self._referee, self._way = Server(folder / "timed.sqlite"), referee, way
        self._tokens: dict[tuple[str, str], str] = {}
        self.game = ""
        self._audiences: dict[str, str] = {}

    def __enter__(self) -> Served:
        self._server.start()
        self._connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=30)
        self._beside = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=30)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._connection.close()
        self._beside.close()
        self._server.kill()

    def new_game(self, moves: str = SET_UP) -> None:
        """Make a game, seat both players, and play these moves; after the default ones, Black has illegal tries."""
        settings = {"ruleset": "go", "referee": self._referee, "width": 5, "height": 5}
        made = self._says("/api/games", {"settings": settings})
        self.game = made["game"]
        self._audiences[self.game] = made["links"]["audience"]
        for seat in ("black", "white"):
            self._tokens[self.game, seat] = self._says("/api/sit", {"link": made["links"][seat]})["token"]
        for number, point in enumerate(moves.split()):
            seat = "black" if number % 2 == 0 else "white"
            self._says(f"/api/games/{self.game}/{seat}", {"do": "stone", "point": point}, self._tokens[self.game, seat])

    def asks(self, point: str, seat: str = "black", status: int = 200) -> float:
        """Send a seat's try; return the seconds until the whole answer was received."""
        path, headers, body = self._written(point, seat)
        return self._answered("POST", path, body, headers, status=status)

    def loads(self, path: str, chair: str, status: int = 200) -> float:
        """Load a page of a chair, or a bot's view; return the seconds until the whole answer was received."""
        return self._answered("GET", path, None, self.key(chair, bot=path.startswith("/api")), status=status)

    def invitation(self) -> str:
        return "/g/" + self._audiences[self.game].partition("/g/")[2]

    def _answered(self, *request: Any, status: int) -> float:
        began = perf_counter()
        self._connection.request(*request)
        answer = self._connection.getresponse()
        answer.read()
        seconds = perf_counter() - began
        assert answer.status == status, answer.status
        return seconds

    def marks_without_waiting(self, point: str) -> None:
        """Send a pencil mark of Black on a second connection; ``hears_the_answer`` reads the answer."""
        body = urlencode({"do": "pencil-white", "at": point})
        self._beside.request("POST", f"/g/{self.game}/black", body, self.key("black") | FORM)

    def hears_the_answer(self) -> None:
        answer = self._beside.getresponse()
        answer.read()
        assert answer.status == 200, answer.status

    def socket_address(self, chair: str) -> str:
        return f"ws://127.0.0.1:{self._server.port}/g/{self.game}/{chair}/live"

    def key(self, chair: str, *, bot: bool = False) -> dict[str, str]:
        if bot:
            return {"Authorization": f"Bearer {self._tokens[self.game, chair]}"}
        if chair == "audience":
            link = self._audiences[self.game].rpartition("/")[2]
            return {"Cookie": f"{game_cookie(self.game, chair)}={link[:LENGTH]}"}
        return {"Cookie": f"{PERSON}={self._tokens[self.game, chair]}"}

    def _written(self, point: str, seat: str) -> tuple[str, dict[str, str], str]:
        if self._way == "api":
            headers = self.key(seat, bot=True) | {"Content-Type": "application/json"}
            return f"/api/games/{self.game}/{seat}", headers, json.dumps({"do": "stone", "point": point})
        return f"/g/{self.game}/{seat}", self.key(seat) | FORM, urlencode({"do": "stone", "at": point})

    def _says(self, path: str, body: object, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        said = answer.read()
        assert answer.status in (200, 201), said
        return json.loads(said)
