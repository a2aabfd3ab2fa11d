"""Exit of a command: its status, and one sentence if something is wrong."""

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
    """Exit with a sentence and a status if the context fails, and quietly if the output is closed."""
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
    """Print an error, and exit."""
    print(f"yurei: {sentence}", file=sys.stderr)
    sys.exit(status)


def _mend_streams() -> None:
    """Replace closed streams, and make the others replace characters that they cannot read or write."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as above
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _hang_up() -> None:
    """Write to the null device from now on, so that Python's last flush is quiet too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
