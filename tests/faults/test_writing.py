"""Writes share transactions and are on the disk when they are answered; counts of games to move are looked up together."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sql

from tests.day_and_night import first_by_day
from tests.faults.clubs import kept_chairs, opened, run_on_loop
from yurei.club.model.stored import (
    NOT_KEPT,
    PLAYING,
    Chair,
    ChairSummary,
    Event,
    EventKind,
    NotStored,
    StoredGame,
    Summary,
)
from yurei.club.store import Store
from yurei.club.store.games import QUERIES_APART as APART
from yurei.club.store.games import TurnCounts

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GAMES = [f"game-{number}" for number in range(30)]


def tried(point: str) -> list[Event]:
    return [Event("black", EventKind.TRY, point, NOON)]


def on_the_disk(url: str) -> dict[str, list[str]]:
    engine = sql.create_engine(url.replace("+aiosqlite", ""))
    with engine.connect() as reading:
        found: dict[str, list[str]] = {}
        for game, what in reading.exec_driver_sql("SELECT game, what FROM events ORDER BY game, number"):
            found.setdefault(game, []).append(what)
    engine.dispose()
    return found


@asynccontextmanager
async def store_with_games(url: str) -> AsyncIterator[Store]:
    async with opened(url) as store:
        for game in GAMES:
            await store.games.add(StoredGame(game, {}, (1, 1), {}, "", NOON), [Chair("black", "")])
        yield store


def with_games(work: Callable[[Store, str], Awaitable[None]]) -> Callable[[str], None]:
    """Make a test of what is done with a store in which thirty games are kept."""

    @run_on_loop
    async def test(url: str) -> None:
        async with store_with_games(url) as store:
            await work(store, url)

    return test


def commits(store: Store) -> list[Any]:
    """Is filled with every transaction that ends from now on."""
    ended: list[Any] = []
    sql.event.listen(store.backend.writing, "commit", ended.append)
    return ended


@with_games
async def test_queued_writes_share_one_transaction(store: Store, url: str) -> None:
    ended = commits(store)
    await asyncio.gather(*(store.games.append(game, 0, tried("E5")) for game in GAMES))
    assert on_the_disk(url) == {game: ["E5"] for game in GAMES}
    assert len(ended) <= 2


@with_games
async def test_an_answered_action_is_on_the_disk(store: Store, url: str) -> None:
    async def play(game: str) -> None:
        for number, point in enumerate(("A1", "B2", "C3")):
            await store.games.append(game, number, tried(point))
            assert on_the_disk(url)[game][number] == point

    await asyncio.gather(*map(play, GAMES))


@pytest.mark.parametrize("bad", first_by_day([7, 0, 29]))
@run_on_loop
async def test_a_write_that_cannot_be_written_fails_alone(url: str, bad: int) -> None:
    async with store_with_games(url) as store:
        await store.games.append(GAMES[bad], 0, tried("A1"))
        ended = await asyncio.gather(
            *(store.games.append(game, 0, tried("E5")) for game in GAMES), return_exceptions=True
        )
        assert [isinstance(each, NotStored) for each in ended] == [number == bad for number in range(30)]
        assert str(ended[bad]) == NOT_KEPT, "and nothing that was to be written"
        assert on_the_disk(url) == {game: ["A1" if game == GAMES[bad] else "E5"] for game in GAMES}


class Crossed(Exception):
    """What PostgreSQL's driver says of a transaction that has crossed another one."""

    sqlstate = "40P01"


@pytest.mark.parametrize("crossings", first_by_day([1, 9, 4], 2))
@run_on_loop
async def test_a_write_conflict_with_another_server_is_retried(url: str, crossings: int) -> None:
    # SQLite has no other server: a failed write of two is done again alone, once.
    left, written = [crossings], crossings <= (1 if url.startswith("sqlite") else 4)

    def write(connection: sql.Connection) -> str:
        if left[0]:
            left[0] -= 1
            raise sql.exc.OperationalError("UPDATE", {}, Crossed())
        return "written"

    async with store_with_games(url) as store:
        done = await asyncio.gather(
            store.write(write), store.games.append(GAMES[0], 0, tried("E5")), return_exceptions=True
        )
        assert (done[0] == "written") is written
        assert on_the_disk(url) == {GAMES[0]: ["E5"]}, "what was written with it is written once"


