"""Worker processes for programs: a few, limited in time and memory, and restarted when they die."""

import asyncio
import logging
from dataclasses import replace

from yurei import players
from yurei.club.game.question import Answer, Faulty, Introduced, Question, introduced
from yurei.club.programs.thinking.compiling import PARTS, missing_parts, part_for
from yurei.club.programs.thinking.limits import Limits, usual_workers
from yurei.club.programs.thinking.line import is_quick
from yurei.club.programs.thinking.process import Died, Worker
from yurei.referee.settings import Settings

LOADED = 512
"""Megabytes of a process in which all compiled code certainly fits."""


class Workers:
    """Runs programs in worker processes.

    A seat is asked in the same process again, if that is free. One additional process answers quick questions only:
    their programs may be refused and asked again many times in a turn, and must not wait for slow turns. It starts, and
    loads its code, with the first slow program, so that no quick answer waits for that either.

    Args:
        limits: The number of processes, and their limits.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits(usual_workers())
        self.at_once, self.breath, self.slot = self._limits.workers, self._limits.breath, self._limits.slot
        self.more_quick = 1
        self._spare = Worker(self._limits)
        self._free = [*(Worker(self._limits) for _ in range(self.at_once)), self._spare]
        self._turn = asyncio.Semaphore(len(self._free))
        self._thinking: set[asyncio.Task[Answer]] = set()
        self._compiles: asyncio.Task[None] | None = None
        self._prepares: asyncio.Task[None] | None = None
        self._missing: set[str] = set()

    def begin(self) -> None:
        """Start to compile the code of programs in an additional process, unless these sources were compiled before."""
        self._missing = missing_parts()
        if self._missing:
            self._compiles = asyncio.create_task(Worker(self._limits).compile(self._missing))

    @property
    def compiling(self) -> bool:
        """Whether that goes on: until a game's part is compiled each of our levels plays it as the lowest."""
        return self._compiles is not None and not self._compiles.done()

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program. After a cancellation the process stays busy until it answers or times out.

        Raises:
            Faulty: if the program is faulty.
        """
        if self.compiling and part_for(question.view.settings).name in self._missing:
            question = replace(question, player=players.until_compiled(question.player))
        self._prepare_for(question.player)
        await self._turn.acquire()
        usual = [each for each in self._free if each is not self._spare or is_quick(question.player)]
        worker = min(usual or self._free, key=lambda each: (not each.knows(question), not each.running))
        self._free.remove(worker)
        task = asyncio.create_task(self._patiently(worker, question))
        self._thinking.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def introduce(self, name: str, settings: Settings) -> Introduced:
        """Return a program's introduction to a game, and prepare for its questions.

        Raises:
            YureiError: if there is none of this name, or it does not take these options or play this game.
        """
        found = introduced(name, settings)
        self._prepare_for(found.name)
        return found

    def _prepare_for(self, player: str) -> None:
        """Prepare the process for quick questions when the first slow program sits down or is asked."""
        if self._prepares is None and not self.compiling and not is_quick(player):
            fits = self._limits.memory == 0 or self._limits.memory >= LOADED
            parts = PARTS if fits and players.is_ready() else ()
            self._prepares = asyncio.create_task(self._spare.prepare(parts))

    def _done(self, task: asyncio.Task[Answer]) -> None:
        self._thinking.discard(task)
        if not task.cancelled():
            task.exception()  # mark the exception as retrieved, as the caller may be gone

    async def _patiently(self, worker: Worker, question: Question) -> Answer:
        """Return the answer of a program. Where one of our levels fails, the lowest answers in its place, this once."""
        try:
            try:
                return await self._asked_again(worker, question)
            except Faulty as fault:
                lowest = players.until_compiled(question.player)
                if lowest == question.player:
                    raise
                logging.getLogger(__name__).warning("the lowest level answers for %s: %s", question.player, fault)
            return await self._asked_again(worker, replace(question, player=lowest))
        finally:
            self._free.append(worker)
            self._turn.release()

    async def _asked_again(self, worker: Worker, question: Question) -> Answer:
        for left in reversed(range(self._limits.again + 1)):
            try:
                return await worker.ask(question)
            except Died as died:
                if not left:
                    raise Faulty(str(died)) from None
        raise AssertionError("it is asked once at least")

    async def close(self) -> None:
        """Stop all questions and processes at once."""
        tasks = [*self._thinking, *filter(None, [self._compiles, self._prepares])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._free))
