"""A pool of worker processes, which run programs within limits of time and memory, and processes for single jobs."""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from yurei import players
from yurei.club.game.question import Answer, BadProgram, ProgramInfo, Question, describe_program
from yurei.club.programs import worker as protocol
from yurei.club.programs.game_queue import is_quick
from yurei.referee.settings import Settings

WORKER, JOBS = "yurei.club.programs.worker", "yurei.club.programs.jobs"
LONGEST_LINE = 2**16  # most bytes in a message of a worker
LONGEST_OUTPUT = 2**20  # most bytes in a line of a job
KEPT = ("YUREI_TABLES",)  # environment variables that workers inherit: the folder of solved boards
TIMED_OUT = "it has not answered in time"
NOT_UNDERSTOOD = "it has said nothing that can be understood"
LOADED = 512  # megabytes in which all compiled code fits


def default_workers() -> int:
    """Return the default number of worker processes, which leaves one core to the server."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of time and memory, and the number of worker processes, for programs."""

    workers: int = 1
    seconds: float = 5.0  # most seconds of processor time per turn; a player may use less
    memory: int = 2048  # most megabytes of a process; 0 for no limit
    grace: float = 30.0  # seconds of wall-clock time allowed for an answer, in addition to ten times its processor time
    start: float = 300.0  # seconds that a player may take to start
    first: float = 300.0  # seconds for the first answer in a process, which may include compilation
    again: int = 2  # how often a question is repeated after its process has died
    breath: float = 0.02  # seconds between two answers of programs that play each other
    slot: float = 0.3  # against people, answers are released after 1, 2, 4, ... times this many seconds

    @property
    def longest_wait(self) -> float:
        """The most wall-clock seconds to wait for an answer, whatever limit the worker reports."""
        return max(self.first, protocol.SLOWER * self.seconds + self.grace)


class WorkerDied(Exception):
    """Raised when a worker process has ended while it was answering a question."""


class Worker:
    """A worker process, which is started when it is first needed."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: asyncio.subprocess.Process | None = None
        self._in_use = asyncio.Lock()
        self.letters = protocol.MessageWriter(limits.seconds, limits.grace, limits.first)

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    def knows(self, question: Question) -> bool:
        """Return whether this process was asked before for the same seat of the same game."""
        return self.running and self.letters.was_asked_before(question)

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program."""
        try:
            async with self._in_use:
                reply = await self._reply(question)
        except BaseException:
            await self.end()
            raise
        if reply.get("spent"):
            await self.end()
            raise WorkerDied(str(reply.get("fault")))
        if "fault" in reply:
            self.letters.forget(question)
        return protocol.read_reply(reply)

    async def _reply(self, question: Question) -> protocol.Reply:
        if not self.running:
            await self._start()
        try:
            async with asyncio.timeout(self._limits.start):
                await self._send(self.letters.write_message(question))
                began = await self._read_line()
            if "began" not in began:
                return began
            async with asyncio.timeout(min(float(began["began"]), self._limits.longest_wait)):
                return await self._read_line()
        except TimeoutError:
            raise BadProgram(TIMED_OUT) from None
        except (OSError, EOFError):
            raise WorkerDied("its process has ended") from None
        except (TypeError, ValueError, RecursionError):
            raise BadProgram(NOT_UNDERSTOOD) from None

    async def compile(self, missing: set[str]) -> None:
        """Compile the missing parts without a time limit, removing each from ``missing``; then end the process."""
        try:
            await self._start()
            await self._send(protocol.COMPILE)
            while protocol.COMPILED in (line := await self._read_line()):
                missing.discard(str(line[protocol.COMPILED]))
        except (OSError, EOFError, ValueError):
            return  # Each process then compiles the code that it needs.
        finally:
            await self.end()

    async def prepare(self, parts: Iterable[protocol.CompiledPart]) -> None:
        """Start the process, and load parts of the compiled code one by one. Questions may come between two parts."""
        try:
            async with self._in_use:
                if not self.running:
                    await self._start()
            for part in parts:
                async with self._in_use:
                    if not self.running:
                        return
                    await self._send({protocol.PREPARE: part.name})
                    async with asyncio.timeout(self._limits.start):
                        fault = "fault" in await self._read_line()
                if fault:
                    await self.end()
        except (OSError, EOFError, TypeError, ValueError):  # TimeoutError is an OSError
            await self.end()  # The next question starts another process.

    async def _start(self) -> None:
        self.letters = protocol.MessageWriter(self._limits.seconds, self._limits.grace, self._limits.first)
        self._process = await _start_process(WORKER, longest_line=LONGEST_LINE)
        ours = {player.slug: f"{player.__module__}:{player.__qualname__}" for player in players.ALL}
        await self._send({"players": ours, "memory": self._limits.memory})

    async def _send(self, letter: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(letter).encode() + b"\n")
        await self._process.stdin.drain()

    async def _read_line(self) -> protocol.Reply:
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


