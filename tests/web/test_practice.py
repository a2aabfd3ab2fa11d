"""The dates on which problems come back, streaks, and solving in a process of its own."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.web.solving import Solver, of_kind, right_answers, wrong_answer
from tests.web.wire import House, Visitor
from yurei.apps.web.shell.cookies import ZONE
from yurei.club.model.stored import Ending, Practised
from yurei.club.practice import after_attempt, streak
from yurei.club.solver import Solver as PracticeSolver
from yurei.club.solver import solving_process
from yurei.errors import BadPoint
from yurei.problems import kind_of

FIRST, SECOND = list(of_kind("endgame"))[:2]
DAY = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("attempts", "due"),
    [
        ("0S", None),
        ("0H", None),
        ("0F", 1),
        ("0F 0S", 1),
        ("0F 1S", 4),
        ("0F 1S 2S", 4),
        ("0F 1S 4S", 11),
        ("0F 1S 4S 11S", 32),
        ("0F 1S 4S 11S 32S", None),
        ("0F 1S 4S 5F", 6),
        ("0S 9F", 10),
        ("0F 1H", 4),
        ("0F 20S", 23),
    ],
)
def test_a_problem_comes_back_on_its_day(attempts: str, due: int | None) -> None:
    result: Practised | None = None
    endings = {"S": Ending.SOLVED, "H": Ending.HINTED, "F": Ending.FAILED}
    for attempt in attempts.split():
        result = after_attempt(result, "p", endings[attempt[-1]], DAY + timedelta(int(attempt[:-1])))
    assert result is not None
    assert result.due == (None if due is None else DAY + timedelta(due))
    assert result.attempts == len(attempts.split())


@pytest.mark.parametrize(
    ("solved", "length"), [("", 0), ("0", 1), ("-1", 1), ("-1 0", 2), ("-2", 0), ("-3 -2 0", 1), ("-4 -3 -2 -1", 4)]
)
def test_a_streak_lasts_until_a_whole_day_has_passed(solved: str, length: int) -> None:
    assert streak({DAY + timedelta(int(day)) for day in solved.split()}, DAY) == length


async def _in_a_process(*asked: tuple[str, tuple[str, ...]]) -> list[object]:
    solver = PracticeSolver(solving_process, ahead=True)
    try:
        solver.prepare(FIRST.id)
        found: list[object] = [await solver.after(problem, answers) for problem, answers in asked]
        return [*found, await solver.solution(FIRST.id), str(await solver.hint(FIRST.id, ()))]
    finally:
        await solver.close()


def test_a_process_of_its_own_finds_the_same() -> None:
    """What it sends back is made of plain values, errors among them."""
    wrong = (wrong_answer(FIRST),)
    found = in_a_loop(_in_a_process((FIRST.id, ()), (FIRST.id, wrong)))
    kind = kind_of(FIRST.kind)
    begun, ended = kind.begin(FIRST), kind.after(FIRST, wrong)
    assert [found[0].status, found[0].board] == [begun.status, begun.board]  # type: ignore[attr-defined]
    assert (found[1].status, found[1].board, str(found[1].note)) == (ended.status, ended.board, str(ended.note))  # type: ignore[attr-defined]
    assert [step.tried for step in found[2]] == [step.tried for step in kind.solution(FIRST)]  # type: ignore[attr-defined]
    assert found[3] == str(kind.hint(FIRST, ()))
    with pytest.raises(BadPoint, match="no point"):
        in_a_loop(_in_a_process((FIRST.id, ("Z9",))))


def in_a_loop(work: Coroutine[object, object, list[object]]) -> list[object]:
    """Run work in a thread, as another loop may run in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


EVENINGS = [time(15, 30), time(23, 50), time(16, 30)]
"""Before and after midnight UTC, as somebody in Los Angeles finds the time."""


def streak_after(evenings: Sequence[datetime], zone: str | None) -> int:
    """The streak of somebody who solves one new problem on each of these evenings."""
    with House() as house:
        visitor = Visitor(house, {} if zone is None else {ZONE: zone})
        for evening, problem in zip(evenings, of_kind("endgame"), strict=False):
            house.now = evening.astimezone(UTC)
            solver = Solver(visitor, problem.id)
            solver.answers(*right_answers(problem))
        found = re.search(r"<dt>Streak, in days</dt><dd>(\d+)</dd>", visitor.fragment("/you/problems").text)
        assert found
        return int(found[1])


@pytest.mark.parametrize(
    ("zone", "length"), [("America/Los_Angeles", 30), ("Mars/Olympus", 2), ("../../etc/passwd", 2), (None, 2)]
)
def test_one_problem_each_evening_in_los_angeles_is_a_streak_of_thirty(zone: str | None, length: int) -> None:
    """Where the zone is not known, days are those of UTC."""
    here = ZoneInfo("America/Los_Angeles")
    evenings = [datetime.combine(date(2026, 12, 1) + timedelta(n), EVENINGS[n % 3], here) for n in range(30)]
    assert streak_after(evenings, zone) == length


def test_a_streak_goes_on_over_the_day_on_which_clocks_change() -> None:
    here = ZoneInfo("Europe/Berlin")
    evenings = [datetime.combine(date(2026, 3, 26) + timedelta(n), time(0, 30), here) for n in range(7)]
    assert streak_after(evenings, "Europe/Berlin") == 7
