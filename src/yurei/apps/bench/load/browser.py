"""Minimal browser, as far as a server notices: kept connections, cookies, forms, and the socket of a page."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import randint
from time import perf_counter
from typing import Any
from urllib.parse import urlencode, urlsplit

from yurei.apps.bench.load.wire import LONGEST, Wire

_NUMBER = re.compile(r'\{"number":(\d+)')
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: *([^=]+)=([^;\r]*)", re.IGNORECASE)
_AFTER = re.compile(rb"\r\nretry-after: *(\d+)", re.IGNORECASE)
_LOCATION = re.compile(rb"\r\nlocation: *([^\r]*)", re.IGNORECASE)
LINE = 256 * 1024
"""Most bytes of a response's head."""


def elsewhere() -> tuple[str, int] | None:
    """Return another local address to connect from, since a server counts people by address; None if there is none."""
    if sys.platform != "linux":
        return None
    return f"127.{randint(1, 254)}.{randint(0, 255)}.{randint(1, 254)}", 0


@dataclass(frozen=True)
class Answer:
    """Response of a server: status, redirect location, cookies that it sets, body.

    ``after`` is the value of ``Retry-After`` in seconds; None if there is none.
    """

    status: int
    location: str
    cookies: Mapping[str, str]
    body: bytes
    after: int | None = None

    @property
    def refused(self) -> bool:
        """Whether the server is overloaded, and says when to retry."""
        return self.status in (429, 503) and self.after is not None


class Line:
    """Kept connections to one server, each with one request at a time."""

    def __init__(self, address: str) -> None:
        split = urlsplit(address)
        assert split.hostname is not None
        self.where = split.hostname, split.port or 80
        self.host = split.netloc
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        """Send a request, on a free connection or a new one.

        Raises:
            OSError, EOFError: if the server does not answer.
        """
        reader, writer = await self._taken()
        lines = [
            f"{method} {path} HTTP/1.1",
            f"host: {self.host}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        if body:
            lines.append(f"content-length: {len(body)}")
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        content = await reader.readexactly(int(length[1])) if length else b""
        self._free.append((reader, writer))
        leads, after = _LOCATION.search(head), _AFTER.search(head)
        cookies = {name.decode(): value.decode() for name, value in _COOKIE.findall(head)}
        location, wait = leads[1].decode() if leads else "", int(after[1]) if after else None
        return Answer(int(head[9:12]), location, cookies, content, wait)

    def close(self) -> None:
        """Close every connection."""
        for _, writer in self._free:
            writer.close()

    async def _taken(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._free:
            reader, writer = self._free.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(*self.where, limit=LINE, local_addr=elsewhere())


@dataclass
class Browser:
    """Browser of one person.

    Attributes:
        line: Its connections to the server.
        cookies: Its cookies.
    """

    line: Line
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str) -> Answer:
        """Load a page."""
        return await self._ask("GET", path, {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"})

    async def fetch(self, path: str) -> Answer:
        """Fetch a path, as the script of a page does."""
        return await self._ask("GET", path, {"sec-fetch-mode": "cors", "sec-fetch-dest": "empty"})

    async def send(self, path: str, form: Mapping[str, str]) -> Answer:
        """Send a form, as the script of a page does."""
        headers = {"content-type": "application/x-www-form-urlencoded", "x-requested-with": "yurei"}
        return await self._ask("POST", path, headers, urlencode(form).encode())

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        answer = await self.line.ask(method, path, {**headers, **self._usual()}, body)
        self.cookies.update(answer.cookies)
        return answer

    def _usual(self) -> dict[str, str]:
        usual = {"accept-language": "en", "origin": f"http://{self.line.host}"}
        if self.cookies:
            usual["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return usual

    async def listen(self, path: str) -> Socket:
        """Open the socket of a page."""
        headers = self._usual()
        del headers["origin"]
        address = f"ws://{self.line.host}{path}"
        socket = Socket()
        _, socket.wire = await asyncio.get_running_loop().create_connection(
            lambda: Wire(address, f"http://{self.line.host}", headers, socket.receive, socket.end),
            *self.line.where,
            local_addr=elsewhere(),
        )
        await socket.wire.opens()
        return socket


class Socket:
    """The socket of a page.

    Attributes:
        number: Number of the newest page that came.
        heard: Called with the time at which a page of a higher number came.
        shown: Called with every page that came.
        closed: Whether it was closed by the server.
    """

    wire: Wire

    def __init__(self) -> None:
        self.number = -1
        self.frames = 0
        self.heard: Callable[[float], None] = lambda _: None
        self.shown: Callable[[str], None] = lambda _: None
        self.closed = False
        self._came = asyncio.Event()
        self._asked: dict[str, asyncio.Future[int]] = {}

    def receive(self, frame: str) -> None:
        """Handle a frame."""
        found = _NUMBER.match(frame)
        if found is None:
            self._answer(json.loads(frame))
            return
        self.frames += 1
        self._came.set()
        if int(found[1]) > self.number:
            self.number = int(found[1])
            self.heard(perf_counter())
        self.shown(frame)

    def end(self) -> None:
        """Handle the closing of the socket."""
        self.closed = True
        self._came.set()

    def _answer(self, said: Mapping[str, Any]) -> None:
        if (asked := self._asked.pop(said["id"], None)) is not None and not asked.done():
            asked.set_result(said["status"])

    async def does(self, do: str, at: str, request: str) -> int:
        """Send an action from the chair; return the status of the answer.

        Raises:
            OSError: if the socket is closed.
            TimeoutError: if no answer comes in time.
        """
        answer = self._asked[request] = asyncio.get_running_loop().create_future()
        self.wire.send(json.dumps({"do": do, "at": at, "id": request}))
        return await asyncio.wait_for(answer, LONGEST)

    async def welcome(self) -> bool:
        """Wait for the first page; return False if the socket was closed instead.

        Raises:
            TimeoutError: if neither happens in time.
        """
        await asyncio.wait_for(self._came.wait(), 2 * LONGEST)
        return self.frames > 0

    async def close(self) -> None:
        """Close the socket."""
        self.wire.close()
