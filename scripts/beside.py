"""Measure a try while programs think in other games: ``python scripts/beside.py``. Linux only.

A server of its own runs programs that think for two seconds a turn in four games. Its thinking processes are
stopped and
continued in turn, so that other load on the machine affects both measurements alike.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from yurei.apps.bench.pondering import SERVING, Pondering

ROUNDS, TRIES = 16, 8
"""Number of games, and of tries in each while programs think, and while they are stopped."""
POINTS = [f"{column}{row}" for row in range(1, 5) for column in "AJBH"]


class Asking:
    """A connection to the server."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[Any, float]:
        """Send a request; return the answer, and the milliseconds that it took."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        began = time.perf_counter()
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        text = answer.read()
        taken = 1000 * (time.perf_counter() - began)
        assert answer.status in (200, 201), text
        return json.loads(text), taken

    def game(self, **programs: str) -> dict[str, dict[str, str]]:
        """Make a game; return the tokens of its free chairs."""
        links = self.ask("POST", "/api/games", {"programs": programs})[0]["links"]
        return {
            chair: self.ask("POST", "/api/sit", {"link": links[chair]})[0]
            for chair in ("black", "white")
            if chair in links
        }

    def tries(self, sat: dict[str, str], point: str) -> float:
        """Return the milliseconds that a try takes."""
        return self.ask("POST", sat["address"], {"do": "stone", "point": point}, sat["token"])[1]


@contextmanager
def serving() -> Iterator[tuple[Asking, int]]:
    """Run a server with a thinking player; yield a connection and the process id."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", "0", "--no-browser", "--database", f"{folder}/games.db"]
        server = subprocess.Popen([sys.executable, "-c", SERVING, *words], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        try:
            yield Asking(int(address.rstrip("/").rpartition(":")[2])), server.pid
        finally:
            began = time.monotonic()
            server.terminate()
            server.wait()
            print(f"the server ended in {time.monotonic() - began:.2f} s")


def main() -> None:
    """Measure, and print the results."""
    taken: dict[signal.Signals, list[float]] = {signal.SIGCONT: [], signal.SIGSTOP: []}
    with serving() as (asking, pid):
        for _ in range(4):
            asking.game(black=Pondering.slug, white=Pondering.slug)
        time.sleep(4)
        thinking = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        for number in range(ROUNDS):
            game, points = asking.game(), iter(POINTS)
            for sign in sorted(taken, reverse=number % 2 == 0):
                for process in thinking:
                    os.kill(process, sign)
                time.sleep(0.2)
                taken[sign] += [asking.tries(game[("black", "white")[each % 2]], next(points)) for each in range(TRIES)]
        for process in thinking:
            os.kill(process, signal.SIGCONT)
        black = [asking.game(white=Pondering.slug)["black"] for _ in range(8)]
        own = [asking.tries(sat, "E5") for sat in black]
        looks = [asking.ask("GET", sat["address"], token=sat["token"])[1] for sat in black]
    beside, else_ = (median(taken[sign]) for sign in taken)
    print(f"a try while programs think in 4 other games: {beside:.1f} ms; while they are stopped: {else_:.1f} ms")
    print(f"that is {beside / else_:.2f} times as long; {ROUNDS * TRIES} tries each")
    print(
        f"one's own stone against such a program: {median(own):.1f} ms; a look while it thinks: {median(looks):.1f} ms"
    )


if __name__ == "__main__":
    main()
