"""Checkpoints of a board that is being solved, from which the work can go on: a file for each part.

A file is written under a temporary name and then renamed. A checkpoint counts if all its parts are there and fit; else
the next older one does, or the work begins anew.
"""

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from yurei.kernel.solving.crews import Crew
from yurei.kernel.solving.part import Head

FORMAT, VERSION = "yurei unfinished board", 1
SECONDS = 300.0
"""Time from one checkpoint to the next."""


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


__all__ = ["Checkpoints"]
