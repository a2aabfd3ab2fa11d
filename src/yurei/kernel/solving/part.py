"""A part of the positions of a board of Alter Igo, solved backwards: see ``retrograde`` for the compiled code."""

import json
import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSize, BadValue
from yurei.kernel.solving import retrograde
from yurei.kernel.solving.retrograde import HALF, HALF_POSITIONS, LONGEST, MOST_POINTS, NONE

U = np.uint64
WORD = 8
SLACK = 1 << 20
"""Numbers for other parts that are kept before they are sent, above those that one position can bring."""
STEP = 3**15 + 5
"""Numbers that one call of a method goes through, a multiple of 8: a second at most."""


LONGEST_LINE = 4096
"""Bytes that are read of the first line of a checkpoint's file."""


class Head(TypedDict):
    """First line of a file of a checkpoint: a part of a board, before the round for ``plies``."""

    format: str
    version: int
    width: int
    height: int
    part: int
    parts: int
    plies: int


class Part:
    """The positions from ``index * size`` on, at most ``size`` of them, of a board of ``width x height``.

    All parts of a board are solved together, in rounds: ``spread`` returns what follows from the positions that
    are decided in ``plies`` plies, and ``take`` receives what other parts have returned. Each round of all parts
    decides the positions that are one ply longer.

    Args:
        width, height: Lines of the board; at most 20 points.
        index, parts: Index of this part, and number of parts.

    Attributes:
        table: uint8[positions]. The byte of every number, as in ``retrograde``.

    Raises:
        BadSize: if the board is too large.
    """

    def __init__(self, width: int, height: int, index: int = 0, parts: int = 1) -> None:
        points = width * height
        check_points(width, height)
        whole = 3**points
        self.size = -(-whole // parts)
        self.first = min(index * self.size, whole)
        self.board, self.threes, self.masks = _grid(width, height)
        positions = min(self.size, whole - self.first)
        self._words = np.empty(-(-positions // WORD), U)
        self._bytes: NDArray[np.uint8] = self._words.view(np.uint8)
        self._bytes[positions:] = NONE
        self.table = self._bytes[:positions]
        self._kept = np.empty(MOST_POINTS + 1, U)
        self._found = np.empty(points * (1 << (points - 1)) + 16 * points, U)
        self._out = np.empty((parts, self._found.size + (SLACK if parts > 1 else 0)), U)
        self._counts = np.zeros(NONE + 1, np.int64)
        self._begun = self._spread = self._came = 0

    def begin(self) -> int:
        """Continue to find the legal positions, and those in which every move is a lone suicide.

        Returns:
            How many numbers are left; call again until there are none.
        """
        if not self._begun:
            self._counts[:] = 0
            self._spread = self._came = 0
        stop = min(self._begun + STEP, self.table.size)
        retrograde.begin(U(self._begun), U(stop), U(self.first), self.table, self.board, self.masks, self._counts)
        self._begun = stop
        return self.table.size - stop

    def tally(self) -> NDArray[np.int64]:
        """Return how many positions are decided in n plies, at n, and how many are not, at 0: int64[256]."""
        return self._counts.copy()

    def spread(self, plies: int) -> tuple[int, list[NDArray[np.uint64]]]:
        """Continue with what follows from the positions that are decided in ``plies`` plies.

        Returns:
            How many numbers are left, for which to call again; and for every part the numbers of positions from which
            a move leads to these, uint64[], once for each such move.

        Raises:
            BadValue: if a distance does not fit into a byte.
        """
        if plies >= LONGEST:
            raise BadValue(f"a table holds distances to {LONGEST} plies; this board has longer ones")
        sent = np.zeros(len(self._out), np.int64)
        if self._spread < plies:
            stop = min(self._came - self._came % WORD + STEP, self._bytes.size)
            self._came = int(
                retrograde.spread(
                    U(self._came), U(stop), U(plies), U(self.first), U(self.size), self._words, self._bytes, self.board,
                    self.threes, self.masks, self._kept, self._found, self._out, sent, self._counts,
                )
            )  # fmt: skip
            if self._came == self._bytes.size:
                self._spread, self._came = plies, 0
        left = self._bytes.size - self._came if self._spread < plies else 0
        return left, [self._out[part, :count].copy() for part, count in enumerate(sent)]

    def take(self, plies: int, *heard: NDArray[np.uint64]) -> None:
        """Apply what follows here from positions of other parts that are decided in ``plies`` plies."""
        for numbers in heard:
            retrograde.take(numbers, U(plies), U(self.first), self.table, self._counts)

    def save(self, path: Path, head: Head) -> None:
        """Write the table to a file of a checkpoint: a line of JSON, then the bytes.

        Raises:
            OSError: if it cannot be written; then there is no file.
        """
        beside = path.with_name(f".part-{head['part'] + 1}")  # always the same: what a killed process left is replaced
        try:
            with beside.open("wb") as file:
                file.write(json.dumps({**head, "crc32": zlib.crc32(self.table.data)}).encode() + b"\n")
                file.write(self.table.data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise

    def load(self, path: Path, head: Head) -> bool:
        """Read the table from a file of a checkpoint; return False if the file is not whole, or has another head."""
        try:
            with path.open("rb") as file:
                found = json.loads(file.readline(LONGEST_LINE))
                whole = file.readinto(self.table.data) == self.table.size and not file.read(1)
        except (OSError, ValueError):
            return False
        if not whole or found != {**head, "crc32": zlib.crc32(self.table.data)}:
            return False
        self._counts[:] = 0
        retrograde.tally(self.table, self._counts)
        self._spread, self._came = head["plies"] - 1, 0
        return True

    def before(self, position: int) -> NDArray[np.uint64]:
        """Return the numbers of the positions one move before a position, once for each move that leads to it."""
        many = retrograde.numbered_before(U(position), self.board, self.threes, self.masks, self._kept, self._found)
        found: NDArray[np.uint64] = self._found[: int(many)].copy()
        return found

    def reduce(self, symmetries: Sequence[Sequence[int]], start: int = 0) -> NDArray[np.uint8]:
        """Return a piece of the solved table, with 255 for all but the smallest number among equivalent positions.

        Args:
            symmetries: For each rotation or reflection of the board, the image of every point.
            start: Index of the piece's first position.

        Returns:
            uint8[]: 0 for a draw, n where the player to move loses (n odd) or wins (n even) in n plies; none beyond
            the end.
        """
        turns = np.zeros((len(symmetries), 2, 1 << HALF), U)
        masks = np.arange(1 << HALF, dtype=U)
        for turn, becomes in enumerate(symmetries):
            for point, other in enumerate(becomes):
                half, bit = divmod(point, HALF)
                turns[turn, half] |= (masks >> U(bit) & U(1)) << U(other)
        values = np.empty(min(STEP, self.table.size - start), np.uint8)
        retrograde.reduce(U(start), U(self.first), self.table, self.threes, self.masks, turns, values)
        return values


def check_points(width: int, height: int) -> None:
    """Refuse a board with too many points.

    Raises:
        BadSize: if it has more than 20.
    """
    if width * height > MOST_POINTS:
        raise BadSize(f"boards of up to {MOST_POINTS} points can be solved; {width}x{height} has {width * height}")


def _grid(width: int, height: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint32]]:
    """Return a board's geometry, and tables that convert masks to numbers and back; see ``retrograde``."""
    points = range(width * height)
    full = (1 << len(points)) - 1
    not_left = sum(1 << point for point in points if point % width)
    not_right = sum(1 << point for point in points if point % width < width - 1)
    board = np.array([width, len(points), full, not_left, not_right], U)
    threes, masks = np.zeros(1 << HALF, U), np.zeros(HALF_POSITIONS, np.uint32)
    every_mask, every_number = np.arange(1 << HALF, dtype=U), np.arange(HALF_POSITIONS)
    for point in range(HALF):
        threes += (every_mask >> U(point) & U(1)) * U(3**point)
        digit = every_number // 3**point % 3
        masks |= (digit == 1).astype(np.uint32) << np.uint32(point)
        masks |= (digit == 2).astype(np.uint32) << np.uint32(point + HALF)
    return board, threes, masks


__all__ = ["Head", "Part", "check_points"]
