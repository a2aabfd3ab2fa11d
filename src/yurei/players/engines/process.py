"""A process that speaks GTP: receives one command at a time, and ends with the process that started it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from queue import Empty, Queue

from yurei.errors import BadSettings, YureiError, unknown
from yurei.languages import N_
from yurei.rules.points import shortened

ENGINES = "YUREI_ENGINES"
"""Environment variable that names programs: JSON, ``{"gnugo": "/usr/games/gnugo --mode gtp"}``."""
LONGEST_ANSWER = 64 * 1024
"""Greatest length of an answer, in bytes."""
SHORT, GOODBYE = 60.0, 0.5
"""Time limits in seconds: for an answer without thought, also the first; and for the exit after the end of input."""


class EngineError(YureiError):
    """A GTP engine cannot be started, has ended, or gives an invalid answer."""


class NotDone(Exception):
    """The engine has refused a command; the text is its reason."""


def named(name: str) -> str:
    """Return the command of an engine that the operator has named.

    Raises:
        Unknown: if there is none with this name.
        BadSettings: if the variable is no JSON object of names and commands.
    """
    try:
        known = json.loads(os.environ.get(ENGINES) or "{}")
        commands = {str(key): command for key, command in known.items() if isinstance(command, str)}
    except (AttributeError, RecursionError, ValueError):
        raise BadSettings(N_("{variable} is a JSON object of names and commands"), variable=ENGINES) from None
    if name not in commands:
        raise unknown("engine", name, commands)
    return commands[name]


class Process:
    """A program that is started with its first command.

    Args:
        command: Command line, as typed in a shell.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self._program: subprocess.Popen[bytes] | None = None
        self._answers: Queue[str | None] = Queue()
        self._known: frozenset[str] | None = None

    @property
    def known(self) -> frozenset[str]:
        """The commands that the program lists."""
        if self._known is None:
            self._known = frozenset(self.ask("list_commands").split())
        return self._known

    def ask(self, line: str, seconds: float = SHORT) -> str:
        """Send a command, and return the answer.

        Args:
            line: The command.
            seconds: Time limit for the answer, in wall-clock time.

        Raises:
            NotDone: if it is refused.
            EngineError: if there is no valid answer. The program is then ended.
        """
        program = self._running()
        try:
            assert program.stdin is not None
            program.stdin.write(f"{line}\n".encode("ascii"))
            program.stdin.flush()
            said = self._answers.get(timeout=seconds)
        except OSError:
            said = None
        except Empty:
            self.close()
            raise EngineError(
                N_("the engine has not answered {command} within {seconds} s"),
                command=repr(line.split()[0]),
                seconds=f"{seconds:g}",
            ) from None
        if said is None or said[:1] not in ("=", "?"):
            self.close()
            raise EngineError(
                N_("the engine has answered {command} with {answer}"),
                command=repr(line.split()[0]),
                answer=shortened((said or "").strip()),
            )
        text = said[1:].strip()
        if said.startswith("?"):
            raise NotDone(text)
        return text

    def clock(self) -> float:
        """Return the processor time of the program in seconds if the system tells it; else wall-clock time."""
        if self._program is not None and sys.platform == "linux":
            with suppress(OSError):
                return time.clock_gettime(~self._program.pid << 3 | 2)  # its clock, as clock_getcpuclockid(3)
        return time.monotonic()

    def close(self) -> None:
        """End the program."""
        program, self._program, self._known = self._program, None, None
        if program is not None:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._program is None or self._program.poll() is not None:
            self.close()
            self._answers = Queue()
            self._program = program = _started(self.command)
            threading.Thread(target=_listen, args=(program, self._answers), daemon=True).start()
            self._end = weakref.finalize(self, _ended, program)
        return self._program


def _started(command: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            shlex.split(command, posix=os.name != "nt"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except (IndexError, OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise EngineError(N_("the engine cannot be started: {error}"), error=why or "-") from None


def _ended(program: subprocess.Popen[bytes]) -> None:
    """End a program: close its input, and kill it if it does not exit."""
    with suppress(OSError):
        assert program.stdin is not None
        program.stdin.close()
    try:
        program.wait(GOODBYE)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


def _listen(program: subprocess.Popen[bytes], answers: Queue[str | None]) -> None:
    """Put every answer of a program into the queue, and None once it has ended."""
    assert program.stdout is not None
    answer = b""
    with suppress(OSError, ValueError), program.stdout:
        while line := program.stdout.readline(LONGEST_ANSWER + 1):
            if line.strip():
                answer += line
            elif answer:
                answers.put(answer.decode("utf-8", "replace"))
                answer = b""
            if len(answer) > LONGEST_ANSWER:
                break
    answers.put(None)
