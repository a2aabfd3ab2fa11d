"""Checks tables of solved boards, position by position: each value must follow from the values after the moves.

If it does for every position of a board, the table is right: by induction on n, it has n exactly where the game takes
n plies; and what it calls a draw has no move to a loss of the opponent's, but one to another draw.

``python -m tests.solved.consistency FILE`` checks 100,000 random positions of a table, ``--all`` checks all of them.
No code of yurei's is in here: files are read as docs/solved.md describes them, and moves are those of ``forwards``.
"""

import argparse
import json
import struct
import zlib
from pathlib import Path

import numpy as np
from numba import njit
from numba.extending import register_jitable
from numpy.typing import NDArray

from tests.solved.forwards import NO_POSITION, index_of, remove_dead, set_out

POSITIONS = 100_000
STEP = 3**15
FEW = 1_000
"""Up to so many positions plain Python is faster than numba with its six seconds of compiling."""


def read(path: Path) -> tuple[int, int, NDArray[np.uint8]]:
    """Return width and height of a board, and its table: uint8[3 ** points]."""
    with path.open("rb") as file:
        facts = json.loads(file.readline().rpartition(b" ")[0])
        index = list(struct.Struct("<II").iter_unpack(file.read(8 * facts["blocks"])))
        width, height = facts["width"], facts["height"]
        table, at = np.empty(3 ** (width * height), np.uint8), 0
        for length, _ in index:
            block = zlib.decompress(file.read(length))
            table[at : at + len(block)] = np.frombuffer(block, np.uint8)
            at += len(block)
    assert at == table.size
    return width, height, table


def images(width: int, height: int) -> NDArray[np.int64]:
    """Return for every rotation and reflection of a board the image of every point: int64[symmetries, points]."""
    board = np.arange(width * height).reshape(height, width)
    turned = [np.rot90(mirrored, quarters) for mirrored in (board, board[:, ::-1]) for quarters in range(4)]
    return np.array([image.ravel() for image in turned if image.shape == board.shape])


@register_jitable
def smallest(cells, becomes, turned):
    """Return the smallest index among the images of a position. ``turned``: an array to write to, an entry a point."""
    least = index_of(cells)
    for turn in range(becomes.shape[0]):
        for point in range(cells.size):
            turned[point] = cells[becomes[turn, point]]
        least = min(least, index_of(turned))
    return least


def count_in(width, height, table, becomes, indices):
    """Return how many of the values at some indices do not follow from the values after the moves."""
    points = width * height
    before, cells, turned = np.zeros(points, np.int8), np.zeros(points, np.int8), np.zeros(points, np.int8)
    gone, seen, walk = np.zeros(points, np.bool_), np.zeros(points, np.bool_), np.zeros(points, np.int64)
    wrong = 0
    for index in indices:
        set_out(index, before)
        cells[:] = before
        legal = remove_dead(cells, width, height, gone, seen, walk) == 0
        if not legal or smallest(before, becomes, turned) != index:
            wrong += table[index] != NO_POSITION
            continue
        quickest, longest, draws = NO_POSITION, 0, False
        for point in range(points):
            if before[point] != 0:
                continue
            cells[:] = before
            cells[point] = 1
            if remove_dead(cells, width, height, gone, seen, walk) == 1 and gone[point]:
                continue  # a lone suicide: lost at once
            for other in range(points):
                cells[other] = (3 - cells[other]) % 3  # the opponent is to move
            code = int(table[smallest(cells, becomes, turned)])
            if code == NO_POSITION:
                return indices.size  # every position that a move leads to has a value
            if code == 0:
                draws = True
            elif code % 2 == 1:
                quickest = min(quickest, code)
            else:
                longest = max(longest, code)
        follows = quickest + 1 if quickest < NO_POSITION else 0 if draws else longest + 1
        wrong += table[index] != follows
    return wrong


compiled_count = njit()(count_in)


def count_wrong(width: int, height: int, table: NDArray[np.uint8], indices: NDArray[np.int64]) -> int:
    """Return how many of the values at some indices are wrong."""
    count = count_in if indices.size <= FEW else compiled_count
    return int(count(width, height, table, images(width, height), indices))


def check_random(width: int, height: int, table: NDArray[np.uint8], positions: int = POSITIONS, seed: int = 1) -> int:
    """Return how many of some random positions are wrong, and of the numbers without a value that lie between."""
    chance, wrong, left = np.random.default_rng(seed), 0, positions
    while left > 0:
        indices = chance.integers(table.size, size=left)
        wrong += count_wrong(width, height, table, indices)
        left -= int((table[indices] != NO_POSITION).sum())
    return wrong


def check_all(width: int, height: int, table: NDArray[np.uint8], say: bool = False) -> int:
    """Return how many values of a table are wrong."""
    wrong = 0
    for start in range(0, table.size, STEP):
        indices = np.arange(start, min(start + STEP, table.size))
        wrong += count_wrong(width, height, table, indices)
        if say:
            print(f"{100 * (start + indices.size) // table.size} %: {wrong} wrong", end="\r", flush=True)
    return wrong


def main() -> None:
    """Check the table of a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--all", action="store_true")
    chosen = parser.parse_args()
    width, height, table = read(chosen.file)
    wrong = check_all(width, height, table, say=True) if chosen.all else check_random(width, height, table)
    print(f"{width}x{height}: {wrong} of {'all' if chosen.all else f'{POSITIONS} random'} positions are wrong")


if __name__ == "__main__":
    main()
