"""Checkpoints of a board that is being solved, from which the work can go on.

A file is written under a temporary name and then renamed. A checkpoint counts if it is whole and fits; else the next
older one does, or the work begins anew.
"""

import json
import os
import shutil
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT, VERSION = "yurei unfinished board", 2
SECONDS = 300.0
"""Time from one checkpoint to the next."""
LONGEST_LINE = 4096
"""Bytes that are read of the first line of a file."""


class Checkpoints:
    """The checkpoints of a board.

    Args:
        folder: Folder of their own; created when the first one is written.
        seconds: Time from one to the next; ``SECONDS`` by default.
        clock: Returns the time in seconds.
    """

    def __init__(self, folder: Path, seconds: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._seconds = SECONDS if seconds is None else seconds
        self._clock = clock
        self._saved = clock()

    def load(self, width: int, height: int, table: NDArray[np.uint8]) -> int:
        """Read the newest checkpoint of this board into its table; return its plies, 0 if there is none."""
        for path in sorted(self._files(), key=_plies, reverse=True):
            if _read(path, _head(width, height, _plies(path)), table):
                return _plies(path)
        return 0

    def save(self, width: int, height: int, table: NDArray[np.uint8], plies: int) -> None:
        """Write a checkpoint if it is time for one, and remove the one before.

        If the disk is full, the work goes on without.
        """
        if self._clock() - self._saved < self._seconds:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._folder / f"{plies}-plies", _head(width, height, plies), table)
            for path in self._files():
                if _plies(path) != plies:
                    path.unlink(missing_ok=True)
        self._saved = self._clock()

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob("[0-9]*-plies"))


def _head(width: int, height: int, plies: int) -> dict[str, Any]:
    """Return the first line of the checkpoint before the round for ``plies``, without its checksum."""
    return {"format": FORMAT, "version": VERSION, "width": width, "height": height, "plies": plies}


def _write(path: Path, head: dict[str, Any], table: NDArray[np.uint8]) -> None:
    """Write a file: a line of JSON, then the bytes.

    Raises:
        OSError: if it cannot be written; then there is no file.
    """
    beside = path.with_name(".part")  # always the same: what a killed process left is replaced
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


def _read(path: Path, head: dict[str, Any], table: NDArray[np.uint8]) -> bool:
    """Read a file into a table; return False if it is not whole, or has another head."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline(LONGEST_LINE))
            whole = file.readinto(table.data) == table.size and not file.read(1)
    except (OSError, ValueError):
        return False
    return whole and bool(found == {**head, "crc32": zlib.crc32(table.data)})


def _plies(path: Path) -> int:
    return int(path.name.partition("-")[0])


__all__ = ["Checkpoints"]
