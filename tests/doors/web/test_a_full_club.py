"""A club behind one address: forty people, a wall and a host come within a quarter of a minute, and nobody is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import urljoin

import pytest

from tests.doors.web.evenings import Club, makes
from tests.doors.web.wire import Answer, House, Socket, Visitor, make
from yurei.apps.web.limits import layer
from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.limits.buckets import CONNECTIONS_EACH, Allowances, Rate
from yurei.apps.web.limits.connections import ConnectionCounter
from yurei.apps.web.limits.counts import HERE, Shares
from yurei.apps.web.shell.cookies import PERSON
from yurei.apps.web.shell.static_files import static_url
from yurei.club.store import gathering

PLAYERS, WATCHERS = 30, 10
STEP = 0.0004
"""Seconds of the processor that each step of an answer takes here: a page of ten steps takes four milliseconds."""


class Browser(Visitor):
    """A browser with a cache and a service worker, which notes everything that was refused."""

    number = count()

    def __init__(self, house: House, refused: list[str]) -> None:
        super().__init__(house)
        self.refused = refused
        self.kept: set[str] = set()
        self.fills = next(self.number) % 10 == 0  # files are not counted: some load all of them
        self.sockets: list[Socket] = []

    def ask(self, method: str, path: str, *given: object, **more: object) -> Answer:
        answer = super().ask(method, path, *given, **more)  # type: ignore[arg-type]  # handed on as it came
        if answer.status in (429, 503):
            self.refused.append(f"{method} {path}: {answer.status}")
        return answer

    def visit(self, path: str) -> Answer:
        """Go to a page, load what belongs to it, and listen to it."""
        while (answer := self.get(path)).status == 303:
            path = answer.location
        assert answer.status == 200, f"{path}: {answer.status}"
        for file in re.findall(r'(?:href|src)="(/static/[^"]+|/manifest.webmanifest)"', answer.text):
            self._load(file)
        self.get("/you/turns")
        self._load("/sw.js")
        if "/offline" not in self.kept:
            self._fill()
        for socket in self.sockets:
            socket.close()
        self.sockets = [self.listen(f"{path}/live")]
        self.refused += [f"{path}/live: {socket.closed}" for socket in self.sockets if socket.closed is not None]
        return answer

    def _load(self, path: str) -> None:
        if path in self.kept:
            return
        answer = self.get(path)
        if "immutable" in "".join(answer.all("cache-control")):
            self.kept.add(path)
        for module in re.findall(r'from "(\./[^"]+)"', answer.text if path.endswith(".js") else ""):
            self._load(urljoin(path, module))

    def _fill(self) -> None:
        """What the service worker fetches: the page for the loss of the server at once, the rest when the page is idle."""
        shell = re.search(r"SHELL = (\[.*?\])", self.get("/sw.js").text)
        assert shell is not None
        for path in json.loads(shell[1])[: None if self.fills else 2]:
            self._load(path)
        self.kept |= {"/offline", "/learn"}


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server as it is without any option, on which every step takes a part of the processor."""
    monkeypatch.setattr(gathering, "APART", 0.0)  # nobody waits here to ask together with others
    worked = count()
    with House(allowances=Allowances(), admission=Admission(0.025), processor=lambda: STEP * next(worked) / 2) as house:
        yield house


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal is heard at once, however many there were."""
    monkeypatch.setattr(layer, "REFUSED_LATER", 0.0)


def test_a_club_of_forty_behind_one_address_plays_two_rounds_and_nobody_is_refused(full: House) -> None:
    refused: list[str] = []
    names = "\n".join(f"Player {number}" for number in range(1, PLAYERS + 1))
    club = makes(full, names, watching="everybody", rounds="2")
    host, wall = Browser(full, refused), Browser(full, refused)
    host.cookies = club.host.cookies
    club = Club(full, host, club.address)
    links = club.links()

    # Everybody comes within a quarter of a minute.
    players = {number: Browser(full, refused) for number in links}
    watchers = [Browser(full, refused) for _ in range(WATCHERS)]
    arriving = [(wall, f"{club.address}/wall"), (host, club.address)]
    arriving += [(players[number], link) for number, link in links.items()]
    arriving += [(watcher, club.address) for watcher in watchers]
    for browser, path in arriving:
        browser.visit(path)
        full.waits(15 / len(arriving))

    for _ in range(2):
        club.pairs_next()
        tables = [table for table in club.evening.tables if table.white is not None]
        for table, watcher in zip(tables, watchers, strict=False):
            watcher.visit(f"/g/{table.game}/audience")
        for number, player in players.items():
            player.visit(player.post(f"{club.address}/p/{number}").location)
        for point in ("C3", "C3"):
            for table in tables:
                for number, seat in ((table.black, "black"), (table.white or 0, "white")):
                    for do in ("pencil-white", "stone"):
                        players[number].send(f"/g/{table.game}/{seat}", {"do": do, "at": point})
            full.waits(2)
        for table in tables:
            assert players[table.black].send(f"/g/{table.game}/black", {"do": "resign"}).status in (200, 409)
            for number in (table.black, table.white or 0):
                players[number].visit(f"{club.address}/mine")
        club.enters(*("black" for _ in tables if not club.evening.tables[0].result))
        host.visit(club.address)
    assert club.evening.ended or len(club.evening.played) == 2
    assert refused == []
    assert all(socket.closed is None for browser in players.values() for socket in browser.sockets)


def test_the_connections_of_forty_browsers_are_let_in() -> None:
    """A browser has six connections for requests, and one for each socket."""
    allowances = Allowances()
    door = ConnectionCounter(12_000, CONNECTIONS_EACH * allowances.people)
    assert all(door.enters("192.0.2.1") for _ in range((PLAYERS + WATCHERS + 2) * (6 + 2)))


def test_only_static_files_with_their_digest_in_the_path_are_cached_for_ever(house: House) -> None:
    visitor, name = Visitor(house), static_url("style.css")
    hashed, plain = visitor.get(name), visitor.get("/static/style.css")
    assert hashed.all("cache-control") == ["public, max-age=31536000, immutable"]
    assert plain.all("cache-control") == ["no-cache"]
    assert hashed.body == plain.body
    another = visitor.get(re.sub(r"/\w{12}/", "/0123456789ab/", name))
    assert (another.body, another.all("cache-control")) == (plain.body, ["no-cache"]), (
        "a page of another version is open"
    )
    assert visitor.get(static_url("nothing.js")).all("cache-control") == ["no-cache"]


def test_static_files_are_served_to_visitors_over_all_other_limits(patient: None) -> None:
    with House(allowances=Allowances(people=1)) as house:
        while Visitor(house).get("/health").status == 200:
            pass
        for path in (static_url("style.css"), "/static/icon.svg", "/sw.js", "/manifest.webmanifest"):
            assert {Visitor(house).get(path).status for _ in range(30)} == {200}


def test_a_known_person_is_counted_by_key_at_an_address_that_strangers_have_used_up(patient: None) -> None:
    with House(allowances=Allowances(people=1)) as house:
        club = makes(house, "Chiyo\nOta")
        player = club.comes(1)
        while Visitor(house).get("/health").status == 200:
            pass
        assert player.get(f"{club.address}/p/1").status == 200
        assert club.does("next").status == 303
        assert Visitor(house, {PERSON: "forged"}).get("/").status == 429
        asked = [player.get("/learn").status for _ in range(120)]
        assert asked[-1] == 429, "but not without end"
        assert club.host.get(club.address).status == 200


# One address at many tables.


def test_all_that_is_done_at_tables_from_one_address_has_a_bound() -> None:
    """Both seats of many games: however many there are, together they do no more than the address may."""
    with House(allowances=Allowances(people=2)) as limited:
        tables = [make(limited, width="5") for _ in range(2)]
        limited.waits(3600)
        for table in tables:
            for chair in ("black", "white"):
                table.seats[chair].get(table.at(chair))
        done = [
            table.act(chair, "pencil-white", "E5").status
            for _ in range(30)
            for table in tables
            for chair in ("black", "white")
        ]
        assert 20 <= done.count(200) <= 80, "eighty at once for an address of two people"
        assert set(done) == {200, 429}
        limited.waits(60)
        assert tables[0].act("black", "pencil-white", "E5").status == 200


def test_a_share_depends_on_the_number_of_people_and_not_their_requests() -> None:
    def left(others_do: int) -> int:
        shares = Shares(Rate(10, 100), lambda: 0.0)
        for who in ("anna", "bea"):
            shares.note_present("here", who)
        for _ in range(others_do):
            shares.take("here", "bea")
        return [shares.take("here", "anna") for _ in range(100)].count(0)

    assert left(0) == left(30) == 50


def test_the_share_of_a_player_who_left_goes_to_the_others() -> None:
    now = 0.0
    shares = Shares(Rate(10, 100), lambda: now)
    for number in range(10):
        shares.note_present("here", f"{number}")
    assert [shares.take("here", "0") for _ in range(20)].count(0) == 10
    now = HERE + 1
    shares.note_present("here", "0")
    assert [shares.take("here", "0") for _ in range(120)].count(0) == 100
