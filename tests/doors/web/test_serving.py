"""A real server on a real socket: short answers leave at once, and who waits is answered when it stops."""

from __future__ import annotations

import json
import socket
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.doors.programs import running
from tests.doors.web.people import START, Server
from yurei.apps.web.serve import listen


def test_every_connection_sends_a_short_answer_at_once() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def asked(address: str, body: dict[str, Any] | None = None, token: str = "") -> tuple[int, dict[str, Any]]:
    """What the server answers a program."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_who_waits_while_the_server_stops_is_told_to_ask_again(own_server: Server) -> None:
    _, made = asked(f"{own_server.address}/api/games", {})
    _, sat = asked(f"{own_server.address}/api/sit", {"link": made["links"]["white"]})
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(asked, f"{own_server.address}{sat['address']}?since=9&wait=20", None, sat["token"])
        while (
            asked(f"{own_server.address}{sat['address']}", None, sat["token"])[0] != 200 or waiting.running() is False
        ):
            pass
        own_server.stop()
        status, said = waiting.result(timeout=20)
    assert (status, said) == (503, {"error": "this server stops for now; nothing is lost, ask again in a moment"})


def test_a_server_without_the_extra_says_so_and_plays(tmp_path: Path) -> None:
    without = f"import sys; sys.modules['numba'] = None; {START}"
    words = [
        sys.executable,
        "-c",
        without,
        "serve",
        "--port",
        "0",
        "--database",
        str(tmp_path / "games.db"),
        "--no-browser",
    ]
    with running(words, text=True) as program:
        assert program.stderr is not None
        assert "pip install 'yurei[fast]'" in program.stderr.readline()
