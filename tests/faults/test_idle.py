"""Games that nobody looks at leave memory: who asks finds them as they were, nothing is lost meanwhile, clocks go on."""

import asyncio
import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.day_and_night import chosen_by_day, first_by_day
from tests.faults.clubs import SEATS, kept_events, new_game, opened_club, run_on_loop
from tests.web.programs import duel
from tests.web.wire import Answer, Made, Visitor, WebApp, make, run_in_thread, until
from yurei.club import housekeeping
from yurei.club.game.actions import Action
from yurei.club.model.secrets import digest
from yurei.errors import YureiError
from yurei.referee import ALL
from yurei.referee.plain import view_to_bytes
from yurei.rules.points import size_of

PAGES = ("", "/heard", "/record", "/transcript", "/projector", "/replay", "/playout")
"""What can be asked for at a chair."""
A_WHILE = housekeeping.IDLE_AFTER.total_seconds()


def drop_idle_games(webapp: WebApp) -> int:
    """Let go of games that nobody has looked at for a while; return their number."""

    async def go() -> int:
        return webapp.club.housekeeping.drop_idle_games()

    return webapp.run(go())


def drop(webapp: WebApp) -> int:
    """Let go of every game that nobody needs in memory, as though nobody had looked at one for a while."""

    async def go() -> int:
        return webapp.club.games.drop_idle(webapp.now)

    return webapp.run(go())


def everything(made: Made) -> dict[str, Answer | bytes]:
    """All that there is to be had at every chair, with its headers; and what the referee has told each seat."""
    for chair, visitor in made.seats.items():  # everybody is here now, and stays for half a minute
        visitor.fragment(made.at(chair))
    found: dict[str, Answer | bytes] = {
        made.at(chair) + page: visitor.get(made.at(chair) + page)
        for chair, visitor in made.seats.items()
        for page in PAGES
    }
    found |= {f"{chair}, live": each.fragment(made.at(chair)) for chair, each in made.seats.items()}
    game = made.webapp.run(made.webapp.club.games.load_uncached(made.name))
    return found | {f"view of {seat}": view_to_bytes(game.view(seat)) for seat in (*game.pencil, "audience")}


POINTS = st.sampled_from([size_of(3).name(point) for point in range(9)])
ACTS = st.one_of(
    st.tuples(st.just("stone"), POINTS),
    st.tuples(st.sampled_from(["pencil-cross", "dead", "ghost"]), POINTS),
    st.tuples(
        st.sampled_from(
            ["pass", "offer", "decline", "takeback", "takeback-accept", "settle", "rematch", "rematch-decline"]
        ),
        st.just(""),
    ),
)
PLAYED = st.lists(st.tuples(st.sampled_from(["black", "white"]), ACTS), max_size=14)


@pytest.mark.parametrize(
    "referee", chosen_by_day([referee.slug for referee in ALL], ("common", "hamburg").__contains__)
)
@settings(max_examples=4)
@given(played=PLAYED)
def test_a_game_comes_back_the_same_to_the_byte_for_every_chair(
    referee: str, played: list[tuple[str, tuple[str, str]]]
) -> None:
    with WebApp() as webapp:
        made = make(webapp, width="3", referee=referee, clock="5+3", claim_after="5m")
        for seat, (do, at) in played:
            made.act(seat, do, at)
        webapp.waits(2)
        before = everything(made)
        assert made.name in list(webapp.held)
        assert drop(webapp) == 1
        assert list(webapp.held) == []
        assert everything(made) == before


def test_a_count_is_restored_with_its_proposed_dead_stones() -> None:
    asked = count()

    async def first_a1_then_b1(*_: object) -> frozenset[int]:
        return frozenset([next(asked)])

    with WebApp(propose=first_a1_then_b1) as webapp:
        made = make(webapp, width="3")
        made.play("A1 B1 pass pass")
        before = everything(made)
        assert "A1" in made.part("black")
        assert drop(webapp) == 1
        assert everything(made) == before
    assert next(asked) == 1, "chance is not asked once more"


def test_the_curtain_of_a_shared_screen_stays_lifted(webapp: WebApp) -> None:
    desk = Visitor(webapp)
    address = desk.post("/games", {"opponent": "one-device", "width": "3"}).location
    desk.post(f"{address}/lift", {"seat": "black"})
    before = desk.fragment(address)
    assert drop(webapp) == 1
    assert desk.fragment(address) == before
    assert desk.send(address, {"do": "stone", "at": "B2"}).status == 200


