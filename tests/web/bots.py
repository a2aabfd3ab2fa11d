"""A bot at an application: it has one permanent token, and one stream of events of all its games."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from tests.web.programs import Program
from tests.web.wire import WebApp


@dataclass(frozen=True)
class Sent:
    """An event of a stream: its kind and its data."""

    kind: str
    data: Any


def read_events(text: str) -> list[Sent]:
    """Parse the text of a stream as server-sent events; leave out everything without data."""
    events = []
    for block in text.split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            events.append(Sent(fields["event"], json.loads(fields["data"])))
    return events


class Stream:
    """An open stream of events, and every byte received on it."""

    def __init__(self, program: Program) -> None:
        self.webapp = program.visitor.webapp
        self.chunks: list[bytes] = []
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.ended = False
        self.reads = asyncio.Event()
        self.reads.set()
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        sent = program.visitor._headers([("authorization", f"Bearer {program.token}")])
        self._scope = program.visitor._scope("http", "/api/stream", sent) | {"method": "GET"}

    async def open(self) -> None:
        self._task = asyncio.create_task(self.webapp.app(self._scope, self._inbox.get, self._hear))

    async def _hear(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        else:
            self.chunks.append(message["body"])
            self.ended = not message.get("more_body", False)

    @property
    def raw(self) -> bytes:
        return b"".join(self.chunks)

    @property
    def events(self) -> list[Sent]:
        return read_events(self.raw.decode())

    @property
    def games(self) -> list[Any]:
        return [event.data for event in self.events if event.kind == "game"]

    def close(self) -> None:
        self.webapp.run(self._inbox.put({"type": "http.disconnect"}))


class Bot(Program):
    """A bot that registers at an application, unless a token is given."""

    def __init__(self, webapp: WebApp, name: str, token: str = "") -> None:
        super().__init__(webapp)
        self.token = token
        if not token:
            self.token = self.says("/api/bots", {"name": name})["token"]

    def at(self, address: str) -> Program:
        """Return the same bot as a program on one of its chairs."""
        return Program(self.visitor.webapp, self.token, address)

    def seeks(self, **wish: Any) -> Any:
        return self.says("/api/lobby", {"settings": {"width": 5, "height": 5}, **wish})

    def stands(self) -> Any:
        answer = self.ask("GET", "/api/bot")
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    def listens(self) -> Stream:
        stream = Stream(self)
        self.visitor.webapp.run(stream.open())
        return stream


def meet(webapp: WebApp, **wish: Any) -> tuple[Bot, Bot, Program, Program]:
    """Let two bots meet in the lobby; return both, then the programs on the chairs of Black and White."""
    sei, murasaki = Bot(webapp, "Sei"), Bot(webapp, "Murasaki")
    sei.seeks(colour="black", **wish)
    met = murasaki.seeks(colour="white", **wish)
    black = met["address"].replace("/white", "/black")
    return sei, murasaki, sei.at(black), murasaki.at(met["address"])
