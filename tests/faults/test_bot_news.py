"""What bots are to hear is written down with what has happened: numbered without gaps, kept until it has arrived, and forgotten with the bot."""

from __future__ import annotations

import asyncio

import pytest

from tests.faults.test_writing import GAMES, NOON, tried, with_store
from yurei.club.model.stored import BotNews, Chair, Event, EventKind, Overtaken
from yurei.club.store import Store
from yurei.club.store.queries import news

pytestmark = pytest.mark.by_day(one_in=2)
"""By day SQLite; ``test_writing.py`` and ``test_gathering.py`` have both databases by day."""

SEI, MURASAKI = "a" * 64, "b" * 64


def told(person: str, game: str, since: int) -> BotNews:
    return BotNews(person, game, "black", since, since + 1)


async def append(store: Store, game: str, number: int, *people: str) -> None:
    """Something happens in a game in which these bots play."""
    event = Event("black", EventKind.TRY, "C3", NOON)
    await store.append(game, number, [event], None, None, [told(person, game, number) for person in people])


async def numbers(store: Store, person: str, after: int = 0) -> list[int]:
    return [each.number for each in await store.news_after(person, after, 1000)]


def test_each_bot_has_numbers_of_its_own_without_gaps(url: str) -> None:
    async def work(store: Store, _: str) -> None:
        assert await store.numbers_of_news(SEI) == (1, 0)
        await asyncio.gather(*(append(store, game, 0, SEI, *([MURASAKI] if game < "game-2" else [])) for game in GAMES))
        assert await numbers(store, SEI) == list(range(1, 31))
        assert await numbers(store, MURASAKI) == list(range(1, 13))
        assert await numbers(store, SEI, after=28) == [29, 30]
        assert {each.game for each in await store.news_after(SEI, 0, 1000)} == set(GAMES)

    with_store(url, work)


def test_a_refused_event_creates_no_news(url: str) -> None:
    async def work(store: Store, _: str) -> None:
        await append(store, "game-1", 0, SEI)
        with pytest.raises(Overtaken):
            await store.append("game-1", 0, tried("D4"), None, None, [told(SEI, "game-1", 0)])
        assert await numbers(store, SEI) == [1]

    with_store(url, work)


def test_delivered_news_is_dropped_and_the_numbering_continues(url: str) -> None:
    async def work(store: Store, _: str) -> None:
        for number in range(5):
            await append(store, "game-1", number, SEI)
        await store.drop_news(SEI, 5)
        assert await store.numbers_of_news(SEI) == (5, 5)
        await append(store, "game-1", 5, SEI)
        assert await numbers(store, SEI, after=5) == [6]

    with_store(url, work)


def test_for_a_bot_that_never_comes_back_not_everything_is_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "MOST_KEPT", 10)
    monkeypatch.setattr(news, "LOOKS", 20)

    async def work(store: Store, _: str) -> None:
        for number in range(45):
            await append(store, "game-1", number, SEI)
        assert await store.numbers_of_news(SEI) == (31, 45)

    with_store(url, work)


def test_a_bot_with_a_new_key_keeps_its_event_numbers_and_chairs(url: str) -> None:
    async def work(store: Store, _: str) -> None:
        await store.keep_person(SEI, "Sei [bot]", NOON)
        await append(store, "game-1", 0, SEI)
        await store.append("game-1", 1, tried("D4"), Chair("black", "", SEI))
        await store.change_key(SEI, MURASAKI, NOON)
        await append(store, "game-1", 2, MURASAKI)
        assert (await numbers(store, SEI), await numbers(store, MURASAKI)) == ([], [1, 2])
        assert await store.nicknames([SEI, MURASAKI]) == {MURASAKI: "Sei [bot]"}
        loaded = await store.load("game-1")
        assert loaded is not None
        assert loaded[1][0].key == MURASAKI

    with_store(url, work)


def test_a_forgotten_bot_leaves_no_events(url: str) -> None:
    async def work(store: Store, _: str) -> None:
        await append(store, "game-1", 0, SEI, MURASAKI)
        await store.forget(SEI, lambda: "nobody")
        assert (await numbers(store, SEI), await numbers(store, MURASAKI)) == ([], [1])

    with_store(url, work)
