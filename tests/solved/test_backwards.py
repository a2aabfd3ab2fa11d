"""Moves taken back by the compiled program are the moves of the rules, and parts make the same table as a whole."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from tests.solved.boards import SMALL, TO_SIX, solved
from yurei.errors import BadSize, BadValue, YureiError
from yurei.kernel.solving import Here, Part, Processes, solve
from yurei.kernel.solving import part as part_module
from yurei.kernel.solving.retrograde import DECIDED, LONGEST, MOST_POINTS, NONE
from yurei.players.tablebase import positions as tablebase_positions
from yurei.players.tablebase.plain import Plain, moves
from yurei.players.tablebase.positions import number, symmetries
from yurei.rules import Size
from yurei.rules.board import is_legal

LARGER = [pytest.param(size, marks=pytest.mark.nightly) for size in (Size(2, 4), Size(3, 3), Size(2, 5))]


def board_of(index: int, size: Size) -> bytes:
    """The position of a number."""
    return bytes(index // 3**point % 3 for point in range(size.points))


def legal_moves(cells: bytes, size: Size) -> Iterator[int]:
    """By the rules: the numbers of the positions after every move that is no lone suicide."""
    return (number(after) for _, after in moves(cells, size) if after is not None)


@pytest.mark.parametrize("size", [*TO_SIX, *LARGER], ids=str)
def test_every_move_of_every_position_is_taken_back_once(size: Size) -> None:
    part = Part(size.width, size.height)
    assert part.begin() == 0
    forwards: Counter[tuple[int, int]] = Counter()
    for index in range(3**size.points):
        cells = board_of(index, size)
        assert (part.table[index] == NONE) == (not is_legal(cells, size))
        if part.table[index] != NONE:
            after = list(legal_moves(cells, size))
            assert part.table[index] == (len(after) or DECIDED + 1)
            forwards.update((index, then) for then in after)
    backwards = Counter(
        (int(before), index)
        for index in range(3**size.points)
        if part.table[index] != NONE
        for before in part.before(index)
    )
    assert backwards == forwards


@pytest.mark.parametrize("size", [Size(3, 4), Size(4, 4), Size(2, 7), Size(4, 5)], ids=str)
def test_moves_of_random_games_on_larger_boards_are_taken_back(size: Size) -> None:
    chance, part, cells = random.Random(str(size)), Part(size.width, size.height), bytes(size.points)
    for _ in range(100):
        after = list(legal_moves(cells, size))
        followers = [follower for _, follower in moves(cells, size) if follower is not None]
        for follower in {*followers}:
            led_here = [int(before) for before in part.before(number(follower))] if any(follower) else []
            if any(follower):
                assert led_here.count(number(cells)) == after.count(number(follower))
                there = board_of(chance.choice(led_here), size)
                assert is_legal(there, size)
                assert number(follower) in legal_moves(there, size)
        cells = chance.choice(followers) if followers else bytes(size.points)


@pytest.mark.parametrize("size", [*SMALL, Size(3, 3)], ids=str)
def test_the_compiled_table_is_the_plain_one(size: Size) -> None:
    crew = Here(size.width, size.height)
    solve(crew)
    table = np.concatenate([*crew.tables(symmetries(size))])
    kept = {index: int(code) for index, code in enumerate(table) if code != NONE}
    assert kept == Plain(size)._codes


@pytest.mark.parametrize("parts", [2, 3, 7])
def test_parts_make_the_same_table_as_a_whole(parts: int) -> None:
    whole, in_parts = solved(Size(2, 5)), solved(Size(2, 5), parts)
    assert whole[0] == in_parts[0]
    assert (whole[1] == in_parts[1]).all()


def test_a_part_that_has_no_more_room_says_the_rest_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_module, "SLACK", 1)
    assert (solved(Size(2, 3), 3)[1] == solved(Size(2, 3))[1]).all()
    part = Part(2, 3, 0, 3)
    part.begin()
    assert part.spread(1)[0]  # more to come


@pytest.mark.parametrize("parts", [1, 3])
def test_however_few_numbers_one_call_goes_through_the_table_is_the_same(
    parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = solved(Size(3, 3), parts)
    monkeypatch.setattr(part_module, "STEP", 64)
    counts, table = solved(Size(3, 3), parts)
    assert counts == expected[0]
    assert (table == expected[1]).all()


def test_processes_make_the_same_table() -> None:
    expected, table = solved(Size(3, 3), 2)  # now all is compiled, and they find it
    crew = Processes(3, 3, 2)
    try:
        counts = solve(crew)
        tables = b"".join(table.tobytes() for table in crew.tables([]))
    finally:
        crew.close()
    assert counts == expected
    assert tables == table.tobytes()


def test_an_error_in_a_worker_process_is_raised_in_the_caller() -> None:
    crew = Processes(1, 1, 1)
    try:
        with pytest.raises(BadValue, match="a table holds distances to 234 plies"):
            crew.one(0, "spread", LONGEST)
    finally:
        crew.close()


def test_a_process_that_ends_is_told() -> None:
    crew = Processes(1, 2, 1)
    crew._workers[0].terminate()
    crew._workers[0].join()
    try:
        with pytest.raises(YureiError, match="a process that solves a part has ended; there may not be memory enough"):
            crew.every("begin")
    finally:
        crew.close()


def test_a_board_may_have_20_points_and_no_more() -> None:
    assert tablebase_positions.MOST_POINTS == MOST_POINTS
    with pytest.raises(BadSize, match="boards of up to 20 points can be solved; 3x7 has 21"):
        Part(3, 7)
