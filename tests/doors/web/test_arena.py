"""The arena at a server's table: the server referees, and one of ours sits down by HTTP."""

from __future__ import annotations

import socket
import threading
import urllib.request
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import pytest

from tests.doors.test_cli import yurei
from tests.doors.web.people import Server
from yurei import players
from yurei.apps.arena import Local, NoGame, Schedule, Standing, run, servers
from yurei.apps.arena.contestants import all_of
from yurei.apps.arena.played import Played
from yurei.apps.arena.servers import check, play_on_server
from yurei.errors import BadValue
from yurei.players import Budget
from yurei.players.simple import Simple
from yurei.records import Entry, replay
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK
from yurei.rules.state import EndedBy, Try, stone


def visit(address: str, seat: str, given: dict[str, object] | None = None) -> Played:
    settings = read_settings({"width": 4, "height": 4, **(given or {})})
    return play_on_server(
        address, settings, seat, players.get("simple", 5), Budget(playouts=1), lambda seat, patience: None
    )


@pytest.mark.parametrize(
    ("seat", "given"),
    [("black", {}), ("white", {"referee": "fog"}), ("black", {"ruleset": "alter-igo", "referee": "hamburg"})],
    ids=["black", "white in fog", "alter igo"],
)
def test_a_game_is_played_at_a_servers_table(server: Server, seat: str, given: dict[str, object]) -> None:
    played = visit(f"{server.address}/uniform", seat, given)
    assert played.trouble is None
    again = Table.of(played.record.settings)
    assert all(answer for _, answer in replay(played.record, again))
    assert again.result == played.result  # nothing is taken for dead
    ours = [entry for entry in played.record.entries if isinstance(entry, Entry) and entry.seat == seat]
    assert 0 < len(ours) < len(played.record.entries) == len(played.seconds)


def test_a_server_meets_one_of_ours_in_the_arena(server: Server) -> None:
    contestants = all_of(["simple", f"{server.address}/uniform"], Budget(playouts=1))
    settings = read_settings({"width": 3, "height": 3})
    standing = run(Schedule(settings, None, contestants, 2, False, 1), Local(1))
    assert (standing.games, standing.wrong) == (2, [])
    assert standing.took[f"{server.address}/uniform"].turns == 0 < standing.took["simple"].turns


class Between(BaseHTTPRequestHandler):
    """A proxy that answers some requests in the server's place."""

    server: Proxy

    def do_GET(self) -> None:
        self._pass_on(None)

    def do_POST(self) -> None:
        self._pass_on(self.rfile.read(int(self.headers["Content-Length"])))

    def _pass_on(self, body: bytes | None) -> None:
        if not (instead := next(self.server.instead, None)):
            headers = {name: value for name in HEADERS if (value := self.headers.get(name))}
            with urllib.request.urlopen(
                urllib.request.Request(self.server.behind + self.path, body, headers)
            ) as answer:
                instead = (answer.status, {}, answer.read())
        status, headers, said = instead
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(said))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


HEADERS = ("Authorization", "Content-Type")
Instead = tuple[int, dict[str, str], bytes]


class Proxy(ThreadingHTTPServer):
    """A proxy in front of a server.

    Args:
        behind: The address of the server.
        instead: An answer for each request that comes; None to pass the request on.
    """

    def __init__(self, behind: str, instead: Iterable[Instead | None]) -> None:
        super().__init__(("127.0.0.1", 0), Between)
        self.behind, self.instead = behind, iter(instead)
        self.address = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


def busy(status: int, **headers: str) -> Instead:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, named, b'{"error": "please wait a moment"}'


@pytest.fixture
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "PAUSE", 0.01)


