"""A program that uses the API for programs, with JSON and a token."""

from __future__ import annotations

import json
from typing import Any

from tests.web.wire import Answer, Made, Visitor, WebApp
from yurei.apps.web.frame.http import PERSON, game_cookie

JSON = "application/json"


class Program:
    """A program at an application, without cookies. After it has taken a seat it has a token and an address."""

    def __init__(self, webapp: WebApp, token: str = "", address: str = "") -> None:
        self.visitor = Visitor(webapp)
        self.visitor.cookies.clear()
        self.token = token
        self.address = address

    def ask(self, method: str, path: str, body: object = None, **how: Any) -> Answer:
        """Send any request; a body that is not bytes is sent as JSON."""
        headers = [("authorization", f"Bearer {self.token}")] if self.token else []
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        answer = self.visitor.ask(method, path, headers, raw, **{"kind": JSON, **how})
        assert not self.visitor.cookies, "programs are given no cookies"
        return answer

    def says(self, path: str, body: object) -> Any:
        """Post JSON that must be accepted; return the answer."""
        answer = self.ask("POST", path, body)
        assert answer.status in (200, 201), answer.text
        return json.loads(answer.text)

    def sits_down(self, link: str) -> Program:
        sat = self.says("/api/sit", {"link": link})
        self.token, self.address = sat["token"], sat["address"]
        return self

    def sees(self, query: str = "") -> Any:
        answer = self.ask("GET", self.address + query)
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    def does(self, do: str, point: str = "", **more: Any) -> Any:
        """Perform an action at the program's seat, and return the answer."""
        return self.says(self.address, {"do": do, "point": point, **more})


def on_chair(made: Made, chair: str) -> Program:
    """Return a program that plays with the key of the person on a chair."""
    keys = made.seats[chair].cookies
    token = keys.get(game_cookie(made.name, chair), "") or keys[PERSON]
    return Program(made.webapp, token, f"/api/games/{made.name}/{chair}")


def seated(webapp: WebApp, *chairs: str, **wish: Any) -> list[Program]:
    """Let a program make a game; return new programs, one on each of these chairs."""
    links = Program(webapp).says("/api/games", wish)["links"]
    return [Program(webapp).sits_down(links[chair]) for chair in chairs]


def duel(webapp: WebApp, **settings: Any) -> tuple[Program, Program]:
    """Return two programs, Black and White, in a new game on 5x5."""
    black, white = seated(webapp, "black", "white", settings={"width": 5, "height": 5, **settings})
    return black, white
