"""A key is replaced while something is written with the old one: the old one opens nothing, and results of problems go along."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from itertools import count
from random import Random
from typing import Any, cast

import pytest
import sqlalchemy as sql

from tests.faults.clubs import kept_chairs, opened, run_on_loop
from tests.faults.postgres import Postgres
from tests.faults.test_writing import NOON, tried, with_games
from tests.web.bots import Bot, meet
from tests.web.programs import Program
from tests.web.solving import Solver, of_kind, right_answers, wrong_answer
from tests.web.test_problems import progress
from tests.web.wire import Visitor, WebApp, until
from yurei.apps.web.frame.http import PERSON
from yurei.club.club import Club
from yurei.club.lobby import Lobby
from yurei.club.model.chairs import Plan
from yurei.club.model.limits import RecordLimits
from yurei.club.model.secrets import digest
from yurei.club.model.stored import Chair, Ending, Event, EventKind, NotStored, StoredGame
from yurei.club.people import People
from yurei.club.practice import after_attempt
from yurei.club.store import Store
from yurei.club.store.games import GameTables
from yurei.club.store.people import check_players
from yurei.referee.settings import read_settings

SEI, MURASAKI, IZUMI = "a" * 64, "b" * 64, "c" * 64


async def come(store: Store, *changes: tuple[str, str]) -> None:
    await store.people.keep_person(SEI, "Sei [bot]", NOON)
    for old, new in changes:
        assert await store.people.change_key(old, new)


@with_games
async def test_a_replaced_key_gets_no_chair(store: Store, url: str) -> None:
    await come(store, (SEI, MURASAKI))
    with pytest.raises(NotStored):
        await store.games.append("game-1", 0, tried("C3"), Chair("black", "", SEI))
    assert await store.games.load_changes("game-1", 0) == ([Chair("black", "")], [])
    await store.games.append("game-1", 0, tried("D4"), Chair("black", "", MURASAKI))
    assert [chair.key for chair in await kept_chairs(store, "game-1")] == [MURASAKI]


@with_games
async def test_a_replaced_key_begins_no_game(store: Store, url: str) -> None:
    await come(store, (SEI, MURASAKI))
    await store.people.keep_person(IZUMI, "", NOON)
    chairs = [Chair("black", "", SEI), Chair("white", "", IZUMI)]
    with pytest.raises(NotStored):
        await store.games.add(StoredGame("new", {}, (1, 1), {}, "", NOON), chairs, tried("C3"))
    assert await store.games.load("new") is None


@with_games
async def test_a_replaced_key_revokes_the_tokens_to_its_chairs(store: Store, url: str) -> None:
    await come(store)
    await store.games.append("game-1", 0, tried("C3"), Chair("black", "", SEI, "d" * 64))
    await store.people.change_key(SEI, MURASAKI)
    assert await kept_chairs(store, "game-1") == [Chair("black", "", MURASAKI)]


@with_games
async def test_of_two_simultaneous_key_changes_exactly_one_succeeds(store: Store, url: str) -> None:
    await come(store)
    changed = await asyncio.gather(*(store.people.change_key(SEI, new) for new in (MURASAKI, IZUMI)))
    assert sorted(changed) == [False, True]
    left = {MURASAKI: "Sei [bot]"} if changed[0] else {IZUMI: "Sei [bot]"}
    assert await store.people.nicknames([SEI, MURASAKI, IZUMI]) == left


@run_on_loop
async def test_a_change_at_another_server_waits_until_a_chair_is_written(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new()
    async with opened(url) as here, opened(url) as there:
        await here.games.add(StoredGame("game-1", {}, (1, 1), {}, "", NOON), [Chair("black", "", None)])
        await come(here)
        loop, changes = asyncio.get_running_loop(), list[Future[bool]]()

        def changed_meanwhile(connection: sql.Connection, seated: Mapping[str, str | None]) -> None:
            check_players(connection, seated)
            changes.append(asyncio.run_coroutine_threadsafe(there.people.change_key(SEI, IZUMI), loop))
            with pytest.raises(TimeoutError):
                changes[0].result(0.5)

        monkeypatch.setattr("yurei.club.store.games.check_players", changed_meanwhile)
        await here.games.append("game-1", 0, [Event("black", EventKind.SIT, "", NOON)], Chair("black", "", SEI))
        assert await asyncio.wrap_future(changes[0])
        assert [chair.key for chair in await kept_chairs(here, "game-1")] == [IZUMI]


@pytest.fixture
def kept(url: str) -> Iterator[WebApp]:
    with WebApp(place=url) as webapp:
        yield webapp


def at_the_moment(monkeypatch: pytest.MonkeyPatch, webapp: WebApp, method: str, bot: Bot) -> list[str]:
    """Let a bot get another token at the moment at which something is to be written down; the new one, afterwards."""
    write: Callable[..., Any] = getattr(GameTables, method)
    found: list[str] = []

    async def first_another_key(store: GameTables, *given: Any) -> Any:
        if not found:
            found.append("")
            found[0] = await webapp.club.own.change_key(bot.token)
        return await write(store, *given)

    monkeypatch.setattr(GameTables, method, first_another_key)
    return found


def told(webapp: WebApp, token: str, count: int) -> list[Any]:
    """What a bot that comes again is told of its games: so much of it."""
    stream = Bot(webapp, "", token).listens()
    until(lambda: len(stream.games) >= count)
    stream.close()
    webapp.run(asyncio.wait([stream._task]))
    return stream.games


def opens(webapp: WebApp, address: str, token: str) -> bool:
    status = Program(webapp, token).ask("GET", address).status
    assert status in (200, 403)
    return status == 200


def test_a_bot_that_changes_its_token_while_its_challenge_is_accepted_plays_with_none(
    kept: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    sei, murasaki = Bot(kept, "Sei"), Bot(kept, "Murasaki")
    wish = {"settings": {"width": 5, "height": 5}, "colour": "black"}
    sei.seeks(**wish)
    new = at_the_moment(monkeypatch, kept, "add", sei)
    answer = murasaki.ask("POST", "/api/lobby", {**wish, "colour": "white"})
    assert (answer.status, "nothing has changed; try again" in answer.text) == (503, True)
    assert murasaki.stands()["games"] == Bot(kept, "", new[0]).stands()["games"] == []


def test_events_during_a_token_change_arrive_with_the_new_token(kept: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sei, _, black, white = meet(kept)
    black.does("stone", "C3")
    new = at_the_moment(monkeypatch, kept, "append", sei)
    white.does("stone", "D4")
    (game,) = told(kept, new[0], 1)
    assert len(game["seen"]["heard"]) == 2
    assert game["seen"]["your_turn"]
    assert opens(kept, black.address, new[0])
    assert not opens(kept, black.address, sei.token)


def test_the_later_of_two_simultaneous_token_changes_is_refused(kept: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sei = Bot(kept, "Sei")
    change, too_late = People.change_key, list[str]()

    async def after_another(people: People, key: str) -> str | None:
        too_late.append(key)
        if len(too_late) == 1:
            await kept.club.own.change_key(key)
        return await change(people, key)

    monkeypatch.setattr(People, "change_key", after_another)
    answer = sei.ask("POST", "/api/bot/token")
    words = "this token is no longer valid; a newer one has replaced it"
    assert (answer.status, json.loads(answer.text)) == (403, {"error": words})


class FullDisk:
    """A club that can make no game, and where something happens while it tries."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        self.made = RecordLimits()

    async def create_game(self, *_: object) -> None:
        await self.meanwhile()
        raise NotStored("the disk is full")


