"""Solving problems: limits of the solver processes, dates of repetition, and streaks."""

import asyncio
import json
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Future
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from unittest.mock import AsyncMock, Mock
from zoneinfo import ZoneInfo

import pytest
from fastapi import Request
from starlette.requests import ClientDisconnect

from tests.web.solving import Solver, of_kind, right_answers, wrong_answer
from tests.web.wire import Visitor, WebApp, run_in_thread
from yurei.apps.web.frame.http import ZONE, run_for_client
from yurei.club import solver
from yurei.club.model.limits import ADDRESS, PERSON, LimitExceeded
from yurei.club.model.stored import Attempts, Ending
from yurei.club.practice import after_attempt, streak
from yurei.club.solver import MOST_WAITING, solving_process
from yurei.club.solver import Solver as PracticeSolver
from yurei.errors import BadPoint
from yurei.problems import kind_of
from yurei.problems.solving import MOST_REFUSED
from yurei.rules.board import EMPTY

ENDGAME = next(of_kind("endgame"))


def test_equal_answers_are_cached_once_and_an_invalid_one_starts_no_process() -> None:
    found, right = PracticeSolver(), ENDGAME.answer[0]
    states = [run_in_thread(found.after(ENDGAME.id, (each,))) for each in (right, f"  {right.lower()}", f"{right} ")]
    assert states[0] == states[1] == states[2]
    assert len(found._held) == 1
    found._run_in_process = None  # type: ignore[method-assign,assignment]  # nobody may be asked
    with pytest.raises(BadPoint):
        run_in_thread(found.after(ENDGAME.id, ("Z99",)))


def test_an_attempt_has_a_bounded_number_of_refused_tries(webapp: WebApp) -> None:
    assert ENDGAME.board is not None
    taken = next(point for point, cell in enumerate(ENDGAME.board) if cell != EMPTY)
    name = ENDGAME.settings.size.name(taken)
    kind_of("endgame").after(ENDGAME, (name,) * MOST_REFUSED)
    body, kind = json.dumps({"answers": [name] * (MOST_REFUSED + 1)}).encode(), "application/json"
    answer = Visitor(webapp).ask("POST", f"/api/problems/{ENDGAME.id}/answer", (), body, kind=kind)
    assert (answer.status, "more than 20 tries were refused" in answer.text) == (422, True)


