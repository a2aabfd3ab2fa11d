"""Minimal browser, as far as a server notices: kept connections, cookies, forms, and the socket of a page."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import parse_headers
from io import BytesIO
from random import randint, random
from secrets import token_hex
from time import perf_counter
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

LONGEST = 30.0
"""Seconds to wait for an answer, or until a page is shown."""
LINE = 256 * 1024
"""Most bytes of a response's head."""
EVERY = 120.0
"""Seconds between requests for the number of one's turns, as in the script of a page."""
HEAD = 600
"""Length of the beginning of a page that says whether its game has ended."""
_NUMBER = re.compile(r'\{"number":(\d+)')
_ENDED = re.compile(r'class=\\?"ended')


def elsewhere() -> tuple[str, int] | None:
    """Return another local address to connect from, since a server counts people by address; None if there is none."""
    if sys.platform != "linux":
        return None
    return f"127.{randint(1, 254)}.{randint(0, 255)}.{randint(1, 254)}", 0


@dataclass(frozen=True)
class Answer:
    """Response of a server: status, cookies that it sets, body, whether it says when to retry, and where it leads."""

    status: int
    cookies: Mapping[str, str]
    body: bytes
    retry: bool
    location: str = ""

    @property
    def refused(self) -> bool:
        """Whether the server is overloaded, and says when to retry."""
        return self.status in (429, 503) and self.retry


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
        sent = {"host": self.host, **headers, **({"content-length": str(len(body))} if body else {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        first, _, head = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
        found = parse_headers(BytesIO(head))
        content = await reader.readexactly(int(found.get("content-length", 0)))
        self._free.append((reader, writer))
        cookies = [each.partition(";")[0].partition("=") for each in found.get_all("set-cookie", [])]
        kept = {name: value for name, _, value in cookies}
        return Answer(int(first.split()[1]), kept, content, "retry-after" in found, found.get("location", ""))

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
        cookies: Its cookies; at first its time zone, as a script of every page sets it.
    """

    line: Line
    cookies: dict[str, str] = field(default_factory=lambda: {"yurei-zone": "UTC"})

    @property
    def origin(self) -> str:
        """The origin of the server's pages."""
        return f"http://{self.line.host}"

    async def get(self, path: str) -> Answer:
        """Load a page."""
        return await self._ask("GET", path, {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"})

    async def send(self, path: str, form: Mapping[str, str]) -> Answer:
        """Send a form, as the script of a page does."""
        headers = {"content-type": "application/x-www-form-urlencoded", "x-requested-with": "yurei"}
        return await self._ask("POST", path, headers, urlencode(form).encode())

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        answer = await self.line.ask(method, path, {**headers, "origin": self.origin, **self.headers()}, body)
        self.cookies.update(answer.cookies)
        return answer

    def headers(self) -> dict[str, str]:
        """Return the headers of every request, those that open a socket among them."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"accept-language": "en", **({"cookie": cookies} if cookies else {})}


class Page:
    """An open page of a game: its socket, and the number of one's turns, which is asked for on it.

    Attributes:
        number: Number of the newest state of the game that came.
        heard: Called with the time at which a state of a higher number came.
        closed: Whether the socket is closed.
        asked, failed: Number of requests for the number of one's turns, and of those without an answer.
    """

    def __init__(self) -> None:
        self.number = -1
        self.heard: Callable[[float], None] = lambda _: None
        self.closed = False
        self.asked = self.failed = 0
        self._came = asyncio.Event()
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection

    async def open(self, browser: Browser, path: str, *, asks: bool = True) -> Page:
        """Open the socket, and return the page; one in a background tab never asks for the number of one's turns.

        Raises:
            OSError, EOFError, InvalidHandshake: if it could not be opened.
        """
        self._socket = await connect(
            f"ws://{browser.line.host}{path}", origin=Origin(browser.origin), additional_headers=browser.headers(),
            user_agent_header=None, compression=None, max_size=None, ping_interval=None, proxy=None,
            open_timeout=2 * LONGEST, close_timeout=1.0, local_addr=elsewhere(),
        )  # fmt: skip
        self._tasks.add(asyncio.create_task(self._receive()))
        if asks:
            self._tasks.add(asyncio.create_task(self._ask_regularly()))
        return self

    async def _receive(self) -> None:
        try:
            async for frame in self._socket:
                self.receive(str(frame))
        except ConnectionClosed:
            pass
        self.closed = True
        self._came.set()

    def receive(self, frame: str) -> None:
        """Handle a frame: a state of the game, or an answer."""
        found = _NUMBER.match(frame)
        if found is None:
            said = json.loads(frame)
            if (answer := self._answers.pop(said["id"], None)) is not None and not answer.done():
                answer.set_result(said["status"])
            return
        self._came.set()
        if int(found[1]) > self.number:
            self.number = int(found[1])
            self.heard(perf_counter())
        if _ENDED.search(frame[:HEAD]):
            self.ask_turns()

    async def does(self, do: str, at: str, request: str) -> int:
        """Send an action from the chair; return the status of the answer.

        Raises:
            OSError: if the socket is closed, or no answer comes in time.
        """
        answer = self._answers[request] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps({"do": do, "at": at, "id": request}))
        except ConnectionClosed:
            raise BrokenPipeError from None
        return await asyncio.wait_for(answer, LONGEST)

    def ask_turns(self) -> None:
        """Ask for the number of one's turns, as a page does when it is opened and when its game has ended."""
        task = asyncio.create_task(self._ask_turns())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask_turns(self) -> None:
        self.asked += 1
        try:
            status = await self.does("turns", "", token_hex(8))
        except OSError:
            status = 0
        self.failed += status != 200

    async def _ask_regularly(self) -> None:
        await asyncio.sleep(EVERY * random())  # spread: here all people come at the same moment
        while True:
            await self._ask_turns()
            await asyncio.sleep(EVERY)

    async def welcome(self) -> bool:
        """Wait for the first state; return False if the socket was closed instead.

        Raises:
            TimeoutError: if neither happens in time.
        """
        await asyncio.wait_for(self._came.wait(), 2 * LONGEST)
        return self.number >= 0

    async def close(self) -> None:
        """Close the page."""
        for task in self._tasks:
            task.cancel()
        await self._socket.close(1001)
