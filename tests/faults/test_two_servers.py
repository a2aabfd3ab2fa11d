"""Two servers on one PostgreSQL: games, evenings, the lobby and keys are the same at both, and one may be killed."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from tests.faults.clubs import new_club, new_game, opened, run_on_loop
from tests.faults.killing import seen
from tests.faults.postgres import Postgres
from tests.faults.test_postgres_away import Cuts
from tests.web.people import Server
from tests.web.wire import make_people_known, run_in_thread, until
from yurei.club.archive import summary_of
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.game.game import Game
from yurei.club.games import TIMES, Listeners, retried_if_overtaken
from yurei.club.model.chairs import Plan
from yurei.club.model.secrets import digest
from yurei.club.model.stored import EventKind, WriteConflict
from yurei.club.seats import DeviceLinks, Forbidden
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.club.store.tables import device_links
from yurei.club.tournaments.evening import SWISS, Evening
from yurei.club.tournaments.evenings import EveningPlan, Evenings, player_link
from yurei.errors import NotOver
from yurei.referee.settings import read_settings
from yurei.rules.board import WHITE

SETTINGS = {"ruleset": "go", "referee": "common", "width": 5, "height": 5}
Work = Callable[[Club, Club, str], Awaitable[None]]


def at_two_servers(work: Work) -> Callable[[Postgres], None]:
    """Make a test of what happens at two servers; Black is `black`, White is `white`."""

    @run_on_loop
    async def test(postgres: Postgres) -> None:
        url = postgres.new()
        async with opened(url) as one, opened(url) as other:
            here, there = new_club(one), new_club(other)
            await work(here, there, await new_game(here, SETTINGS))

    return test


async def is_woken(
    listeners: Listeners, name: str, act: Awaitable[object], is_seen: Callable[[], Awaitable[bool]]
) -> None:
    """Check that a listener is woken while something happens, and sees it then; earlier events may wake it before."""
    with listeners.listening(name) as bell:
        await act
        async with asyncio.timeout(60):
            await bell.wait()
            while not await is_seen():
                bell.clear()
                await bell.wait()


async def hears(club: Club, name: str, act: Awaitable[None]) -> None:
    """Check that a listener of a game is woken at a server while something happens there."""
    before, _ = await views(club, name)

    async def has_changed() -> bool:
        return (await views(club, name))[0] != before

    await is_woken(club.games.listeners, name, act, has_changed)


async def views(club: Club, name: str) -> tuple[int, str]:
    async with club.games.game(name) as game:
        return len(game.events), seen(game)


def all_of(game: Game) -> tuple[object, ...]:
    """What a game is, as far as anybody can ask for it."""
    known = [(game.number_known(chair), game.known[chair].events) for chair in game.chairs]
    return seen(game), summary_of(game), game.events, known, game.pencil, game.count.settled, game.clocks.clock_states()


@at_two_servers
async def test_a_loaded_game_is_advanced_by_events_of_the_other_server(here: Club, there: Club, name: str) -> None:
    await views(here, name)
    await views(there, name)
    held = [club.games._games[name] for club in (here, there)]
    deeds = [
        ("black", "stone", "C3"),
        ("white", "stone", "C3"),
        ("white", "pencil-cross", "A1"),
        ("white", "stone", "C4"),
    ]
    deeds += [("black", "stone", "C4"), ("black", "pass", ""), ("white", "pass", ""), ("black", "settle", "")]
    for number, (seat, do, at) in enumerate(deeds):
        club, other = (here, there) if number % 2 else (there, here)
        await hears(other, name, club.perform(name, seat, seat, Action(do, at)))
        for each in (here, there):
            async with each.games.game(name) as game:
                assert all_of(game) == all_of(await each.games._rebuild(name))
    assert [club.games._games[name] for club in (here, there)] == held, "nothing was made again"


@at_two_servers
async def test_the_second_of_two_simultaneous_actions_continues_the_first(here: Club, there: Club, name: str) -> None:
    for number in range(10):
        point = f"{'ABCDE'[number % 5]}{1 + number // 5}"
        await asyncio.gather(
            here.perform(name, "black", "black", Action("pencil-cross", point, f"b{number}")),
            there.perform(name, "white", "white", Action("pencil-cross", point, f"w{number}")),
        )
    for club in (here, there):
        club.games.drop(name)
        async with club.games.game(name) as game:
            asked = [event.request for event in game.events if event.request]
        assert sorted(asked) == sorted(f"{seat}{number}" for seat in "bw" for number in range(10))


@at_two_servers
async def test_a_server_that_missed_a_change_is_overtaken(here: Club, there: Club, name: str) -> None:
    async with there.games.game(name) as game:
        before = len(game.events)
        await here.perform(name, "black", "black", Action("pencil-cross", "A1"))
        with pytest.raises(WriteConflict):
            await there.games.run_action(game, lambda: [game.event("white", EventKind.PENCIL, "A1 cross")])
    assert (await views(there, name))[0] == before + 1


def test_a_server_listens_again_once_the_database_is_back(postgres: Postgres) -> None:
    async def cut(here: Club, there: Club, name: str) -> None:
        await views(there, name)
        postgres.ask("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await hears(there, name, here.perform(name, "black", "black", Action("stone", "C3")))
        assert await views(here, name) == await views(there, name)

    at_two_servers(cut)(postgres)


@pytest.mark.parametrize(("first_elsewhere", "done"), [(0, True), (1, True), (TIMES, True), (TIMES + 1, False)])
def test_an_overtaken_server_tries_again_a_few_times(first_elsewhere: int, *, done: bool) -> None:
    tried = []

    async def act() -> None:
        tried.append(1)
        if len(tried) <= first_elsewhere:
            raise WriteConflict("another server was first")

    with nullcontext() if done else pytest.raises(WriteConflict):
        run_in_thread(retried_if_overtaken(act)())
    assert len(tried) == min(first_elsewhere, TIMES) + 1


@at_two_servers
async def test_a_bot_hears_at_one_server_of_its_own_games_alone_at_the_other(
    here: Club, there: Club, first: str
) -> None:
    token, other = [await here.people.welcome_bot(name) for name in ("Sei", "Ota")]
    sei, ota = [await there.bots.person(each) for each in (token, other)]
    white = await there.people.welcome(None)
    with here.bots.inboxes.open(sei) as inbox, here.bots.inboxes.open(ota) as others:
        name, _ = await there.create_game(read_settings(SETTINGS), {}, {}, {"black": sei, "white": digest(white)})
        for number in range(6):
            async with asyncio.timeout(60):
                await inbox.bell.wait()
            inbox.bell.clear()
            assert inbox.changed == {(name, "black"): number + 1 if number else 0}, "two sat down when it was made"
            inbox.changed.clear()
            async with here.games.read(name, "black") as game:
                assert len(game.judged) == number, "the game is read anew"
            seat, key = (("black", token), ("white", white))[number % 2]
            await there.perform(name, seat, key, Action("stone", f"{'ABCDE'[number % 5]}{1 + number // 5}"))
        assert not others.bell.is_set()


@at_two_servers
async def test_a_player_who_is_connected_to_one_server_does_not_lose_at_the_other_for_being_away(
    here: Club, there: Club, first: str
) -> None:
    seated = await make_people_known(here, {seat: seat for seat in ("black", "white")})
    name, _ = await here.create_game(read_settings(SETTINGS), {}, {"claim_after": "5m"}, seated)
    with here.count_open_page(name, "black"):
        await views(there, name)
        for club in (here, there):
            club._uptime._clock = lambda: SteadyClock()() + timedelta(minutes=6)
        await here.housekeeping._keep_sightings()
        with pytest.raises(NotOver, match=r"you can claim victory in 0:0[45]"):
            await there.perform(name, "white", "white", Action("claim", ""))
    here.games.presence.note_absence((name, "black"))
    for club in (here, there):
        club._uptime._clock = lambda: SteadyClock()() + timedelta(minutes=12)
    await hears(here, name, there.perform(name, "white", "white", Action("claim", "")))
    async with here.games.game(name) as game:
        assert game.result is not None
        assert game.result.winner is WHITE


@at_two_servers
async def test_a_token_that_was_changed_at_one_server_opens_nothing_at_the_other(
    here: Club, there: Club, first: str
) -> None:
    token = await here.people.welcome_bot("Sei")
    sei = await there.bots.person(token)
    white = digest(await there.people.welcome(None))
    name, _ = await there.create_game(read_settings(SETTINGS), {}, {}, {"black": sei, "white": white})
    await views(there, name)
    assert await there.people.get_known_key(token) == token
    with there.games.listeners.listening(name) as bell:
        new = await here.own.change_key(token)
        async with asyncio.timeout(60):
            await bell.wait()
    for club in (here, there):
        with pytest.raises(Forbidden):
            await club.bots.person(token)
        with pytest.raises(Forbidden):
            await club.perform(name, "black", token, Action("stone", "A1"))
        assert await club.people.get_known_key(token) is None
        assert await club.people.welcome(token, "Sei") != token, "and nobody becomes known by it again"
    await there.perform(name, "black", new, Action("stone", "A1"))
    assert await there.bots.running(await there.bots.person(new)) == [(name, "black")]


@at_two_servers
async def test_a_link_to_another_device_opens_at_every_server_and_once(here: Club, there: Club, name: str) -> None:
    first, second = (DeviceLinks(club.games._store, SteadyClock(), lambda: token_urlsafe(24)) for club in (here, there))
    for number in range(3):
        secret = await first.offer_person(f"sei {number}")
        assert await second.check_person(secret) == f"sei {number}"
        taken = await asyncio.gather(*(each.spend(secret) for each in (first, second)), return_exceptions=True)
        assert [type(each) for each in taken if each is not None] == [Forbidden]
        with pytest.raises(Forbidden):
            await first.check_person(secret)
    older, newer = await first.offer_seat(name, "black"), await second.offer_seat(name, "black")
    with pytest.raises(Forbidden):
        await second.check_seat(name, "black", older)
    await first.check_seat(name, "black", newer)


@at_two_servers
async def test_neither_a_key_nor_the_link_that_hands_it_over_is_kept_as_it_is(
    here: Club, there: Club, first: str
) -> None:
    links = DeviceLinks(here.games._store, SteadyClock(), lambda: token_urlsafe(24))
    key = token_urlsafe(24)
    secret = await links.offer_person(key)
    async with there.games._store.backend.engine.connect() as connection:
        ((link, owner, sealed, _),) = (await connection.execute(device_links.select())).all()
    kept = f"{link} {owner} {sealed} {bytes.fromhex(sealed)!r}"
    assert secret[:24] not in kept
    assert key not in kept
    await here.people.welcome(key)
    await there.people.forget(key)
    with pytest.raises(Forbidden):
        await links.check_person(secret)


class EveningServer(Evenings):
    """A server with evenings."""

    def __init__(self, postgres: Postgres, url: str) -> None:
        self.postgres, self.store = postgres, Store(url)
        self.club = new_club(self.store)
        super().__init__(self.club, self.store, SteadyClock(), lambda: token_urlsafe(24), Random(1))

    async def names(self, evening: str) -> list[str]:
        return [player.name for player in (await self.book.get(evening)).players]


EveningWork = Callable[[EveningServer, EveningServer, str, str], Awaitable[None]]


def at_two_servers_of_an_evening(work: EveningWork) -> Callable[[Postgres], None]:
    """Make a test of what happens at two servers, to both of which an evening of two is known."""

    @run_on_loop
    async def test(postgres: Postgres) -> None:
        url = postgres.new()
        here, there = EveningServer(postgres, url), EveningServer(postgres, url)
        for server in (here, there):
            await server.store.open()
        plan = Plan(read_settings(SETTINGS), "friend", "random", "", {})
        name, host = await here.hosting.make(EveningPlan("Club", "Aki\nBo", 3, SWISS, plan), "maker")
        await there.book.get(name)
        await work(here, there, name, host)
        for server in (here, there):
            await server.club.close()
            await server.store.close()

    return test


async def evening_shown(
    server: EveningServer, name: str, act: Awaitable[object], seen: Callable[[Evening], bool]
) -> None:
    """Check that a page of an evening is woken at a server while something happens there."""

    async def is_seen() -> bool:
        return seen(await server.book.get(name))

    await is_woken(server.book.listeners, name, act, is_seen)


def is_over(evening: Evening) -> bool:
    return not evening.waiting


@at_two_servers_of_an_evening
async def test_changes_of_an_evening_are_seen_at_the_other_server(
    here: EveningServer, there: EveningServer, name: str, host: str
) -> None:
    async def is_seen(at: EveningServer, other: EveningServer, player: str) -> None:
        await evening_shown(
            at, name, other.hosting.add(name, host, player), lambda evening: evening.players[-1].name == player
        )

    await is_seen(there, here, "Chiyo")
    await is_seen(here, there, "Dan")
    del there.book._evenings[name]  # it has left memory
    await is_seen(there, here, "Emi")
    for server in (here, there):
        assert await server.names(name) == ["Aki", "Bo", "Chiyo", "Dan", "Emi"]


@at_two_servers_of_an_evening
async def test_two_simultaneous_changes_of_an_evening_are_both_kept(
    here: EveningServer, there: EveningServer, name: str, host: str
) -> None:
    for number in range(10):
        await asyncio.gather(
            here.hosting.add(name, host, f"here {number}"),
            there.hosting.add(name, host, f"there {number}"),
        )
    for server in (here, there):
        server.book._mark_stale(None)
        assert len(await server.names(name)) == 2 + 2 * 10


@at_two_servers_of_an_evening
async def test_a_round_paired_at_one_server_survives_an_arrival_at_the_other(
    here: EveningServer, there: EveningServer, name: str, host: str
) -> None:
    there.store.backend.subscribers.clear()  # it does not hear of it
    await here.hosting.pair(name, host)
    await there.claim(name, 1, player_link(host, 1), None)
    found = await there.book.get(name)
    assert len(found.played) == 1, "the round is there"
    assert found.players[0].key is not None, "and so is who has come"


@at_two_servers_of_an_evening
async def test_the_end_of_a_game_at_one_server_is_noted_for_both(
    here: EveningServer, there: EveningServer, name: str, host: str
) -> None:
    key = await there.claim(name, 1, player_link(host, 1), None)
    await evening_shown(there, name, here.hosting.pair(name, host), lambda evening: len(evening.tables) == 1)
    game, chair = await there.sit_down(name, 1, key)
    del there.book._evenings[name]  # it has been let go
    resigned = there.club.perform(game, chair, key, Action("resign"))
    await evening_shown(there, name, evening_shown(here, name, resigned, is_over), is_over)
    for server in (here, there):
        (table,) = (await server.book.get(name)).tables
        assert table.result == ("white" if chair == "black" else "black")


@at_two_servers_of_an_evening
async def test_a_change_of_an_evening_is_not_repeated_when_the_database_goes_away(
    here: EveningServer, there: EveningServer, name: str, host: str
) -> None:
    for _ in range(3):
        cuts = Cuts(here.store, here.postgres, seed=5, most=1)
        while not cuts.before + cuts.behind:
            await here.hosting.add(name, host, f"player {len(await here.names(name))}")
    names = await there.names(name)
    assert len(names) == len(set(names)) == (await there.book.get(name)).version + 1


def asks(server: Server, path: str, wish: object = None, token: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    method = "GET" if wish is None else "POST"
    answer = httpx.request(method, f"{server.address}{path}", json=wish, headers=headers, timeout=60)
    heard: dict[str, Any] = answer.raise_for_status().json()
    return heard


def two_processes(postgres: Postgres) -> list[Server]:
    address = postgres.new().replace("+psycopg", "")
    servers = [Server(Path("/")), Server(Path("/"))]
    for server in servers:
        server.database = address  # type: ignore[assignment]
        server.start()
    return servers


@pytest.mark.nightly
def test_a_game_goes_on_where_one_of_two_processes_is_killed(postgres: Postgres) -> None:
    here, there = two_processes(postgres)
    made = asks(here, "/api/games", {"settings": {"ruleset": "go", "referee": "common", "width": 5, "height": 5}})
    black = asks(here, "/api/sit", {"link": made["links"]["black"]})
    white = asks(there, "/api/sit", {"link": made["links"]["white"]})

    def tries(server: Server, who: dict[str, Any], point: str, name: str) -> dict[str, Any]:
        return asks(server, who["address"], {"do": "stone", "point": point, "id": name}, who["token"])

    def waits(server: Server, who: dict[str, Any], since: int) -> dict[str, Any]:
        return asks(server, f"{who['address']}?since={since}&wait=20", None, who["token"])

    done = tries(here, black, "C3", "b1")
    assert waits(there, white, done["number"] - 1)["your_turn"]
    done = tries(there, white, "D4", "w1")
    assert waits(here, black, done["number"] - 1)["your_turn"]
    seen = asks(here, black["address"], None, black["token"])
    here.kill()
    assert asks(there, black["address"], None, black["token"]) == seen
    assert tries(there, black, "C3", "b1")["number"] == seen["number"], "he has heard no answer, and asks again"
    assert tries(there, black, "D4", "b2")["heard"][-1]["verdict"] == "illegal", "White stands there"
    assert tries(there, black, "A1", "b3")["to_move"] == "white"
    here.start()
    assert waits(here, white, seen["number"])["your_turn"]
    for server in (here, there):
        server.stop()


@pytest.fixture(scope="module")
def processes(postgres: Postgres) -> Iterator[list[Server]]:
    servers = two_processes(postgres)
    yield servers
    for server in servers:
        server.stop()


class Browser:
    """A browser behind what spreads the load: each of its requests goes to another process than the last one."""

    def __init__(self, processes: list[Server], first: int = 0) -> None:
        self._processes, self._turn = processes, count(first)
        alone = httpx.Limits(max_keepalive_connections=0)  # each connection is closed after its answer
        self._http = httpx.Client(headers={"Accept-Language": "en"}, follow_redirects=True, timeout=60, limits=alone)

    def asks(self, path: str, form: Mapping[str, str] | None = None) -> tuple[str, str]:
        """Ask for a page, and follow where it leads: the address in the end, and the page; of an error its number."""
        server = self._processes[next(self._turn) % len(self._processes)]
        headers = {"Origin": server.address, "Content-Type": "application/x-www-form-urlencoded"}
        method = "GET" if form is None else "POST"
        answer = self._http.request(method, f"{server.address}{path}", content=urlencode(form or {}), headers=headers)
        where = str(answer.url).removeprefix(server.address) if answer.is_success else str(answer.status_code)
        return where, answer.text


WISH = {"opponent": "anybody", "ruleset": "go", "referee": "common", "size": "5", "colour": "random"}


def test_equal_wishes_at_two_processes_at_the_same_time_find_each_other(processes: list[Server]) -> None:
    with ThreadPoolExecutor(2) as both:
        for number in range(10):
            pair = [Browser(processes, each) for each in (0, 1)]
            wish = WISH | {"size": f"{5 + number}"}
            led = sorted(both.map(lambda each, wish=wish: each.asks("/games", wish)[0], pair))
            assert led[0].startswith("/g/"), led
            assert led[1] == "/lobby", led
            game = led[0].split("/")[2]
            for each in pair:
                assert f"/g/{game}/" in each.asks("/lobby")[1] + each.asks("/you")[1], "both sit there"
            _, stranger = Browser(processes, number).asks("/lobby")
            assert 'action="/lobby/' not in stranger, "nobody waits any more"


def test_a_challenge_is_seen_accepted_and_withdrawn_at_another_process(processes: list[Server]) -> None:
    ota, sei = Browser(processes, 0), Browser(processes, 1)
    ota.asks("/games", {**WISH, "nickname": "Ota"})
    _, page = sei.asks("/lobby")
    (accept,) = re.findall(r'action="(/lobby/[^"/]*)"', page)
    assert "Ota" in page
    assert sei.asks(f"{accept}/withdraw", {})[0] == "403"
    assert ota.asks(f"{accept}/withdraw", {})[0] == "/lobby"
    assert sei.asks(accept, {})[0] == "404"
    ota.asks("/games", WISH)
    ota.asks("/lobby")
    (accept,) = re.findall(r'action="(/lobby/[^"/]*)"', sei.asks("/lobby")[1])
    table, _ = sei.asks(accept, {})
    assert table.startswith("/g/")
    assert table.split("/")[2] in ota.asks("/lobby")[1]


@pytest.mark.nightly
def test_a_challenge_lapses_where_its_makers_process_was_killed(processes: list[Server]) -> None:
    here, there = processes
    Browser([here]).asks("/games", {**WISH, "nickname": "Ota"})
    stranger = Browser([there])
    assert "Ota" in stranger.asks("/lobby")[1]
    here.kill()
    until(lambda: "Ota" not in stranger.asks("/lobby")[1])
    here.start()
