"""Files of problems, read and written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import STDIN, why

LARGEST = 64 * 1024 * 1024
"""Greatest size of a file of problems, in bytes."""


def read_text(name: str) -> str:
    """Return the text of a file of problems, or of the standard input for ``-``.

    Raises:
        Unusable: if it cannot be read, is too large, or is no text.
    """
    try:
        if name == STDIN:
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(name, "rb") as file:
                content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Unusable(f"{name!r} cannot be read: {why(error)}; give a file of problems, or - for the input") from None
    if len(content) > LARGEST:
        raise Unusable(f"{name}: a file of problems has at most {LARGEST} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Unusable(f"{name}: it is no text in UTF-8") from None


@contextmanager
def writer(path: Path | None, option: str) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text into a new file at once, or prints it if there is no path.

    Raises:
        Unusable: if the file cannot be written.
    """
    if path is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    try:
        with path.open("w", encoding="utf-8", newline="\n", buffering=1) as file:
            yield file.write
    except OSError as error:
        raise Unusable(f"{str(path)!r} cannot be written: {why(error)}; give {option} another name") from None
