"""A server under a load of browsers, by the command that measures it."""

import asyncio
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random
from threading import Thread
from typing import Any

import pytest

from research.tests.command import PROGRAM, bench
from tests.faults.postgres import Postgres
from tests.web.wire import run_apart
from yurei.rules.points import size_of
from yurei_research.bench.load import Line, LoadFigures, Page, Table


def measured(*words: str, **environment: str) -> tuple[dict[str, Any], dict[str, float]]:
    """What the command prints; and its figures."""
    command, env = [*PROGRAM, "server", *words, "--json"], os.environ | environment
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, env=env)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found, {figure["what"]: figure["value"] for figure in found["figures"]}


def test_a_server_is_measured_by_people_who_play_and_watch() -> None:
    words = ["--games", "2", "--every", "0.04", "--watchers", "4", "--seconds", "2", "--idle", "5"]
    found, figures = measured(*words)
    assert figures["tries that went wrong"] == 0, found["notes"]
    assert figures["games that were refused for now"] == 0
    # Pages ask when they are opened and when their game has ended: the first games do, and the next are made.
    assert 0 < figures["the number of somebody's turns asked for"] < figures["tries"]
    assert found["rounds"] == 100  # two games, fifty tries each
    for what in ("until a try is answered", "until the opponent is shown it"):
        assert 0 < figures[f"{what}, half"] <= figures[f"{what}, 99 of 100"] <= figures[f"{what}, all"] < 20_000


def test_a_server_that_does_not_start_is_reported_in_one_sentence() -> None:
    words = ["server", "--database", "postgresql://nobody@127.0.0.1:1/none"]
    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    first, *_, last = done.stderr.strip().splitlines()
    assert "the database cannot be opened" in first
    assert last == "yurei: the server that was to be measured has not started; what it said stands above"


@pytest.mark.nightly
def test_the_load_of_many_games_is_shared_by_two_processes(postgres: Postgres) -> None:
    place = postgres.new().replace("+psycopg", "")
    words = ["--games", "4", "--every", "0.4", "--watchers", "4", "--seconds", "2"]
    found, figures = measured(*words, "--database", place, "--processes", "2")
    assert figures["tries that went wrong"] == 0, found["notes"]
    assert found["rounds"] == 20
    assert "PostgreSQL, 2 processes" in found["notes"][0]
    assert place not in json.dumps(found)


@pytest.mark.nightly
def test_games_that_are_refused_are_counted_apart() -> None:
    words = ["--games", "3", "--every", "0.5", "--watchers", "2", "--seconds", "8", "--overload", "4"]
    _, figures = measured(*words, YUREI_CONNECTIONS="24")
    asked = figures["more games that were asked for"]
    assert asked >= 16, "four a second come for four seconds, and who has ended a game asks for another"
    assert 0 < figures["of them refused for now"] < asked
    assert figures["tries in those that were not"] > 0
    assert figures["until a try is answered while more games are asked for, 99 of 100"] > 0


def answering(*statuses: int) -> AbstractContextManager[str]:
    """A server that answers requests so, one after the other; where it is."""
    left = list(statuses)

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(left.pop(0))
            self.send_header("Retry-After", "7")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing is said."""

    @contextmanager
    def running() -> Iterator[str]:
        with HTTPServer(("127.0.0.1", 0), Answers) as server:
            thread = Thread(target=server.serve_forever, args=(0.01,))
            thread.start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()
            thread.join()

    return running()


def test_a_request_told_to_come_back_counts_as_refused_and_any_other_status_as_an_error() -> None:
    found = LoadFigures()

    async def ask(address: str) -> None:
        table = Table(Line(address), size_of(9), Random(1), found)
        for _ in range(3):
            await table.try_at(0.0)  # where no game goes on, one is asked for
            assert not table.playing
        await asyncio.sleep(0.05)  # connections close a moment later

    with answering(503, 429, 500) as address:
        run_apart(ask(address))
    assert (found.asked, found.refused) == (3, 2)
    assert found.errors == {"a game could not be made: ConnectionError": 1}
    assert not found.before.answered


def test_a_page_asks_for_the_number_of_turns_when_its_game_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def does(page: Page, do: str, at: str, request: str) -> int:
        asked.append(do)
        return 200

    async def look() -> list[int]:
        page, counts = Page(), list[int]()
        for number, kind in enumerate(("playing", "playing", "ended")):
            page.receive(
                json.dumps({"number": number, "table": f'<div id="table" class="{kind}">'}, separators=(",", ":"))
            )
            await asyncio.sleep(0.01)
            counts.append(page.asked)
        return counts

    monkeypatch.setattr(Page, "does", does)
    assert run_apart(look()) == [0, 0, 1]
    assert asked == ["turns"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--games", "0"), "--games is a whole number from 1 to 20000, not 0"),
        (("--every", "0"), "--every is a number of seconds above 0"),
        (("--overload", "-1"), "--overload is a number of games a second from 0 to 20000, not -1"),
        (("--processes", "0"), "--processes is a whole number from 1 to 64, not 0"),
        (("--processes", "2"), "several processes share a PostgreSQL: name it with --database"),
        (("--database", "games.db"), "--database is postgresql://USER@HOST/NAME"),
    ],
)
def test_a_load_has_its_bounds(words: tuple[str, str], why: str) -> None:
    shown = bench("server", *words)
    assert shown.exit_code == 2
    assert why in shown.stderr


@pytest.mark.nightly
def test_a_server_that_is_killed_in_the_middle_is_measured_until_it_answers() -> None:
    words = ["--games", "4", "--tries", "3", "--rounds", "1", "--json"]
    done = subprocess.run([*PROGRAM, "restart", *words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    figures = {figure["what"]: figure["value"] for figure in json.loads(done.stdout)["figures"]}
    steps = [
        "health is answered",
        "the page of a game is answered",
        "a try is answered",
        "all have looked at all games",
    ]
    waits = [figures[f"until {step}, median"] for step in steps]
    assert waits[0] > 0
    assert waits == sorted(waits)


def test_a_restart_has_its_bounds() -> None:
    shown = bench("restart", "--games", "2", "--rounds", "3")
    assert shown.exit_code == 2
    assert "--games is a whole number from 3 to 20000, not 2" in shown.stderr
