"""Clients that break off, or send what nobody can read: they are let go, and the log tells no failure of it."""

import gc
import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.inputs import damaged_inputs
from tests.web.people import Server
from tests.web.test_serving import asked
from tests.web.wire import Socket, WebApp, make
from yurei.apps.web.frame import logbook
from yurei.apps.web.frame.http import PERSON

FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
SOCKET = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
LISTENS = f"GET /lobby/live HTTP/1.1\r\n{SOCKET}"
BROKEN: dict[str, tuple[str, list[bytes]]] = {
    "a body that ends too soon": (f"POST /games HTTP/1.1\r\n{FORM}Content-Length: 99\r\n", [b"colour=bl"]),
    "a chunk that ends too soon": (f"POST /games HTTP/1.1\r\n{FORM}Transfer-Encoding: chunked\r\n", [b"9\r\ncol"]),
    "a chunk without a length": (f"POST /games HTTP/1.1\r\n{FORM}Transfer-Encoding: chunked\r\n", [b"xyz\r\ncol"]),
    "half an object": ("POST /api/games HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n", [b'{"s']),
    "half a head": ("GET / HTT", []),
    "no head at all": ("\0\1\2\3", []),
    "another protocol": ("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n", []),
    "a text that is none": (LISTENS, [b"\x81\x82\0\0\0\0\xff\xfe"]),
    "a text that is none, and a farewell": (LISTENS, [b"\x81\x82\0\0\0\0\xff\xfe\x88\x82\0\0\0\0\x03\xe8"]),
    "half a text that is none": (LISTENS, [b"\x01\x81\0\0\0\0\xff\x80\x81\0\0\0\0\xff"]),
    "reserved bits": (LISTENS, [b"\xf3\x80\0\0\0\0"]),
    "a text without a mask": (LISTENS, [b"\x81\x05hello"]),
    "a ping that is too long": (LISTENS, [b"\x89\xfe\0\x7e" + bytes(130)]),
    "bytes": (LISTENS, [b"\x82\x82\0\0\0\0ab"]),
    "a frame that is too long": (LISTENS, [b"\x81\xff\x7f" + b"\xff" * 20]),
    "no frame at all": (LISTENS, [b"\xff\xff\xff\xff"]),
    "a farewell with an error": (LISTENS, [b"\x88\x82\0\0\0\0\x03\xf3"]),
    "half a frame": (LISTENS, [b"\x81"]),
    "a reason to close that is none": (LISTENS, [b"\x88\x83\0\0\0\0\x03\xe8\xff"]),
}


