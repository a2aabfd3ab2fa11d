"""The answer to what somebody does is lost after it has happened: his page asks again with the same id, and it happens once."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.web.forwarder import Forwarder
from tests.web.people import Club, Person, Server

AGAIN = "No answer yet; sending again …"
UNKNOWN = "No answer from the server. Check the board before you try again: your move may have been played."


@pytest.fixture
def way(server: Server) -> Iterator[Forwarder]:
    """What stands before the server."""
    way = Forwarder(server.port)
    yield way
    way.close()


@pytest.fixture
def behind(way: Forwarder, new_context: Callable[..., BrowserContext]) -> Club:
    """People who come by this way."""
    return Club(lambda **traits: new_context(base_url=way.address, service_workers="block", **traits))


def deeds(page: Page) -> list[str]:
    """The ids of all deeds that a page sends from now on, as they are sent: over its socket, or as requests."""
    found: list[str] = []

    def keep(request: Request) -> None:
        if request.method == "POST":
            found.append(parse_qs(request.post_data or "")["request"][0])

    page.on("request", keep)

    def hear(frame: str | bytes) -> None:
        asked = json.loads(frame)
        if asked["do"] != "turns":  # that a page asks by itself
            found.append(asked["id"])

    page.on("websocket", lambda opened: opened.on("framesent", hear))
    page.reload()
    expect(page.locator("#at-black")).to_contain_text("(connected)")
    return found


def kept(server: Server, person: Person, kind: str) -> list[tuple[str, str]]:
    """What is written down of a kind of deed in somebody's game: who has done it, and with which id."""
    game = urlsplit(person.page.url).path.split("/")[2]
    with closing(sqlite3.connect(server.database)) as database:
        wanted = "SELECT chair, request FROM events WHERE game = ? AND kind = ? ORDER BY number"
        return list(database.execute(wanted, (game, kind)))


def loses(way: Forwarder, person: Person, sent: list[str], do: Callable[[], object]) -> None:
    """Somebody does something, and the answer is lost until his page has sent it again."""
    arrived, before, way.losing = way.deeds, len(sent), True
    do()
    expect(person.page.locator("#sending")).to_have_text(AGAIN)
    while len(sent) < before + 2:
        person.page.wait_for_timeout(20)
    way.losing = False
    expect(person.page.locator("#sending")).to_be_empty()
    expect(person.notice).to_be_empty()
    assert len(set(sent[before:])) == 1, "each time it had the same id"
    # Where a connection was kept, Chromium asks once more by itself, and tells nobody.
    assert way.deeds - arrived >= len(sent) - before


def test_a_stone_whose_answer_is_lost_is_placed_once_and_told_once(
    server: Server, way: Forwarder, behind: Club
) -> None:
    black, white = behind.duel(width="5")
    sent = deeds(black.page)
    loses(way, black, sent, lambda: black.tries("C3"))
    black.sees("C3 black")
    white.hears("Black has moved, White to play.")
    assert len(white.lines) == 1
    assert kept(server, black, "try") == [("black", sent[0])]
    white.tries("D4")
    black.hears("White has moved, Black to play.")
    black.tries("B2")
    black.sees("B2 black, C3 black")
    assert sent[-1] != sent[0], "another try has another id"


def test_an_action_with_a_lost_answer_is_executed_once(server: Server, way: Forwarder, behind: Club) -> None:
    black, white = behind.duel(width="5")
    sent = deeds(black.page)

    def once(kind: str, do: Callable[[], object]) -> None:
        loses(way, black, sent, do)
        assert kept(server, black, kind) == [("black", sent[-1])]

    black.page.fill("#say", "Hello")
    once("chat", lambda: black.page.keyboard.press("Enter"))
    expect(black.page.locator("#say")).to_have_value("")
    expect(white.page.locator("#talk li")).to_have_count(1)
    black.takes("pencil-cross")
    once("pencil", lambda: black.tries("E5"))
    expect(black.point("E5")).to_have_attribute("aria-label", "E5, pencil: crossed out")
    once("try", black.passes)
    white.hears("Black passes.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    loses(way, black, sent, black.resigns)
    for person in (black, white):
        person.hears("White wins by resignation.")
    assert kept(server, black, "try")[2:] == [("black", sent[-1])]


def answers(page: Page, *statuses: int) -> None:
    """In the place of the server this is answered first, as by what stands before it. There are no sockets."""
    left = list(statuses)
    without_sockets(page)

    def answer(route: Route) -> None:
        if route.request.method == "POST" and left:
            route.fulfill(status=left.pop(0), headers={"Retry-After": "1"}, body="come back")
        else:
            route.fallback()

    page.route("**/g/**", answer)


def without_sockets(page: Page) -> None:
    """The page finds no socket: what it does goes by requests."""
    page.route_web_socket("**/live", lambda opened: opened.close())
    page.reload()


@pytest.mark.nightly  # by day an answer is lost
def test_an_action_that_was_told_to_wait_is_sent_again_with_the_same_id(club: Club) -> None:
    black, white = club.duel(width="5")
    sent = deeds(black.page)
    answers(black.page, 502, 503)
    black.tries("C3")
    expect(black.page.locator("#sending")).to_have_text(AGAIN)
    white.hears("Black has moved, White to play.")
    black.sees("C3 black")
    assert len(sent) == 3
    assert len(set(sent)) == 1


@pytest.mark.nightly
def test_a_refused_action_is_not_sent_again(club: Club) -> None:
    black, _ = club.duel(width="5")
    sent = deeds(black.page)
    answers(black.page, 429)
    black.tries("C3")
    expect(black.notice).to_have_text("come back")
    expect(black.page.locator("#sending")).to_be_empty()
    assert len(sent) == 1


def test_a_try_out_of_turn_is_not_sent_and_cannot_arrive_later(club: Club) -> None:
    black, white = club.duel(width="5")
    sent = deeds(white.page)
    white.page.context.set_offline(True)
    expect(white.page.locator("#connection")).to_have_text("Connection lost; reconnecting …")
    white.tries("C3")
    expect(white.notice).to_have_text("it is not your turn; wait for the referee")
    black.tries("D4")
    black.hears("Black has moved, White to play.")
    white.page.context.set_offline(False)
    expect(white.page.locator("#turn.yours")).to_be_visible()
    expect(white.page.locator("#connection")).to_be_empty()
    white.sees("")
    assert sent == []
    white.tries("C3")
    black.hears("White has moved, Black to play.")


@pytest.mark.nightly
def test_retries_end_and_actions_made_meanwhile_are_dropped(club: Club) -> None:
    black, _ = club.duel(width="5")
    without_sockets(black.page)
    sent = deeds(black.page)
    black.page.route("**/g/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    black.page.clock.install()
    black.tries("C3")
    expect(black.page.locator("#sending")).to_have_text(AGAIN)
    black.tries("D4")
    for _ in range(40):
        black.page.clock.run_for(1000)
        if black.notice.inner_text():
            break
    expect(black.notice).to_have_text(UNKNOWN)
    expect(black.page.locator("#sending")).to_be_empty()
    assert 6 < len(sent) < 15
    assert len(set(sent)) == 1, "D4 was meant for a table that nobody knew any more"
    black.page.unroute("**/g/**")
    black.tries("D4")
    black.sees("D4 black")
    expect(black.notice).to_be_empty()
