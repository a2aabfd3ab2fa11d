"""Solving problems outside the event loop, bounded in time and memory; people have their turns one after the other."""

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

from yurei.club.model.limits import ADDRESS, PERSON, FairQueue, TooMuch, keep_newest
from yurei.club.programs.workers import KEPT
from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.problems import SolvingState, Step, kind_of, shipped

MOST_WAITING = 20  # largest number of questions of one person that wait
MOST_OF_A_CLASS = 100  # most questions waiting of all without a name at one address, as of a class
MOST_HELD = 5000  # number of answers cached in memory
LONGEST = 60  # seconds that a question may take, the compiling of code at the first one included
MEMORY = 2048  # megabytes that a solving process may write to


class Solver:
    """Answers questions about shipped problems, one after the other, in turn by address and person.

    Those with hidden stones are answered apart: they do not wait for values of open boards. ``executor`` makes one with
    one process, on the first question and after a crash; without it there is a thread. ``prepare`` works if ``ahead``.
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
        """Work out the solution of a problem in the background, so that its first answer does not wait for it."""
        if self._ahead and problem not in self._preparing and ("solution", problem) not in self._held:
            self._preparing[problem] = asyncio.create_task(self._prepare(problem))

    async def _prepare(self, problem: str) -> None:
        PERSON.set(f"{PERSON.get()} ahead")  # in this task alone: it takes no place from the questions of its reader
        try:
            await self.solution(problem)
        except (YureiError, BrokenExecutor):
            pass  # who asks for it will be told
        finally:
            del self._preparing[problem]

    async def after(self, problem: str, answers: tuple[str, ...]) -> SolvingState:
        """Return the state of a problem after answers, see ``Kind.after``."""
        if answers:
            return cast(SolvingState, await self._ask("after", problem, _normal(problem, answers)))
        if ("begin", problem) not in self._held:
            keep_newest(self._held, ("begin", problem), _find("begin", problem), MOST_HELD)  # takes no time
        return cast(SolvingState, self._held["begin", problem])

    async def hint(self, problem: str, answers: tuple[str, ...], level: int = 1) -> Words:
        """Return a hint for the next answer, see ``Kind.hint``; raises what ``after`` does."""
        return cast(Words, await self._ask("hint", problem, _normal(problem, answers), level))

    async def solution(self, problem: str) -> tuple[Step, ...]:
        """Return the solution of a problem; raises what ``after`` does."""
        return cast("tuple[Step, ...]", await self._ask("solution", problem))

    async def _ask(self, what: str, problem: str, *answers: object) -> object:
        asked = what, problem, *answers
        if asked in self._held:
            self._held.move_to_end(asked)
            return self._held[asked]
        hides = shipped(problem).settings.referee.hides
        async with self._queues[hides].turn(ADDRESS.get(), PERSON.get()):
            if asked not in self._held:  # nobody has asked the same meanwhile
                found = await self._run_in_process(hides, partial(self._find, what, problem, *answers))
                keep_newest(self._held, asked, found, MOST_HELD)
        return self._held[asked]

    async def _run_in_process(self, hides: bool, work: Callable[[], object]) -> object:
        """Run work in its executor; if its process has died, in a new one, unless it has taken too long."""
        began = monotonic()
        try:
            return await self._in_executor(hides, work)
        except BrokenExecutor:
            self._executors.pop(hides, None)
            if monotonic() - began >= LONGEST:
                raise TooMuch(N_("this took too long to work out; try it again")) from None
            return await self._in_executor(hides, work)

    async def _in_executor(self, hides: bool, work: Callable[[], object]) -> object:
        if hides not in self._executors:
            self._executors[hides] = self._make()
        return await asyncio.get_running_loop().run_in_executor(self._executors[hides], work)

    async def open(self) -> None:
        """Do nothing: the executor starts with the first question."""

    async def close(self) -> None:
        """Stop the work, without waiting for questions in progress."""
        for task in [*self._preparing.values()]:
            task.cancel()
        for executor in self._executors.values():
            executor.shutdown(wait=False, cancel_futures=True)


def solving_process() -> Executor:
    """Return an executor with one process, which gives way to the server and knows none of its secrets."""
    return ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_process, initargs=(os.getpid(),)
    )


def _begin_process(server: int) -> None:
    from yurei.club.programs.worker import bound_memory

    Thread(target=_end_with, args=(server,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops it
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
    """Answer as ``_find`` does; a question that takes longer than ``LONGEST`` ends this process."""
    if hasattr(signal, "alarm"):
        signal.alarm(LONGEST)
    try:
        return _find(what, identifier, *answers)
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)


def _normal(problem: str, answers: tuple[str, ...]) -> tuple[str, ...]:
    """Return answers as they are kept: equal ones are equal texts; raises YureiError if one cannot be given."""
    asked = shipped(problem)
    return tuple(kind_of(asked.kind).normal(asked, text) for text in answers)


def _end_with(server: int) -> None:
    """End this process within a second after the server has ended, however it did."""
    while os.getppid() == server:
        sleep(1)
    os._exit(0)
