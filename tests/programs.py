"""Programs that tests start: none outlives its test."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def running(words: Sequence[str], **given: Any) -> Iterator[Any]:
    """Run a program with pipes to it, and end it, with all that it has started, whatever becomes of the test.

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
