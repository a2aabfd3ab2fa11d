"""What problems may cost: a bound of time, of memory and of refused tries, in turn by person, and nothing for who has left."""

import asyncio
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest
from fastapi import Request
from starlette.requests import ClientDisconnect

from tests.web.wire import House, Visitor, run_apart
from yurei.apps.web.shell.leaving import unless_gone
from yurei.club import solver
from yurei.club.model.limits import ADDRESS, PERSON, TooMuch
from yurei.club.solver import MOST_WAITING, Solver
from yurei.errors import BadPoint
from yurei.problems import collection, kind_of
from yurei.problems.solving import MOST_REFUSED
from yurei.rules.board import EMPTY

ENDGAME = next(problem for problem in collection().values() if problem.kind == "endgame")


def test_equal_answers_are_kept_once_however_they_are_written() -> None:
    found = Solver()
    (right, *_) = ENDGAME.answer
    states = [run_apart(found.after(ENDGAME.id, (answer,))) for answer in (right, f"  {right.lower()}", f"{right} ")]
    assert states[0] == states[1] == states[2]
    assert len(found._held) == 1


def test_an_answer_that_cannot_be_read_asks_nobody() -> None:
    found = Solver()
    found._run = None  # type: ignore[method-assign,assignment]  # nobody may be asked
    with pytest.raises(BadPoint):
        run_apart(found.after(ENDGAME.id, ("Z99",)))


def test_an_attempt_has_a_bounded_number_of_refused_tries(house: House) -> None:
    assert ENDGAME.board is not None
    taken = next(point for point, cell in enumerate(ENDGAME.board) if cell != EMPTY)
    name = ENDGAME.settings.size.name(taken)
    kind_of("endgame").after(ENDGAME, (name,) * MOST_REFUSED)
    answer = Visitor(house).ask(
        "POST",
        f"/api/problems/{ENDGAME.id}/answer",
        (),
        ('{"answers": [' + ", ".join(f'"{name}"' for _ in range(MOST_REFUSED + 1)) + "]}").encode(),
        kind="application/json",
    )
    assert answer.status == 422
    assert "more than 20 tries were refused" in answer.text


def test_people_have_turns_and_one_of_them_a_bounded_number_of_questions() -> None:
    order = list[str]()

    async def ask(found: Solver, person: str, number: int) -> None:
        PERSON.set(person)
        ADDRESS.set("192.0.2.1")

        async def run(hides: bool, work: object) -> object:
            order.append(person)
            await asyncio.sleep(0)
            return number

        found._run = run  # type: ignore[method-assign]
        await found._ask("hint", ENDGAME.id, f"{person} {number}")

    async def crowd() -> int:
        found = Solver()
        asked = [ask(found, "anna", number) for number in range(MOST_WAITING + 5)] + [ask(found, "bea", 0)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        return sum(isinstance(each, TooMuch) for each in done)

    assert run_apart(crowd()) == 5
    assert len(order) == MOST_WAITING + 1


def test_problems_that_were_looked_at_take_no_place_from_an_answer() -> None:
    async def looks_and_answers() -> object:
        found, free = Solver(ahead=True), asyncio.Event()

        async def run(hides: bool, work: object) -> object:
            await free.wait()
            return "told"

        found._run = run  # type: ignore[method-assign]
        problems = [each.id for each in collection().values() if each.kind == "endgame"][: 2 * MOST_WAITING]
        for _ in range(3):  # the first has its turn, and others wait in its place
            for problem in problems:
                found.prepare(problem)
            await asyncio.sleep(0.01)
        answering = asyncio.create_task(found._ask("hint", ENDGAME.id))
        await asyncio.sleep(0)
        free.set()
        return await answering

    assert run_apart(looks_and_answers()) == "told"


class Dying(Executor):
    """An executor whose process dies at every question."""

    def submit(self, *given: Any, **more: Any) -> Future[Any]:
        failed: Future[Any] = Future()
        failed.set_exception(BrokenExecutor())
        return failed


def test_a_question_that_has_taken_too_long_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "LONGEST", 0)
    with pytest.raises(TooMuch, match="too long"):
        run_apart(Solver(Dying).solution(ENDGAME.id))


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

    async def left() -> None:
        messages = [{"type": "http.request"}, {"type": "http.disconnect"}]

        async def receive() -> dict[str, str]:
            return messages.pop(0)

        async def work() -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                dropped.append(True)
                raise

        await unless_gone(Request({"type": "http"}, receive), work())

    with pytest.raises(ClientDisconnect):
        run_apart(left())
    assert dropped == [True]
