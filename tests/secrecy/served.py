"""A real server on loopback, and a player whose tries there are timed."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

from tests.secrecy.timing import SET_UP
from tests.web.people import Server
from yurei.apps.web.shell.cookies import PERSON, game_cookie
from yurei.club.model.secrets import LENGTH


class Served:
    """A server, with one kept connection to it.

    Args:
        folder: Where its database is.
        referee: Under whom the games are played.
        door: ``page`` or ``api``: how Black asks.
    """

    def __init__(self, folder: Path, referee: str, door: str) -> None:
        self._server, self._referee, self._door = Server(folder / "timed.sqlite"), referee, door
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
        """Make a game, seat Black and White, and let them move; as it is, Black can then be refused for four reasons."""
        settings = {"ruleset": "go", "referee": self._referee, "width": 5, "height": 5}
        made = self._says("/api/games", {"settings": settings})
        self.game = made["game"]
        self._audiences[self.game] = made["links"]["audience"]
        for seat in ("black", "white"):
            self._tokens[self.game, seat] = self._says("/api/sit", {"link": made["links"][seat]})["token"]
        for number, point in enumerate(moves.split()):
            self._tries("black" if number % 2 == 0 else "white", point)

    def asks(self, point: str, seat: str = "black") -> float:
        """Let somebody try something, Black where nobody else is named.

        Returns:
            The seconds until the whole answer had come.
        """
        path, headers, body = self._written(point, seat)
        began = perf_counter()
        self._connection.request("POST", path, body, headers)
        answer = self._connection.getresponse()
        answer.read()
        seconds = perf_counter() - began
        assert answer.status == 200, answer.status
        return seconds

    def loads(self, path: str, chair: str, status: int = 200) -> float:
        """Load a page with the key of a chair, or a bot's view; return the seconds until the whole answer had come."""
        began = perf_counter()
        self._connection.request("GET", path, headers=self.key(chair, bot=path.startswith("/api")))
        return self._ends(began, status)

    def is_refused(self, point: str, seat: str) -> float:
        """Let somebody try something out of turn; return the seconds until the whole answer had come."""
        path, headers, body = self._written(point, seat)
        began = perf_counter()
        self._connection.request("POST", path, body, headers)
        return self._ends(began, 409)

    def invitation(self) -> str:
        """Return the path of the link to the audience's chair."""
        return "/g/" + self._audiences[self.game].partition("/g/")[2]

    def _ends(self, began: float, status: int) -> float:
        answer = self._connection.getresponse()
        answer.read()
        seconds = perf_counter() - began
        assert answer.status == status, answer.status
        return seconds

    def marks_without_waiting(self, point: str) -> None:
        """Let Black mark a point on a connection of its own, whose answer is read by ``hears_the_answer``."""
        headers = self.key("black") | {"Content-Type": "application/x-www-form-urlencoded", "X-Requested-With": "yurei"}
        body = urlencode({"do": "pencil-white", "at": point})
        self._beside.request("POST", f"/g/{self.game}/black", body, headers)

    def hears_the_answer(self) -> None:
        """Read the answer to the mark."""
        answer = self._beside.getresponse()
        answer.read()
        assert answer.status == 200, answer.status

    def socket_address(self, chair: str) -> str:
        """Return the address of a chair's socket."""
        return f"ws://127.0.0.1:{self._server.port}/g/{self.game}/{chair}/live"

    def key(self, chair: str, *, bot: bool = False) -> dict[str, str]:
        """Return the headers that open a chair."""
        if bot:
            return {"Authorization": f"Bearer {self._tokens[self.game, chair]}"}
        if chair == "audience":
            link = self._audiences[self.game].rpartition("/")[2]
            return {"Cookie": f"{game_cookie(self.game, chair)}={link[:LENGTH]}"}
        return {"Cookie": f"{PERSON}={self._tokens[self.game, chair]}"}

    def _written(self, point: str, seat: str) -> tuple[str, dict[str, str], str]:
        token = self._tokens[self.game, seat]
        if self._door == "api":
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            return f"/api/games/{self.game}/{seat}", headers, json.dumps({"do": "stone", "point": point})
        headers = {
            "Cookie": f"{PERSON}={token}",
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Requested-With": "yurei",
        }
        return f"/g/{self.game}/{seat}", headers, urlencode({"do": "stone", "at": point})

    def _tries(self, seat: str, point: str) -> None:
        self._says(f"/api/games/{self.game}/{seat}", {"do": "stone", "point": point}, self._tokens[self.game, seat])

    def _says(self, path: str, body: object, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        said = answer.read()
        assert answer.status in (200, 201), said
        return json.loads(said)
