"""Checkpoints: the bytes of all parts of a board that is being solved, in files from which the work can go on.

A file is a line of JSON (a ``Head`` and ``crc32``) and the bytes of a part. It is written under a temporary name and
then renamed. A checkpoint counts if all its parts are there and fit; else the next older one does, or the work
begins anew.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from yurei.kernel.solving.crews import Crew

FORMAT, VERSION = "yurei unfinished board", 1
SECONDS = 300.0
"""Time from one checkpoint to the next."""
LONGEST_LINE = 4096


class Head(TypedDict):
    """What a file of a checkpoint holds: a part of a board, before the round for ``plies``."""

    format: str
    version: int
    width: int
    height: int
    part: int
    parts: int
    plies: int


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

    def resume(self, crew: Crew) -> int:
        """Load the newest checkpoint of this board in as many parts; return its plies, 0 if there is none."""
        for plies in sorted({_plies(path) for path in self._files()}, reverse=True):
            if all(self._each(crew, "load", plies)):
                return plies
        return 0

    def save(self, crew: Crew, plies: int) -> None:
        """Write a checkpoint if it is time for one, and remove the one before.

        If the disk is full, the work goes on without.
        """
        if self._clock() - self._saved < self._seconds:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._each(crew, "save", plies)
            for path in self._files():
                if _plies(path) != plies:
                    path.unlink(missing_ok=True)
        self._saved = self._clock()

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob("[0-9]*-plies-part-*"))

    def _each(self, crew: Crew, method: str, plies: int) -> list[bool]:
        """Call a method of each part with its file."""
        heads = [
            Head(
                format=FORMAT, version=VERSION, width=crew.width, height=crew.height,
                part=part, parts=crew.parts, plies=plies,
            )
            for part in range(crew.parts)
        ]  # fmt: skip
        names = [f"{plies}-plies-part-{part + 1}-of-{crew.parts}" for part in range(crew.parts)]
        return [
            crew.one(head["part"], method, self._folder / name, head) for name, head in zip(names, heads, strict=True)
        ]


def _plies(path: Path) -> int:
    return int(path.name.partition("-")[0])


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


__all__ = ["Checkpoints"]
