"""Every value of a table follows from the values after the moves, by a program that shares no code with yurei."""

from pathlib import Path

import numpy as np
import pytest

from tests.day_and_night import by_day_and_night
from tests.solved.consistency import FEW, POSITIONS, check_all, check_random, images, read
from tests.solved.test_tables import keep
from yurei.players.tablebase import symmetries
from yurei.rules import Size

BOARDS = by_day_and_night(
    [Size(1, 6), Size(2, 3)],
    [Size(1, 7), Size(2, 4), Size(3, 3), Size(2, 7), Size(3, 5), Size(4, 4), Size(1, 16), Size(2, 8)],
)


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_every_value_follows_from_those_after_the_moves(tmp_path: Path, size: Size) -> None:
    assert check_all(*read(keep(tmp_path, size))) == 0


@pytest.mark.parametrize("positions", by_day_and_night([FEW], [POSITIONS]))
def test_random_positions_of_a_larger_board_are_consistent(tmp_path: Path, positions: int) -> None:
    width, height, table = read(keep(tmp_path, Size(3, 4)))
    assert check_random(width, height, table, positions) == 0


@pytest.mark.parametrize(("number", "value"), [(0, 1), (0, 255), (3, 2), (80, 4), (80, 6)])
def test_a_wrong_value_is_found(tmp_path: Path, number: int, value: int) -> None:
    width, height, table = read(keep(tmp_path, Size(2, 3)))
    assert table[number] != value
    table[number] = value
    assert check_all(width, height, table)


@pytest.mark.parametrize("size", [Size(1, 5), Size(2, 3), Size(3, 3)], ids=str)
def test_both_programs_know_the_same_symmetries(size: Size) -> None:
    ours = {tuple(map(int, image)) for image in images(size.width, size.height)}
    assert ours == {tuple(int(point) for point in np.argsort(image)) for image in symmetries(size)}