@with_games
async def test_a_write_is_atomic(store: Store, url: str) -> None:
    await store.games.append(GAMES[0], 1, tried("B2"))
    with pytest.raises(NotStored):  # the second of the two is there already
        await store.games.append(GAMES[0], 0, [*tried("A1"), *tried("C3")], Chair("black", "new"))
    assert on_the_disk(url) == {GAMES[0]: ["B2"]}
    assert await kept_chairs(store, GAMES[0]) == [Chair("black", "")]


@with_games
async def test_a_cancelled_write_returns_once_it_is_decided(store: Store, url: str) -> None:
    going_on = threading.Event()

    def takes_its_time(connection: sql.Connection) -> bool:
        if connection.dialect.name == "sqlite":  # it is waited for on a thread
            return going_on.wait(10)
        return connection.exec_driver_sql("SELECT pg_sleep(0.5)").rowcount == 1

    slow = asyncio.create_task(store.write(takes_its_time))
    await asyncio.sleep(0)
    leaving = asyncio.create_task(store.games.append(GAMES[0], 0, tried("E5")))
    await asyncio.sleep(0.01)
    leaving.cancel()
    await asyncio.sleep(0.01)
    assert not leaving.done()
    going_on.set()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert on_the_disk(url) == {GAMES[0]: ["E5"]}
    assert await slow


@with_games
async def test_pending_writes_are_finished_before_the_store_closes(store: Store, url: str) -> None:
    late = [asyncio.create_task(store.games.append(game, 0, tried("E5"))) for game in GAMES]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*late)
    assert on_the_disk(url) == {game: ["E5"] for game in GAMES}
    await store.open()


@with_games
async def test_a_write_cancelled_before_its_start_does_not_wait_for_ever(store: Store, url: str) -> None:
    writing = asyncio.create_task(store.games.append(GAMES[0], 0, tried("E5")))
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await asyncio.wait([writing], timeout=10)
    assert writing.cancelled()
    await store.games.append(GAMES[0], 0, tried("E5"))


class Looks:
    """What is looked up, and how often: a person's number is that in his name."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.broken = False

    async def up(self, keys: Sequence[str]) -> Mapping[str, int]:
        self.asked.append(list(keys))
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("the database is gone")
        return {key: int(key) for key in keys if key != "0"}


async def everybody(gathering: TurnCounts, *keys: str) -> list[int]:
    return await asyncio.gather(*map(gathering.get, keys))


@run_on_loop
async def test_a_lone_request_does_not_wait_and_requests_meanwhile_are_answered_together() -> None:
    looks, clock = Looks(), asyncio.get_running_loop().time
    gathering, began = TurnCounts(looks.up), clock()
    assert await gathering.get("7") == 7
    assert clock() - began < APART
    assert await everybody(gathering, "3", "0", "4", "3") == [3, 0, 4, 3]
    assert looks.asked == [["7"], ["3", "0", "4"]]
    assert clock() - began >= APART
    await gathering.close()


@run_on_loop
async def test_an_error_reaches_only_the_callers_of_the_failed_lookup() -> None:
    looks = Looks()
    gathering = TurnCounts(looks.up)
    looks.broken = True
    outcomes = await asyncio.gather(gathering.get("1"), gathering.get("2"), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [OSError, OSError]
    looks.broken = False
    assert await gathering.get("2") == 2


@run_on_loop
async def test_a_cancelled_request_does_not_cancel_the_others() -> None:
    gathering = TurnCounts(Looks().up)
    gone, stays = asyncio.ensure_future(gathering.get("5")), asyncio.ensure_future(gathering.get("5"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == 5
    assert gone.cancelled()


@run_on_loop
async def test_the_store_counts_the_games_in_which_each_person_is_to_move(url: str) -> None:
    async with opened(url) as store:
        for person in ("ann", "bob", "cem"):
            await store.people.keep_person(person, person, NOON)
        for number, (black, white) in enumerate((("ann", "bob"), ("ann", "cem"), ("bob", "ann"))):
            summary = Summary(PLAYING, (ChairSummary("black", True), ChairSummary("white", False)))
            seats = [Chair("black", "", black), Chair("white", "", white)]
            await store.games.add(StoredGame(f"game-{number}", {}, (1, 1), {}, "", NOON), seats, (), summary)
        assert await store.games.turns(["ann", "bob", "cem", "dora"]) == {"ann": 2, "bob": 1}
