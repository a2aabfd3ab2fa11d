"""Programs in seat mode as contestants: yurei asks and the program answers, a JSON object a line.

See "Seat mode" in docs/line-protocol.md. A program has a process of its
own, which stays for the games that follow.
"""

import json
import os
import shlex
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import Any, ClassVar

from yurei.apps.arena import budgets
from yurei.apps.arena.chairs import Late
from yurei.errors import YureiError
from yurei.players import Budget, Player
from yurei.referee.plain import read_try_values, result_values, told_values
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.points import shortened
from yurei.rules.state import Result, Try

LONGEST_LINE = 64 * 1024
LONGEST_ERROR = 200
"""Most characters of a program's error in a report."""
BEGINNING = 60.0
"""Seconds that a program has to begin a game: it may have to be started."""
WORD = 10.0
"""Seconds that a program has to confirm a line."""
GOODBYE = 0.5
"""Seconds that a program has to exit after the end of its input."""
MOST_UNREAD = 64
"""Greatest number of unread lines of a program; it writes one when it is asked."""


class Wrong(YureiError):
    """A program's answer that seat mode does not allow."""


class Process:
    """A program in a process of its own, asked line by line. It is started with its first line, and ends with this process.

    Args:
        command: Command line, as typed in a shell.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._program: subprocess.Popen[bytes] | None = None
        self._unread: Queue[bytes] = Queue()

    def ask(self, line: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line, and return the answer.

        Raises:
            Late: if no answer comes in time. The program is ended then.
            Wrong: if it has ended, cannot be started, or answers an error or no JSON object.
        """
        said = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            answer = self._exchange(said, seconds)
        except TimeoutError:
            raise Late(f"has not answered {line['op']!r} within {seconds:g} s") from None
        except (IndexError, OSError, ValueError) as error:
            raise Wrong(f"cannot be started: {error}") from None
        if not answer:
            status = self.close()
            raise Wrong(f"has ended with status {status} when it was asked {line['op']!r}")
        try:
            return _read(answer, str(line["op"]))
        except Wrong:
            self.close()  # its next answer might belong to this line
            raise

    def _exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line, and return the next one of the program; an empty one if it has ended.

        Raises:
            TimeoutError: if none comes within these seconds of wall-clock time. The program is ended then.
            IndexError, OSError, ValueError: if the program cannot be started.
        """
        program = self._running()
        try:
            assert program.stdin is not None
            program.stdin.write(line)
            program.stdin.flush()
            return self._unread.get(timeout=seconds)
        except OSError:
            return b""
        except Empty:
            self.close()
            raise TimeoutError from None

    def clock(self) -> float:
        """Return the processor time of the program in seconds if the system tells it; else wall-clock time."""
        if self._program is not None and sys.platform == "linux":
            with suppress(OSError):
                return time.clock_gettime(~self._program.pid << 3 | 2)  # its clock, as clock_getcpuclockid(3)
        return time.monotonic()

    def close(self) -> int | None:
        """End the program; return its exit status, None if it does not run."""
        program, self._program = self._program, None
        if program is None:
            return None
        self._end()
        return program.returncode

    def _running(self) -> subprocess.Popen[bytes]:
        if self._program is None or self._program.poll() is not None:
            self.close()
            words = shlex.split(self._command, posix=os.name != "nt")
            program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._program, self._unread = program, Queue(MOST_UNREAD)
            threading.Thread(target=_listen, args=(program, self._unread), daemon=True).start()
            self._end = weakref.finalize(self, _end_program, program)
        return self._program


def _end_program(program: subprocess.Popen[bytes]) -> None:
    """Close the input of a program, and kill it if it does not exit."""
    with suppress(OSError):
        assert program.stdin is not None
        program.stdin.close()
    try:
        program.wait(GOODBYE)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


def _listen(program: subprocess.Popen[bytes], unread: Queue[bytes]) -> None:
    """Queue every line of a program, and an empty one at its end. A program that writes too much is killed."""
    assert program.stdout is not None
    try:
        with suppress(OSError, ValueError), program.stdout:
            while line := program.stdout.readline(LONGEST_LINE + 1):  # one that is too long comes in pieces
                unread.put_nowait(line)
    except Full:
        program.kill()
        with suppress(Empty):
            unread.get_nowait()  # make room for the empty line
    unread.put(b"")


def _read(line: bytes, op: str) -> dict[str, Any]:
    text = line.decode("utf-8", "replace").rstrip("\n")
    if not line.endswith(b"\n"):
        raise Wrong(f"has answered {op!r} with a line of more than {LONGEST_LINE} bytes, or has ended within it")
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Wrong(f"has answered {op!r} with {shortened(text)}, which is no JSON object")
    if "error" in answer:
        raise Wrong(f"has answered {op!r} with an error: {shortened(answer['error'], LONGEST_ERROR)}")
    return answer


class Program(Player):
    """A contestant that is a program. Its time is its own processor time, if the system tells it.

    Args:
        process: The program.
        seed: Seed for its random choices, which it is told.
    """

    slug = "program"
    summary = "A program in seat mode."
    PARAMETERS: ClassVar[dict[str, Any]] = {}

    def __init__(self, process: Process, seed: int | None = None) -> None:
        super().__init__(seed)
        self._process, self._seed = process, seed
        self.clock: Callable[[], float] = process.clock
        self.more_patience = BEGINNING

    def begin(self, opening: View) -> None:
        super().begin(opening)
        settings = opening.settings.plain()
        seat, board = opening.seat.name, opening.board_text
        self._ask({"op": "begin", "settings": settings, "seat": seat, "board": board, "seed": self._seed}, BEGINNING)

    def hear(self, told: Told) -> None:
        super().hear(told)
        size, ended = self.view.settings.size, result_values(told.result)
        values = told_values(told, size)
        line = {"op": "hear", "seat": told.seat, "told": values, "board": self.view.board_text, "result": ended}
        self._ask(line, WORD)

    def leave(self, result: Result) -> None:
        """Tell the program that the game is over, for whatever reason."""
        self._ask({"op": "end", "result": result_values(result)}, WORD)

    def now(self) -> float:
        """Return the program's own time."""
        return self.clock()

    def decide(self, budget: Budget) -> Try:
        answer = self._process.ask({"op": "choose", "budget": budgets.plain(budget)}, budget.patience)
        try:
            return read_try_values(answer, self.view.settings.size)
        except (AttributeError, KeyError, TypeError, ValueError, YureiError):
            raise Wrong(f"has answered 'choose' with {shortened(answer)}, which is no try") from None

    def _ask(self, line: dict[str, Any], seconds: float) -> None:
        answer = self._process.ask(line, seconds)
        if answer.get("ok") is not True:
            raise Wrong(f"has answered {line['op']!r} with {shortened(answer)}, not with ok")
