"""Overload: when a server admits nothing new, and the fair queue of requests."""

import asyncio
import json
import re
from collections.abc import Iterator
from itertools import count, pairwise
from unittest.mock import AsyncMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.secrecy.test_keys import RULES, SOCKETS
from tests.web.programs import Program, on_chair
from tests.web.wire import InMemory, Made, Visitor, WebApp, make, run_in_thread
from yurei.apps.web.frame import limits
from yurei.apps.web.frame.connections import GONE
from yurei.apps.web.frame.limits import AT_ONCE, EVERY, TRY_AGAIN, WORKS, Admission, Allowances
from yurei.club.model.limits import FairQueue, LimitExceeded
from yurei.club.model.secrets import link_secret
from yurei.club.store.writer import Writer

BOUND = 0.05
SAID = "the server is busy with games in progress; try again in a moment"


def goes_on(
    admission: Admission, seconds: float, late: float = 0.0, waiting: int = 0, waited: float = 0.0
) -> list[bool]:
    """Let time pass in which the loop is always so late; whether it was full, at each sample."""
    seen = []
    for _ in range(round(seconds / (EVERY + late))):
        admission.sample_load(EVERY + late, late, waiting, waited)
        seen.append(admission.full)
    return seen


def test_one_long_pause_is_no_overload() -> None:
    admission = Admission(BOUND)
    admission.sample_load(EVERY + 0.3, 0.3)
    assert not any(goes_on(admission, 10))
    assert not any(goes_on(Admission(0), 60, late=5.0)), "a bound of 0 allows any pause"


def test_a_server_that_is_late_for_seconds_is_full_and_has_room_again_once_it_was_calm_for_a_while() -> None:
    admission = Admission(BOUND)
    assert goes_on(admission, 15, late=2 * BOUND)[-1]
    after = goes_on(admission, 30)
    changes = [each for each, (before, now) in enumerate(pairwise(after)) if before != now]
    assert len(changes) == 1, "it opens once, and does not change its mind"
    assert changes[0] * EVERY >= limits.CALM
    assert not after[-1]


def test_a_server_that_is_late_by_the_load_of_others_is_not_full() -> None:
    """A program thinks, and a friend who follows a link is let in."""
    idle, busy = Admission(BOUND), Admission(BOUND)
    for _ in range(300):
        idle.sample_load(EVERY + 4 * BOUND, 4 * BOUND, worked=0.75 * WORKS)
        busy.sample_load(EVERY + 4 * BOUND, 4 * BOUND, worked=1.25 * WORKS)
    assert (idle.full, busy.full) == (False, True)


def test_overload_has_hysteresis() -> None:
    fresh, full = Admission(BOUND), Admission(BOUND)
    goes_on(full, 20, late=2 * BOUND)
    assert not any(goes_on(fresh, 60, late=0.75 * BOUND))
    assert all(goes_on(full, 60, late=0.75 * BOUND))


def test_many_waiting_writes_are_an_overload_and_a_slow_disk_is_not() -> None:
    many, slow = Admission(BOUND), Admission(BOUND)
    waits = 2 * limits.WRITES * BOUND
    assert goes_on(many, 15, waiting=limits.MANY, waited=waits)[-1]
    assert not any(goes_on(slow, 60, waiting=limits.MANY - 1, waited=waits))
    assert not goes_on(many, 30)[-1]


@given(st.lists(st.floats(0, 10), max_size=60))
def test_newcomers_are_admitted_again_after_half_a_minute_of_calm(pauses: list[float]) -> None:
    admission = Admission(BOUND)
    for late in pauses:
        admission.sample_load(EVERY + late, late)
    assert not goes_on(admission, 40)[-1]


