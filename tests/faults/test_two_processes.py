"""Two processes of `yurei serve` on one PostgreSQL: Black plays at one, White at the other; one is killed, and both go on at the one that is left."""

import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from tests.faults.postgres import Postgres
from tests.web.people import Server


def asks(server: Server, path: str, wish: object = None, token: str = "") -> dict[str, Any]:
    """What a program is answered."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = None if wish is None else json.dumps(wish).encode()
    with urlopen(Request(f"{server.address}{path}", body, headers), timeout=60) as answer:
        heard: dict[str, Any] = json.load(answer)
        return heard


@pytest.mark.nightly
def test_a_game_goes_on_where_one_of_two_processes_is_killed(postgres: Postgres) -> None:
    address = postgres.new().replace("+psycopg", "")
    here, there = Server(Path("/")), Server(Path("/"))
    for server in (here, there):
        server.database = address  # type: ignore[assignment]
        server.start()
    made = asks(here, "/api/games", {"settings": {"ruleset": "go", "referee": "common", "width": 5, "height": 5}})
    black = asks(here, "/api/sit", {"link": made["links"]["black"]})
    white = asks(there, "/api/sit", {"link": made["links"]["white"]})

    def tries(server: Server, who: dict[str, Any], point: str, name: str) -> dict[str, Any]:
        return asks(server, who["address"], {"do": "stone", "point": point, "id": name}, who["token"])

    def waits(server: Server, who: dict[str, Any], since: int) -> dict[str, Any]:
        return asks(server, f"{who['address']}?since={since}&wait=20", None, who["token"])

    for number, (first, second) in enumerate((("C3", "D4"), ("B2", "B4"))):
        done = tries(here, black, first, f"b{number}")
        assert waits(there, white, done["number"] - 1)["your_turn"]
        done = tries(there, white, second, f"w{number}")
        assert waits(here, black, done["number"] - 1)["your_turn"]
    seen = asks(here, black["address"], None, black["token"])
    here.kill()
    assert asks(there, black["address"], None, black["token"]) == seen
    assert tries(there, black, "B2", "b1")["number"] == seen["number"], "he has heard no answer, and asks again"
    assert tries(there, black, "D4", "b2")["heard"][-1]["verdict"] == "illegal", "White stands there"
    assert tries(there, black, "A1", "b3")["to_move"] == "white"
    here.start()
    assert waits(here, white, seen["number"])["your_turn"]
    for server in (here, there):
        server.stop()


@pytest.fixture(scope="module")
def processes(postgres: Postgres) -> Iterator[list[Server]]:
    """Two processes on one database."""
    address = postgres.new().replace("+psycopg", "")
    servers = [Server(Path("/")), Server(Path("/"))]
    for server in servers:
        server.database = address  # type: ignore[assignment]
        server.start()
    yield servers
    for server in servers:
        server.stop()


class Browser:
    """A browser behind what spreads the load: each of its requests goes to another process than the last one.

    Args:
        processes: Where they are.
        first: To which of them the first request goes.
    """

    def __init__(self, processes: list[Server], first: int = 0) -> None:
        self._processes, self._turn = processes, count(first)
        self._opener = build_opener(HTTPCookieProcessor())

    def asks(self, path: str, form: Mapping[str, str] | None = None) -> tuple[str, str]:
        """Ask for a page, and follow where it leads: the address in the end, and the page; of an error its number."""
        for _ in range(5):
            server = self._processes[next(self._turn) % len(self._processes)]
            headers = {"Origin": server.address, "Accept-Language": "en"}
            data = None if form is None else urlencode(form).encode()
            request = Request(f"{server.address}{path}", data, headers)
            try:
                with self._opener.open(
                    request, timeout=60
                ) as answer:  # which follows a redirection at the same process
                    return answer.url.removeprefix(server.address), answer.read().decode()
            except HTTPError as error:
                if error.code == 307:  # to see whether cookies come back
                    path = error.headers["Location"]
                    continue
                return str(error.code), error.read().decode()
        raise AssertionError(path)


WISH = {"opponent": "anybody", "ruleset": "go", "referee": "common", "size": "5", "colour": "random"}


def test_equal_wishes_at_two_processes_at_the_same_time_find_each_other(processes: list[Server]) -> None:
    with ThreadPoolExecutor(2) as both:
        for number in range(10):
            pair = [Browser(processes, each) for each in (0, 1)]
            wish = WISH | {"size": f"{5 + number}"}
            led = sorted(both.map(lambda each, wish=wish: each.asks("/games", wish)[0], pair))
            assert led[0].startswith("/g/"), led
            assert led[1] == "/lobby", led
            game = led[0].split("/")[2]
            for each in pair:
                assert f"/g/{game}/" in each.asks("/lobby")[1] + each.asks("/you")[1], "both sit there"
            _, stranger = Browser(processes, number).asks("/lobby")
            assert 'action="/lobby/' not in stranger, "nobody waits any more"


def test_a_challenge_is_seen_accepted_and_withdrawn_at_another_process(processes: list[Server]) -> None:
    ota, sei = Browser(processes, 0), Browser(processes, 1)
    ota.asks("/games", {**WISH, "nickname": "Ota"})
    _, page = sei.asks("/lobby")
    (accept,) = re.findall(r'action="(/lobby/[^"/]*)"', page)
    assert "Ota" in page
    assert sei.asks(f"{accept}/withdraw", {})[0] == "403"
    assert ota.asks(f"{accept}/withdraw", {})[0] == "/lobby"
    assert sei.asks(accept, {})[0] == "404"
    ota.asks("/games", WISH)
    ota.asks("/lobby")
    (accept,) = re.findall(r'action="(/lobby/[^"/]*)"', sei.asks("/lobby")[1])
    table, _ = sei.asks(accept, {})
    assert table.startswith("/g/")
    assert table.split("/")[2] in ota.asks("/lobby")[1]


@pytest.mark.nightly
def test_a_challenge_lapses_where_its_makers_process_was_killed(processes: list[Server]) -> None:
    here, there = processes
    Browser([here]).asks("/games", {**WISH, "nickname": "Ota"})
    stranger = Browser([there])
    assert "Ota" in stranger.asks("/lobby")[1]
    here.kill()
    began = monotonic()
    while "Ota" in stranger.asks("/lobby")[1]:
        assert monotonic() - began < 60
        sleep(1)
    here.start()