@pytest.mark.by_day(one_in=5)
@pytest.mark.usefixtures("short_pause")
@pytest.mark.parametrize(
    "refusal",
    [
        busy(429, Retry_After="0"),
        busy(503, Retry_After="0"),
        busy(429),
        busy(503, Retry_After="soon"),
        busy(429, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
    ],
    ids=["429", "503", "without a time", "with a word", "with a date"],
)
def test_a_busy_server_is_asked_again_and_nobody_loses_by_it(server: Server, refusal: Instead) -> None:
    with Proxy(server.address, [refusal, None] * 6) as proxy:
        played = visit(f"{proxy.address}/uniform", "black")
    assert next(proxy.instead, None) is None, "each refusal was met"
    assert played.trouble is None
    assert played.result.by is EndedBy.SCORE


def test_the_worker_is_told_for_how_long_a_busy_server_is_waited_for(server: Server) -> None:
    calls: list[tuple[str, float]] = []
    settings = read_settings({"width": 3, "height": 3})
    with Proxy(server.address, [busy(429, Retry_After="1")]) as proxy:
        player, watch = players.get("uniform", 5), lambda seat, seconds: calls.append((seat, seconds))
        play_on_server(f"{proxy.address}/uniform", settings, "black", player, Budget(seconds=0.1), watch)
    white = [seconds for seat, seconds in calls if seat == "white"]
    assert white[1] == white[0] + 1


@pytest.mark.by_day(one_in=3)
@pytest.mark.usefixtures("short_pause")
@pytest.mark.parametrize(
    ("instead", "reason"),
    [
        ([busy(500)], "refuses with status 500: please wait a moment"),
        ([None, None, None, busy(404)], "refuses with status 404"),
        ([busy(503, Retry_After="86400")], "refuses with status 503"),
        ([(200, {}, b"<html>")], "no JSON"),
        ([None, (200, {}, b"{}")], "makes no sense"),
        ([None, None, (200, {}, b"[]")], "makes no sense"),
    ],
    ids=["an error", "an error in the game", "a day's wait", "a page", "no token", "no view"],
)
def test_a_game_that_a_server_does_not_finish_is_no_result(server: Server, instead: list[Any], reason: str) -> None:
    with Proxy(server.address, instead) as proxy, pytest.raises(NoGame, match=reason):
        visit(f"{proxy.address}/uniform", "black")


def test_a_program_that_a_server_does_not_have_is_no_result(server: Server) -> None:
    with pytest.raises(NoGame, match="refuses with status 404: there is no player 'nobody'"):
        visit(server.address + "/nobody", "black")


def test_a_server_that_is_not_there_is_no_result_and_ends_the_arena() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    contestants = all_of(["simple", address], Budget(playouts=1))
    schedule = Schedule(read_settings({"width": 3, "height": 3}), None, contestants, 2, False, 1)
    standing = Standing(schedule)
    with pytest.raises(NoGame, match="cannot be asked"):
        run(schedule, Local(1), standing=standing)
    assert standing.games == 0


def test_the_command_says_that_a_game_did_not_take_place(server: Server) -> None:
    words = ["uniform", f"{server.address}/nobody", "--size", "3", "--games", "2", "--jobs", "1"]
    done = yurei("arena", *words)
    assert done.exit_code == 1
    assert "a game did not take place and is no result" in done.stderr
    assert "0 of 2 games" in done.stdout


class Stubborn(Simple):
    """A player that tries a point on which its own stone stands."""

    def decide(self, budget: Budget) -> Try:
        own = [point for point, cell in enumerate(self.view.board) if cell == BLACK]
        return stone(own[0]) if own else super().decide(budget)


def test_a_try_that_the_server_calls_none_is_the_players_fault(server: Server) -> None:
    settings = read_settings({"width": 3, "height": 3})
    played = play_on_server(f"{server.address}/uniform", settings, "black", Stubborn(1), Budget(), lambda *_: None)
    assert played.trouble is not None
    assert (played.trouble.seat, played.result.by) == ("black", EndedBy.RESIGNATION)


def test_options_that_a_server_cannot_play_are_refused_beforehand() -> None:
    with pytest.raises(BadValue, match="leave --setup out"):
        check(read_settings({}), "...")
    with pytest.raises(BadValue, match="not rengo"):
        check(read_settings({"seating": "rengo"}), None)
    with pytest.raises(BadValue, match="leave --most out"):
        check(read_settings({}), None, 20)
