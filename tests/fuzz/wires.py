"""The server as `yurei serve` runs it, without a network: bytes to its protocols, bytes back, and its log.

What a browser would send goes to the server's own parser of HTTP and WebSockets, and from there to the whole
application; what it writes to its log is read after every connection. Time and chance are those of ``House``, so the
same bytes do the same again.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial
from typing import Any, cast
from unittest.mock import patch

import uvicorn
from uvicorn.server import ServerState

from tests.doors.web.wire import HOST, House, Made, make
from tests.fuzz.targets import Check
from yurei.apps.web.api import routes as api
from yurei.apps.web.limits.connections import BoundedWebSocket, ConnectionCounter, bounded
from yurei.apps.web.logbook import keep_log
from yurei.apps.web.shell.cookies import PERSON
from yurei.apps.web.table import live
from yurei.club.club import Club
from yurei.club.game.introduction import Introduced, introduced
from yurei.club.game.question import Answer, Question
from yurei.referee.settings import Settings

ANSWER = re.compile(rb"HTTP/1\.1 (\d{3}) ")
TRACE = b"Traceback (most recent call last)"
WENT_WRONG = b"\x88\x02\x03\xf3"
"""The frame that closes a socket because something unforeseen has gone wrong: 1011. Who is told so answers with the same."""
PATIENCE = 10.0
"""Seconds until who was not answered gives up. A server that works is counted by its processor time, see ``guard``."""


class Wrong(Exception):
    """Something that a client has sent did what nothing that a client sends may do."""


class Absent:
    """Programs that never answer: what they do is not parsed."""

    at_once, more_quick, breath, slot, compiling = 0, 0, 0.0, 0.0, False

    def begin(self) -> None:
        """There is nothing to get ready."""

    async def ask(self, question: Question) -> Answer:
        raise AssertionError("nobody is asked")

    def introduce(self, name: str, settings: Settings) -> Introduced:
        """A program of ours."""
        return introduced(name, settings)

    async def close(self) -> None:
        """There is nothing to stop."""


class Connection(asyncio.Transport):
    """One connection: what the server has sent on it, and whether it has hung up."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 80)})
        self.sent = bytearray()
        self._protocol: asyncio.BaseProtocol = protocol
        self._closing = False
        protocol.connection_made(self)

    def hear(self, data: bytes) -> None:
        """Let the server have what came, as asyncio does: an exception is logged, and the connection is gone."""
        try:
            cast(asyncio.Protocol, self._protocol).data_received(data)
        except Exception as error:
            context = {"message": "Fatal error: protocol.data_received() call failed.", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
            self.close()

    def hang_up(self) -> None:
        """Be gone, from the other side."""
        if not self._closing:
            self._closing = True
            self._protocol.connection_lost(ConnectionResetError())

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()

    def is_closing(self) -> bool:
        return self._closing

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """What is written is taken at once."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def pause_reading(self) -> None:
        """What has come has come."""

    def resume_reading(self) -> None:
        """What has come has come."""


class Server:
    """A server with one small game, in which Black has moved; every connection finds it as it was in the beginning."""

    def __init__(self, house: House, log: io.StringIO) -> None:
        self._house, self._log = house, log
        self.made: Made = make(house, width="3", height="3", watching="everybody")
        self.made.act("black", "stone", "B2")
        keys = {chair: self.made.seats[chair].cookies[PERSON] for chair in ("black", "white")}
        words = {
            "$GAME": self.made.name,
            "$HOST": next(value for name, value in self.made.host.cookies.items() if name.endswith("host")),
        }
        words |= {f"${chair.upper()}": key for chair, key in keys.items()}
        words["$BOT"] = house.run(house.club.people.welcome_bot("Sei"))
        self._words = {word.encode(): value.encode() for word, value in words.items()}
        self._upgrade = upgrade(self)
        self._begun = house.happened(self.made.name)
        self._kept = {name: dict(vars(house.notebook)[name]) for name in ("people", "keys", "contacts", "evenings")}
        self._drawn = house.drawn
        self._loop = house.stand_still()
        config = uvicorn.Config(
            house.app, log_config=None, access_log=False, server_header=False, proxy_headers=False,
            ws=bounded(ConnectionCounter(1, 0))[1],
            ws_max_size=8 * 1024, ws_per_message_deflate=False,
        )  # fmt: skip
        config.load()
        self._state = ServerState()
        kind = cast(Callable[..., asyncio.Protocol], config.http_protocol_class)
        self._protocol = partial(kind, config, self._state, {}, _loop=self._loop)

    def cookie(self, chair: str) -> str:
        """The cookies of who sits there, as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.made.seats[chair].cookies.items())

    def say(self, data: bytes) -> bytes:
        """Send a request, with the names and keys of this house where it leaves them open.

        ``$GAME`` is the game's name, ``$BLACK`` and ``$WHITE`` are the keys to the seats, ``$HOST`` that of who has made
        it, ``$BOT`` that of a bot; after ``Length: $`` the length of the body is filled in.
        """
        for word, value in self._words.items():
            data = data.replace(word, value)
        if b"Length: $" in data:
            body = data.partition(b"\r\n\r\n")[2]
            data = data.replace(b"Length: $", b"Length: %d" % len(body), 1)
        return self.exchange(data)

    def listen(self, data: bytes) -> bytes:
        """Open the socket of Black's page, and send this on it."""
        return self.exchange(self._upgrade, data)

    def exchange(self, *pieces: bytes) -> bytes:
        """Send pieces one after the other on one connection, then hang up; what came back.

        Raises:
            Wrong: where the server failed, was silent about something that it works on, or wrote a line to its log.
        """
        with _no_other_loop():
            answered, failed = self._loop.run_until_complete(self._exchange(pieces))
        self._begin_anew()
        said = self._log.getvalue()
        if said:
            self._log.seek(0)
            self._log.truncate()
            raise Wrong(f"the log says: {said}")
        failed = failed or any(status.startswith(b"5") for status in ANSWER.findall(answered))
        if failed or TRACE in answered:
            raise Wrong(f"the server failed: {bytes(answered[:400])!r}")
        return answered

    async def _exchange(self, pieces: tuple[bytes, ...]) -> tuple[bytes, bool]:
        """What came back, and whether the socket was closed because the server has failed."""
        connection = Connection(self._protocol())
        for piece in filter(None, pieces):  # no network brings nothing
            connection.hear(piece)
            await self._settle()
        if isinstance(connection.get_protocol(), BoundedWebSocket) and not (connection.sent or connection.is_closing()):
            raise Wrong("the opening of a socket is neither taken nor refused")
        connection.hang_up()
        if self._state.tasks:
            _, late = await asyncio.wait(self._state.tasks, timeout=PATIENCE)
            if late:
                for task in late:
                    task.cancel()
                raise Wrong("a request was never answered")
        for _ in range(3):
            await asyncio.sleep(0)
        protocol = connection.get_protocol()
        closed_first = isinstance(protocol, BoundedWebSocket) and not protocol.conn.close_rcvd_then_sent
        return bytes(connection.sent), closed_first and WENT_WRONG in connection.sent

    async def _settle(self) -> None:
        """Let everybody do what he can do without waiting."""
        for _ in range(20):
            await asyncio.sleep(0)

    def _begin_anew(self) -> None:
        house, game = self._house, self.made.name
        if len(house.notebook.games) > 1:
            for name in [name for name in house.notebook.games if name != game]:
                del house.notebook.games[name]
                house.held.pop(name, None)
        if len(house.notebook.games[game][2]) != len(self._begun):
            house.rewind(game, self._begun)
        if house.drawn != self._drawn:
            for name, values in self._kept.items():
                setattr(house.notebook, name, dict(values))
            house.drawn = self._drawn


