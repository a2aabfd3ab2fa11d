"""In how many games somebody is waited for: many who ask at once are answered together, and each hears his own number."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest

from tests.web.wire import run_apart
from yurei.club.model.stored import PLAYING, Chair, ChairSummary, StoredGame, Summary
from yurei.club.store import Store, games
from yurei.club.store.games import QUERIES_APART as APART
from yurei.club.store.games import TurnCounts

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


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
    return await asyncio.gather(*map(gathering.of, keys))


def test_a_lone_request_does_not_wait_and_requests_meanwhile_are_answered_together() -> None:
    async def ask() -> None:
        looks, clock = Looks(), asyncio.get_running_loop().time
        gathering, began = TurnCounts(looks.up), clock()
        assert await gathering.of("7") == 7
        assert clock() - began < APART
        assert await everybody(gathering, "3", "0", "4", "3") == [3, 0, 4, 3]
        assert looks.asked == [["7"], ["3", "0", "4"]]
        assert clock() - began >= APART
        await gathering.close()

    run_apart(ask())


def test_more_than_are_looked_up_at_a_time_are_all_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_KEYS", 3)
    monkeypatch.setattr(games, "QUERIES_APART", 0.0)

    async def ask() -> None:
        looks = Looks()
        gathering = TurnCounts(looks.up)
        assert await everybody(gathering, *map(str, range(8))) == list(range(8))
        assert [len(keys) for keys in looks.asked] == [3, 3, 2]

    run_apart(ask())


def test_an_error_reaches_only_the_callers_of_the_failed_lookup() -> None:
    async def ask() -> None:
        looks = Looks()
        gathering = TurnCounts(looks.up)
        looks.broken = True
        outcomes = await asyncio.gather(gathering.of("1"), gathering.of("2"), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [OSError, OSError]
        looks.broken = False
        assert await gathering.of("2") == 2

    run_apart(ask())


def test_a_cancelled_request_does_not_cancel_the_others() -> None:
    async def ask() -> None:
        gathering = TurnCounts(Looks().up)
        gone, stays = asyncio.ensure_future(gathering.of("5")), asyncio.ensure_future(gathering.of("5"))
        await asyncio.sleep(0)
        gone.cancel()
        assert await stays == 5
        assert gone.cancelled()

    run_apart(ask())


def test_after_a_loop_that_ended_in_the_middle_it_is_asked_anew() -> None:
    looks = Looks()
    gathering = TurnCounts(looks.up)

    async def give_up() -> None:
        await gathering.of("1")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(gathering.of("2"), APART / 10)

    run_apart(give_up())
    run_apart(_is(gathering, "2", 2))


async def _is(gathering: TurnCounts, key: str, number: int) -> None:
    assert await gathering.of(key) == number


def test_the_store_counts_the_games_in_which_each_person_is_to_move(url: str) -> None:
    async def ask() -> None:
        store = Store(url)
        await store.open()
        for person in ("ann", "bob", "cem"):
            await store.people.keep_person(person, person, NOON)
        for number, (black, white) in enumerate((("ann", "bob"), ("ann", "cem"), ("bob", "ann"))):
            summary = Summary(PLAYING, (ChairSummary("black", True), ChairSummary("white", False)))
            seats = [Chair("black", "", black), Chair("white", "", white)]
            await store.games.add(StoredGame(f"game-{number}", {}, (1, 1), {}, "", NOON), seats, (), summary)
        assert await store.games.turns(["ann", "bob", "cem", "dora"]) == {"ann": 2, "bob": 1}
        await store.close()

    run_apart(ask())
