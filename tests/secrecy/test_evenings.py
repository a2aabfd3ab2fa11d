"""Evenings: every route and socket asked by everybody, and the host gets the same bytes of evenings that differ in what is hidden."""

from collections.abc import Hashable
from random import Random
from unittest.mock import patch

import pytest

from tests.day_and_night import by_day_and_night, chosen_by_day
from tests.secrecy.scenes import SCENES
from tests.secrecy.test_keys import RULES, SOCKETS
from tests.secrecy.whole import NOSY, PUBLIC, Act, in_a_window, on_one_thread, without_pauses
from tests.web.evenings import Club, makes
from tests.web.wire import Answer, Socket, Visitor, WebApp, make
from yurei.apps.web import app as web
from yurei.apps.web.frame.http import PERSON
from yurei.apps.web.notifications import push
from yurei.club.game.game import Game
from yurei.club.tournaments.pairing import Pair

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
def club(webapp: WebApp) -> Club:
    """An evening of four in its first round, to which two have come."""
    club = makes(webapp, ("Chiyo", "Etsu", "Honda", "Kuro"))
    club.comes(1)
    club.comes(2)
    club.pairs_next()
    return club


def everybody(club: Club) -> dict[str, Visitor]:
    """Everybody who may come, with the keys that he has."""
    other = makes(club.webapp, ("Ota", "Shiro")).host.cookies
    name = club.address.rpartition("/")[2]
    keys = {
        "host": club.host.cookies,
        "first": club.players[1].cookies,
        "second": club.players[2].cookies,
        "stranger": {},
        "other host": other,
        "borrowed": {f"yurei-evening-{name}-host": next(value for key, value in other.items() if "host" in key)},
    }
    return {who: Visitor(club.webapp, held) for who, held in keys.items()}


def test_every_route_and_socket_of_an_evening_is_listed_here() -> None:
    begins = "/evening/{evening}"
    assert {(method, path.removeprefix(begins)) for method, path in RULES if path.startswith(begins)} == set(ROUTES)
    assert {path.removeprefix(begins) for path in SOCKETS if path.startswith(begins)} == set(LISTENS)


@pytest.mark.parametrize("who", chosen_by_day(PEOPLE, ("first", "second", "borrowed").__contains__))
def test_on_an_evening_every_key_opens_its_own_pages_and_no_others(club: Club, who: str) -> None:
    visitor = everybody(club)[who]
    before = club.evening
    for (method, path), (whose, status) in ROUTES.items():
        address = club.address + path.format(number="1", link="guessed", host="guessed")
        form = {"do": "back", "round": "1", "table": "9", "result": "black"}
        answer = visitor.get(address) if method == "GET" else visitor.post(address, form)
        assert answer.status == (status if whose in (ALL, who) else 403), f"{method} {path}: {answer.text[:200]}"
    assert who in ("host", "first") or club.evening == before, "who has no right there has changed nothing"


@pytest.mark.parametrize("who", chosen_by_day(PEOPLE, ("first", "second", "borrowed").__contains__))
def test_on_an_evening_a_private_socket_opens_only_to_its_owner(club: Club, who: str) -> None:
    for path, whose in LISTENS.items():
        socket = everybody(club)[who].listen(club.address + path.format(number="1"))
        assert socket.accepted == (whose in (ALL, who)), path
        assert bool(socket.frames) == socket.accepted, path


def test_sockets_refuse_pages_of_other_sites(club: Club) -> None:
    made, evening = make(club.webapp, width="5"), club.address.rpartition("/")[2]
    for path in SOCKETS:
        address = path.format(game=made.name, chair="black", evening=evening, number="1")
        for visitor in (made.seats["black"], club.players[1], club.host):
            socket = visitor.listen(address, ("origin", "https://evil.example"))
            assert (socket.accepted, socket.frames) == (False, []), path


NAMES = ("Chiyo", "Etsu", "Honda", "Kuro")
HOSTS, PLAYS, OTHER = "the host, who only hosts", "the host, who plays", "the opponent"
AT_A_TABLE = ("", "/heard", "/links", "/live", *(path for method, path, _ in NOSY if method == "GET" and path))
BEHIND_HIS_TOOLS: list[tuple[str, dict[str, str]]] = [
    ("next", {}),
    ("result", {"round": "1", "table": "9", "result": "black"}),
    ("players", {"name": "Murasaki"}),
    ("players/{other}", {"do": "free"}),
    ("players/{other}", {"do": "gone"}),
    ("players/{other}", {"do": "back"}),
    ("p/{other}", {}),
]
KEY = push.new_key()
"""Of every server here: it is drawn by lot, and shown to all."""
CHOSEN = [name for name in SCENES if name != "a whisper"]  # an evening has nobody on the referee's chair
DAY = ["a capture that is not told"]


