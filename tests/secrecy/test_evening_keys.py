"""Who may go where on an evening, and what speaks to whom: every route and every socket of it, asked by everybody."""

from random import Random
from unittest.mock import patch

import pytest
from starlette.routing import Route, WebSocketRoute

from tests.secrecy.test_keys import SOCKETS
from tests.web.evenings import Club, makes
from tests.web.wire import House, Visitor, make
from yurei.apps.web import app as web

ALL, HOST, FIRST, NOBODY = "everybody", "host", "first", "nobody"
PEOPLE = ("host", "first", "second", "stranger", "other host", "borrowed")
ROUTES: dict[tuple[str, str], tuple[str, int]] = {
    # Who is let in, and how he is answered; everybody else is answered 403.
    ("GET", ""): (ALL, 200),
    ("GET", "/wall"): (ALL, 200),
    ("GET", "/mine"): (ALL, 303),
    ("GET", "/print"): (HOST, 200),
    ("GET", "/host"): (HOST, 200),
    ("GET", "/host/{host}"): (NOBODY, 403),  # that is no link
    ("POST", "/next"): (HOST, 409),  # the round goes on
    ("POST", "/result"): (HOST, 422),  # there is no such table
    ("POST", "/players"): (HOST, 422),  # without a name
    ("POST", "/players/{number}"): (HOST, 303),
    ("GET", "/p/{number}"): (FIRST, 200),
    ("POST", "/p/{number}"): (FIRST, 303),
    ("GET", "/p/{number}/{link}"): (NOBODY, 403),  # that is no link
    ("POST", "/p/{number}/{link}"): (NOBODY, 403),
    ("POST", "/end"): (HOST, 303),
}
LISTENS = {"/live": ALL, "/wall/live": ALL, "/p/{number}/live": FIRST}


@pytest.fixture
def club(house: House) -> Club:
    """An evening of four in its first round, to which two have come."""
    club = makes(house, ("Chiyo", "Etsu", "Honda", "Kuro"))
    club.comes(1)
    club.comes(2)
    club.pairs_next()
    return club


def everybody(club: Club) -> dict[str, Visitor]:
    """Everybody who may come, with the keys that he has."""
    other = makes(club.house, ("Ota", "Shiro")).host.cookies
    name = club.address.rpartition("/")[2]
    keys = {
        "host": club.host.cookies,
        "first": club.players[1].cookies,
        "second": club.players[2].cookies,
        "stranger": {},
        "other host": other,
        "borrowed": {f"yurei-evening-{name}-host": next(value for key, value in other.items() if "host" in key)},
    }
    return {who: Visitor(club.house, held) for who, held in keys.items()}


def test_every_route_and_socket_of_an_evening_is_listed_here(house: House) -> None:
    begins = "/evening/{evening}"
    routes = [route for route in house.app.routes if isinstance(route, Route) and route.path.startswith(begins)]
    found = {(method, route.path.removeprefix(begins)) for route in routes for method in (route.methods or ())}
    assert {each for each in found if each[0] != "HEAD"} == set(ROUTES)
    sockets = [route.path for route in house.app.routes if isinstance(route, WebSocketRoute)]
    assert {path.removeprefix(begins) for path in sockets if path.startswith(begins)} == set(LISTENS)


@pytest.mark.by_day
@pytest.mark.parametrize("who", PEOPLE)
def test_on_an_evening_every_key_opens_its_own_pages_and_no_others(club: Club, who: str) -> None:
    visitor = everybody(club)[who]
    before = club.evening
    for (method, path), (whose, status) in ROUTES.items():
        address = club.address + path.format(number="1", link="guessed", host="guessed")
        form = {"do": "back", "round": "1", "table": "9", "result": "black"}
        answer = visitor.get(address) if method == "GET" else visitor.post(address, form)
        assert answer.status == (status if whose in (ALL, who) else 403), f"{method} {path}: {answer.text[:200]}"
    assert who in ("host", "first") or club.evening == before, "who has no right there has changed nothing"


@pytest.mark.by_day
@pytest.mark.parametrize("who", PEOPLE)
def test_on_an_evening_a_private_socket_opens_only_to_its_owner(club: Club, who: str) -> None:
    for path, whose in LISTENS.items():
        socket = everybody(club)[who].listen(club.address + path.format(number="1"))
        assert socket.accepted == (whose in (ALL, who)), path
        assert bool(socket.frames) == socket.accepted, path


@pytest.mark.parametrize("origin", ["", "null", "https://evil.example", "http://yurei.example.evil.example"])
def test_no_socket_at_all_speaks_to_a_page_of_another_site(club: Club, origin: str) -> None:
    made = make(club.house, width="5")
    for path in SOCKETS:
        evening = club.address.rpartition("/")[2]
        address = path.format(game=made.name, chair="black", evening=evening, number="1")
        for visitor in (made.seats["black"], club.players[1], club.host):
            socket = visitor.listen(address, ("origin", origin))
            assert (socket.accepted, socket.frames) == (False, []), path


def what_a_host_gets(point: str) -> list[tuple[int, str]]:
    """Return all that comes to a host who frees the opponent’s link in a running game, and opens it in a second browser."""
    with patch.object(web, "SystemRandom", lambda: Random(1)), House() as house:
        club = makes(house, ("Chiyo", "Etsu"), referee="kriegspiel")
        club.comes(1)
        club.comes(2)
        club.pairs_next()
        seats = {number: club.sits_down(number) for number in (1, 2)}  # colours are drawn by lot
        for number in sorted(seats, key=lambda number: seats[number]):
            tried = {"do": "stone", "at": point if number == 2 else "E5"}
            assert club.players[number].send(seats[number], tried).status == 200
        player = club.players[2]
        assert club.does("players/2", do="free").status == 303
        club.host.cookies |= club.players[1].cookies
        second = club.comes(2)
        answers = [
            second.post(f"{club.address}/p/2"),
            second.get(f"{club.address}/p/2"),
            second.get(seats[2]),
            second.get(f"{seats[2].rpartition('/')[0]}/audience"),
            club.host.get(club.address),
            club.host.get(seats[1]),
        ]
        assert answers[0].status == 403, "who comes by a freed link sits down from the next round on"
        assert player.get(seats[2]).status == 200, "who sat down plays on"
        return [(answer.status, answer.text) for answer in answers]


def test_a_freed_link_shows_nobody_the_board_of_a_running_game() -> None:
    assert what_a_host_gets("A1") == what_a_host_gets("C3")