@run_on_loop
async def test_lobby_changes_during_a_failed_acceptance_are_kept() -> None:
    club = FullDisk()
    names = (f"challenge-{number:02}" for number in count())
    lobby = Lobby(cast(Club, club), lambda: next(names), Random(1))
    plan = Plan(read_settings({}), "anybody", "black", "", {})
    for key in ("sei", "izumi", "sanjo"):
        assert await lobby.seek_game(key, plan) is None
    waits, goes, _ = lobby.challenges
    plans = replace(plan, settings=read_settings({"width": 7, "height": 7}))

    async def one_goes_and_one_comes() -> None:
        await lobby.withdraw(goes, "izumi")
        await lobby.withdraw_challenges(digest("sanjo"))
        assert await lobby.seek_game("ota", plans) is None

    club.meanwhile = one_goes_and_one_comes
    with pytest.raises(NotStored):
        await lobby.accept(waits, "murasaki")
    assert list(lobby.challenges) == [waits, "challenge-03"]
    club.meanwhile = lambda: lobby.withdraw_challenges(digest("sei"))
    with pytest.raises(NotStored):
        await lobby.accept(waits, "murasaki")
    assert list(lobby.challenges) == ["challenge-03"]


def test_a_game_of_two_bots_that_was_cut_off_in_its_making_does_not_exist(
    kept: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server ends behind the first write of a game, all of it is there: nothing of it is written later."""
    written: list[str] = []
    write = Store.write

    async def counted(store: Store, work: Any) -> Any:
        if "change_challenges" not in getattr(work, "__qualname__", ""):  # the lobby, which several servers share
            written.append("write")
        return await write(store, work)

    sei, murasaki = Bot(kept, "Sei"), Bot(kept, "Murasaki")
    sei.seeks(colour="black")
    monkeypatch.setattr(Store, "write", counted)
    murasaki.seeks(colour="white")
    assert written == ["write"]
    for bot in (sei, murasaki):
        assert [each["seen"]["number"] for each in told(kept, bot.token, 1)] == [2]


FIRST, SECOND = list(of_kind("endgame"))[:2]
DAY = date(2026, 1, 1)


def along(kept: WebApp, visitor: Visitor, other: Visitor) -> None:
    page = visitor.post("/you/along").text
    link = "/you/along/" + page.partition("/you/along/")[2].partition('"')[0]
    assert other.post(link).status == 303


def test_problem_results_are_merged_on_another_device(kept: WebApp) -> None:
    one, other = Visitor(kept), Visitor(kept)
    Solver(one, FIRST.id).answers(*right_answers(FIRST))
    Solver(other, FIRST.id).answers(wrong_answer(FIRST))
    Solver(other, SECOND.id).answers(*right_answers(SECOND))
    along(kept, one, other)
    assert one.cookies[PERSON] == other.cookies[PERSON]
    for visitor in (one, other):
        assert progress(visitor) == {"Streak, in days": 1, "Solved": 2, "Tried": 2, "To repeat today": 0}


def test_problem_results_are_deleted_with_everything(kept: WebApp) -> None:
    visitor = Visitor(kept)
    Solver(visitor, FIRST.id).answers(wrong_answer(FIRST))
    person = digest(visitor.cookies[PERSON])
    assert len(kept.run(kept.store.people.list_attempts(person))) == 1
    assert "problems" in visitor.get("/you/delete").text
    visitor.post("/you/delete", {"sure": "yes"})
    assert kept.run(kept.store.people.list_attempts(person)) == []
    late = after_attempt(None, SECOND.id, Ending.SOLVED, DAY)
    kept.run(kept.store.people.keep_practised(person, SECOND.id, lambda _: late))
    assert kept.run(kept.store.people.list_attempts(person)) == [], "nothing is kept for somebody who is gone"


def test_problem_results_follow_a_new_key(kept: WebApp) -> None:
    visitor = Visitor(kept)
    Solver(visitor, FIRST.id).answers(wrong_answer(FIRST))
    key = visitor.cookies[PERSON]
    new = kept.run(kept.club.own.change_key(key))
    assert [result.problem for result in kept.run(kept.store.people.list_attempts(digest(new)))] == [FIRST.id]
