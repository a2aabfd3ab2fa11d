"""Solver for small boards of Alter Igo: finds the value of every position, and the length of best play from it.

It works backwards, in rounds: from the positions that are lost at once to those that take longest. ``retrograde`` has
the compiled code. The work can be resumed from checkpoints: a file is written under a temporary name and then renamed.
A checkpoint is used if it is complete and matches; else the next older one is used, or the work restarts.
"""

import json
import os
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSize, BadValue
from yurei.kernel import retrograde
from yurei.kernel.bitboard import make_geometry
from yurei.kernel.core import U
from yurei.kernel.retrograde import HALF, HALF_POSITIONS, LONGEST, MOST_POINTS, NONE

FIND, SOLVE, WRITE = "step 1 of 3: finding positions", "step 2 of 3: solving", "step 3 of 3: writing the table"
Watch = Callable[[str, int, int], None]
"""Callback for progress: the stage, the amount of work done, and an upper bound of the total."""
STEP = 3**15 + 5  # position numbers per call of compiled code, a multiple of 8: at most a second of work
SECONDS = 300.0
"""Time from one checkpoint to the next."""


class Checkpoints:
    """Files with the unfinished solution of a board, in their own folder; by default one every ``SECONDS``."""

    def __init__(self, folder: Path, seconds: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._seconds = SECONDS if seconds is None else seconds
        self._clock = clock
        self._saved = clock()

    def load(self, width: int, height: int, table: NDArray[np.uint8]) -> int:
        """Read the newest checkpoint of a board into ``table``; return its number of plies, 0 if there is none."""
        for path in sorted(self._files(), key=_plies, reverse=True):
            if _read(path, _head(width, height, _plies(path)), table):
                return _plies(path)
        return 0

    def save(self, width: int, height: int, table: NDArray[np.uint8], plies: int) -> None:
        """Write a checkpoint if one is due, and remove the previous one; write none if the disk is full."""
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
        shutil.rmtree(self._folder, ignore_errors=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob("[0-9]*-plies"))


def _head(width: int, height: int, plies: int) -> dict[str, Any]:
    """Return the first line of the checkpoint before the round for ``plies``, without its checksum."""
    return {"format": "yurei unfinished board", "version": 2, "width": width, "height": height, "plies": plies}


def _write(path: Path, head: dict[str, Any], table: NDArray[np.uint8]) -> None:
    """Write a checkpoint: a line of JSON, then the bytes of the table. If writing fails, no file is left."""
    beside = path.with_name(".part")  # always the same name, so that a file left by a killed process is replaced
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
    """Read a checkpoint into ``table``; return False if it is incomplete or its first line differs from ``head``."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline(4096))
            whole = file.readinto(table.data) == table.size and not file.read(1)
    except (OSError, ValueError):
        return False
    return whole and bool(found == {**head, "crc32": zlib.crc32(table.data)})


def _plies(path: Path) -> int:
    return int(path.name.partition("-")[0])


@dataclass(frozen=True)
class Counts:
    """Numbers of won, drawn and lost positions for the player to move; and plies of the longest win, 0 without wins."""

    won: int
    drawn: int
    lost: int
    longest: int

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.lost


class Solver:
    """Solves a board of at most 20 points; the values are in ``table``, uint8[positions], see ``retrograde``."""

    def __init__(self, width: int, height: int) -> None:
        if width * height > MOST_POINTS:
            raise BadSize(f"boards of up to {MOST_POINTS} points can be solved; {width}x{height} has {width * height}")
        self.width = width
        self.height = height
        points = width * height
        positions = 3**points
        self._board = make_geometry(width, height)
        self._threes, self._masks = _number_tables()
        self._words = np.empty(-(-positions // 8), U)
        self._bytes: NDArray[np.uint8] = self._words.view(np.uint8)
        self._bytes[positions:] = NONE
        self.table = self._bytes[:positions]
        self._kept = np.empty(MOST_POINTS + 1, U)
        self._found = np.empty(points * (1 << (points - 1)) + 16 * points, U)
        self._counts = np.zeros(NONE + 1, np.int64)  # at n the positions decided in n plies, at 0 the others

    def solve(self, watch: Watch = lambda stage, done, most: None, checkpoints: Checkpoints | None = None) -> Counts:
        """Find the value of every position and the number of plies to the end; resume from the newest checkpoint.

        The position before a lost one is won; a position is lost once every move from it leads to a won one or is a
        lone suicide. With one round per ply, the winner wins as soon as possible and the loser delays as long as
        possible. Positions that no round decides are draws.
        """
        plies = checkpoints.load(self.width, self.height, self.table) if checkpoints else 0
        self._counts[:] = 0
        if plies:
            retrograde.count_values(self.table, self._counts)
        else:
            self.find_positions(watch)
            plies = 1
        positions = int(self._counts.sum())
        while self._counts[plies]:
            self._update_parents(plies, watch, positions)
            plies += 1
            watch(SOLVE, int(self._counts[1:plies].sum()), positions)
            if checkpoints:
                checkpoints.save(self.width, self.height, self.table, plies)
        wins = np.flatnonzero(self._counts[2::2])
        return Counts(
            won=int(self._counts[2::2].sum()),
            drawn=int(self._counts[0]),
            lost=int(self._counts[1::2].sum()),
            longest=2 + 2 * int(wins[-1]) if wins.size else 0,
        )

    def find_positions(self, watch: Watch = lambda stage, done, most: None) -> None:
        """Find the legal positions; mark as lost those in which every move is a lone suicide, which loses the game."""
        for start in range(0, self.table.size, STEP):
            stop = min(start + STEP, self.table.size)
            retrograde.begin(U(start), U(stop), self.table, self._board, self._masks, self._counts)
            if stop < self.table.size:
                watch(FIND, stop, self.table.size)

    def _update_parents(self, plies: int, watch: Watch, positions: int) -> None:
        """Update all positions one move before the positions that are decided in ``plies`` plies."""
        if plies >= LONGEST:
            raise BadValue(f"a table holds distances to {LONGEST} plies; this board has longer ones")
        before = int(self._counts[1:plies].sum())
        for start in range(0, self._bytes.size, STEP):
            stop = min(start + STEP, self._bytes.size)
            retrograde.update_parents(
                U(start), U(stop), U(plies), self._words, self._bytes, self._board, self._threes, self._masks,
                self._kept, self._found, self._counts,
            )  # fmt: skip
            if stop < self._bytes.size:
                watch(SOLVE, before + int(self._counts[plies] * (stop / self._bytes.size)), positions)

    def before(self, position: int) -> NDArray[np.uint64]:
        """Return the numbers of the positions one move before a position, one entry for each move that leads to it."""
        many = retrograde.numbered_before(U(position), self._board, self._threes, self._masks, self._kept, self._found)
        found: NDArray[np.uint64] = self._found[: int(many)].copy()
        return found

    def reduced(self, symmetries: Sequence[Sequence[int]]) -> Iterator[NDArray[np.uint8]]:
        """Yield the values of all positions in consecutive arrays, as ``retrograde.write_reduced_values`` writes them.

        ``symmetries`` has the image of every point for each rotation or reflection of the board.
        """
        turns = np.zeros((len(symmetries), 2, 1 << HALF), U)
        masks = np.arange(1 << HALF, dtype=U)
        for turn, becomes in enumerate(symmetries):
            for point, other in enumerate(becomes):
                half, bit = divmod(point, HALF)
                turns[turn, half] |= (masks >> U(bit) & U(1)) << U(other)
        for start in range(0, self.table.size, STEP):
            values = np.empty(min(STEP, self.table.size - start), np.uint8)
            retrograde.write_reduced_values(U(start), self.table, self._threes, self._masks, turns, values)
            yield values


def _number_tables() -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return the lookup tables ``threes`` and ``masks`` of ``retrograde``, from point sets to numbers and back."""
    threes, masks = np.zeros(1 << HALF, U), np.zeros(HALF_POSITIONS, np.uint32)
    every_mask, every_number = np.arange(1 << HALF, dtype=U), np.arange(HALF_POSITIONS)
    for point in range(HALF):
        threes += (every_mask >> U(point) & U(1)) * U(3**point)
        digit = every_number // 3**point % 3
        masks |= (digit == 1).astype(np.uint32) << np.uint32(point)
        masks |= (digit == 2).astype(np.uint32) << np.uint32(point + HALF)
    return threes, masks
