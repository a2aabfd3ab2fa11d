"""Files of problems, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import STDIN, read_bytes, why

if TYPE_CHECKING:
    from yurei.problems import Problem

LARGEST = 64 * 1024 * 1024
"""Greatest size of a file of problems, in bytes."""


def read_lines(name: str, read: Callable[[str], Iterable[Problem]]) -> list[Problem]:
    """Return what is read from the lines of a file of problems, or of the standard input for ``-``.

    Raises:
        Unusable: if it cannot be read, is too large, or is no text, or a line is no problem; the message names the file
            and the line.
    """
    from yurei.problems import BadProblem

    content = read_bytes(name, LARGEST, "a file of problems")
    if len(content) > LARGEST:
        raise Unusable(f"{name}: a file of problems has at most {LARGEST} bytes")
    try:
        return list(read(content.decode()))
    except UnicodeDecodeError:
        raise Unusable(f"{name}: it is no text in UTF-8") from None
    except BadProblem as error:
        raise Unusable(f"{'the input' if name == STDIN else name}: {error}") from None


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
