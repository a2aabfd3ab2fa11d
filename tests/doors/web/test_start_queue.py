"""Where many come at once they begin one after the other, and those who play do not wait for them."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send

from tests.doors.web.test_admission import BOUND, SAID
from tests.doors.web.wire import House, Visitor, make, run_apart
from yurei.apps.web.limits import admission as paced
from yurei.apps.web.limits.admission import COST, LONGEST_LINE, PART, QUIET, REMEMBERED, Admission, StartQueue
from yurei.apps.web.limits.buckets import Allowances
from yurei.apps.web.limits.layer import LimitsLayer


class Clock:
    """A clock that somebody sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def busy() -> Admission:
    """A server that has as much to do as a core can, and is not late with it."""
    admission = Admission(BOUND)
    admission.works = 1.0
    return admission


# Turns.


@given(st.lists(st.tuples(st.floats(0, 2), st.integers(1, 40), st.floats(0, 1)), max_size=30))
def test_queued_starts_leave_time_for_the_one_before(crowds: list[tuple[float, int, float]]) -> None:
    clock = Clock()
    pace, turns = StartQueue(clock), list[tuple[float, float]]()
    for passed, people, works in crowds:
        clock.now += passed
        for _ in range(people):
            wait = pace.turn(works)
            if wait is not None:
                assert 0 <= wait <= LONGEST_LINE
                turns.append((clock.now + wait, COST / max(PART, QUIET - works)))
    assert all(later - begins >= takes - 1e-9 for (begins, takes), (later, _) in pairwise(turns))


def test_nobody_waits_where_few_come() -> None:
    clock = Clock()
    pace = StartQueue(clock)
    for _ in range(50):
        clock.now += 1.01 * COST / PART
        assert pace.turn(works=1.0) == 0


def test_a_start_that_would_wait_too_long_takes_no_turn() -> None:
    clock = Clock()
    pace = StartQueue(clock)
    while pace.turn(works=1.0) is not None:
        pass
    assert [pace.turn(works=1.0) for _ in range(100)] == [None] * 100
    clock.now += 1.01 * COST / PART
    assert pace.turn(works=1.0) is not None, "the hundred made the line no longer"


def test_a_quiet_server_lets_four_begin_where_a_busy_one_lets_one() -> None:
    waits = {}
    for works in (0.0, QUIET, 1.0):
        pace = StartQueue(Clock())
        pace.turn(works)
        waits[works] = pace.turn(works)
    assert waits == {0.0: COST / QUIET, QUIET: COST / PART, 1.0: COST / PART}


def test_games_that_take_longer_to_start_are_started_less_often() -> None:
    pace = StartQueue(Clock())
    for _ in range(5 * REMEMBERED):
        pace.took(10 * COST)
    pace.turn(works=1.0)
    assert pace.turn(works=1.0) == pytest.approx(10 * COST / PART, rel=0.02)


# In the server.


def asked(path: str, method: str = "POST") -> Scope:
    return {"type": "http", "method": method, "path": path, "headers": [], "client": ("192.0.2.1", 1)}


async def _received() -> Message:
    return {"type": "http.request"}


async def _sent(_: Message) -> None:
    pass


def test_games_begin_one_after_the_other_and_a_try_comes_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced, "COST", 0.3 * PART)
    begun, tried = list[float](), list[float]()

    async def answer(scope: Scope, _receive: Receive, _send: Send) -> None:
        (begun if scope["path"] == "/games" else tried).append(monotonic())

    async def three_games_and_a_try() -> None:
        layer = LimitsLayer(answer, Allowances(), monotonic, proxied=False, admission=busy())
        games = [asyncio.ensure_future(layer(asked("/games"), _received, _sent)) for _ in range(3)]
        await asyncio.sleep(0.05)
        await layer(asked("/g/1/black"), _received, _sent)
        await asyncio.gather(*games)

    run_apart(three_games_and_a_try())
    # The processor's time is real here and next to nothing: after the first game the average is 0.95 of what was set.
    assert all(later - before >= 0.25 for before, later in pairwise(begun))
    assert begun[0] < tried[0] < begun[1]


def test_whose_turn_is_too_far_away_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with House(allowances=Allowances(), admission=busy()) as house:
        made = make(house, width="5")
        monkeypatch.setattr(paced, "LONGEST_LINE", 0.0)
        answer = Visitor(house).post("/games", {"opponent": "solo"})
        assert (answer.status, answer.all("retry-after")) == (503, ["30"])
        assert f"<p>{SAID}</p>" in answer.text
        assert len(house.notebook.games) == 1
        assert made.act("black", "stone", "C3").status == 200, "who plays feels nothing"
        assert house.measures.refused == {"new": 1}
        house.waits(1)
        assert Visitor(house).post("/games", {"opponent": "solo"}).status == 303


@pytest.mark.parametrize("admission", [None, Admission(0)], ids=["no admission", "without a bound"])
def test_without_a_bound_nobody_waits(admission: Admission | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced, "LONGEST_LINE", 0.0)
    with House(allowances=Allowances(), admission=admission) as house:
        for _ in range(3):
            assert Visitor(house).post("/games", {"opponent": "solo"}).status == 303