@contextmanager
def serving() -> Iterator[Server]:
    """A server whose log is kept by itself, as `yurei serve` keeps it."""
    root, log = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    root.handlers.clear()  # those of pytest, which are not to be closed
    try:
        with redirect_stderr(log):
            keep_log(requests=False)
        with House(thinkers=Absent()) as house, nobody_waits():
            yield Server(house, log)
    finally:
        root.handlers[:] = before
        root.setLevel(level)


@contextmanager
def _no_other_loop() -> Iterator[None]:
    """Let this thread run a loop of ours though browsers' tests have left one on it that stands still.

    It has to be this thread: only here can what hangs be interrupted, see ``guard``."""
    standing = asyncio.events._get_running_loop()
    asyncio.events._set_running_loop(None)
    try:
        yield
    finally:
        asyncio.events._set_running_loop(standing)


@contextmanager
def nobody_waits() -> Iterator[None]:
    """Who asks to wait for news waits no longer than a moment."""
    news = api._news

    async def soon(club: Club, game: str, chair: str, token: str, since: int, wait: float) -> None:
        await news(club, game, chair, token, since, min(wait, 0.01))

    with patch.object(api, "_news", soon):
        yield


@contextmanager
def undrawn() -> Iterator[None]:
    """A socket sends one word instead of a page: to draw one takes longer than all the rest."""
    with (
        patch.object(live, "page_for", lambda *_: None),
        patch.object(live._Reader, "frame", lambda *_: "page"),
    ):
        yield


def upgrade(server: Server, chair: str = "black") -> bytes:
    """What a browser sends to open the socket of a chair."""
    return (
        f"GET {server.made.at(chair)}/live HTTP/1.1\r\nHost: {HOST}\r\nOrigin: http://{HOST}\r\n"
        f"Cookie: {server.cookie(chair)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


# What checks an input.


@contextmanager
def open_requests() -> Iterator[Check]:
    """Say it to the server."""
    with serving() as server:
        yield server.say


@contextmanager
def open_frames() -> Iterator[Check]:
    """Say it on an open socket. What is sent on that is not what is parsed here."""
    with serving() as server, undrawn():
        yield server.listen
