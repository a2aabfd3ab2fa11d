"""Solves problems outside the event loop, within limits of time and memory, in a queue that is fair to people."""

import asyncio
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from threading import Thread
from time import monotonic, sleep
from typing import cast

from yurei.club.model.limits import ADDRESS, PERSON, FairQueue, LimitExceeded, keep_newest
from yurei.club.programs.workers import KEPT
from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.problems import SolvingState, Step, kind_of, shipped

MOST_WAITING = 20  # most waiting questions of one person
MOST_OF_A_CLASS = 100  # most waiting questions of all people without a name at one address, such as a class
MOST_HELD = 5000  # number of answers cached in memory
LONGEST = 60  # most seconds for a question, including the compilation at the first one
MEMORY = 2048  # most megabytes of data of a solving process


class Solver:
    """Answers questions about the shipped problems, in a queue that is fair to addresses and people.

    Problems with hidden stones have a separate queue, so that they do not wait for values of open boards. ``executor``
    is called to start a process on the first question and after a crash; None is for threads. Without ``ahead``,
    ``prepare`` does nothing.
    """

    def __init__(self, executor: Callable[[], Executor] | None = None, *, ahead: bool = False) -> None:
        self._make = executor or partial(ThreadPoolExecutor, 1)
        self._find = _find if executor is None else _find_in_time
        self._ahead = ahead
        self._executors: dict[bool, Executor] = {}
        self._queues = {hides: FairQueue(1, MOST_WAITING, nameless=MOST_OF_A_CLASS) for hides in (False, True)}
        self._held: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._preparing: dict[str, asyncio.Task[None]] = {}

    def prepare(self, problem: str) -> None:
        """Start to solve a problem in the background, so that the first answer to the problem is judged quickly."""
        if self._ahead and problem not in self._preparing and ("solution", problem) not in self._held:
            self._preparing[problem] = asyncio.create_task(self._prepare(problem))

    async def _prepare(self, problem: str) -> None:
        PERSON.set(f"{PERSON.get()} ahead")  # in this task only: it does not count among the reader's own questions
        try:
            await self.solution(problem)
        except (YureiError, BrokenExecutor):
            pass  # a later question reports the error
        finally:
            del self._preparing[problem]

    async def after(self, problem: str, answers: tuple[str, ...]) -> SolvingState:
        """Return the state of a problem after the given answers, see ``Kind.after``."""
        if answers:
            return cast(SolvingState, await self._ask("after", problem, _normalise_answers(problem, answers)))
        if ("begin", problem) not in self._held:
            keep_newest(self._held, ("begin", problem), _find("begin", problem), MOST_HELD)  # fast
        return cast(SolvingState, self._held["begin", problem])

    async def hint(self, problem: str, answers: tuple[str, ...], level: int = 1) -> Words:
        """Return a hint for the next answer, see ``Kind.hint``; raises the same errors as ``after``."""
        return cast(Words, await self._ask("hint", problem, _normalise_answers(problem, answers), level))

    async def solution(self, problem: str) -> tuple[Step, ...]:
        """Return the solution of a problem; raises the same errors as ``after``."""
        return cast("tuple[Step, ...]", await self._ask("solution", problem))

    async def _ask(self, what: str, problem: str, *answers: object) -> object:
        asked = what, problem, *answers
        if asked in self._held:
            self._held.move_to_end(asked)
            return self._held[asked]
        hides = shipped(problem).settings.referee.hides
        async with self._queues[hides].wait_turn(ADDRESS.get(), PERSON.get()):
            if asked not in self._held:  # it may have been answered meanwhile
                found = await self._run_in_process(hides, partial(self._find, what, problem, *answers))
                keep_newest(self._held, asked, found, MOST_HELD)
        return self._held[asked]

    async def _run_in_process(self, hides: bool, work: Callable[[], object]) -> object:
        """Run a function in the executor; if its process dies before the time limit, repeat it in a new process."""
        began = monotonic()
        try:
            return await self._in_executor(hides, work)
        except BrokenExecutor:
            self._executors.pop(hides, None)
            if monotonic() - began >= LONGEST:
                raise LimitExceeded(N_("this took too long to work out; try it again")) from None
            return await self._in_executor(hides, work)

    async def _in_executor(self, hides: bool, work: Callable[[], object]) -> object:
        if hides not in self._executors:
            self._executors[hides] = self._make()
        return await asyncio.get_running_loop().run_in_executor(self._executors[hides], work)

    async def open(self) -> None:
        """Do nothing: the executor starts with the first question."""

    async def close(self) -> None:
        """Stop the executors, without waiting for questions in progress."""
        for task in [*self._preparing.values()]:
            task.cancel()
        for executor in self._executors.values():
            executor.shutdown(wait=False, cancel_futures=True)


def solving_process() -> Executor:
    """Return an executor with one process of low priority, which gets no secrets of the server."""
    return ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_process, initargs=(os.getpid(),)
    )


def _begin_process(server: int) -> None:
    from yurei.club.programs.worker import bound_memory

    Thread(target=_end_with, args=(server,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    for name in [name for name in os.environ if name.startswith("YUREI_") and name not in KEPT]:
        del os.environ[name]
    if hasattr(os, "nice"):
        os.nice(5)
    bound_memory(MEMORY)


def _find(what: str, identifier: str, *answers: object) -> object:
    problem = shipped(identifier)
    found: object = getattr(kind_of(problem.kind), what)(problem, *answers)
    return found


def _find_in_time(what: str, identifier: str, *answers: object) -> object:
    """Return the result of ``_find``; end this process if that takes longer than ``LONGEST``."""
    if hasattr(signal, "alarm"):
        signal.alarm(LONGEST)
    try:
        return _find(what, identifier, *answers)
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)


def _normalise_answers(problem: str, answers: tuple[str, ...]) -> tuple[str, ...]:
    """Return answers in a normal form, in which equal answers are equal texts; raise YureiError for an invalid one."""
    asked = shipped(problem)
    return tuple(kind_of(asked.kind).normal(asked, text) for text in answers)


def _end_with(server: int) -> None:
    """End this process within a second of the end of the process ``server``."""
    while os.getppid() == server:
        sleep(1)
    os._exit(0)
