"""The dates on which problems come back, streaks, and solving in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from tests.doors.web.solving import of_kind, wrong_answer
from yurei.club.model.stored import Ending, Practised
from yurei.club.practice.practice import after_attempt, streak
from yurei.club.practice.solver import Solver as PracticeSolver
from yurei.club.practice.solver import solving_process
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
