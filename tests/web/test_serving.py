"""A real server on a real socket: short answers leave at once, and who waits is answered when it stops."""

import asyncio
import json
import socket
import sys
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.day_and_night import first_by_day
from tests.doors.programs import running
from tests.web.people import START, Server
from tests.web.wire import run_apart
from yurei.apps.web.serve import listen


def test_every_connection_sends_a_short_answer_at_once() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def asked(address: str, body: dict[str, Any] | None = None, token: str = "") -> tuple[int, dict[str, Any], str]:
    """What the server answers a program, and in how many seconds it is to ask again."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer), answer.headers.get("Retry-After", "")
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), error.headers.get("Retry-After", "")


def failures(log: Path) -> list[str]:
    """The lines of a log that are about something worse than a request that was answered."""
    return [line for line in log.read_text().splitlines() if json.loads(line)["level"] != "info"]


@pytest.mark.nightly  # by day test_limits.py asks the application without a server
def test_a_server_limits_requests_by_default(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", limited=True)
    server.start()
    try:
        _, made, _ = asked(f"{server.address}/api/games", {})
        _, sat, _ = asked(f"{server.address}/api/sit", {"link": made["links"]["white"]})
        answers = [asked(server.address + sat["address"], {"do": "settle"}, sat["token"]) for _ in range(50)]
        assert [status for status, _, _ in answers] == [409] * 50
        for _ in range(300):  # on a busy machine some more come in meanwhile
            if answers[-1][0] == 429:
                break
            answers.append(asked(server.address + sat["address"], {"do": "settle"}, sat["token"]))
    finally:
        server.stop()
    assert answers[-1] == (429, {"error": "too many requests; please wait a moment"}, "1")


def test_a_server_without_the_extra_names_it_and_runs(tmp_path: Path) -> None:
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
        assert "pip install '.[fast]'" in program.stderr.readline()


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def asks(server: Server, path: str, token: str) -> Ends:
    """Ask for something on a connection of one's own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    writer.write(head.encode())
    await writer.drain()
    return reader, writer


async def comes(ends: Ends) -> str:
    """All that still comes."""
    came = (await ends[0].read()).decode()
    ends[1].close()
    return came


async def everybody_waits(
    server: Server, tokens: list[tuple[str, str]], bots: list[str]
) -> tuple[list[str], list[str]]:
    """Let programs wait for news and bots listen, and stop the server: what each is answered, and what came on each stream."""
    streams = [await asks(server, "/api/stream", token) for token in bots]
    for reader, _ in streams:
        await reader.readuntil(b"event: ready")
    waiting = [await asks(server, f"{address}?since=99&wait=30", token) for address, token in tokens]
    await asyncio.to_thread(asked, f"{server.address}/health")  # which comes after all of them
    await asyncio.to_thread(server.stop)
    return [await comes(each) for each in waiting], [await comes(each) for each in streams]


@pytest.mark.parametrize(("programs", "bots"), first_by_day([(60, 10), (1000, 100)]))
def test_however_many_wait_while_the_server_stops_each_is_told_to_come_back(
    tmp_path: Path, programs: int, bots: int
) -> None:
    server = Server(tmp_path / "games.db", tmp_path / "log")
    server.start()
    sat = []
    for _ in range(4):
        links = asked(f"{server.address}/api/games", {})[1]["links"]
        sat += [asked(f"{server.address}/api/sit", {"link": links[seat]})[1] for seat in ("black", "white")]
    tokens = [(sat[number % len(sat)]["address"], sat[number % len(sat)]["token"]) for number in range(programs)]
    known = [asked(f"{server.address}/api/bots", {"name": f"Bot {number}"})[1]["token"] for number in range(bots)]
    answers, streams = run_apart(everybody_waits(server, tokens, known))
    assert Counter(answer.split()[1] for answer in answers) == {"503": programs}
    assert all("retry-after: 5\r\n" in answer.lower() for answer in answers)
    assert all(came.endswith("\r\n0\r\n\r\n") for came in streams), "each stream has ended as it should"
    assert failures(tmp_path / "log") == []