class Table:
    """A table of an evening at which both have sat down."""

    def __init__(self, club: Club, pair: Pair) -> None:
        self.seats = {}
        for number in filter(None, pair):
            page = club.sits_down(number)
            self.game, chair = page.split("/")[2:]
            self.seats[chair] = number, club.players[number]

    def at(self, chair: str) -> str:
        return f"/g/{self.game}/{chair}"

    def does(self, act: Act) -> Answer:
        chair, do, at = act
        visitor = self.seats[chair][1]
        if do == "aim":
            return visitor.get(f"{self.at(chair)}?do=stone&aim={at}")
        if do in ("window", "typed"):
            return in_a_window(visitor, self.at(chair), do, at)
        return visitor.send(self.at(chair), {"do": do, "at": at})


class Identity:
    """Somebody who listens to all that lets them in, and asks for everything of an evening and its tables."""

    def __init__(self, club: Club, tables: list[Table], visitor: Visitor) -> None:
        self.visitor = visitor
        evening = ["", "/wall", "/mine", "/print", *(f"/p/{number}" for number in range(1, 5))]
        games = [table.at(chair) for table in tables for chair in ("black", "white", "audience", "window")]
        self.evening = [club.address + path for path in evening]
        self.pages = [*PUBLIC, "/you", *(game + path for game in games for path in AT_A_TABLE)]
        self.programs = [f"/api{game.replace('/g/', '/games/')}" for game in games]
        sockets = [f"{path}/live" for path in (*self.evening, *games)]
        self.sockets: list[Socket] = [visitor.listen(path) for path in sockets]

    def asks(self, *, of_the_evening: bool = False) -> list[Hashable]:
        """All that comes by itself and on being asked; what the evening has, or its games, too."""
        got: list[Hashable] = [self.visitor.get(path) for path in self.evening]
        if of_the_evening:
            return got
        got += [self.visitor.get(path) for path in self.pages]
        for token in {value for name, value in self.visitor.cookies.items() if name.endswith((PERSON, "host"))}:
            program, headers = Visitor(self.visitor.webapp), [("authorization", f"Bearer {token}")]
            for chair in self.programs:
                got += [program.ask("GET", chair + more, headers) for more in ("", "?since=1", "/record", "/review")]
        return [*got, [(socket.accepted, socket.closed, *socket.raw) for socket in self.sockets]]


def evening_of(acts: tuple[Act, ...], wish: dict[str, str], watched: str) -> dict[str, list[Hashable]]:
    """Play an evening of four in which the same happens at both tables, and keep all that the host and an opponent get."""
    with (
        patch.object(web, "SystemRandom", lambda: Random(1)),
        patch.object(push, "new_key", lambda: KEY),
        on_one_thread(),
        WebApp() as webapp,
        without_pauses(),
    ):
        club = makes(webapp, NAMES, size=wish["width"], referee=wish["referee"], watching="everybody")
        for number in range(1, 5):
            club.comes(number)
        club.pairs_next()
        tables = [Table(club, pair) for pair in club.pairs]
        _, player = tables[0].seats[watched]
        other, opponent = next(seat for chair, seat in tables[0].seats.items() if chair != watched)
        who = {
            HOSTS: Identity(club, tables, Visitor(webapp, club.host.cookies)),
            PLAYS: Identity(club, tables, Visitor(webapp, club.host.cookies | player.cookies)),
            OTHER: Identity(club, tables, opponent),
        }
        got: dict[str, list[Hashable]] = {name: [] for name in who}
        for act in acts:
            answers = [table.does(act) for table in tables]
            got[PLAYS if act[0] == watched else OTHER] += answers[:1]
        for path, form in BEHIND_HIS_TOOLS:
            for name in (HOSTS, PLAYS):
                got[name] += [who[name].visitor.post(f"{club.address}/{path.format(other=other)}", form)]
        link = club.links()[other]
        second = Identity(club, tables, Visitor(webapp, club.host.cookies))
        got[HOSTS] += [second.visitor.get(link), second.visitor.post(link), *second.asks()]
        for name, identity in who.items():
            got[name] += identity.asks()
        club.does("result", round="1", table="1", result="draw")
        club.does("result", round="1", table="2", result="draw")
        for name in (HOSTS, PLAYS):
            got[name] += who[name].asks(of_the_evening=True)
        return got


@pytest.mark.parametrize("name", by_day_and_night(DAY, [name for name in CHOSEN if name not in DAY]))
def test_the_host_of_an_evening_gets_the_same_bytes_for_hidden_differences(name: str) -> None:
    scene = SCENES[name]
    one, another = (evening_of(acts, dict(scene.wish), scene.watched) for acts in (scene.one, scene.other))
    for who in (HOSTS, PLAYS):
        assert len(one[who]) == len(another[who]) > 100
        different = [(left, right) for left, right in zip(one[who], another[who], strict=True) if left != right]
        assert different == [], f"{who} can tell the two evenings apart"
    assert one[OTHER] != another[OTHER], "something was hidden"


@pytest.mark.nightly
def test_a_leak_of_a_hidden_board_to_the_host_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    view, scene = Game.view, SCENES["the stone is elsewhere"]
    monkeypatch.setattr(Game, "view", lambda game, seat: view(game, "black" if seat == "audience" else seat))
    one, another = (evening_of(acts, dict(scene.wish), scene.watched) for acts in (scene.one, scene.other))
    assert one[HOSTS] != another[HOSTS]
