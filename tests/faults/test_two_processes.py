"""Two processes of `yurei serve` on one PostgreSQL: Black plays at one, White at the other; one is killed, and both go on at the one that is left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.doors.web.people import Server
from tests.doors.web.test_load import measured
from tests.faults.postgres import Postgres


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


@pytest.mark.nightly
def test_the_load_of_many_games_is_shared_by_two_processes(postgres: Postgres) -> None:
    place = postgres.new().replace("+psycopg", "")
    words = ["--games", "4", "--every", "0.4", "--watchers", "4", "--seconds", "2"]
    found, figures = measured(*words, "--database", place, "--processes", "2")
    assert figures["tries that went wrong"] == 0, found["notes"]
    assert found["rounds"] == 20
    assert "PostgreSQL, 2 processes" in found["notes"][0]
    assert place not in json.dumps(found)
