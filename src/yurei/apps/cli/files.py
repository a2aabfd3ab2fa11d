"""Records in files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from yurei.apps.cli.endings import Unusable
from yurei.records import LARGEST

STDIN = "-"


def read_bytes(name: str, largest: int = LARGEST, file_kind: str = "a record's file") -> bytes:
    """Return the content of a file, or the standard input for ``-``, up to a byte more than the limit.

    Raises:
        Unusable: if it cannot be read.
    """
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(largest + 1)
        with open(name, "rb") as file:
            return file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise Unusable(f"{name!r} cannot be read: {why(error)}; give {file_kind}, or - for the input") from None


def keeper(name: str | None) -> Callable[[str], None]:
    """Return a function that writes a text into a new file, each time whole.

    Raises:
        Unusable: if the file exists already, or cannot be written.
    """
    if name is None:
        return lambda text: None
    path = new_file(name, "--save", "game.jsonl")
    return lambda text: _write(path, text)


def new_file(name: str, option: str, example: str) -> Path:
    """Return the path of a file that does not exist yet.

    Raises:
        Unusable: if it exists, or the name is empty.
    """
    if not name.strip():
        raise Unusable(f"{option} needs the name of a new file; try {option} {example}")
    if Path(name).exists():
        raise Unusable(f"{name!r} exists already; give {option} a new name")
    return Path(name)


@contextmanager
def private_files() -> Iterator[None]:
    """Make new files readable by their owner alone: they hold keys, or what a player must not see yet."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.new")
    try:
        with private_files():
            beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise Unusable(f"{str(path)!r} cannot be written: {why(error)}; give --save another name") from None


def why(error: Exception) -> str:
    """Return the text of an error, as the end of a sentence."""
    return (getattr(error, "strerror", None) or str(error)).lower()
