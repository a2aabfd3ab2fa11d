"""A club behind one address: forty people, a wall and a host come within a quarter of a minute, and nobody is refused."""

import json
import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import urljoin

import pytest

from tests.web.evenings import Club, makes
from tests.web.wire import Answer, House, Socket, Visitor, make
from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.limits.layer import Allowances
from yurei.apps.web.shell.cookies import PERSON, host_cookie
from yurei.apps.web.shell.static_files import static_url
from yurei.club.store import games

PLAYERS, WATCHERS = 30, 10


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
    """A server as it is without any option."""
    monkeypatch.setattr(games, "QUERIES_APART", 0.0)  # nobody waits here to ask together with others
    with House(allowances=Allowances(), admission=Admission(0.025)) as house:
        yield house


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


def test_static_files_are_served_to_visitors_over_all_other_limits() -> None:
    with House(allowances=Allowances(people=1)) as house:
        while Visitor(house).get("/health").status == 200:
            pass
        for path in (static_url("style.css"), "/static/icon.svg", "/sw.js", "/manifest.webmanifest"):
            assert {Visitor(house).get(path).status for _ in range(30)} == {200}


def test_host_and_players_of_an_evening_feel_nothing_of_strangers_at_their_address() -> None:
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
        assert Visitor(house, {host_cookie(club.evening.id): "forged"}).get(club.address).status == 429


def test_a_second_host_has_the_allowances_of_a_host() -> None:
    with House(allowances=Allowances(people=1)) as house:
        club = makes(house, "Chiyo\nOta")
        second = Visitor(house, {name: key for name, key in club.host.cookies.items() if name != PERSON})
        while Visitor(house).get("/health").status == 200:
            pass
        assert second.get(club.address).status == 200


def test_fifteen_hundred_keys_and_three_hundred_sockets_of_strangers_take_nothing_from_players() -> None:
    """Somebody on the same Wi-Fi: keys of their own, links, pages and sockets without end."""
    with House(allowances=Allowances()) as house:
        tables = [make(house, width="5") for _ in range(9)]
        players = [(table, chair) for table in tables for chair in ("black", "white")]
        sockets = [table.seats[chair].listen(f"{table.at(chair)}/live") for table, chair in players]
        for number in range(1500):
            Visitor(house, {PERSON: f"stranger {number}"}).post("/you", {"nickname": f"x{number}"})
        house.waits(60)
        strangers = [Visitor(house).listen("/lobby/live") for _ in range(300)]
        assert sum(socket.closed is None for socket in strangers) == Allowances().sockets
        done = [
            table.act(chair, "pencil-black" if chair == "white" else "pencil-white", point).status
            for point in ("A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2", "E2", "A3")
            for table, chair in players
        ]
        assert (len(done), set(done)) == (198, {200})
        assert {socket.closed for socket in sockets} == {None}
