"""Solving problems outside the event loop: the values of large boards and searches of plans take processor time."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import TypeVar, cast

from yurei.club.model.chat import TooMuch
from yurei.languages import N_, Words
from yurei.problems import SolvingState, Step, kind_of, shipped

Found = TypeVar("Found")
MOST_WAITING = 200
"""Most questions that wait at once."""
MOST_HELD = 5000
"""Number of answers cached in memory."""


class Solver:
    """Answers questions about shipped problems, one after the other.

    Args:
        executor: Makes the executor of the work, on the first question and after a crash; a thread
            without it.
    """

    def __init__(self, executor: Callable[[], Executor] | None = None) -> None:
        self._make = executor or partial(ThreadPoolExecutor, 1)
        self._executor: Executor | None = None
        self._held: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._waiting = 0

    async def after(self, problem: str, answers: tuple[str, ...]) -> SolvingState:
        """Return the state of a problem after answers, see ``Kind.after``.

        Raises:
            TooMuch: if too many questions are waiting.
            YureiError: if an answer cannot be given.
        """
        return await self._ask(_after, problem, answers)

    async def hint(self, problem: str, answers: tuple[str, ...]) -> Words:
        """Return a hint for the next answer; raises what ``after`` does."""
        return await self._ask(_hint, problem, answers)

    async def solution(self, problem: str) -> tuple[Step, ...]:
        """Return the solution of a problem; raises what ``after`` does."""
        return await self._ask(_solution, problem, ())

    async def _ask(
        self, find: Callable[[str, tuple[str, ...]], Found], problem: str, answers: tuple[str, ...]
    ) -> Found:
        asked = find, problem, answers
        if asked in self._held:
            self._held.move_to_end(asked)
            return cast(Found, self._held[asked])
        if self._waiting >= MOST_WAITING:
            raise TooMuch(N_("many problems are being solved here just now; try again in a moment"))
        self._waiting += 1
        try:
            found = await self._run(partial(find, problem, answers))
        finally:
            self._waiting -= 1
        self._held[asked] = found
        while len(self._held) > MOST_HELD:
            self._held.popitem(last=False)
        return found

    async def _run(self, work: Callable[[], Found]) -> Found:
        """Run work in the executor; if its process has died, in a new one."""
        try:
            return await self._in_executor(work)
        except BrokenExecutor:
            self._executor = None
            return await self._in_executor(work)

    async def _in_executor(self, work: Callable[[], Found]) -> Found:
        if self._executor is None:
            self._executor = self._make()
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def open(self) -> None:
        """Do nothing: the executor starts with the first question."""

    async def close(self) -> None:
        """Stop the work, without waiting for questions in progress."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def solving_process() -> Executor:
    """Return an executor with one process, which gives way to the server and knows none of its secrets."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_process)


def _begin_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops it
    for name in [name for name in os.environ if name.startswith("YUREI_")]:
        del os.environ[name]
    if hasattr(os, "nice"):
        os.nice(5)


def _after(identifier: str, answers: tuple[str, ...]) -> SolvingState:
    problem = shipped(identifier)
    kind = kind_of(problem.kind)
    return kind.after(problem, answers) if answers else kind.begin(problem)


def _hint(identifier: str, answers: tuple[str, ...]) -> Words:
    problem = shipped(identifier)
    return kind_of(problem.kind).hint(problem, answers)


def _solution(identifier: str, _: tuple[str, ...]) -> tuple[Step, ...]:
    problem = shipped(identifier)
    return kind_of(problem.kind).solution(problem)
