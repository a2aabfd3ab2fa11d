"""Load: no step of the event loop takes more than a tenth of a second, long games are bounded, one address delays nobody else."""

import asyncio
import gc
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep, thread_time
from typing import Any

import httpx
import pytest

from tests.web.evenings import makes
from tests.web.people import Server
from tests.web.test_routes import GETS
from tests.web.wire import Made, Visitor, WebApp, make
from yurei.club import games as all_games
from yurei.club.game import actions
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.model.stored import Event, EventKind
from yurei.problems import KINDS, collection
from yurei.rules.points import Size

LONGEST = 0.1  # seconds of the processor that a step of the loop may take
GREATEST = Size(25, 25)


@pytest.fixture(autouse=True)
def _no_garbage_of_other_tests() -> Iterator[None]:
    """Keep objects of earlier tests, which no server has, from garbage collections."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@contextmanager
def watched() -> Iterator[list[tuple[float, str]]]:
    """Note every step of an event loop that takes too long, with what it was about."""
    found, run = list[tuple[float, str]](), asyncio.Handle._run

    def measured(handle: Any) -> None:
        began = thread_time()
        run(handle)
        if (taken := thread_time() - began) > LONGEST:
            found.append((round(taken, 3), repr(handle)[:300]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", measured)
        yield found


def played(made: Made, size: Size, tries: int) -> None:
    for number in range(tries):
        point = size.name(number % size.points)
        for chair in ("black", "white"):
            made.act(chair, "stone", point)


def ask_all(made: Made, *paths: str) -> None:
    for chair, visitor in made.seats.items():
        for path in GETS:
            if "{game}" in path and not set(re.findall(r"{(\w+)", path)) - {"game", "chair"}:
                visitor.get(path.replace("{game}", made.name).replace("{chair}", chair))
    for path in paths:
        made.seats["black"].get(path)


@pytest.mark.parametrize("referee", ["common", "fog"])
def test_no_slow_step_for_a_game_on_the_largest_board(referee: str) -> None:
    with WebApp() as webapp:
        made = make(webapp, width="25", referee=referee)
        sockets = [made.seats[chair].listen(f"{made.at(chair)}/live") for chair in made.seats]
        with watched() as slow:
            played(made, GREATEST, 150)
            ask_all(made)
            made.act("black", "resign")
            ask_all(made)
        assert all(socket.frames for socket in sockets)
        assert slow == []


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(900)
def test_no_slow_step_in_a_game_of_thousands_of_tries() -> None:
    with WebApp() as webapp:
        made = make(webapp, width="19", referee="common")
        with watched() as slow:
            for _ in range(5):
                played(made, Size(19, 19), 361)
            made.act(webapp.run(_to_move(webapp, made)), "resign")
            ask_all(made)
        assert slow == []


async def _to_move(webapp: WebApp, made: Made) -> str:
    async with webapp.club.games.game(made.name) as game:
        return str(game.to_move)


def test_no_slow_step_for_an_evening_of_sixty_four(tmp_path: Path) -> None:
    # In a file, as on a server: a database in memory would write the 32 games of a round on the event loop.
    with WebApp(place=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}") as webapp:
        club = makes(webapp, "\n".join(f"Player {number}" for number in range(64)), watching="everybody", rounds="15")
        readers = [Visitor(webapp).listen(f"{club.address}/live") for _ in range(20)]
        walls = [Visitor(webapp).listen(f"{club.address}/wall/live") for _ in range(5)]
        with watched() as slow:
            for _ in range(2):
                club.pairs_next()
                club.enters(*["black"] * 32)
                for page in ("", "/wall", "/print", "/host"):
                    club.host.get(f"{club.address}{page}")
        assert all(reader.frames for reader in [*readers, *walls])
        assert slow == []


def test_no_slow_step_for_problems_and_other_pages(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    visitor.post("/you", {"nickname": "Sei"})
    firsts = [next(problem.id for problem in collection().values() if problem.kind == kind) for kind in KINDS]
    late = dict[str, list[tuple[float, str]]]()
    for path in (
        GETS + [f"/problems/{problem}" for problem in firsts] + [f"/problems/sheet?kind={kind}" for kind in KINDS]
    ):
        if "{" not in path:
            with watched() as slow:
                visitor.get(path)
            late |= {path: slow} if slow else {}
    for problem in firsts:
        for do in ("hint", "give-up"):
            with watched() as slow:
                visitor.send(f"/problems/{problem}", {"do": do})
            late |= {f"{problem} {do}": slow} if slow else {}
    assert late == {}


REFUSED = 400


def test_the_actions_of_a_seat_are_limited_and_the_game_can_still_end(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(webapp, referee="olympiad", width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    monkeypatch.setattr(actions, "MOST", 10)
    for number in range(10 - 2):  # to sit down is something too
        assert made.act("black", *(("stone", "D4"), ("pencil-cross", "A1"))[number % 2]).status == 200
    for do, at in (("stone", "A1"), ("stone", "D4"), ("ghost", "A1"), ("pencil-cross", "A1"), ("offer", "")):
        answer = made.act("black", do, at)
        assert answer.status == 429
        assert "you have reached the limit of 10 actions in this game; pass, resign or accept the score" in answer.text
    assert made.act("black", "pass").status == 200
    assert made.act("white", "stone", "A1").status == 200, "his opponent has a bound of his own"
    assert made.act("black", "resign").status == 200
    assert made.act("black", "rematch").status == 200


def test_loading_a_long_game_does_not_block_others(webapp: WebApp) -> None:
    made = make(webapp, referee="olympiad", width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    games = webapp.club.games

    async def refused() -> None:
        async with games.game(made.name) as game:
            await games.happen(game, lambda: _tries(game))

    async def load() -> tuple[int, int]:
        turns = 0

        async def another() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.create_task(another())
        game = await games._rebuild(made.name)
        beside.cancel()
        return turns, len(game.events)

    webapp.run(refused())
    turns, events = webapp.run(load())
    assert events >= REFUSED
    assert turns >= events // all_games.STEP


def _tries(game: Game) -> list[Event]:
    before = len(game.events)
    for _ in range(REFUSED):
        apply_event(game, game.event("black", EventKind.TRY, "D4"))
    return game.events[before:]


GREEDY, OTHER = "198.51.100.1", "203.0.113.2"
TRIES = 20


class Client:
    """A browser at some address behind a proxy."""

    def __init__(self, server: Server, address: str) -> None:
        headers = {"X-Forwarded-For": address, "Accept-Language": "en", "Origin": server.address}
        alone = httpx.Limits(max_keepalive_connections=0)  # each connection is closed after its answer
        self._http = httpx.Client(base_url=server.address, headers=headers, timeout=120, limits=alone)
        self.statuses: list[int] = []

    def asks(self, path: str, form: Mapping[str, str] | None = None) -> str:
        """Ask for a page; its text, or where it leads."""
        answer = self._http.request("GET" if form is None else "POST", path, data=form)
        self.statuses.append(answer.status_code)
        return answer.headers.get("Location") or answer.text

    def makes(self, **form: str) -> str:
        wish = {"ruleset": "go", "referee": "kriegspiel", "size": "9", "colour": "black", **form}
        table = self.asks("/games", wish)
        assert table.startswith("/g/"), f"{self.statuses[-1]}: {table[:100]}"
        return table

    def is_to_move(self, table: str) -> bool:
        return re.search(r'id="turn"[^>]*class="[^"]*yours', self.asks(table)) is not None

    def tries(self, table: str, point: str, do: str = "stone") -> None:
        self.asks(table, {"do": do, "at": point})


@pytest.fixture
def behind_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server(tmp_path / "games.db", limited=True)
    monkeypatch.setenv("YUREI_PUBLIC_URL", server.address)
    server.start()
    yield server
    server.stop()


def waits_for_programs(client: Client) -> None:
    began = monotonic()
    while "being compiled" in client.asks("/"):
        assert monotonic() - began < 400
        sleep(1)


def points() -> Iterator[str]:
    return (f"{column}{row}" for row in (5, 3, 7) for column in "ABCDEFGHJ")


def answered(client: Client, table: str, point: str) -> float:
    """Try a point; the seconds until it is one's turn again."""
    before = monotonic()
    client.tries(table, point)
    while not client.is_to_move(table):
        assert monotonic() - before < 100
        sleep(0.05)
    return monotonic() - before


