"""Files of problems, read and written."""

from __future__ import annotations

import sys
from pathlib import Path

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


def write_text(path: Path, text: str, option: str) -> None:
    """Write a text into a file.

    Raises:
        Unusable: if it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{str(path)!r} cannot be written: {why(error)}; give {option} another name") from None