async def run_job(job: str, *options: str, given: bytes = b"") -> AsyncGenerator[str]:
    """Run a job of ``jobs`` in a new process, and yield its lines of output; raise EOFError if the job fails."""
    process = await _start_process(JOBS, job, *options, longest_line=LONGEST_OUTPUT)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(given)
        await process.stdin.drain()
        process.stdin.close()
        async for line in process.stdout:
            yield line.decode().rstrip("\n")
        if await process.wait():
            raise EOFError
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _start_process(program: str, *options: str, longest_line: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", program, *options),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=own_environment(),
        limit=longest_line,
    )


def own_environment() -> dict[str, str]:
    """Return the environment variables for a worker: the server's search paths, but no secrets of the server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YUREI_") or name in KEPT}
    return kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Workers:
    """Runs programs in a pool of worker processes. A seat is preferably asked in the same process as before.

    One additional process, the spare, answers only quick programs: their tries may be refused many times in a turn, so
    they must not wait for slow turns. It is started, and loads its code, with the first slow program.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits(default_workers())
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
        """Start to compile the code for programs in an additional process, unless it is compiled already."""
        self._missing = protocol.missing_parts()
        if self._missing:
            self._compiles = asyncio.create_task(Worker(self._limits).compile(self._missing))

    @property
    def compiling(self) -> bool:
        """Whether code for programs is being compiled. Meanwhile all levels of yurei may play like the lowest one."""
        return self._compiles is not None and not self._compiles.done()

    async def ask(self, question: Question) -> Answer:
        """Return a program's answer. After a cancellation the process stays busy until its answer or time limit."""
        if self.compiling and protocol.compiled_part_for(question.view.settings).name in self._missing:
            question = replace(question, player=players.until_compiled(question.player))
        self._prepare_for(question.player)
        await self._turn.acquire()
        usual = [each for each in self._free if each is not self._spare or is_quick(question.player)]
        worker = min(usual or self._free, key=lambda each: (not each.knows(question), not each.running))
        self._free.remove(worker)
        task = asyncio.create_task(self._answer_or_fall_back(worker, question))
        self._thinking.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def describe_program(self, name: str, settings: Settings) -> ProgramInfo:
        """Return a program's name, version and weakness, and prepare worker processes for its questions."""
        found = describe_program(name, settings)
        self._prepare_for(found.name)
        return found

    def _prepare_for(self, player: str) -> None:
        if self._prepares is None and not self.compiling and not is_quick(player):
            fits = self._limits.memory == 0 or self._limits.memory >= LOADED
            parts = protocol.PARTS if fits and players.is_ready() else ()
            self._prepares = asyncio.create_task(self._spare.prepare(parts))

    def _done(self, task: asyncio.Task[Answer]) -> None:
        self._thinking.discard(task)
        if not task.cancelled():
            task.exception()  # mark the exception as retrieved, as the caller may be gone

    async def _answer_or_fall_back(self, worker: Worker, question: Question) -> Answer:
        """Return the answer of a program; if one of yurei's levels fails, return the answer of the lowest level."""
        try:
            try:
                return await self._ask_with_retries(worker, question)
            except BadProgram as fault:
                lowest = players.until_compiled(question.player)
                if lowest == question.player:
                    raise
                logging.getLogger(__name__).warning(
                    "the lowest level answers this once: %s, %s", question.player, fault
                )
            return await self._ask_with_retries(worker, replace(question, player=lowest))
        finally:
            self._free.append(worker)
            self._turn.release()

    async def _ask_with_retries(self, worker: Worker, question: Question) -> Answer:
        for left in reversed(range(self._limits.again + 1)):
            try:
                return await worker.ask(question)
            except WorkerDied as died:
                if not left:
                    raise BadProgram(str(died)) from None
        raise AssertionError("it is asked once at least")

    async def close(self) -> None:
        """End all worker processes, and with them the questions in progress."""
        tasks = [*self._thinking, *filter(None, [self._compiles, self._prepares])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._free))