def test_people_have_turns_and_one_of_them_a_bounded_number_of_questions() -> None:
    order = list[str]()

    async def ask(found: PracticeSolver, person: str, number: int) -> None:
        PERSON.set(person)
        ADDRESS.set("192.0.2.1")

        async def run(hides: bool, work: object) -> object:
            order.append(person)
            await asyncio.sleep(0)
            return number

        found._run_in_process = run  # type: ignore[method-assign]
        await found._ask("hint", ENDGAME.id, f"{person} {number}")

    async def crowd() -> int:
        found = PracticeSolver()
        asked = [ask(found, "anna", number) for number in range(MOST_WAITING + 5)] + [ask(found, "bea", 0)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        return sum(isinstance(each, LimitExceeded) for each in done)

    assert run_in_thread(crowd()) == 5
    assert len(order) == MOST_WAITING + 1


def test_problems_that_were_looked_at_take_no_place_from_an_answer() -> None:
    async def looks_and_answers() -> object:
        found, free = PracticeSolver(ahead=True), asyncio.Event()

        async def run(hides: bool, work: object) -> object:
            await free.wait()
            return "told"

        found._run_in_process = run  # type: ignore[method-assign]
        problems = [each.id for each in of_kind("endgame")][: 2 * MOST_WAITING]
        for _ in range(3):  # the first has its turn, and others wait in its place
            for problem in problems:
                found.prepare(problem)
            await asyncio.sleep(0.01)
        answering = asyncio.create_task(found._ask("hint", ENDGAME.id))
        await asyncio.sleep(0)
        free.set()
        return await answering

    assert run_in_thread(looks_and_answers()) == "told"


def test_a_question_that_has_taken_too_long_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    died: Future[Any] = Future()
    died.set_exception(BrokenExecutor())
    monkeypatch.setattr(solver, "LONGEST", 0)
    with pytest.raises(LimitExceeded, match="too long"):
        run_in_thread(PracticeSolver(lambda: Mock(submit=Mock(return_value=died))).solution(ENDGAME.id))


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="this system has no timers that end a process")
def test_the_process_of_a_question_that_takes_too_long_ends() -> None:
    program = """
import time
from yurei.club import solver
solver.LONGEST, solver._find = 1, lambda *given: time.sleep(60)
solver._find_in_time("solution", "")
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=50, check=False)
    assert done.returncode == -signal.SIGALRM


def test_the_question_of_a_client_that_has_left_is_dropped() -> None:
    dropped = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            dropped.append(True)
            raise

    receive = AsyncMock(side_effect=[{"type": "http.request"}, {"type": "http.disconnect"}])
    with pytest.raises(ClientDisconnect):
        run_in_thread(run_for_client(Request({"type": "http"}, receive), work()))
    assert dropped == [True]


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
        ("0F 1S 4S 11S", 32),
        ("0F 1S 4S 11S 32S", None),
        ("0F 1S 4S 5F", 6),
        ("0S 9F", 10),
        ("0F 1H", 4),
        ("0F 20S", 23),
    ],
)
def test_a_problem_comes_back_on_its_day(attempts: str, due: int | None) -> None:
    result: Attempts | None = None
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
        solver.prepare(ENDGAME.id)
        found: list[object] = [await solver.after(problem, answers) for problem, answers in asked]
        return [*found, await solver.solution(ENDGAME.id), str(await solver.hint(ENDGAME.id, ()))]
    finally:
        await solver.close()


def test_a_process_of_its_own_finds_the_same() -> None:
    """What it sends back is made of plain values, errors among them."""
    wrong = (wrong_answer(ENDGAME),)
    found = run_in_thread(_in_a_process((ENDGAME.id, ()), (ENDGAME.id, wrong)))
    kind = kind_of(ENDGAME.kind)
    begun, ended = kind.begin(ENDGAME), kind.after(ENDGAME, wrong)
    assert [found[0].status, found[0].board] == [begun.status, begun.board]  # type: ignore[attr-defined]
    assert (found[1].status, found[1].board, str(found[1].note)) == (ended.status, ended.board, str(ended.note))  # type: ignore[attr-defined]
    assert [step.tried for step in found[2]] == [step.tried for step in kind.solution(ENDGAME)]  # type: ignore[attr-defined]
    assert found[3] == str(kind.hint(ENDGAME, ()))
    with pytest.raises(BadPoint, match="no point"):
        run_in_thread(_in_a_process((ENDGAME.id, ("Z9",))))


def evenings(zone: str, first: date, *times: time) -> list[datetime]:
    """The time on nine days in a row, as somebody in this zone finds it."""
    return [datetime.combine(first + timedelta(n), times[n % len(times)], ZoneInfo(zone)) for n in range(9)]


AT_LOS_ANGELES = evenings("America/Los_Angeles", date(2026, 12, 1), time(15, 30), time(23, 50), time(16, 30))
"""Before and after midnight UTC."""
AS_CLOCKS_CHANGE = evenings("Europe/Berlin", date(2026, 3, 26), time(0, 30))


@pytest.mark.parametrize(
    ("solved", "zone", "length"),
    [
        (AT_LOS_ANGELES, "America/Los_Angeles", 9),
        (AT_LOS_ANGELES, "Mars/Olympus", 2),
        (AT_LOS_ANGELES, "../../etc/passwd", 2),
        (AT_LOS_ANGELES, None, 2),
        (AS_CLOCKS_CHANGE, "Europe/Berlin", 9),
    ],
    ids=["known zone", "unknown zone", "no zone", "none said", "clocks change"],
)
def test_streak_counts_days_of_the_solvers_time_zone_or_else_of_utc(
    webapp: WebApp, solved: list[datetime], zone: str | None, length: int
) -> None:
    visitor = Visitor(webapp, {} if zone is None else {ZONE: zone})
    for evening, problem in zip(solved, of_kind("endgame"), strict=False):
        webapp.now = evening.astimezone(UTC)
        Solver(visitor, problem.id).answers(*right_answers(problem))
    assert f"<dt>Streak, in days</dt><dd>{length}</dd>" in visitor.fragment("/you/problems").text
