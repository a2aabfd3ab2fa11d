"""One address that asks for much: thirty games of the slowest program, or a hundred tables; others are answered all the same."""

import json
import re
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlencode

import pytest

from tests.web.people import Server

GREEDY, OTHER = "198.51.100.1", "203.0.113.2"
TRIES = 20


class Client:
    """A browser at some address behind a proxy.

    Args:
        server: Where it goes.
        address: Its address, as the proxy says it.
    """

    def __init__(self, server: Server, address: str) -> None:
        self._server, self._address = server, address
        self._cookies: dict[str, str] = {}
        self.statuses: list[int] = []

    def asks(self, path: str, form: Mapping[str, str] | None = None, **more: str) -> str:
        """Ask for a page; its text, or where it leads."""
        headers = {"Host": f"localhost:{self._server.port}", "X-Forwarded-For": self._address, "Accept-Language": "en"}
        headers |= {"Origin": self._server.address, "Content-Type": "application/x-www-form-urlencoded"} | more
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        connection = HTTPConnection("127.0.0.1", self._server.port, timeout=120)
        connection.request("GET" if form is None else "POST", path, urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, kept = value.partition(";")[0].partition("=")
                self._cookies[cookie] = kept
        text = answer.read().decode()
        connection.close()
        self.statuses.append(answer.status)
        return answer.getheader("Location") or text

    def makes(self, **form: str) -> str:
        """Make a game; one's own page of it."""
        wish = {"ruleset": "go", "referee": "kriegspiel", "size": "9", "colour": "black", **form}
        table = self.asks("/games", wish)
        assert table.startswith("/g/"), f"{self.statuses[-1]}: {table[:100]}"
        return table

    def is_to_move(self, table: str) -> bool:
        """Whether it is one's turn."""
        return re.search(r'id="turn"[^>]*class="[^"]*yours', self.asks(table)) is not None

    def tries(self, table: str, point: str, do: str = "stone") -> None:
        """Try a point."""
        self.asks(table, {"do": do, "at": point})


@pytest.fixture
def behind_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server as it is by default, behind a proxy."""
    server = Server(tmp_path / "games.db", limited=True)
    monkeypatch.setenv("YUREI_PUBLIC_URL", server.address)
    server.start()
    yield server
    server.stop()


def waits_for_programs(client: Client) -> None:
    """Wait until what programs need is compiled."""
    began = monotonic()
    while "being compiled" in client.asks("/"):
        assert monotonic() - began < 400
        sleep(1)


def points() -> Iterator[str]:
    """Points of a 9x9 board, far from each other."""
    return (f"{column}{row}" for row in (5, 3, 7) for column in "ABCDEFGHJ")


def answered(client: Client, table: str, point: str) -> float:
    """Try a point; the seconds until it is one's turn again."""
    before = monotonic()
    client.tries(table, point)
    while not client.is_to_move(table):
        assert monotonic() - before < 100
        sleep(0.05)
    return monotonic() - before


def slowest_turn(client: Client, table: str) -> float:
    """Return how long the slowest of five turns of a program takes while nobody else waits for one."""
    tried = points()
    return max(answered(client, table, next(tried)) for _ in range(5))


def plays_on(tables: list[tuple[Client, str]], ended: Event, chance: Random) -> None:
    """Try something at each table at which the program has answered."""
    while not ended.is_set():
        for client, table in tables:
            ended.wait(0.2)  # it is their programs that are many, and not their requests
            if client.is_to_move(table):
                client.tries(table, f"{chance.choice('ABCDEFGHJ')}{chance.randint(1, 9)}")


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_thirty_slow_games_of_one_address_delay_no_quick_answer_for_another(behind_proxy: Server) -> None:
    people, other = [Client(behind_proxy, GREEDY) for _ in range(3)], Client(behind_proxy, OTHER)
    waits_for_programs(other)
    slow = {"opponent": "yurei", "program": "yurei:level=5"}
    alone = slowest_turn(people[0], people[0].makes(**slow))
    tables = [(each, each.makes(**slow)) for each in people for _ in range(10)]
    ended = Event()
    attack = Thread(target=plays_on, args=(tables, ended, Random(1)))
    attack.start()
    took, tried = list[float](), points()
    try:
        sleep(5)
        table = other.makes(opponent="yurei", program="yurei:level=2")
        while len(took) < TRIES:
            took.append(answered(other, table, next(tried)))
    finally:
        ended.set()
        attack.join()
    waiting = [not client.is_to_move(each) for client, each in tables].count(True)
    print(
        json.dumps({"a slow turn": round(alone, 2), "seconds": [round(each, 2) for each in took], "waiting": waiting})
    )
    assert waiting >= 20, "they waited all the time"
    assert max(took) < max(3, alone), "less than a slow turn, which takes two seconds on an idle machine"


@pytest.mark.nightly
@pytest.mark.timeout(300)
def test_marks_at_a_hundred_tables_of_one_address_delay_nobody_much(behind_proxy: Server) -> None:
    """Both seats of a hundred large boards belong to one address, which marks points as fast as it can."""
    other = Client(behind_proxy, OTHER)
    own = other.makes(opponent="solo", referee="open")
    people, tables = [Client(behind_proxy, GREEDY) for _ in range(10)], list[tuple[Client, str]]()
    for number in range(100):
        client = people[number % 10]
        tables.append((client, client.makes(opponent="solo", size="25")))

    def answers(seconds: float) -> list[float]:
        took, began, numbers = [], monotonic(), count()
        while monotonic() - began < seconds:
            number, before = next(numbers), monotonic()
            other.tries(own, f"{'ABCDEFGHJ'[number % 9]}{1 + number // 9 % 9}", "pencil-cross")
            took.append(1000 * (monotonic() - before))
            sleep(max(0.0, 0.25 - took[-1] / 1000))
        return took

    ended = Event()

    def mark(client: Client) -> None:
        while not ended.is_set():
            for each, table in tables:
                if each is client and not ended.is_set():
                    client.tries(table, "M13", "pencil-cross")

    quiet = answers(20)
    attack = [Thread(target=mark, args=(client,)) for client in people]
    for thread in attack:
        thread.start()
    attacked = answers(30)
    ended.set()
    for thread in attack:
        thread.join()
    done = [status for client in people for status in client.statuses]
    without, beside = (sorted(waits)[int(0.99 * len(waits))] for waits in (quiet, attacked))
    print(json.dumps({"without": without, "beside": beside, "done": len(done), "refused": done.count(429)}))
    assert set(other.statuses) <= {200, 303}
    assert beside < 500
