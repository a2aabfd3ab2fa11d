"""The arena at a server's table: the server referees, and one of ours sits down by HTTP."""

from __future__ import annotations

import socket

import pytest

from tests.doors.web.people import Server
from yurei import players
from yurei.apps.arena import Local, Schedule, run
from yurei.apps.arena.chairs import unwatched
from yurei.apps.arena.contestants import all_of
from yurei.apps.arena.played import Played
from yurei.apps.arena.servers import check, play_on_server
from yurei.errors import BadValue
from yurei.players import Budget
from yurei.records import Entry, replay
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK
from yurei.rules.state import EndedBy


def visit(address: str, seat: str, given: dict[str, object] | None = None) -> Played:
    settings = read_settings({"width": 4, "height": 4, **(given or {})})
    return play_on_server(address, settings, seat, players.get("simple", 5), Budget(playouts=1), unwatched)


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


def test_a_server_that_refuses_has_lost(server: Server) -> None:
    played = visit(server.address + "/nobody", "black")
    assert played.trouble is not None
    assert played.trouble.seat == "white"
    assert played.trouble.reason.startswith("refuses: there is no player 'nobody'")
    assert (played.result.winner, played.result.by) == (BLACK, EndedBy.ABSENCE)


def test_a_server_that_is_not_there_has_lost() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        played = visit(f"http://127.0.0.1:{free.getsockname()[1]}", "black")
    assert played.trouble is not None
    assert played.trouble.reason.startswith("cannot be asked: ")


def test_what_a_server_cannot_play_is_said_beforehand() -> None:
    with pytest.raises(BadValue, match="leave --setup out"):
        check(read_settings({}), "...")
    with pytest.raises(BadValue, match="not rengo"):
        check(read_settings({"seating": "rengo"}), None)
