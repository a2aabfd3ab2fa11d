"""Starts programs for tests, and ends them with the test."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def running(words: Sequence[str], **given: Any) -> Iterator[Any]:
    """Run a program with pipes during a block; then kill it and its child processes.

    Yields a ``Popen[Any]``, typed as ``Any`` because its pipes are never None.
    """
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    # A group of its own, so that its children can be ended with it.
    with subprocess.Popen(words, **(pipes | given), start_new_session=True) as program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
