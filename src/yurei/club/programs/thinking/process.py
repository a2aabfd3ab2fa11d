"""One worker process that runs programs: it is started, asked and ended here."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress

from yurei import players
from yurei.club.game.question import Answer, Faulty, Question
from yurei.club.programs.thinking.compiling import Part
from yurei.club.programs.thinking.letters import COMPILE, COMPILED, PREPARE, Letters
from yurei.club.programs.thinking.limits import Limits
from yurei.club.programs.thinking.thinker import Reply, read_reply

PROGRAM = "yurei.club.programs.thinking.worker"
LONGEST_LINE = 2**16
"""Most bytes in a message of a worker."""
LONGEST_OUTPUT = 2**20
"""Most bytes in a line of our own programs."""
KEPT = ("YUREI_TABLES",)
"""Settings that workers inherit: the folder of solved boards."""
TIMED_OUT = "it has not answered in time"
NOT_UNDERSTOOD = "it has said nothing that can be understood"


class Died(Exception):
    """Raised when a process has ended during a question; says how."""


class Worker:
    """One worker process, started when it is first needed."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: asyncio.subprocess.Process | None = None
        self._in_use = asyncio.Lock()
        self.letters = Letters(limits.seconds, limits.grace, limits.first)

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    def knows(self, question: Question) -> bool:
        """Return whether the process was asked for this seat of this game before."""
        return self.running and self.letters.knows(question)

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program.

        Raises:
            Faulty: if the program is faulty.
            Died: if the process has ended instead.
        """
        try:
            async with self._in_use:
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

    async def compile(self, missing: set[str]) -> None:
        """Compile the missing parts without a time limit, removing each from the set; then end the process."""
        try:
            await self._start()
            await self._send(COMPILE)
            while COMPILED in (line := await self._line()):
                missing.discard(str(line[COMPILED]))
        except (OSError, EOFError, ValueError):
            return  # Every other process then compiles what it needs.
        finally:
            await self.end()

    async def prepare(self, parts: Iterable[Part]) -> None:
        """Start the process, and load parts of the compiled code in turn; questions may come between two parts."""
        try:
            async with self._in_use:
                if not self.running:
                    await self._start()
            for part in parts:
                async with self._in_use:
                    if not self.running:
                        return
                    await self._send({PREPARE: part.name})
                    async with asyncio.timeout(self._limits.start):
                        fault = "fault" in await self._line()
                if fault:
                    await self.end()
        except (OSError, EOFError, TypeError, ValueError):  # TimeoutError is an OSError
            await self.end()  # The next question starts another process.

    async def _start(self) -> None:
        self.letters = Letters(self._limits.seconds, self._limits.grace, self._limits.first)
        self._process = await _started(PROGRAM, longest_line=LONGEST_LINE)
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


async def lines_of(program: str, *options: str, given: bytes = b"") -> AsyncGenerator[str]:
    """Run one of our programs in a process, and yield the lines that it writes.

    Args:
        program: The name of its module.
        options: Its command line.
        given: What it reads.

    Raises:
        EOFError: if it has failed.
    """
    process = await _started(program, *options, longest_line=LONGEST_OUTPUT)
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


async def _started(program: str, *options: str, longest_line: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", program, *options),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=own_environment(),
        limit=longest_line,
    )


def own_environment() -> dict[str, str]:
    """Return the environment of a worker: the server's paths, but none of its secrets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YUREI_") or name in KEPT}
    return kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
