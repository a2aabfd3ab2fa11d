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


def read_bytes(name: str) -> bytes:
    """What a file holds, or the standard input for ``-``; of a file that is too large a little too much.

    Raises:
        Unusable: where it cannot be read.
    """
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(LARGEST + 1)
        with open(name, "rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Unusable(f"{name!r} cannot be read: {_why(error)}; give a record's file, or - for the input") from None


def keeper(name: str | None) -> Callable[[str], None]:
    """Who writes a text into a new file, again and again, each time whole.

    Raises:
        Unusable: where there is such a file already, or it cannot be written.
    """
    if name is None:
        return lambda text: None
    path = Path(name)
    if not name.strip():
        raise Unusable("--save needs the name of a new file; try --save game.jsonl")
    if path.exists():
        raise Unusable(f"{name!r} exists already; give --save a new name")
    return lambda text: _write(path, text)


@contextmanager
def private_files() -> Iterator[None]:
    """Files that are made meanwhile can be read by their owner alone: they hold keys, or what a player must not see yet."""
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
        raise Unusable(f"{str(path)!r} cannot be written: {_why(error)}; give --save another name") from None


def _why(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
