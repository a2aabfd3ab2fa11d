"""Files of problems, read and written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import STDIN, why

if TYPE_CHECKING:
    from yurei.problems import Problem

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


def read_problem_file(name: str) -> list[Problem]:
    """Return the problems of a file.

    Raises:
        Unusable: if it cannot be read, or a line is no problem; the message names the file and the line.
    """
    from yurei.problems import read_problems

    return read_lines(name, read_problems)


def read_lines(name: str, read: Callable[[str], Iterable[Problem]]) -> list[Problem]:
    """Return what is read from the lines of a file.

    Raises:
        Unusable: if a line is none; the message names the file and the line.
    """
    from yurei.problems import BadProblem

    try:
        return list(read(read_text(name)))
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
