"""Files of checkpoints: a line of JSON, and the bytes of a part of a board that is being solved."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

LONGEST_LINE = 4096


class Head(TypedDict):
    """Contents of a checkpoint file: a part of a board, before the round for ``plies``."""

    format: str
    version: int
    width: int
    height: int
    part: int
    parts: int
    plies: int


def write(path: Path, head: Head, table: NDArray[np.uint8]) -> None:
    """Write a file of a checkpoint.

    Raises:
        OSError: if it cannot be written; then there is no file.
    """
    beside = path.with_name(f".part-{head['part'] + 1}")  # the same each time: what a killed process left is replaced
    try:
        with beside.open("wb") as file:
            file.write(json.dumps({**head, "crc32": zlib.crc32(table.data)}).encode() + b"\n")
            file.write(table.data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def read(path: Path, head: Head, table: NDArray[np.uint8]) -> bool:
    """Read a file of a checkpoint into a table; return whether it is whole, and of this head."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline(LONGEST_LINE))
            whole = file.readinto(table.data) == table.size and not file.read(1)
    except (OSError, ValueError):
        return False
    return bool(whole and found == {**head, "crc32": zlib.crc32(table.data)})


__all__ = ["Head", "read", "write"]
