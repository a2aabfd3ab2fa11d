"""Functions that all commands share: errors and exit statuses, reading and writing of files, progress bars."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from yurei.errors import BadRecord, YureiError
from yurei.records import LARGEST

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

BROKEN, USAGE, INTERRUPTED = 1, 2, 130
STDIN = "-"

EXTRAS = {
    **dict.fromkeys(("numba", "numpy"), "fast"),
    **dict.fromkeys(("matplotlib", "open_spiel", "pettingzoo", "pyspiel", "ray", "scipy"), "research"),
    "psycopg": "postgres",
}
"""By the name of a package, the extra that installs it."""


class InputEnded(YureiError):
    """Raised when the input ends before the end of the game."""


class BadUsage(YureiError):
    """Raised when a file, an address or an option cannot be used."""


@contextmanager
def exit_on_errors() -> Iterator[None]:
    """Turn an error in the context into a message on standard error and an exit status, and then exit."""
    _replace_closed_streams()
    try:
        yield
        sys.stdout.flush()
    except (BadRecord, InputEnded) as error:
        fail(str(error), BROKEN)
    except YureiError as error:
        fail(str(error), USAGE)
    except ModuleNotFoundError as error:
        fail(how_to_install(error), USAGE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        sys.exit(BROKEN)
    except OSError as error:
        _discard_output()
        fail(f"the output cannot be written: {reason_text(error)}", BROKEN)


def fail(sentence: str, status: int) -> NoReturn:
    print(f"yurei: {sentence}", file=sys.stderr)
    sys.exit(status)


def how_to_install(error: ModuleNotFoundError) -> str:
    """Return a sentence with the name of a missing package and the command that installs it."""
    missing = str(error.name).partition(".")[0]
    extra = EXTRAS.get(missing)
    how = f"pip install '.[{extra}]'" if extra else f"pip install {missing}"
    return f"this needs {missing}, which is not installed: {how}"


def reason_text(error: Exception) -> str:
    """Return the text of an error in a form that fits the end of a sentence."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def _replace_closed_streams() -> None:
    """Replace closed standard streams, and let the others replace characters that they cannot encode."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as above
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Redirect the standard output to the null device, so that Python's last flush at exit raises nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_bytes(name: str, largest: int = LARGEST, what: str = "a record's file") -> bytes:
    """Return the content of a file, or of the standard input for ``-``; of a larger one, ``largest`` + 1 bytes."""
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(largest + 1)
        with open(name, "rb") as file:
            return file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise BadUsage(f"{name!r} cannot be read: {reason_text(error)}; give {what}, or - for the input") from None


def record_saver(name: str | None) -> Callable[[str], None]:
    """Return a function that writes a text to a new file, replacing the text that it wrote before."""
    if name is None:
        return lambda text: None
    path = new_file(name, "--save", "game.jsonl")
    beside = path.with_name(f".{path.name}.new")

    def replace_file(text: str) -> None:
        with report_write_errors(path, "--save"):
            with private_files():
                beside.write_text(text, encoding="utf-8")
            os.replace(beside, path)

    return replace_file


def new_file(name: str, option: str, example: str) -> Path:
    """Return the path for a file that is to be created; raise Unusable if the file exists already."""
    if not name.strip():
        raise BadUsage(f"{option} needs the name of a new file; try {option} {example}")
    if Path(name).exists():
        raise BadUsage(f"{name!r} exists already; give {option} a new name")
    return Path(name)


@contextmanager
def open_writer(path: Path | None, option: str) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text to a new file without delay; without a path it prints the text."""
    if path is None:
        yield lambda text: print(text, end="", flush=True)
        return
    with report_write_errors(path, option), path.open("w", encoding="utf-8", newline="\n", buffering=1) as file:
        yield file.write


@contextmanager
def report_write_errors(path: Path, option: str, another: str = "another name") -> Iterator[None]:
    """Turn an OSError in the context into an error message that names the option to change."""
    try:
        yield
    except OSError as error:
        raise BadUsage(f"{str(path)!r} cannot be written: {reason_text(error)}; give {option} {another}") from None


@contextmanager
def private_files() -> Iterator[None]:
    """Make the files created in the context readable by their owner only, because they may hold secrets."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


class ProgressCallback(Protocol):
    """A callback that shows the progress of some work."""

    def __call__(self, done: int, of: int | None, what: str | None = None) -> None:
        """Show that ``done`` of ``of`` parts are finished (None: unknown); ``what`` replaces the description."""


@contextmanager
def progress(*columns: "str | ProgressColumn", quiet: bool = False, **options: Any) -> Iterator["Progress"]:
    """Yield a progress display on standard error. It is hidden if ``quiet``, or if standard error is no terminal."""
    from rich import progress as display
    from rich.console import Console

    hidden = quiet or not sys.stderr.isatty()
    with display.Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden, **options) as bars:
        yield bars


@contextmanager
def progress_bar(what: str, *, quiet: bool = False) -> Iterator[ProgressCallback]:
    """Show a single progress bar with a description, and yield its callback."""
    with progress(quiet=quiet) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, of, what=None: bars.update(task, completed=done, total=of, description=what)