def test_an_idle_game_leaves_memory_after_a_while(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "NOTE_EVERY", 0.01)
    make(webapp, width="3")
    webapp.waits(A_WHILE - 1)
    assert drop_idle_games(webapp) == 0
    webapp.waits(1)
    webapp.opens()
    until(lambda: not list(webapp.held))


def test_an_open_page_keeps_its_game_in_memory(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    socket = made.seats["audience"].listen(made.at("audience") + "/live")
    webapp.waits(A_WHILE)
    assert drop_idle_games(webapp) == 0
    assert made.act("black", "stone", "B2").status == 200
    assert len(socket.frames) == 2
    socket.close()
    assert drop_idle_games(webapp) == 0, "something has just happened"
    webapp.waits(A_WHILE)
    assert drop_idle_games(webapp) == 1


def test_a_waiting_program_keeps_its_game_in_memory(webapp: WebApp) -> None:
    black, white = duel(webapp)
    with ThreadPoolExecutor(1) as beside:
        answer = beside.submit(white.sees, "?since=2&wait=20")
        until(lambda: white.address.split("/")[3] in webapp.club.games.listeners)
        assert drop(webapp) == 0
        black.does("stone", "C3")
        assert answer.result()["to_move"] == "white"
    assert drop(webapp) == 1


def test_a_game_that_is_locked_or_waited_for_stays_in_memory(webapp: WebApp) -> None:
    made, games = make(webapp, width="3"), webapp.club.games

    async def hold() -> list[int]:
        dropped = []
        async with games.game(made.name):
            dropped.append(games.drop_idle(webapp.now))
            waiting = asyncio.create_task(games.load(made.name))
            await asyncio.sleep(0)
        dropped.append(games.drop_idle(webapp.now))  # it is free, and the other has not had his turn yet
        await waiting
        return [*dropped, games.drop_idle(webapp.now)]

    assert webapp.run(hold()) == [0, 0, 1]


WAYS = {
    "in play, with a refused try": "black stone A1, white stone A1, white pencil-cross B1",
    "taken back": "black stone A1, black takeback, white takeback-accept",
    "ended, and played again": "black resign, black rematch, white rematch",
    "counted, disputed, played out": (
        "black stone A1, white pass, black pass, black dispute, white out C3, black out B2"
    ),
}


@pytest.mark.parametrize("referee", first_by_day(["common", "hamburg", "open"]))
@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_leaves_memory_is_freed_at_once_without_the_collector(way: str, referee: str) -> None:
    with WebApp() as webapp:
        made = make(webapp, width="3", referee=referee, clock="5+3", claim_after="5m")
        gc.collect()
        gc.disable()
        try:
            for deed in WAYS[way].split(", "):
                made.act(*deed.split())
            everything(made)
            games = [weakref.ref(game) for game in webapp.held.values()]
            tables = [weakref.ref(game.table) for game in webapp.held.values()]
            assert drop(webapp) == len(games)
            assert [game() for game in games] == [None] * len(games)
            assert [table() for table in tables] == [None] * len(tables)
            held = webapp.club.games
            assert made.name not in {*held._locks, *held._asked_for, *held._seated._keys, *held._summaries}
        finally:
            gc.enable()


def test_requests_for_unknown_games_keep_nothing(webapp: WebApp) -> None:
    for number in range(20):
        assert Visitor(webapp).get(f"/g/nothing{number}/black").status == 404
    held = webapp.club.games
    assert not held._games
    assert not held._locks
    assert not held._asked_for


async def _racing(place: Path, games: int, tries: int) -> tuple[int, list[tuple[str, str]], dict[str, list[str]]]:
    """Play some games while they are let go of at every step of the loop."""
    async with opened_club(f"sqlite+aiosqlite:///{place}") as club:
        names = [await new_game(club, {"width": 5, "height": 5}, people=f"{number} ") for number in range(games)]
        dropped, answered = 0, list[tuple[str, str]]()

        async def ask(number: int, seat: str, attempt: int) -> None:
            request, name = f"{seat}-{attempt}", names[number]
            do = ("pencil-cross", size_of(5).name(attempt % 25))
            with suppress(YureiError):
                await club.perform(name, seat, f"{number} {seat}", Action(*do, request))
                answered.append((name, request))

        async def let_go() -> None:
            nonlocal dropped
            while True:
                dropped += club.games.drop_idle(datetime.max.replace(tzinfo=UTC))
                await asyncio.sleep(0)

        dropping = asyncio.create_task(let_go())
        for attempt in range(tries):
            for _ in range(attempt % 3):  # now both are there at once, now one after the other
                await asyncio.sleep(0)
            await asyncio.gather(*(ask(number, seat, attempt) for number in range(games) for seat in SEATS))
        dropping.cancel()
        store = club.games._store
        kept = {name: [event.request for event in await kept_events(store, name) if event.request] for name in names}
        return dropped, answered, kept


def test_tries_during_eviction_are_not_lost(tmp_path: Path) -> None:
    games, tries = 3, 15
    dropped, answered, kept = run_in_thread(_racing(tmp_path / "games.db", games, tries))
    assert dropped > tries, "games have really gone in between"
    assert len(answered) == 2 * games * tries, "everybody was answered"
    for name, requests in kept.items():
        assert sorted(requests) == sorted(request for game, request in answered if game == name)


@run_on_loop
async def test_a_try_of_a_bot_during_the_creation_of_its_game_stays_in_memory(tmp_path: Path) -> None:
    async with opened_club(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}") as club:
        tables = club.games._store.games
        load, tried = tables.load, list[asyncio.Task[None]]()

        async def load_and_try(name: str) -> Any:
            loaded = await load(name)
            if not tried:  # a bot hears of a game as soon as it is stored
                tried.append(asyncio.create_task(club.perform(name, "black", "black", Action("stone", "B2"))))
                await asyncio.wait(tried, timeout=0.3)
            return loaded

        tables.load = load_and_try  # type: ignore[assignment,method-assign]
        name = await new_game(club, {"width": 3, "height": 3})
        await tried[0]
        async with club.games.game(name) as game:
            assert [event.kind for event in game.events] == ["sit", "sit", "try"]


def test_an_absent_player_loses_a_game_that_was_not_in_memory(webapp: WebApp) -> None:
    made = make(webapp, width="5", claim_after="5m")
    made.act("black", "stone", "C3")
    webapp.waits(200)
    assert drop(webapp) == 1
    assert made.act("black", "claim").status == 409
    webapp.waits(160)  # the last half a minute of it he counts as here
    assert drop(webapp) == 1
    assert made.act("black", "claim").status == 200


def test_an_abandoned_game_ends_although_it_is_not_in_memory(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    webapp.waits(31 * 86_400)
    assert drop(webapp) == 1
    assert webapp.run(webapp.club.housekeeping.sweep()) == 1
    assert [event.kind for event in webapp.happened(made.name)][-1] == "abandoned"


def test_last_seen_is_known_while_it_is_being_written(webapp: WebApp) -> None:
    made = make(webapp, width="5", claim_after="5m")
    games = webapp.club.games
    keep_seen = webapp.store.games.store_last_seen
    found: list[datetime | None] = []

    async def slowly(seen: Any) -> None:
        assert games.drop_idle(webapp.now) == 1
        async with games.game(made.name) as game:
            found.append(game.chairs["white"].seen)
        await keep_seen(seen)

    webapp.store.games.store_last_seen = slowly  # type: ignore[method-assign]
    webapp.waits(60)
    games.sightings.note_presence((made.name, "white"))
    webapp.run(games.sightings.store([]))
    assert found == [webapp.now]


def test_a_name_is_shown_in_games_that_are_not_in_memory(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.seats["black"].fragment(made.at("black"))
    drop(webapp)
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    assert "Shonagon" in made.part("black")


def test_a_seat_that_is_taken_along_is_known_under_its_new_key(library: WebApp) -> None:
    made = make(library, width="3")
    games, old = library.club.games, made.seats["white"]
    moved = Visitor(library)
    key = library.run(library.club.seats.move_chair(made.name, "white", None))
    assert games._seated.games_of(digest(key)) == [made.name]
    moved.cookies = dict.fromkeys(old.cookies, key)
    moved.post("/you", {"nickname": "Izumi"})
    assert "Izumi" in made.part("black")
