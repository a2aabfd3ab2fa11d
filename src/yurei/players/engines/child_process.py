"""A program in a process of its own that answers line by line, and ends with the process that started it."""

import os
import shlex
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import IO

GOODBYE = 0.5
"""Seconds that a program has to exit after the end of its input."""
MOST_UNREAD = 64
"""Greatest number of unread messages of a program; it writes one when it is asked."""


class ChildProcess:
    """A program that is started with its first line.

    Args:
        command: Command line, as typed in a shell.
        messages: Divides the program's output into messages, none of them empty.
        stderr: Destination of the error output, as ``subprocess.Popen`` takes it.
    """

    def __init__(self, command: str, messages: Callable[[IO[bytes]], Iterator[bytes]], stderr: int | None) -> None:
        self.command = command
        self._messages, self._stderr = messages, stderr
        self._program: subprocess.Popen[bytes] | None = None
        self._unread: Queue[bytes] = Queue()

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line, and return the next message; an empty one if the program has ended.

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
            words = shlex.split(self.command, posix=os.name != "nt")
            program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr)
            self._program, self._unread = program, Queue(MOST_UNREAD)
            threading.Thread(target=_listen, args=(program, self._messages, self._unread), daemon=True).start()
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


def _listen(
    program: subprocess.Popen[bytes], messages: Callable[[IO[bytes]], Iterator[bytes]], unread: Queue[bytes]
) -> None:
    """Queue every message of a program, and an empty one at its end. A program that writes too much is killed."""
    assert program.stdout is not None
    try:
        with suppress(OSError, ValueError), program.stdout:
            for message in messages(program.stdout):
                unread.put_nowait(message)
    except Full:
        program.kill()
        with suppress(Empty):
            unread.get_nowait()  # make room for the empty message
    unread.put(b"")