def test_samples_tell_how_late_the_loop_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is ours: each sample comes half a second late."""
    monkeypatch.setattr(limits, "EVERY", 0.001)
    ticks, spent = iter(range(10_000)), count(0, 0.25)
    admission = Admission(BOUND)

    async def sample() -> None:
        writer = Writer(InMemory())
        sampling = asyncio.create_task(admission.measure_load(writer, lambda: next(ticks) * 0.501, lambda: next(spent)))
        while not admission.full:
            await asyncio.sleep(0.001)
        sampling.cancel()

    run_in_thread(asyncio.wait_for(sample(), 60))
    assert 0 < admission.late <= 0.501


@pytest.fixture
def admission() -> Admission:
    return Admission(BOUND)


@pytest.fixture
def webapp(admission: Admission) -> Iterator[WebApp]:
    with WebApp(allowances=Allowances(), admission=admission) as webapp:
        yield webapp


@pytest.fixture
def made(webapp: WebApp) -> Made:
    return make(webapp, width="5", watching="everybody")


def fill(admission: Admission) -> None:
    goes_on(admission, 20, late=1.0)
    assert admission.full


def test_overloaded_server_refuses_new_games_from_pages(webapp: WebApp, admission: Admission) -> None:
    fill(admission)
    for path in ("/games", "/learn/go", "/lobby/somebody", "/evenings"):
        answer = Visitor(webapp).post(path, {"opponent": "solo"})
        assert (answer.status, answer.all("retry-after")) == (503, ["30"]), path
        assert f"<p>{SAID}</p>" in answer.text
    assert not webapp.games()
    assert not webapp.evenings()
    goes_on(admission, 40)
    assert Visitor(webapp).post("/games", {"opponent": "solo"}).status == 303


def test_overloaded_server_refuses_new_games_from_programs(webapp: WebApp, admission: Admission) -> None:
    fill(admission)
    for path in ("/api/games", "/api/sit"):
        answer = Program(webapp).ask("POST", path, {})
        assert (answer.status, answer.all("retry-after")) == (503, ["30"])
        assert json.loads(answer.text) == {"error": SAID}


def test_a_stranger_takes_no_seat_and_a_player_comes_back(webapp: WebApp, admission: Admission, made: Made) -> None:
    fill(admission)
    link = f"/g/{made.name}/join/black/{link_secret(made.host.cookies[f'yurei-{made.name}-host'], 'black')}"
    assert Visitor(webapp).get(link).status == 503
    assert made.seats["black"].get(link).status == 303


def test_new_watchers_are_sent_away_and_players_listen(webapp: WebApp, admission: Admission, made: Made) -> None:
    fill(admission)
    for path in ("/watch/live", "/lobby/live", made.at("audience") + "/live"):
        socket = Visitor(webapp).listen(path)
        assert (socket.accepted, socket.closed, socket.frames) == (True, TRY_AGAIN, [])
    for chair in ("black", "white", "referee"):
        socket = made.seats[chair].listen(made.at(chair) + "/live")
        assert (socket.closed, len(socket.frames)) == (None, 1)


def test_players_are_not_slowed_by_an_overload(webapp: WebApp, admission: Admission, made: Made) -> None:
    watcher = made.seats["audience"].listen(made.at("audience") + "/live")
    before = len(watcher.frames)
    fill(admission)
    made.play("C3 C3!")
    assert made.seats["white"].get(made.at("white")).status == 200
    assert made.seats["white"].send(made.at("white") + "/chat", {"text": "hello"}).status == 200
    assert on_chair(made, "white").does("pass")["to_move"] == "black", "nor are programs"
    assert len(watcher.frames) > before, "who watches already goes on watching"
    assert watcher.closed is None
    assert made.act("black", "resign").status == 200
    for chair in ("black", "white"):
        assert made.seats[chair].post(made.at(chair) + "/next").status == 303
    assert len(webapp.games()) == 2, "a match goes on"
    assert made.seats["black"].get("/you").status == 200
    assert Visitor(webapp).get("/health").status == 200


BEGINS = {"/games", "/api/games", "/learn/{course}", "/lobby/{challenge}", "/evenings", "/api/sit"}
BEGINS |= {"/api/bots", "/api/lobby", "/api/lobby/{challenge}", "/g/{game}/join/{chair}/{link}"}
BEGINS |= {"/lobby/live", "/watch/live", "/g/{game}/audience/live", "/g/{game}/window/live"}
GOES_ON = {
    *("/language", "/likes", "/you", "/you/along", "/you/along/{link}", "/you/delete", "/you/push", "/you/push/stop"),
    *("/lobby/{challenge}/withdraw", "/learn/first"),
    *(f"/evening/{{evening}}/{what}" for what in ("next", "result", "end", "players", "players/{number}")),
    *(f"/evening/{{evening}}/{what}" for what in ("p/{number}", "p/{number}/{link}")),
    *(f"/evening/{{evening}}/{what}" for what in ("live", "wall/live", "p/{number}/live")),
    *("/g/{game}/{chair}", "/g/{game}/along/{chair}/{link}"),
    *(f"/g/{{game}}/{{chair}}/{what}" for what in ("live", "lift", "next", "chat", "along", "program", "review")),
    *("/api/games/{game}/{chair}", "/api/games/{game}/{chair}/review", "/api/games/{game}/{chair}/token"),
    *("/problems/{problem}", "/api/problems/{problem}/answer"),
    *("/api/lobby/{challenge}/withdraw", "/api/bot/token"),
}


def test_every_action_is_listed_as_a_beginning_or_a_continuation() -> None:
    listed = {path for method, path in RULES if method == "POST"} | SOCKETS.keys()
    assert listed == {path for path in BEGINS | GOES_ON if "/audience/" not in path and "/window/" not in path}
    assert {path for path in BEGINS | GOES_ON if request_to(path).begins} == BEGINS


def request_to(path: str) -> limits.RequestInfo:
    """A request of somebody without a key."""
    kind, filled = "websocket" if path.endswith("/live") else "http", re.sub(r"\{(\w+)\}", "black", path)
    asked = {"type": kind, "method": "POST", "path": filled, "headers": list[object](), "client": None}
    return limits.RequestInfo.of(asked, proxied=False)


ADDRESSES, PEOPLE = st.sampled_from(["north", "south", "east"]), st.sampled_from(["", "anna", "bea"])


def requests() -> FairQueue:
    return FairQueue(AT_ONCE, limits.MOST_WAITING, limits.LONGEST)


async def together(queue: FairQueue, asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    answered = []

    async def ask(who: tuple[str, str]) -> None:
        async with queue.wait_turn(*who):
            answered.append(who)

    await asyncio.gather(*map(ask, asked))
    return answered


@given(st.lists(st.tuples(ADDRESSES, PEOPLE), max_size=60))
def test_every_request_is_answered_once(asked: list[tuple[str, str]]) -> None:
    queue = requests()
    assert sorted(run_in_thread(together(queue, asked))) == sorted(asked)
    assert (queue.free, len(queue._waiting)) == (AT_ONCE, 0)


PEOPLE_OF_THE_NORTH = [("north", f"{number}") for number in range(50)]


@pytest.mark.parametrize(
    ("asked", "who", "places"),
    [
        ([("north", "")] * 100 + [("south", "")], ("south", ""), [1]),
        ([("north", "")] * 50 + [("north", "anna")] * 50 + [("north", "bea")], ("north", "bea"), [2]),
        (PEOPLE_OF_THE_NORTH + [("south", "")] * 3, ("south", ""), [1, 3, 5]),
    ],
    ids=["another address", "a person beside another and strangers", "strangers beside a crowded address"],
)
def test_addresses_take_turns_and_so_do_their_people(
    asked: list[tuple[str, str]], who: tuple[str, str], places: list[int]
) -> None:
    answered = run_in_thread(together(requests(), asked))
    assert [number for number, each in enumerate(answered) if each == who] == places


def test_least_recently_served_person_goes_first() -> None:
    async def evening() -> list[tuple[str, str]]:
        queue = requests()
        await together(queue, PEOPLE_OF_THE_NORTH * 3)
        return await together(queue, [*PEOPLE_OF_THE_NORTH, ("north", "bea")])

    assert run_in_thread(evening())[0] == ("north", "bea")


def test_a_request_that_waits_for_the_database_keeps_nobody_waiting() -> None:
    async def slow_and_quick() -> bool:
        queue, read, quick = requests(), asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            async with queue.wait_turn("north", ""):
                await read.wait()

        async def answer() -> None:
            async with queue.wait_turn("south", ""):
                quick.set()

        tasks = [asyncio.ensure_future(work) for work in [wait() for _ in range(2 * AT_ONCE)] + [answer()]]
        await asyncio.wait_for(quick.wait(), 10)
        read.set()
        await asyncio.gather(*tasks)
        return queue.free == AT_ONCE

    assert run_in_thread(slow_and_quick())


def test_a_request_that_is_cancelled_while_it_waits_takes_no_turn() -> None:
    async def cancelled() -> int:
        queue = requests()
        tasks = [asyncio.ensure_future(together(queue, [("north", "")])) for _ in range(10)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)
        return queue.free

    assert run_in_thread(cancelled()) == AT_ONCE


@pytest.mark.parametrize(("person", "refused"), [("anna", 7), ("", 4)])
def test_a_person_has_a_bounded_number_of_requests_that_wait_and_a_class_has_more(person: str, refused: int) -> None:
    async def crowd() -> int:
        queue = FairQueue(AT_ONCE, 3, nameless=6)
        asked = (together(queue, [("north", person)]) for _ in range(10))
        return sum(isinstance(each, LimitExceeded) for each in await asyncio.gather(*asked, return_exceptions=True))

    assert run_in_thread(crowd()) == refused


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_reading_request_of_a_gone_client_is_dropped(method: str) -> None:
    app = AsyncMock()

    async def ask(gone: bool) -> None:
        layer = limits.LimitsLayer(app, Allowances(), lambda: 0.0, proxied=False)
        scope = {"type": "http", "method": method, "path": "/learn", "headers": [], GONE: lambda: gone}
        await layer(scope, AsyncMock(), AsyncMock())

    run_in_thread(ask(gone=False))
    run_in_thread(ask(gone=True))
    assert app.await_count == (2 if method == "POST" else 1)


def test_a_request_that_finds_the_queue_full_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WAITING", 0)
    with WebApp(allowances=Allowances()) as webapp:
        answer = Visitor(webapp).get("/learn")
        assert (answer.status, answer.all("retry-after")) == (503, [str(limits.AFTER)])
        assert webapp.measures.refused == {"open": 1}
