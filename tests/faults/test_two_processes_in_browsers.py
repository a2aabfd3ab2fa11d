"""Two people at two processes on one PostgreSQL play one game in their browsers; one process is killed in the middle of a try."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.doors.web.forwarder import Forwarder
from tests.doors.web.people import Club as People
from tests.doors.web.people import Person, Server
from tests.faults.postgres import Postgres


@pytest.fixture
def database(postgres: Postgres) -> str:
    """A new database, as a host names it."""
    return postgres.new().replace("+psycopg", "")


@pytest.fixture
def servers(database: str) -> Iterator[list[Server]]:
    """Two processes on it."""
    servers = [Server(Path("/")), Server(Path("/"))]
    for server in servers:
        server.database = database  # type: ignore[assignment]
        server.start()
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
def ways(servers: list[Server]) -> Iterator[list[Forwarder]]:
    """A way to each of them, such as what spreads the load has: it can lead to the other one, too."""
    ways = [Forwarder(server.port) for server in servers]
    yield ways
    for way in ways:
        way.close()


def tried(database: str, game: str) -> list[tuple[str, str]]:
    """Every try of a game, as it is kept."""
    with psycopg.connect(database) as asking:
        wanted = "SELECT chair, what FROM events WHERE game = %s AND kind = 'try' ORDER BY number"
        return asking.execute(wanted, (game,)).fetchall()


@pytest.mark.nightly
@pytest.mark.timeout(180)
def test_a_game_goes_on_in_browsers_where_one_of_two_processes_is_killed(
    database: str, servers: list[Server], ways: list[Forwarder], new_context: Callable[..., BrowserContext]
) -> None:
    here, there = servers
    come = [People(lambda way=way, **traits: new_context(base_url=way.address, service_workers="block", **traits)) for way in ways]  # fmt: skip
    black, white = (people.person() for people in come)
    links = come[0].makes(black, width="5", referee="common")
    white.sits_down(ways[1].leads_to(links["white"]))
    game, played = black.page.url.split("/")[4], list[tuple[str, str]]()

    def tries(own: Person, other: Person, point: str, then: str = "has moved") -> None:
        mover = "Black" if own is black else "White"
        own.tries(point)
        played.append((mover.lower(), point))
        for person in (own, other):
            if then == "has moved":
                person.hears(f"{mover} has moved, {'White' if own is black else 'Black'} to play.")
            else:
                person.hears(then)

    tries(black, white, "C3")
    tries(white, black, "D4")
    tries(black, white, "D4", "Illegal move.")
    tries(black, white, "B2")
    black.takes("pencil-cross")
    black.tries("E5")
    expect(black.point("E5")).to_have_attribute("aria-label", "E5, pencil: crossed out")
    black.takes("stone")
    tries(white, black, "B4")
    black.page.fill("#say", "A good game to you!")
    black.page.keyboard.press("Enter")
    expect(white.page.locator("#talk li")).to_have_count(1)
    heard = white.lines

    # Black's process writes his try down, and dies before his try is answered.
    ways[0].losing = True
    black.tries("A1")
    played.append(("black", "A1"))
    white.hears("Black has moved, White to play.")
    expect(black.page.locator("#sending")).to_have_text("No answer yet; sending again …")
    here.kill()
    expect(black.page.locator("#connection")).not_to_be_empty()
    ways[0].losing = False
    ways[0].moves(there.port)

    for sign in ("#sending", "#connection"):
        expect(black.page.locator(sign)).to_be_empty()
    black.hears("Black has moved, White to play.")
    black.sees("A1 black, B2 black, C3 black")
    white.sees("B4 white, D4 white")
    expect(black.point("E5")).to_have_attribute("aria-label", "E5, pencil: crossed out")
    expect(black.page.locator("#talk li")).to_have_count(1)
    assert white.lines == ["Black has moved, White to play.", *heard], "White was told once"
    assert tried(database, game) == played

    tries(white, black, "E5")
    tries(black, white, "E5", "Illegal move.")
    tries(black, white, "A2")

    # It is started anew, and White is led there.
    here.start()
    ways[1].moves(here.port)
    tries(white, black, "D2")
    tries(black, white, "C1")
    black.sees("A1 black, A2 black, B2 black, C1 black, C3 black")
    white.sees("B4 white, D2 white, D4 white, E5 white")
    assert tried(database, game) == played
    white.resigns()
    for person in (black, white):
        person.hears("Black wins by resignation.")
