"""Files, read and written."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from yurei.apps.cli.endings import Unusable
from yurei.records import LARGEST

STDIN = "-"


def read_bytes(name: str, largest: int = LARGEST, what: str = "a record's file") -> bytes:
    """Return the content of a file, or the standard input for ``-``, up to a byte more than the limit; ``what`` is for the error."""
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(largest + 1)
        with open(name, "rb") as file:
            return file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise Unusable(f"{name!r} cannot be read: {why(error)}; give {what}, or - for the input") from None


def keeper(name: str | None) -> Callable[[str], None]:
    """Return a function that writes a text into a new file, each time whole."""
    if name is None:
        return lambda text: None
    path = new_file(name, "--save", "game.jsonl")
    beside = path.with_name(f".{path.name}.new")

    def replace_file(text: str) -> None:
        with writable(path, "--save"):
            with private_files():
                beside.write_text(text, encoding="utf-8")
            os.replace(beside, path)

    return replace_file


def new_file(name: str, option: str, example: str) -> Path:
    """Return the path of a file that does not exist yet."""
    if not name.strip():
        raise Unusable(f"{option} needs the name of a new file; try {option} {example}")
    if Path(name).exists():
        raise Unusable(f"{name!r} exists already; give {option} a new name")
    return Path(name)


@contextmanager
def writer(path: Path | None, option: str) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text into a new file at once, or prints it if there is no path."""
    if path is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    with writable(path, option), path.open("w", encoding="utf-8", newline="\n", buffering=1) as file:
        yield file.write


@contextmanager
def writable(path: Path, option: str, another: str = "another name") -> Iterator[None]:
    """Turn errors of writing a file or a folder into a sentence that names the option to change."""
    try:
        yield
    except OSError as error:
        raise Unusable(f"{str(path)!r} cannot be written: {why(error)}; give {option} {another}") from None


@contextmanager
def private_files() -> Iterator[None]:
    """Make new files readable by their owner alone: they hold keys, or what a player must not see yet."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def why(error: Exception) -> str:
    """Return the text of an error, as the end of a sentence."""
    return (getattr(error, "strerror", None) or str(error)).lower()
