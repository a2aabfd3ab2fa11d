"""PostgreSQL goes away, before a commit, behind it, or for a while: nothing is lost or doubled, and answers are 503."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from tests.faults.clubs import SEATS, kept_events, new_club, new_game, opened
from tests.faults.postgres import Postgres
from tests.web.wire import Answer, Made, Visitor, WebApp, make, run_in_thread
from yurei.apps.web.frame.http import PERSON
from yurei.club import turns
from yurei.club.game.actions import Action
from yurei.club.model.stored import NOT_KEPT, DatabaseUnavailable, Event, NotStored
from yurei.club.store import Store
from yurei.club.store.backend import Append
from yurei.club.store.postgres import Postgres as PostgresBackend

GAMES = 5
SETTINGS = {"ruleset": "go", "width": 19, "height": 19}


class Cuts:
    """Cuts a connection that writes, at every few commits, before it or behind it.

    What is written with every try is a statement of its own, and all else is a transaction with a commit. What was cut in
    the first way is written once more in the second, which may be cut too.
    """

    def __init__(self, store: Store, postgres: Postgres, seed: int, most: int) -> None:
        self._postgres, self._chance, self._most = postgres, random.Random(seed), most
        self._commit = store.backend.writing.dialect.do_commit
        self.before = self.behind = 0
        store.backend.writing.dialect.do_commit = self.commit  # type: ignore[method-assign, assignment]
        assert isinstance(store.backend, PostgresBackend)
        self._writing = store.backend
        self._append = self._writing._append
        self._writing._append = self.append  # type: ignore[method-assign]

    def commit(self, connection: Any) -> None:
        when = self._when()
        if when != "before":
            self._commit(connection)
        if when == "never":
            return
        self._cut(connection, when)
        if when == "behind":
            connection.cursor().execute("SELECT 1")  # the answer never comes
        self._commit(connection)

    async def append(self, appends: Sequence[Append]) -> bool:
        when = self._when() if self._writing._held is not None else "never"
        if when == "never":
            return await self._append(appends)
        if when == "behind":
            assert await self._append(appends)
        assert self._writing._held is not None
        self._cut(await self._writing._held.get_raw_connection(), when)
        if when == "before":
            return await self._append(appends)
        await self._writing._release(broken=True)
        return False  # the answer never comes

    def _when(self) -> str:
        if self.before + self.behind >= self._most:
            return "never"
        return self._chance.choice(("never", "before", "behind"))

    def _cut(self, connection: Any, when: str) -> None:
        pid = connection.driver_connection.info.backend_pid
        self._postgres.ask(f"SELECT pg_terminate_backend({pid}, 5000)")
        self.before, self.behind = self.before + (when == "before"), self.behind + (when == "behind")


async def play_until_cut(url: str, postgres: Postgres, cuts: int) -> tuple[Cuts, dict[str, list[str]]]:
    """Play until the connection was cut so often; what was answered, by the game."""
    async with opened(url) as store:
        club = new_club(store)
        names = [await new_game(club, SETTINGS, people=f"{number} ") for number in range(GAMES)]
        cutting = Cuts(store, postgres, 1, cuts)
        answered: dict[str, list[str]] = {name: [] for name in names}

        async def one(number: int, name: str) -> None:
            chance, turn = random.Random(number), 0
            while cutting.before + cutting.behind < cuts or turn < 3:
                seat, request = chance.choice(SEATS), f"id-{turn}"
                point = f"{chance.choice('ABCDEFGHJKLMNOPQRST')}{chance.randint(1, 19)}"
                kept = False
                while not kept:
                    with suppress(NotStored):
                        await club.perform(name, seat, f"{number} {seat}", Action("pencil-cross", point, request))
                        kept = True
                answered[name].append(request)
                turn += 1

        await asyncio.gather(*(one(number, name) for number, name in enumerate(names)))
        return cutting, answered


async def kept_requests(url: str, names: list[str]) -> dict[str, list[str]]:
    async with opened(url) as store:
        return {name: [event.request for event in await kept_events(store, name) if event.request] for name in names}


@pytest.mark.parametrize("cuts", by_day_and_night([8], [1000]))
def test_cut_connections_lose_and_double_nothing(postgres: Postgres, cuts: int) -> None:
    url = postgres.new()
    cutting, answered = run_in_thread(play_until_cut(url, postgres, cuts))
    assert cutting.before + cutting.behind == cuts
    assert min(cutting.before, cutting.behind) > 0
    found = run_in_thread(kept_requests(url, list(answered)))
    assert found == answered, "each is kept once, in the order in which it was answered"
    assert all(max(Counter(ids).values()) == 1 for ids in found.values())


AWAY = "the database does not answer at the moment; try again"
PAGES = ["/you", "/watch", "/lobby", "/g/{name}/black"]


@pytest.fixture
def made(postgres: Postgres) -> Iterator[Made]:
    with WebApp(place=postgres.new()) as webapp:
        webapp.opens()
        yield make(webapp, by_program=["white"], width="5")


def ask_as_program(made: Made) -> Answer:
    program = made.seats["white"]
    return program.get(f"/api/games/{made.name}/white", ("authorization", f"Bearer {program.cookies[PERSON]}"))


def ask_all(made: Made) -> dict[str, Answer]:
    """Ask for what has to be read from the database."""
    asked = {}
    for path in PAGES:
        made.webapp.forget_games()
        asked[path] = made.seats["black"].get(path.format(name=made.name))
    made.webapp.forget_games()
    asked["try"] = made.act("black", "stone", "C3")
    made.webapp.forget_games()
    return {**asked, "program": ask_as_program(made)}


def test_what_has_to_be_read_is_503_says_when_to_ask_again_and_is_answered_then(made: Made, postgres: Postgres) -> None:
    with postgres.away():
        answers = ask_all(made)
    assert {asked: (answer.status, answer.all("retry-after")) for asked, answer in answers.items()} == dict.fromkeys(
        answers, (503, ["5"])
    )
    assert AWAY in answers["try"].text
    assert AWAY in answers["program"].text
    assert {asked: answer.status for asked, answer in ask_all(made).items()} == dict.fromkeys(answers, 200)


def test_the_first_request_after_a_restart_of_the_database_is_answered(made: Made, postgres: Postgres) -> None:
    for path in ("/you", made.at("black")):
        made.seats["black"].get(path)  # its connection is kept
        with postgres.away():
            made.webapp.forget_games()
        assert made.seats["black"].get(path).status == 200


def test_a_program_answers_when_the_database_is_back(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "AGAIN", 0.01)
    webapp.opens()
    visitor = Visitor(webapp)
    wish = {"opponent": "yurei", "program": "simple", "colour": "black", "width": "5", "referee": "open"}
    table = visitor.post("/games", wish).location
    append, load = webapp.store.games.append, webapp.club.games.load
    errors = [DatabaseUnavailable(AWAY), DatabaseUnavailable(AWAY), NotStored(NOT_KEPT)]

    async def append_unless_away(game: str, first: int, happened: Sequence[Event], *more: Any) -> None:
        if errors and happened[0].chair == "white":
            raise errors.pop()
        await append(game, first, happened, *more)

    async def load_unless_away(name: str) -> Any:
        if errors:
            raise errors.pop()
        return await load(name)

    monkeypatch.setattr(webapp.store.games, "append", append_unless_away)
    monkeypatch.setattr(webapp.club.games, "load", load_unless_away)
    assert visitor.send(table, {"do": "stone", "at": "C3"}).status == 200
    webapp.run(asyncio.sleep(0))  # and until no program has to answer
    assert errors == []
    assert [event.chair for event in webapp.happened(table.split("/")[2]) if event.kind == "try"] == ["black", "white"]
