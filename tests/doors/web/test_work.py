"""Who looks at much waits for who plays: what looking costs is measured, and bounded for each person and address."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from itertools import count, pairwise
from time import monotonic
from types import coroutine

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send

from tests.doors.web.wire import House, Visitor, make, run_apart
from yurei.apps.web.limits.buckets import Allowances, Buckets, Rate
from yurei.apps.web.limits.counts import Counts
from yurei.apps.web.limits.layer import LONGEST_REST, TRY_AGAIN, LimitsLayer, measured
from yurei.apps.web.limits.request_info import RequestInfo
from yurei.apps.web.shell.cookies import PERSON
from yurei.club.seats import own_games

FREE = Allowances(people=0, tries=0)


class Processor:
    """A processor whose time goes on when somebody says so, or by so much between two looks at it."""

    def __init__(self) -> None:
        self.now = self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def asking(person: str = "anna", address: str = "192.0.2.1", *, acts: bool = False) -> RequestInfo:
    return RequestInfo(address, person, game="1", door="", named=False, acts=acts, makes=False, begins=False)


# What is measured.


def test_only_ones_own_steps_are_measured_not_those_of_others_meanwhile() -> None:
    processor = Processor()
    found: list[float] = []

    async def work() -> str:
        processor.now += 0.25
        await asyncio.sleep(0)
        processor.now += 0.5
        return "done"

    async def others() -> None:
        processor.now += 100

    async def both() -> str:
        mine = measured(work(), found.append, processor)
        beside = asyncio.ensure_future(others())
        answer: str = await mine
        await beside
        return answer

    assert run_apart(both()) == "done"
    assert found == [0.25, 0.5]


def test_cancellation_and_exceptions_pass_through_measured_work() -> None:
    heard = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            heard.append("stopped")
            raise ValueError("said by the work") from None

    async def stopped() -> None:
        doing = asyncio.ensure_future(_run(measured(work(), lambda _: None, Processor())))
        await asyncio.sleep(0)
        doing.cancel()
        await doing

    with pytest.raises(ValueError, match="said by the work"):
        run_apart(stopped())
    assert heard == ["stopped"]


async def _run(metered: Awaitable[None]) -> None:
    await metered


def test_measured_work_that_is_given_up_is_closed() -> None:
    closed = []

    @coroutine
    def pause() -> Iterator[None]:
        yield

    async def work() -> None:
        try:
            await pause()
        finally:
            closed.append(True)

    steps = _run(measured(work(), lambda _: None, Processor()))
    steps.send(None)
    steps.close()
    assert closed == [True]


# Who rests, and for how long.


@given(st.floats(1, 1000), st.integers(1, 1000), st.lists(st.floats(0, 50), max_size=40))
def test_a_client_that_rests_when_asked_uses_no_more_than_its_share(
    rate: float, burst: int, works: list[float]
) -> None:
    now, used = 0.0, 0.0
    bucket = Buckets(Rate(rate, burst), lambda: now)
    for work in works:
        now += bucket.rest("anna")
        assert bucket.rest("anna") <= 1e-6, "after that time he may"
        assert used <= burst + rate * now + 1e-3
        bucket.use("anna", work)
        used += work


def test_players_never_rest_and_the_cost_of_tries_counts_for_nobody() -> None:
    counts = Counts(Allowances(), lambda: 0.0)
    counts.worked(asking(acts=True), 60.0)
    assert counts.rest(asking()) == 0.0
    counts.worked(asking(), 60.0)
    assert counts.rest(asking()) > 10
    assert counts.rest(asking(acts=True)) == 0.0


def test_a_person_uses_a_quarter_of_the_processor_and_an_address_twice_as_much() -> None:
    counts = Counts(Allowances(), lambda: 0.0)
    counts.worked(asking("anna"), 0.75)
    assert counts.rest(asking("anna")) == pytest.approx(2.0), "0.25 s at once, and 0.25 a second"
    assert counts.rest(asking("anna", "192.0.2.2")) == pytest.approx(2.0), "wherever she asks from"
    assert counts.rest(asking("ben")) == pytest.approx(1.0), "0.25 s at once, and 0.5 a second"
    assert counts.rest(asking("ben", "192.0.2.2")) == 0.0


def test_nothing_is_limited_if_the_operator_has_turned_limits_off() -> None:
    counts = Counts(FREE, lambda: 0.0)
    counts.worked(asking(), 3600.0)
    assert counts.rest(asking()) == 0.0


# At the door.


def test_a_client_that_asks_for_slow_pages_is_told_to_come_back_and_a_player_is_answered() -> None:
    processor = Processor()
    with House(allowances=Allowances(), processor=processor) as house:
        made = make(house, width="5")
        black, white = made.seats["black"], made.seats["white"]
        elsewhere = Visitor(house)
        elsewhere.address = "198.51.100.7"
        processor.step = 3.0
        assert black.get(made.at("black")).status == 200
        answer = black.get(made.at("black"))
        assert answer.status == 429
        assert "too many requests" in answer.text
        assert LONGEST_REST < int(answer.all("retry-after")[0]) < 60
        assert made.act("black", "stone", "C3").status == 200, "a try does not wait"
        assert white.get(made.at("white")).status == 429, "who looks from there does"
        assert elsewhere.get("/offline").status == 200, "nor does anybody at another address"
        house.waits(60)
        assert black.get(made.at("black")).status == 200


def test_visitors_over_their_processor_share_are_answered_one_by_one() -> None:
    processor = Processor()
    answered = []

    async def draw(_scope: Scope, _receive: Receive, _send: Send) -> None:
        processor.now += 0.065
        answered.append(monotonic())

    async def ask(layer: LimitsLayer) -> None:
        scope = {"type": "http", "method": "GET", "path": "/offline", "headers": [], "client": ("192.0.2.1", 1)}
        await layer(scope, _received, _sent)

    async def three_more_at_once() -> None:
        layer = LimitsLayer(draw, Allowances(people=50), monotonic, proxied=False, processor=processor)
        for _ in range(4):
            await ask(layer)
        await asyncio.gather(*(ask(layer) for _ in range(3)))

    run_apart(three_more_at_once())
    # 0.25 s of the processor at once, and 0.25 s of it a second: from the fifth on each waits for what the one before has used.
    assert all(later - before >= 0.2 for before, later in pairwise(answered[4:]))


async def _received() -> Message:
    return {}


async def _sent(_: Message) -> None:
    pass


def test_opening_a_socket_counts_as_a_page_view_and_its_frames_do_not() -> None:
    processor = Processor()
    with House(allowances=Allowances(), processor=processor) as house:
        made = make(house, width="5")
        black = made.seats["black"]
        processor.step = 3.0
        first = black.listen(f"{made.at('black')}/live")
        assert first.accepted
        processor.step = 0.0
        house.waits(60)
        second = black.listen(f"{made.at('black')}/live")
        before = len(second.frames)
        processor.step = 3.0
        assert made.act("white", "pencil-black", "A1").status == 200
        assert made.act("black", "stone", "C3").status == 200
        assert len(second.frames) > before
        processor.step = 0.0
        assert black.get(made.at("black")).status == 200, "what came on the socket has used nothing up"
        processor.step = 3.0
        assert black.get(made.at("black")).status == 200
        third = black.listen(f"{made.at('black')}/live")
        assert third.closed == TRY_AGAIN


def test_a_download_of_all_records_leaves_three_quarters_to_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(house, width="5")
    made.act("black", "resign")
    seconds, rests = count(0.0, 0.5), list[float]()

    async def rest(given: float) -> None:
        rests.append(given)

    monkeypatch.setattr(own_games, "monotonic", lambda: next(seconds))

    async def fetch() -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "sleep", rest)
            return len([name async for name, _ in house.club.own.records(made.seats["black"].cookies[PERSON])])

    assert house.run(fetch()) == 1
    assert rests == [1.5]
