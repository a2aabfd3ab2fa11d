"""Worker processes for programs: a few, limited in time and memory, and restarted when they die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace

from yurei import players
from yurei.club.game.introduction import INTRODUCE, Introduced, check_name, introduced, read_introduction
from yurei.club.game.question import Answer, Faulty, Question
from yurei.club.programs.thinking.compiling import missing_parts, part_for
from yurei.club.programs.thinking.letters import COMPILE, COMPILED, Letters
from yurei.club.programs.thinking.limits import Limits, usual_workers
from yurei.club.programs.thinking.line import is_quick
from yurei.club.programs.thinking.thinker import Reply, read_reply
from yurei.errors import BadValue
from yurei.players.engines import ENGINES

PROGRAM = "yurei.club.programs.thinking.worker"
LONGEST_LINE = 2**16
KEPT = ("YUREI_TABLES", ENGINES)
"""Settings that workers inherit: the folder of solved boards, and the list of engines."""
TIMED_OUT = "it has not answered in time"
NOT_UNDERSTOOD = "it has said nothing that can be understood"
MOST_INTRODUCED = 500
"""Most introductions that are cached, those of faulty programs included."""


Served = tuple[str, str] | None
"""The game and seat of a process that serves one seat alone; None for a process that serves our own programs."""


def served_by(question: Question) -> Served:
    """Return what a process must serve to be asked this: programs of other packages have a process for each seat.

    In a shared process it could find what the opponent's program was told, and answer for others.
    """
    ours = players.is_ours(question.player.partition(":")[0])
    return None if ours else (question.game, question.moment.seat)


class Died(Exception):
    """Raised when a process has ended during a question; says how."""


class Worker:
    """One worker process, started when it is first needed.

    Args:
        limits: Its limits.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: asyncio.subprocess.Process | None = None
        self._serves: Served = None
        self.letters = Letters(limits.seconds, limits.grace, limits.first)

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    def knows(self, question: Question) -> bool:
        """Return whether the process was asked for this seat of this game before."""
        return self.running and self.letters.knows(question)

    def suits(self, question: Question) -> bool:
        """Return whether the process may be asked; a program of another package serves its own seat alone."""
        return not self.running or self._serves == served_by(question)

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program.

        Raises:
            Faulty: if the program is faulty.
            Died: if the process has ended instead.
        """
        try:
            if not self.suits(question):
                await self.end()
            self._serves = served_by(question)
            reply = await self._reply(question)
        except BaseException:
            await self.end()
            raise
        if reply.get("spent"):
            await self.end()
            raise Died(str(reply.get("fault")))
        if "fault" in reply:
            self.letters.forget(question)
        return read_reply(reply)

    async def _reply(self, question: Question) -> Reply:
        if not self.running:
            await self._start()
        try:
            async with asyncio.timeout(self._limits.start):
                await self._send(self.letters.letter(question))
                began = await self._line()
            if "began" not in began:
                return began
            async with asyncio.timeout(min(float(began["began"]), self._limits.longest)):
                return await self._line()
        except TimeoutError:
            raise Faulty(TIMED_OUT) from None
        except (OSError, EOFError):
            raise Died("its process has ended") from None
        except (TypeError, ValueError, RecursionError):
            raise Faulty(NOT_UNDERSTOOD) from None

    async def introduce(self, name: str) -> Introduced:
        """Return the name and version that a program states, asked in a process that serves nothing else.

        Raises:
            BadValue: if it does not take these options.
        """
        try:
            async with asyncio.timeout(self._limits.grace):
                await self._start()
                await self._send({INTRODUCE: name})
                reply = await self._line()
        except (OSError, EOFError, TypeError, ValueError, RecursionError, TimeoutError):
            reply = {}
        finally:
            await self.end()
        return read_introduction(name, reply)

    async def compile(self, missing: set[str]) -> None:
        """Compile the code of programs in the process, without a time limit, then end the process.

        Args:
            missing: The names of the missing parts; each is removed as soon as it has been compiled.
        """
        try:
            await self._start()
            await self._send(COMPILE)
            while COMPILED in (line := await self._line()):
                missing.discard(str(line[COMPILED]))
        except (OSError, EOFError, ValueError):
            return  # Every other process then compiles what it needs.
        finally:
            await self.end()

    async def _start(self) -> None:
        self.letters = Letters(self._limits.seconds, self._limits.grace, self._limits.first)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", PROGRAM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=own_environment(),
            limit=LONGEST_LINE,
        )
        ours = {player.slug: f"{player.__module__}:{player.__qualname__}" for player in players.ALL}
        await self._send({"players": ours, "memory": self._limits.memory})

    async def _send(self, letter: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(letter).encode() + b"\n")
        await self._process.stdin.drain()

    async def _line(self) -> Reply:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        reply = json.loads(line)
        if not isinstance(reply, dict):
            raise TypeError
        return reply

    async def end(self) -> None:
        """Kill the process and all its child processes."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (AttributeError, OSError):  # it has no process group (yet)
            with suppress(ProcessLookupError):
                process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


def own_environment() -> dict[str, str]:
    """Return the environment of a worker: the server's paths, but none of its secrets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YUREI_") or name in KEPT}
    return kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Workers:
    """Runs programs in worker processes.

    A seat is asked in the same process again, if that is free. One additional process answers quick questions only:
    their programs may be refused and asked again many times in a turn, and must not wait for slow turns.

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
        self._missing: set[str] = set()
        self._introduced: dict[str, Introduced | BadValue] = {}
        self._introducing = asyncio.Lock()

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
        await self._turn.acquire()
        usual = [each for each in self._free if each is not self._spare or is_quick(question.player)]
        worker = min(
            usual or self._free, key=lambda each: (not each.knows(question), not each.suits(question), not each.running)
        )
        self._free.remove(worker)
        task = asyncio.create_task(self._patiently(worker, question))
        self._thinking.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def introduce(self, name: str) -> Introduced:
        """Return the name and version that a program states; those of others are asked in processes, one at a time.

        Raises:
            YureiError: if there is none of this name, or it does not take these options.
        """
        check_name(name)
        if players.is_ours(name.partition(":")[0]):
            return introduced(name)
        async with self._introducing:
            if name not in self._introduced:
                try:
                    self._introduced[name] = await Worker(self._limits).introduce(name)
                except BadValue as error:
                    self._introduced[name] = error
                if len(self._introduced) > MOST_INTRODUCED:
                    del self._introduced[next(iter(self._introduced))]
            found = self._introduced[name]
        if isinstance(found, BadValue):
            raise found
        return found

    def _done(self, task: asyncio.Task[Answer]) -> None:
        self._thinking.discard(task)
        if not task.cancelled():
            task.exception()  # mark the exception as retrieved, as the caller may be gone

    async def _patiently(self, worker: Worker, question: Question) -> Answer:
        try:
            for left in reversed(range(self._limits.again + 1)):
                try:
                    return await worker.ask(question)
                except Died as died:
                    if not left:
                        raise Faulty(str(died)) from None
            raise AssertionError("it is asked once at least")
        finally:
            self._free.append(worker)
            self._turn.release()

    async def close(self) -> None:
        """Stop all questions and processes at once."""
        tasks = [*self._thinking, *filter(None, [self._compiles])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._free))
