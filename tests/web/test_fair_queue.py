"""Requests are answered in turn by address and by person, so that a flood delays nobody else."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from tests.web.wire import House, Visitor, run_apart
from yurei.apps.web.limits import layer
from yurei.apps.web.limits.connections import GONE
from yurei.apps.web.limits.layer import AT_ONCE, LONGEST, MOST_WAITING, Allowances
from yurei.club.model.limits import FairQueue, TooMuch

ADDRESSES, PEOPLE = st.sampled_from(["north", "south", "east"]), st.sampled_from(["", "anna", "bea"])


def requests() -> FairQueue:
    """The queue of a server's requests."""
    return FairQueue(AT_ONCE, MOST_WAITING, LONGEST)


async def together(queue: FairQueue, asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Answer requests that come at the same time; return them in the order of the answers."""
    answered = []

    async def ask(who: tuple[str, str]) -> None:
        async with queue.turn(*who):
            answered.append(who)

    await asyncio.gather(*map(ask, asked))
    return answered


@given(st.lists(st.tuples(ADDRESSES, PEOPLE), max_size=60))
def test_every_request_is_answered_once(asked: list[tuple[str, str]]) -> None:
    queue = requests()
    assert sorted(run_apart(together(queue, asked))) == sorted(asked)
    assert (queue.free, len(queue._waiting)) == (AT_ONCE, 0)


def test_a_request_from_another_address_waits_for_one_of_a_hundred() -> None:
    answered = run_apart(together(requests(), [("north", "")] * 100 + [("south", "")]))
    assert answered.index(("south", "")) == 1


def test_at_one_address_people_take_turns_and_all_who_play_nowhere_are_one_of_them() -> None:
    crowd = [("north", "")] * 50 + [("north", "anna")] * 50 + [("north", "bea")]
    assert run_apart(together(requests(), crowd)).index(("north", "bea")) == 2


def test_at_one_address_who_has_asked_least_of_late_goes_first() -> None:
    crowd = [("north", f"{number}") for number in range(30)]

    async def evening() -> list[list[tuple[str, str]]]:
        queue = requests()
        return [await together(queue, asked) for asked in (crowd * 3, [*crowd, ("north", "bea")])]

    _, answered = run_apart(evening())
    assert answered[0] == ("north", "bea")


def test_people_of_a_crowded_address_take_no_turns_from_another_one() -> None:
    crowd = [("north", f"{number}") for number in range(50)] + [("south", "")] * 3
    answered = run_apart(together(requests(), crowd))
    assert [number for number, who in enumerate(answered) if who == ("south", "")] == [1, 3, 5]


def test_a_request_that_waits_for_the_database_keeps_nobody_waiting() -> None:
    async def slow_and_quick() -> bool:
        queue, read, quick = requests(), asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            async with queue.turn("north", ""):
                await read.wait()

        async def answer() -> None:
            async with queue.turn("south", ""):
                quick.set()

        tasks = [asyncio.ensure_future(work) for work in [wait() for _ in range(2 * AT_ONCE)] + [answer()]]
        await asyncio.wait_for(quick.wait(), 10)
        read.set()
        await asyncio.gather(*tasks)
        return queue.free == AT_ONCE

    assert run_apart(slow_and_quick())


def test_a_request_that_is_cancelled_while_it_waits_takes_no_turn() -> None:
    async def cancelled() -> int:
        queue = requests()

        async def ask() -> None:
            async with queue.turn("north", ""):
                pass

        tasks = [asyncio.ensure_future(ask()) for _ in range(10)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)
        return queue.free

    assert run_apart(cancelled()) == AT_ONCE


@pytest.mark.parametrize(("person", "refused"), [("anna", 7), ("", 4)])
def test_a_person_has_a_bounded_number_of_requests_that_wait_and_a_class_has_more(person: str, refused: int) -> None:
    async def crowd() -> int:
        queue = FairQueue(AT_ONCE, 3, nameless=6)

        async def ask() -> None:
            async with queue.turn("north", person):
                pass

        done = await asyncio.gather(*(ask() for _ in range(10)), return_exceptions=True)
        return sum(isinstance(each, TooMuch) for each in done)

    assert run_apart(crowd()) == refused


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_what_only_reads_is_not_answered_once_its_client_has_gone(method: str) -> None:
    answered = list[str]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        answered.append(scope["method"])

    async def silent(*_: object) -> Any:
        """Nobody asks or is told anything."""

    async def ask(gone: bool) -> None:
        limits = layer.LimitsLayer(app, Allowances(), lambda: 0.0, proxied=False)
        scope = {"type": "http", "method": method, "path": "/learn", "headers": [], GONE: lambda: gone}
        await limits(scope, silent, silent)

    run_apart(ask(gone=False))
    run_apart(ask(gone=True))
    assert answered == ([method] if method != "POST" else ["POST", "POST"])


def test_a_request_that_finds_the_queue_full_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layer, "MOST_WAITING", 0)
    with House(allowances=Allowances()) as house:
        answer = Visitor(house).get("/learn")
        assert (answer.status, answer.all("retry-after")) == (503, [str(layer.AFTER)])
        assert house.measures.refused == {"open": 1}