def slowest_turn(client: Client, table: str) -> float:
    """Return how long the slowest of five turns of a program takes while nobody else waits for one."""
    tried = points()
    return max(answered(client, table, next(tried)) for _ in range(5))


def plays_on(tables: list[tuple[Client, str]], ended: threading.Event, chance: Random) -> None:
    while not ended.is_set():
        for client, table in tables:
            ended.wait(0.2)  # it is their programs that are many, and not their requests
            if client.is_to_move(table):
                client.tries(table, f"{chance.choice('ABCDEFGHJ')}{chance.randint(1, 9)}")


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(900)
def test_thirty_slow_games_of_one_address_delay_no_quick_answer_for_another(behind_proxy: Server) -> None:
    people, other = [Client(behind_proxy, GREEDY) for _ in range(3)], Client(behind_proxy, OTHER)
    waits_for_programs(other)
    slow = {"opponent": "yurei", "program": "yurei:level=5"}
    alone = slowest_turn(people[0], people[0].makes(**slow))
    tables = [(each, each.makes(**slow)) for each in people for _ in range(10)]
    ended = threading.Event()
    attack = Thread(target=plays_on, args=(tables, ended, Random(1)))
    attack.start()
    took, tried = list[float](), points()
    try:
        sleep(5)
        table = other.makes(opponent="yurei", program="yurei:level=2")
        while len(took) < TRIES:
            took.append(answered(other, table, next(tried)))
    finally:
        ended.set()
        attack.join()
    waiting = [not client.is_to_move(each) for client, each in tables].count(True)
    print(
        json.dumps({"a slow turn": round(alone, 2), "seconds": [round(each, 2) for each in took], "waiting": waiting})
    )
    assert waiting >= 20, "they waited all the time"
    assert max(took) < max(3, alone), "less than a slow turn, which takes two seconds on an idle machine"


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(300)
def test_marks_at_a_hundred_tables_of_one_address_delay_nobody_much(behind_proxy: Server) -> None:
    """Both seats of a hundred large boards belong to one address, which marks points as fast as it can."""
    other = Client(behind_proxy, OTHER)
    own = other.makes(opponent="solo", referee="open")
    people, tables = [Client(behind_proxy, GREEDY) for _ in range(10)], list[tuple[Client, str]]()
    for number in range(100):
        client = people[number % 10]
        tables.append((client, client.makes(opponent="solo", size="25")))

    def answers(seconds: float) -> list[float]:
        took, began, numbers = [], monotonic(), count()
        while monotonic() - began < seconds:
            number, before = next(numbers), monotonic()
            other.tries(own, f"{'ABCDEFGHJ'[number % 9]}{1 + number // 9 % 9}", "pencil-cross")
            took.append(1000 * (monotonic() - before))
            sleep(max(0.0, 0.25 - took[-1] / 1000))
        return took

    ended = threading.Event()

    def mark(client: Client) -> None:
        while not ended.is_set():
            for each, table in tables:
                if each is client and not ended.is_set():
                    client.tries(table, "M13", "pencil-cross")

    quiet = answers(20)
    attack = [Thread(target=mark, args=(client,)) for client in people]
    for thread in attack:
        thread.start()
    attacked = answers(30)
    ended.set()
    for thread in attack:
        thread.join()
    done = [status for client in people for status in client.statuses]
    without, beside = (sorted(waits)[int(0.99 * len(waits))] for waits in (quiet, attacked))
    print(json.dumps({"without": without, "beside": beside, "done": len(done), "refused": done.count(429)}))
    assert set(other.statuses) <= {200, 303}
    assert beside < 500
