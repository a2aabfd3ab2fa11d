"""Who sends byte by byte, reads nothing, or sends frame after frame is cut off; all others are answered meanwhile."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.people import Server
from tests.web.wire import until
from yurei.apps.web.frame import connections
from yurei.apps.web.frame.connections import GONE, ConnectionCounter, make_bounded_protocols
from yurei.apps.web.serve import UNSENT, find_connection_limit, open_listening_socket

MEGABYTE = b"x" * 2**20
ASKS = b"GET / HTTP/1.1\r\nHost: yurei\r\n\r\n"
CLOSING = ASKS.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: yurei\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Room:
    """An application that reads what it is sent, says how long that was, and sends a lot to who asks for a lot."""

    def __init__(self) -> None:
        self.left_early = 0
        self.gone: list[bool] = []
        self.sockets = 0
        self.busy = False
        self.heard: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            if scope["path"] == "/gone":
                await self._wait_until_it_is_gone(scope)
            elif scope["path"] == "/much":
                await self._pour(send)
            else:
                await self._read(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._speak(receive, send)

    async def _read(self, scope: Any, receive: Any, send: Any) -> None:
        length, more = 0, scope["method"] == "POST"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.left_early += 1
                return
            length, more = length + len(message["body"]), message["more_body"]
        said = str(length).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(said))]})
        await send({"type": "http.response.body", "body": said})

    async def _wait_until_it_is_gone(self, scope: Any) -> None:
        self.gone.append(scope[GONE]())
        while not scope[GONE]():
            await asyncio.sleep(0.01)
        self.gone.append(True)

    async def _pour(self, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(200):
            await send({"type": "http.response.body", "body": MEGABYTE, "more_body": True})
        await send({"type": "http.response.body"})

    async def _speak(self, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self.sockets += 1
        speaking = asyncio.create_task(self._speak_on(send))
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message.get("text", ""))
            while self.busy:
                await asyncio.sleep(0.01)
        speaking.cancel()
        await asyncio.gather(speaking, return_exceptions=True)
        self.sockets -= 1

    async def _speak_on(self, send: Any) -> None:
        while True:
            await send({"type": "websocket.send", "text": "a frame as long as a board " * 1500})
            await asyncio.sleep(0.001)


@contextmanager
def open_room(most: int = 100, of_address: int = 0) -> Iterator[tuple[Room, int, uvicorn.Server]]:
    """The application on a real socket, with the time-outs as they are now."""
    room = Room()
    http, ws = make_bounded_protocols(ConnectionCounter(most, of_address))
    config = uvicorn.Config(room, http=http, ws=ws, lifespan="off", log_config=None, log_level="error")
    server = uvicorn.Server(config)
    with open_listening_socket("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield room, listening.getsockname()[1], server
        finally:
            server.force_exit = server.should_exit = True
            thread.join(20)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD", "BODY", "UNREAD"):
        monkeypatch.setattr(connections, name, 0.4)


def said_to(port: int, *sent: bytes, pause: float = 0.1) -> bytes:
    """All that is answered to who sends this, with pauses, until he is cut off or has sent all."""
    answered = b""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        with suppress(OSError):
            for part in sent:
                client.sendall(part)
                time.sleep(pause)
        with suppress(ConnectionResetError):
            while part := client.recv(65536):
                answered += part
    return answered


def held_socket(server: uvicorn.Server) -> connections.BoundedWebSocket:
    (held,) = server.server_state.connections
    assert isinstance(held, connections.BoundedWebSocket)
    return held


def read_nothing(server: uvicorn.Server, port: int, request: bytes) -> int:
    """Ask for a lot and read nothing, until nobody is connected any more; the most bytes that waited meanwhile."""
    with closing(socket.socket()) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(request)
        most, end = 0, time.monotonic() + 10
        time.sleep(0.1)
        while held := list(server.server_state.connections):
            most = max(most, *(each.transport.get_write_buffer_size() for each in held))
            assert time.monotonic() < end, "it is held for ever"
            time.sleep(0.01)
    return most


def by_byte(text: bytes) -> list[bytes]:
    return [text[i : i + 1] for i in range(len(text))]


@pytest.mark.usefixtures("quick")
def test_a_head_that_comes_byte_by_byte_is_not_waited_for() -> None:
    with open_room() as (_, port, _):
        assert said_to(port, *by_byte(ASKS[:12])).startswith(b"HTTP/1.1 408 ")
        assert said_to(port).startswith(b"HTTP/1.1 408 "), "nor is one of which nothing comes"
        assert said_to(port, ASKS, *by_byte(ASKS[:12])).count(b"HTTP/1.1 ") == 2, "nor on a connection that is kept"


@pytest.mark.usefixtures("quick")
def test_a_body_that_comes_byte_by_byte_is_not_waited_for() -> None:
    with open_room() as (room, port, _):
        head = b"POST / HTTP/1.1\r\nHost: yurei\r\nContent-Length: 1000\r\n\r\n"
        assert said_to(port, head, *by_byte(b"x" * 12)).startswith(b"HTTP/1.1 408 ")
        assert room.left_early == 1, "and who waited for it behind is told"
        chunks = b"POST / HTTP/1.1\r\nHost: yurei\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert said_to(port, chunks, *([b"1\r\nx\r\n"] * 12)).startswith(b"HTTP/1.1 408 ")


@pytest.mark.usefixtures("quick")
def test_a_client_that_sends_an_unread_body_is_answered_and_cut_off() -> None:
    with open_room() as (_, port, _):
        began = time.monotonic()
        head = b"GET / HTTP/1.1\r\nHost: yurei\r\nContent-Length: 1000\r\n\r\n"
        assert said_to(port, head, *by_byte(b"x" * 20)).startswith(b"HTTP/1.1 200 ")
        assert time.monotonic() - began < 5


@pytest.mark.usefixtures("quick")
def test_an_application_can_ask_whether_the_client_of_a_request_has_gone() -> None:
    with open_room() as (room, port, _):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(ASKS.replace(b"/ ", b"/gone ", 1))
        until(lambda: room.gone == [False])
        client.close()
        until(lambda: room.gone == [False, True])


def test_a_slow_client_within_the_limits_is_answered() -> None:
    with open_room() as (_, port, _):
        head = b"POST / HTTP/1.1\r\nHost: yurei\r\nConnection: close\r\nContent-Length: 3\r\n"
        parts = [head[:20], head[20:], b"\r\n", b"a", b"b", b"c"]
        answer = said_to(port, *parts, pause=0.03)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.endswith(b"3")


@pytest.mark.usefixtures("quick")
def test_a_client_that_reads_nothing_is_closed_and_holds_no_memory() -> None:
    with open_room() as (_, port, server):
        most = read_nothing(server, port, ASKS.replace(b"/ ", b"/much ", 1))
        assert most <= 2**20 + 1000, "never more than the piece that was being sent"


@pytest.mark.usefixtures("quick")
def test_a_socket_that_reads_nothing_holds_one_frame_and_not_for_long() -> None:
    with open_room() as (room, port, server):
        assert read_nothing(server, port, UPGRADE) <= 2 * 27 * 1500
        until(lambda: not room.sockets)  # what served it ends a moment after its connection
        assert said_to(port, CLOSING).startswith(b"HTTP/1.1 200 ")


def test_connections_limit_unsent_bytes_and_send_short_answers_at_once() -> None:
    with open_listening_socket("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            if hasattr(socket, "TCP_NOTSENT_LOWAT"):
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == UNSENT


def speak(address: str, origin: Origin | None = None) -> ClientConnection:
    """Open a socket. A farewell that is not answered is not waited for."""
    return connect(f"ws://{address}", compression=None, close_timeout=0.2, origin=origin)


def closed_with(client: ClientConnection) -> int:
    try:
        while True:
            client.recv(timeout=10)
    except ConnectionClosed:
        assert client.close_code is not None
        return client.close_code


@pytest.mark.by_day
@pytest.mark.parametrize("kind", ["text", "ping", "pieces"])
def test_a_client_that_sends_too_many_frames_is_closed(kind: str) -> None:
    with open_room() as (_, port, _), speak(f"127.0.0.1:{port}/") as client:
        for _ in range(connections.FRAMES - 2):
            client.send("hello")
        assert client.recv(timeout=10)
        if kind == "pieces":
            with suppress(ConnectionClosed):
                client.send("" for _ in range(connections.FRAMES))
        for _ in range(10):
            try:
                client.ping() if kind == "ping" else client.send("hello")
            except ConnectionClosed:
                break
        assert closed_with(client) == connections.TRY_AGAIN


def test_messages_of_a_paused_socket_wait_and_are_read_in_order() -> None:
    with open_room(2) as (room, port, server), speak(f"127.0.0.1:{port}/") as client:
        said = [f"{number}" for number in range(20)]
        room.busy = True
        for each in said:
            client.send(each)
            time.sleep(0.02)  # each comes by itself
        assert held_socket(server).queue.qsize() <= connections.WAITING + 1
        assert room.heard == ["0"]
        room.busy = False
        until(lambda: len(room.heard) == len(said))
        assert room.heard == said


def test_malformed_handshakes_and_text_are_refused() -> None:
    with open_room() as (_, port, _):
        assert said_to(port, UPGRADE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"none"), b"").startswith(b"HTTP/1.1 400 ")
        assert said_to(port, b"\x00\xff nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        with speak(f"127.0.0.1:{port}/") as client:
            client.send(b"\xff", text=True)
            assert closed_with(client) == connections.NO_TEXT


def test_oldest_idle_connection_is_closed_beyond_the_limit() -> None:
    """Connections without a request, with half a head, or with half a body leave room for whoever asks."""
    with open_room(3) as (_, port, _):
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        held[1].sendall(ASKS[:10])
        held[2].sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        time.sleep(0.1)
        for _ in range(4):
            assert said_to(port, CLOSING).startswith(b"HTTP/1.1 200 ")
            time.sleep(0.05)
        assert held[0].recv(1) == b"", "the oldest has gone"
        for each in held:
            each.close()


def test_a_server_full_of_sockets_says_when_to_come_back() -> None:
    with open_room(2) as (_, port, _):
        with speak(f"127.0.0.1:{port}/"), speak(f"127.0.0.1:{port}/"):
            answer = said_to(port, ASKS)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"\r\nRetry-After: 30\r\n" in answer
        time.sleep(0.1)
        assert said_to(port, CLOSING).startswith(b"HTTP/1.1 200 ")


def test_an_address_that_has_taken_its_part_leaves_room_for_others() -> None:
    with open_room(10, 2) as (_, port, _):
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
        time.sleep(0.1)
        other = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
        time.sleep(0.1)
        assert said_to(port, CLOSING).startswith(b"HTTP/1.1 200 ")
        other.sendall(CLOSING)
        assert other.recv(100).startswith(b"HTTP/1.1 200 "), "another address loses none"
        for each in (*held, other):
            each.close()


def test_sockets_of_an_address_take_no_connections_from_others_there() -> None:
    with open_room(10, 2) as (_, port, _), ExitStack() as held:
        for _ in range(5):
            held.enter_context(speak(f"127.0.0.1:{port}/"))
        assert said_to(port, CLOSING).startswith(b"HTTP/1.1 200 ")


def test_an_open_socket_does_not_keep_its_handshake_headers() -> None:
    with open_room(2) as (_, port, server), speak(f"127.0.0.1:{port}/") as client:
        assert client.recv(timeout=10)
        held = held_socket(server)
        assert [*held.request.headers.raw_items(), *held.response.headers.raw_items()] == []


def test_a_server_has_no_more_room_than_files() -> None:
    assert find_connection_limit(7) == 7
    assert 0 < find_connection_limit(0) <= 12_000
    assert find_connection_limit(10**6) <= 65_536


def test_a_server_keeps_these_bounds(server: Server) -> None:
    address = f"127.0.0.1:{server.port}"
    with speak(f"{address}/watch/live", origin=Origin(f"http://{address}")) as client:
        for _ in range(connections.FRAMES + 1):
            client.send("hello")
        assert closed_with(client) == connections.TRY_AGAIN


@pytest.mark.nightly
def test_slow_request_head_times_out_after_ten_seconds(server: Server) -> None:
    began = time.monotonic()
    assert said_to(server.port, *by_byte(ASKS), pause=1.0).startswith(b"HTTP/1.1 408 ")
    assert 9 < time.monotonic() - began < 14


def start_keepalive_soon(held: connections.BoundedWebSocket) -> None:
    held.ping_interval = 0.6
    held.schedule_ping()


def test_a_silent_client_is_pinged_and_a_talking_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.BoundedWebSocket, "start_keepalive", start_keepalive_soon)
    with open_room(2) as (_, port, server):
        for speaks in (True, False):
            with speak(f"127.0.0.1:{port}/") as client:
                for _ in range(75):
                    if speaks:
                        client.send("hello")
                    time.sleep(0.02)
                assert (held_socket(server).ping_sent_at > 0) is not speaks
