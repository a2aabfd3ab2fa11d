"""Rate limits: buckets, per player, per address, sockets, proxies, and a full club that meets none of them."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from tests.web.bots import Bot
from tests.web.evenings import makes
from tests.web.programs import Program, duel
from tests.web.wire import Answer, Made, Socket, Visitor, WebApp, make, run_in_thread
from yurei.apps.web.frame import limits
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.frame.http import PERSON, host_cookie
from yurei.apps.web.frame.limits import TRY_AGAIN, Admission, Allowances, OpenSockets
from yurei.apps.web.frame.security import static_url
from yurei.club.model.limits import Buckets, Rate
from yurei.club.store import games
from yurei.languages import NAMES, translation
from yurei.problems import collection

USUAL = Allowances()
MUCH = "too many requests; please wait a moment"


@pytest.fixture
def limited() -> Iterator[WebApp]:
    with WebApp(allowances=USUAL, admission=Admission(0.025)) as webapp:
        yield webapp


@pytest.fixture
def made(limited: WebApp) -> Made:
    return make(limited, width="5")


def uses_up(webapp: WebApp) -> None:
    while Visitor(webapp).get("/health").status == 200:
        pass


@given(st.floats(0.01, 100), st.integers(1, 60), st.lists(st.floats(0, 30), max_size=80))
def test_a_bucket_gives_its_burst_plus_refill(per_second: float, burst: int, pauses: list[float]) -> None:
    now = 0.0
    bucket = Buckets(Rate(per_second, burst), lambda: now)
    for given_out, pause in enumerate(pauses, 1):
        now += pause
        if wait := bucket.take("somebody"):
            assert bucket.take("somebody") == wait, "asking again in vain costs nothing"
            now += wait
            assert bucket.take("somebody") == 0, "after that time there is one"
        assert given_out <= burst + per_second * now + 1e-3


def test_a_bucket_forgets_addresses_with_a_full_allowance_and_holds_no_more_than_its_limit() -> None:
    now = 0.0
    bucket = Buckets(Rate(1, 2), lambda: now, most=3000)
    for number in range(12_000):
        now = 0.0 if number < 2000 else 10.0
        bucket.take(number)
        assert len(bucket) <= 3000 + 3000 // 8
    assert bucket.take(11_999) == 0
    assert bucket.take(11_999) == 1, "who has come last is still counted"


def test_a_player_who_sends_hundreds_of_marks_a_second_is_told_to_wait(limited: WebApp, made: Made) -> None:
    asked = [made.act("black", "pencil-white", "E5").status for _ in range(60)]
    assert asked == [200] * 50 + [429] * 10
    answer = made.act("black", "stone", "C3")
    assert (answer.status, answer.text, answer.all("retry-after")) == (429, MUCH, ["1"])
    made.seats["black"].language = "de"
    assert made.act("black", "stone", "C3").text == "zu viele Anfragen auf einmal; bitte warten Sie kurz"
    page = made.seats["black"].post(made.at("black"), {"do": "pass"})
    assert (page.status, page.text.startswith("<!doctype html>")) == (429, True)
    assert "zu viele Anfragen auf einmal" in page.text
    assert page.all("content-security-policy")
    limited.waits(1)
    assert [made.act("black", "pencil-white", "E5").status for _ in range(6)] == [200] * 5 + [429]


def test_refused_tries_are_counted_as_those_that_are_taken(limited: WebApp, made: Made) -> None:
    made.play("pass C3")
    assert [made.act("black", "stone", "C3").status for _ in range(51)] == [200] * 49 + [429] * 2


def test_actions_of_the_opponent_use_up_no_allowance_of_a_player() -> None:
    with WebApp(allowances=Allowances(people=1, tries=0.5)) as webapp:
        made = make(webapp, width="5")
        black, white = made.seats["black"], made.seats["white"]

        def felt() -> list[int]:
            """How far White comes with all that he has, and all that is left of what the address has."""
            asked = [white.send(made.at("white"), {"do": "pencil-black", "at": "A1"}) for _ in range(8)]
            asked += [white.fragment(made.at("white")) for _ in range(33)]
            asked += [Visitor(webapp).get("/offline") for _ in range(25)]
            return [answer.status for answer in asked]

        for chair in ("black", "white"):
            assert made.seats[chair].get(made.at(chair)).status == 200
        webapp.waits(3600)
        alone = felt()
        webapp.waits(3600)
        for _ in range(5):
            assert black.post(made.at("black"), {"do": "pencil-white", "at": "E5"}).status == 303
            assert black.get(made.at("black")).status == 200
        assert felt() == alone
        assert alone == [200] * 5 + [429] * 3 + [200] * 30 + [429] * 3 + [200] * 12 + [429] * 13


def test_a_program_is_counted_by_its_token(limited: WebApp) -> None:
    black, white = duel(limited)
    for _ in range(50):
        black.sees()
    asked = [black.ask("POST", black.address, {"do": "settle"}) for _ in range(51)]
    assert [answer.status for answer in asked] == [409] * 50 + [429]
    assert asked[-1].text == json.dumps({"error": MUCH})
    assert white.ask("POST", white.address, {"do": "settle"}).status == 409


def test_requests_with_forged_keys_are_counted_by_address(limited: WebApp, made: Made) -> None:
    black, problem = made.seats["black"], next(iter(collection()))
    strangers = [Visitor(limited, {PERSON: f"forged {number}"}) for number in range(605)]
    for visitor, status in ((black, 200), (strangers[0], 403)):
        assert visitor.get(made.at("black")).status == status
    asked = [stranger.send(f"/problems/{problem}", {"do": "dance"}).status for stranger in strangers]
    answered = asked.count(422)
    assert 590 <= answered < 600, "others have asked from there"
    assert asked == [422] * answered + [429] * (605 - answered)
    for visitor, status in ((black, 200), (strangers[0], 429)):  # who is known at the table does not feel it
        assert visitor.get(made.at("black")).status == status


BEGINNINGS: dict[str, tuple[Callable[[WebApp, int], Answer], int, int]] = {
    "games": (lambda webapp, _: Program(webapp).ask("POST", "/api/games", {}), 201, 100),
    "bots": (lambda webapp, number: Program(webapp).ask("POST", "/api/bots", {"name": f"Sei {number}"}), 201, 200),
    "evenings": (
        lambda webapp, _: Visitor(webapp).post("/evenings", {"names": "Sei\nOta", "rounds": "1", "system": "swiss"}),
        303,
        100,
    ),
}
"""How each is made, the status that answers, and how many an address makes at once."""


@pytest.mark.parametrize("what", BEGINNINGS)
def test_what_an_address_begins_is_limited_across_keys(limited: WebApp, what: str) -> None:
    begin, status, most = BEGINNINGS[what]
    asked = [begin(limited, number) for number in range(most + 10)]
    assert [answer.status for answer in asked] == [status] * most + [429] * 10
    assert "too much was started from this network just now; try again later" in asked[-1].text
    assert asked[-1].all("retry-after")
    limited.waits(3600)
    assert begin(limited, most + 10).status == status


def test_repeated_pairing_is_limited(limited: WebApp) -> None:
    club, statuses = makes(limited, "\n".join(f"Player {number}" for number in range(12))), list[int]()
    while len(statuses) < 20 and 429 not in statuses:
        club.pairs_next()
        statuses.append(club.does("next", do="take-back").status)
    assert statuses == [303] * 16 + [429], "six games a round count as made; a hundred are at hand"
    club.enters("black")


def test_challenges_of_a_bot_are_limited(limited: WebApp) -> None:
    bot = Bot(limited, "Murasaki")

    def seek() -> int:
        status = bot.ask("POST", "/api/lobby", {"clock": "5+3"}).status
        for challenge in json.loads(bot.ask("GET", "/api/lobby").text)["challenges"]:
            bot.ask("POST", f"/api/lobby/{challenge['challenge']}/withdraw")
        limited.waits(0.5)
        return status

    sought = [seek() for _ in range(250)]
    assert 100 <= sought.count(200) < 220
    assert set(sought) == {200, 429}
    assert bot.ask("GET", "/api/bot").status == 200, "what goes on goes on"


@pytest.mark.parametrize(("path", "cookies"), [("/you", {}), ("/you/along", {PERSON: "a key that is none"})])
def test_people_per_address_are_limited(limited: WebApp, path: str, cookies: dict[str, str]) -> None:
    asked = [Visitor(limited, cookies).post(path, {"nickname": f"x{number}"}).status for number in range(250)]
    assert asked.count(429) >= 250 - 4 * USUAL.people - 1
    assert len(limited.rows("people")) <= 4 * USUAL.people + 1
    limited.waits(120)
    assert Visitor(limited).post(path, {"nickname": "Aki"}).status < 400


def test_a_person_has_at_most_twenty_open_games(library: WebApp) -> None:
    visitor = Visitor(library)
    for _ in range(20):
        assert visitor.post("/games", {"width": "5", "colour": "black"}).status == 303
    answer = visitor.post("/games", {"width": "5", "colour": "black"})
    assert (answer.status, bool(answer.all("retry-after"))) == (429, True)
    assert "you have 20 games in progress" in answer.text
    assert visitor.post("/games", {"opponent": "solo"}).status == 303, "at a shared screen nobody waits"


def test_oldest_socket_is_closed_beyond_the_limits(limited: WebApp, made: Made) -> None:
    black = made.seats["black"]
    sockets = [black.listen(f"{made.at('black')}/live") for _ in range(11)]
    assert [socket.closed for socket in sockets] == [TRY_AGAIN, *[None] * 10]
    watchers = [Visitor(limited).listen("/watch/live") for _ in range(152)]
    assert [socket.closed for socket in watchers] == [TRY_AGAIN] * 2 + [None] * 150
    assert [socket.closed for socket in sockets[1:]] == [None] * 10, "strangers close none of a player"
    elsewhere = Visitor(limited)
    elsewhere.address = "192.0.2.77"
    assert elsewhere.listen("/watch/live").closed is None
    assert watchers[2].closed is None
    watchers[2].close()
    assert Visitor(limited).listen("/watch/live").closed is None
    assert watchers[3].closed is None


def test_crowded_address_closes_the_oldest_socket_of_its_busiest_person() -> None:
    closed = list[str]()

    async def evening() -> list[str]:
        sockets = OpenSockets(7)

        async def listen(person: str) -> None:
            try:
                with sockets.track_socket("north", person, 3):
                    await asyncio.sleep(60)
            except limits.SocketDisplaced:
                closed.append(person)

        people = ("anna", "bea", "bea", "anna", "bea", "clara", "anna", "dora", "clara")
        tasks = [asyncio.create_task(listen(person)) for person in people]
        await asyncio.wait(tasks, timeout=0.01)
        return closed

    assert run_in_thread(evening()) == ["anna", "bea"], "Anna and Bea have three each; Clara and Dora lose none"


def test_a_server_with_its_hands_full_says_when_to_come_back() -> None:
    with WebApp(allowances=Allowances(open=0)) as webapp:
        answer = Visitor(webapp, language="fr").get("/learn")
        assert (answer.status, answer.all("retry-after")) == (503, ["30"])
        assert "le serveur est surchargé" in answer.text


def test_players_act_on_a_server_that_is_full_for_new_clients() -> None:
    with WebApp(allowances=Allowances(open=10)) as webapp:
        made = make(webapp)
        sockets = [Visitor(webapp).listen("/watch/live") for _ in range(10)]
        webapp.waits(0)
        assert [socket.closed for socket in sockets] == [TRY_AGAIN] + [None] * 9
        assert Visitor(webapp).post("/games", {}).status == 503
        assert made.act("black", "stone", "C3").status == 200
        assert made.seats["white"].listen(f"{made.at('white')}/live").closed is None
        assert [socket.closed for socket in sockets[:3]] == [TRY_AGAIN, TRY_AGAIN, None]


@pytest.mark.parametrize("language", NAMES)
def test_every_reason_fits_into_the_frame_that_closes_a_socket(language: str) -> None:
    for words in (limits.BUSY, limits.NO_MORE, limits.TOO_MANY_PAGES, limits.TOO_FAST):
        said = words.said(translation(language).gettext)
        assert len(said.encode()) <= 123
        assert (said == words.said(str)) == (language == "en")


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        (["203.0.113.5"], "203.0.113.5"),
        (["10.0.0.1, 203.0.113.5"], "203.0.113.5"),
        (["10.0.0.1", "203.0.113.5"], "203.0.113.5"),
        (["2001:db8:1:2:3:4:5:6"], "2001:db8:1::/56"),
        (["::ffff:203.0.113.5"], "203.0.113.5"),
        (["nonsense"], "192.0.2.1"),
        ([], "192.0.2.1"),
    ],
)
def test_only_the_last_forwarded_address_counts_and_only_behind_a_proxy(lines: list[str], counted: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    asked = HTTPConnection({"type": "http", "headers": headers, "client": ("192.0.2.1", 1), "path": "/"})
    assert limits.address_of(asked, proxied=True) == counted
    assert limits.address_of(asked, proxied=False) == "192.0.2.1"


def test_behind_a_proxy_people_are_told_apart() -> None:
    with WebApp(public=PublicUrl("https", "go.example"), allowances=Allowances(people=1)) as webapp:
        for number in range(30):
            assert Visitor(webapp).get("/learn", ("x-forwarded-for", f"203.0.113.{number}")).status == 200
        asked = [Visitor(webapp).get("/learn", ("x-forwarded-for", f"{n}, 198.51.100.1")).status for n in range(25)]
        assert asked == [200] * 12 + [429] * 13


def test_clicking_as_fast_as_possible_meets_no_limit(limited: WebApp, made: Made) -> None:
    for _ in range(80):
        assert made.act("black", "pencil-white", "E5").status == 200
        limited.waits(1 / 8)
    assert made.act("white", "resign").status == 200
    for step in range(45):
        assert made.seats["white"].fragment(f"{made.at('white')}/replay?at={step % 2}").status == 200
        limited.waits(1 / 30)


PLAYERS, WATCHERS = 30, 10


class Browser(Visitor):
    """A browser with a service worker, which notes everything that was refused. Static files are not counted."""

    def __init__(self, webapp: WebApp, refused: list[str]) -> None:
        super().__init__(webapp)
        self.refused, self.sockets = refused, list[Socket]()

    def ask(self, method: str, path: str, *given: object, **more: object) -> Answer:
        answer = super().ask(method, path, *given, **more)  # type: ignore[arg-type]  # handed on as it came
        if answer.status in (429, 503):
            self.refused.append(f"{method} {path}: {answer.status}")
        return answer

    def visit(self, path: str) -> None:
        """Go to a page, load what belongs to it, and listen to it."""
        while (answer := self.get(path)).status == 303:
            path = answer.location
        assert answer.status == 200, f"{path}: {answer.status}"
        first = () if self.sockets else ("/sw.js", "/offline", "/learn")  # what the service worker fetches once
        for page in ("/you/turns", *first):
            self.get(page)
        for socket in self.sockets:
            socket.close()
        self.sockets = [self.listen(f"{path}/live")]
        self.refused += [f"{path}/live: {socket.closed}" for socket in self.sockets if socket.closed is not None]


def test_a_club_of_forty_at_one_address_is_refused_nothing(limited: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "QUERIES_APART", 0.0)  # nobody waits here to ask together with others
    refused: list[str] = []
    names = "\n".join(f"Player {number}" for number in range(1, PLAYERS + 1))
    club = makes(limited, names, watching="everybody", rounds="2")
    host, wall, *watchers = (Browser(limited, refused) for _ in range(2 + WATCHERS))
    host.cookies = club.host.cookies
    club.host = host
    players = {number: Browser(limited, refused) for number in club.links()}
    arriving = [(wall, f"{club.address}/wall"), (host, club.address)]
    arriving += [(players[number], link) for number, link in club.links().items()]
    arriving += [(watcher, club.address) for watcher in watchers]
    for browser, path in arriving:
        browser.visit(path)
        limited.waits(15 / len(arriving))  # all come within a quarter of a minute
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
            limited.waits(2)
        for table in tables:
            assert players[table.black].send(f"/g/{table.game}/black", {"do": "resign"}).status in (200, 409)
            for number in (table.black, table.white or 0):
                players[number].visit(f"{club.address}/mine")
        club.enters(*("black" for _ in tables if not club.evening.tables[0].result))
        host.visit(club.address)
    assert club.evening.ended or len(club.evening.played) == 2
    assert refused == []
    assert all(socket.closed is None for browser in players.values() for socket in browser.sockets)


def test_only_static_files_with_their_digest_in_the_path_are_cached_for_ever(webapp: WebApp) -> None:
    visitor, name = Visitor(webapp), static_url("style.css")
    hashed, plain = visitor.get(name), visitor.get("/static/style.css")
    assert hashed.all("cache-control") == ["public, max-age=31536000, immutable"]
    assert plain.all("cache-control") == ["no-cache"]
    assert hashed.body == plain.body
    another = visitor.get(re.sub(r"/\w{12}/", "/0123456789ab/", name))
    assert (another.body, another.all("cache-control")) == (plain.body, ["no-cache"]), "of a page of another version"
    assert visitor.get(static_url("nothing.js")).all("cache-control") == ["no-cache"]


def test_static_files_are_served_to_visitors_over_all_other_limits() -> None:
    with WebApp(allowances=Allowances(people=1)) as webapp:
        uses_up(webapp)
        for path in (static_url("style.css"), "/static/icon.svg", "/sw.js", "/manifest.webmanifest"):
            assert {Visitor(webapp).get(path).status for _ in range(30)} == {200}


def test_host_and_players_of_an_evening_feel_nothing_of_strangers_at_their_address() -> None:
    with WebApp(allowances=Allowances(people=1)) as webapp:
        club = makes(webapp, "Chiyo\nOta")
        player = club.comes(1)
        uses_up(webapp)
        assert player.get(f"{club.address}/p/1").status == 200
        assert club.does("next").status == 303
        assert Visitor(webapp, {PERSON: "forged"}).get("/").status == 429
        asked = [player.get("/learn").status for _ in range(120)]
        assert asked[-1] == 429, "but not without end"
        second = Visitor(webapp, {name: key for name, key in club.host.cookies.items() if name != PERSON})
        for host in (club.host, second):
            assert host.get(club.address).status == 200
        assert Visitor(webapp, {host_cookie(club.evening.id): "forged"}).get(club.address).status == 429


def test_fifteen_hundred_keys_and_three_hundred_sockets_of_strangers_take_nothing_from_players() -> None:
    with WebApp(allowances=USUAL) as webapp:
        tables = [make(webapp, width="5") for _ in range(9)]
        players = [(table, chair) for table in tables for chair in ("black", "white")]
        sockets = [table.seats[chair].listen(f"{table.at(chair)}/live") for table, chair in players]
        for number in range(1500):
            Visitor(webapp, {PERSON: f"stranger {number}"}).post("/you", {"nickname": f"x{number}"})
        webapp.waits(60)
        strangers = [Visitor(webapp).listen("/lobby/live") for _ in range(300)]
        assert sum(socket.closed is None for socket in strangers) == USUAL.sockets
        done = [
            table.act(chair, "pencil-black" if chair == "white" else "pencil-white", point).status
            for point in ("A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2", "E2", "A3")
            for table, chair in players
        ]
        assert (len(done), set(done)) == (198, {200})
        assert {socket.closed for socket in sockets} == {None}
