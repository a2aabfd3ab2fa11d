"""How a command ends: with an exit status, and where something is wrong with one sentence and no more."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from yurei.errors import BadRecord, YureiError

BROKEN, USAGE, INTERRUPTED = 1, 2, 130


class Ended(YureiError):
    """The input has ended before the game."""


class Unusable(YureiError):
    """A file, an address or a part of yurei that cannot be used."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """Do something; exit with a sentence and a status where that goes wrong, and quietly where nobody listens."""
    _mend_streams()
    try:
        yield
        sys.stdout.flush()
    except (BadRecord, Ended) as error:
        fail(str(error), BROKEN)
    except YureiError as error:
        fail(str(error), USAGE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _hang_up()
        sys.exit(BROKEN)
    except OSError as error:
        _hang_up()
        fail(f"the output cannot be written: {(error.strerror or str(error)).lower()}", BROKEN)


def fail(sentence: str, status: int) -> NoReturn:
    """Say what is wrong, and exit."""
    print(f"yurei: {sentence}", file=sys.stderr)
    sys.exit(status)


def _mend_streams() -> None:
    """Let no stream end a command: neither one that is closed, nor a letter that it cannot read or write."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as above
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _hang_up() -> None:
    """Write to nobody from now on, so that Python's last flush is quiet too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