def say(server: Server, head: str, pieces: list[bytes]) -> bytes:
    """Say this to a server, piece by piece, hang up, and give what was answered until then."""
    where = f"Host: localhost:{server.port}\r\nOrigin: http://localhost:{server.port}\r\n\r\n"
    with socket.create_connection(("localhost", server.port), timeout=10) as wire:
        wire.sendall((head + where).encode())
        heard = wire.recv(12) if "websocket" in head else b""
        for piece in pieces:
            wire.sendall(piece)
        if heard:
            wire.shutdown(socket.SHUT_WR)
            while wire.recv(65_536):
                pass
    return heard


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A real server that writes a log."""
    server = Server(tmp_path / "games.db", tmp_path / "log")
    server.start()
    yield server
    server.stop()


def logged(server: Server) -> list[dict[str, Any]]:
    """End a server; return the lines of its log."""
    server.stop()
    return [json.loads(line) for line in server.database.with_name("log").read_text().splitlines()]


def test_a_misbehaving_client_is_not_logged_as_a_server_failure(server: Server) -> None:
    for what, (head, pieces) in BROKEN.items():
        assert say(server, head, pieces) == (b"HTTP/1.1 101" if SOCKET in head else b""), what
    many = "".join(f"X-{number}: 1\r\n" for number in range(200))
    assert say(server, LISTENS + many, []) == b"HTTP/1.1 431"
    status, *_ = asked(f"{server.address}/api/games", {})
    assert status == 201, "and whoever comes afterwards is served"
    lines = logged(server)
    assert [line for line in lines if line["level"] != "info"] == []
    answered = [(line["route"], line["status"]) for line in lines if line["event"] == "answered"]
    assert answered.count(("/games", 400)) == 3
    assert answered.count(("/lobby/live", 101)) == sum(SOCKET in head for head, _ in BROKEN.values())


def frame(first: int, data: bytes, mask: bytes = bytes(4)) -> bytes:
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([first]) + length + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


ACTION = frame(0x81, b'{"do":"pencil-cross","at":"D4"}')
FRAMES = [
    frame(0x81, b"hello"),
    frame(0x82, b"\0\1\2"),
    frame(0x01, b"bl") + frame(0x89, b"ping") + frame(0x80, "ök".encode()),
    frame(0x8A, b"1234"),
    frame(0x88, b"\x03\xe8bye") + frame(0x81, b"late"),
    frame(0x81, b"hello", b"\1\2\3\4"),
    frame(0x81, b"a" * 130),
    frame(0x81, b'{"do":"stone","at":"C3","id":"a1"}'),
    ACTION + frame(0x81, b'{"do":"pass","id":7}'),
]
FORMS = {
    "/g/{game}/white": ("do=stone&at=A1", "do=settle&at=A1+B2", "do=pencil-dead&at=C3"),
    "/g/{game}/white/chat": ("text=Hello",),
    "/g/{game}/white/lift": ("seat=white",),
    "/games": ("opponent=friend&colour=white&size=5&komi=0.5&nickname=Aki", "opponent=anybody&size=3&nickname=Aki"),
    "/evenings": ("name=Club&players=Aki%0ABo&rounds=2",),
    "/language": ("language=de&back=%2F",),
}
OBJECTS = {
    "/api/games/{game}/white": '{"do":"stone","point":"A1"}',
    "/api/games": '{"settings":{"width":3,"sight":1},"programs":{},"agreed":{"watching":"nobody"}}',
    "/api/sit": '{"link":"http://localhost/g/x/join/audience/x"}',
}
PAGES = (
    "/",
    "/new?ruleset=alter-igo&size=5",
    "/g/{game}/white?do=stone&aim=A1",
    "/g/{game}/white/replay?at=1",
    "/lobby",
)


def requests(game: str, key: str) -> list[bytes]:
    head = f"HTTP/1.1\r\nHost: localhost\r\nCookie: {PERSON}={key}\r\nAuthorization: Bearer {key}\r\n"
    bodies = [(path, body, "x-www-form-urlencoded") for path, texts in FORMS.items() for body in texts]
    bodies += [(path, body, "json") for path, body in OBJECTS.items()]
    asked = [f"GET {path} {head}\r\n" for path in PAGES]
    for path, body, kind in bodies:
        asked.append(f"POST {path} {head}Content-Type: application/{kind}\r\nContent-Length: {len(body)}\r\n\r\n{body}")
    return [text.replace("{game}", game).encode() for text in asked]


def answer_to(server: Server, data: bytes) -> bytes:
    with socket.create_connection(("localhost", server.port), timeout=10) as wire:
        wire.sendall(data)
        return wire.recv(65_536)


def test_any_bytes_leave_the_log_without_a_failure(server: Server) -> None:
    """Damaged requests, and damaged frames on the socket of a game's page, by somebody who holds the key to the seat."""
    _, made, _ = asked(f"{server.address}/api/games", {"settings": {"width": 5, "height": 5}})
    _, sat, _ = asked(f"{server.address}/api/sit", {"link": made["links"]["white"]})
    game, key = sat["address"].split("/")[3], sat["token"]
    opening = f"GET /g/{game}/white/live HTTP/1.1\r\n{SOCKET}Cookie: {PERSON}={key}\r\n"
    sound = requests(game, key)
    assert {b"200", b"201", b"303", b"409"} <= {answer_to(server, data)[9:12] for data in sound}

    @settings(suppress_health_check=list(HealthCheck))
    @given(data=damaged_inputs(sound, ("\r\n", ": ", "HTTP/1.1", "%ff")), frames=damaged_inputs(FRAMES))
    def send(data: bytes, frames: bytes) -> None:
        with socket.create_connection(("localhost", server.port), timeout=10) as wire:
            wire.sendall(data)
        for sent in (frames, ACTION + frame(0x81, b"\xff\xfe") + frames):  # the second ends it during an answer
            assert say(server, opening, [sent]) == b"HTTP/1.1 101"

    send()
    assert [line for line in logged(server) if line["level"] != "info"] == []


def test_a_log_without_requests_has_no_lines_about_clients(capsys: pytest.CaptureFixture[str]) -> None:
    root, below = logging.getLogger(), logging.getLogger("uvicorn.error")
    before, level, own, spoken = root.handlers[:], root.level, logbook.LOGGER.level, below.level
    root.handlers.clear()
    below.setLevel(logging.WARNING)  # as serve sets it
    try:
        for requests, lines in ((False, ["error"]), (True, ["info", "error"])):
            logbook.configure_logging(requests)
            below.warning("Invalid HTTP request received.")
            below.error("Exception in ASGI application\n", exc_info=RuntimeError("C3"))
            assert [json.loads(line)["level"] for line in capsys.readouterr().err.splitlines()] == lines
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        logbook.LOGGER.setLevel(own)
        below.setLevel(spoken)


def test_a_socket_on_which_nothing_can_be_sent_any_more_is_let_go(
    webapp: WebApp, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(webapp, width="3", height="3")
    hear = Socket._hear

    async def breaks(self: Socket, message: Any) -> None:
        if message["type"] == "websocket.send":
            raise OSError("gone")
        await hear(self, message)

    monkeypatch.setattr(Socket, "_hear", breaks)
    gone = made.seats["white"].listen(f"{made.at('white')}/live")
    assert gone.accepted
    assert gone._task.done()
    assert gone._task.exception() is None
    gc.collect()
    assert caplog.records == []
    assert made.act("black", "stone", "B2").status == 200
