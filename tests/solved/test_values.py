"""The values of solved boards: consistent, found by a second program, shipped openings, proofs of trees."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from scripts.openings import BOARDS, FILE, opening
from tests.counts.test_counts import LEGAL as SMALLER
from tests.day_and_night import by_day_and_night, chosen_by_day
from tests.solved import forwards
from tests.solved.boards import TO_SIX, TO_TWELVE, solved
from tests.solved.consistency import FEW, POSITIONS, check_all, check_random, images, read
from tests.solved.test_play import a_position, known, result_for
from tests.solved.test_tables import keep
from yurei.errors import NoTable
from yurei.players.mcts_tree import Tree
from yurei.players.tablebase import Opening, analyse, find_all, find_values, openings, symmetries, value_of
from yurei.players.tablebase import Table as SolvedTable
from yurei.referee.table import Table
from yurei.rules import BLACK, WHITE, Size
from yurei.rules.board import Colour, board_text

LEGAL = SMALLER | {
    Size(1, 17): 22998865,
    Size(1, 18): 63690581,
    Size(1, 19): 176377839,
    Size(1, 20): 488441801,
    Size(2, 9): 186255781,
    Size(2, 10): 1589441093,
    Size(3, 6): 208144601,
    Size(4, 5): 1840058693,
}
"""Published: how many positions there are in which every string has a liberty (OEIS A102620, A266278; 3x6 and 4x5 by
Tromp and Farneback, Combinatorics of Go).
"""


# 4x4 has 24,318,165 positions, each with either side to move: some minutes, and 4 GB.
@pytest.mark.parametrize("size", by_day_and_night(TO_SIX, [*TO_TWELVE, Size(4, 4)], seconds=7200), ids=str)
def test_both_programs_agree_on_small_boards(size: Size) -> None:
    counts, table = solved(size)
    assert counts.positions == LEGAL.get(size, counts.positions)
    assert forwards.compare(size.width, size.height, table, compiled=size not in TO_SIX) == 0


def test_wrong_values_in_a_table_are_counted() -> None:
    table = solved(Size(2, 3))[1].copy()
    table[0] += 1
    assert forwards.compare(2, 3, table) == 2


def test_all_boards_of_17_to_20_points_are_known() -> None:
    assert sorted(openings(), key=str) == sorted(BOARDS, key=str)
    assert {size.points for size in BOARDS} == {17, 18, 19, 20}


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_the_value_of_a_board_follows_from_its_first_moves(tmp_path: Path, size: Size) -> None:
    known = find_values(tmp_path, size)
    assert isinstance(known, Opening)
    for becomes in symmetries(size):
        assert known.first == tuple(known.first[point] for point in becomes)
    analysis = analyse(known, bytes(size.points), size, BLACK)
    won = [outcome.distance or 0 for outcome in analysis.moves.values() if outcome.winner is BLACK]
    assert analysis.outcome.winner is (BLACK if won else None)
    assert analysis.outcome.distance == min(won, default=None)
    assert known.won + known.drawn + known.lost == LEGAL[size]
    assert max(known.empty, *known.first) <= known.longest


def test_a_board_on_its_side_has_the_same_values(tmp_path: Path) -> None:
    lying, upright = Size(6, 3), Size(3, 6)
    assert value_of(find_values(tmp_path, lying), bytes(18), lying, BLACK).distance == 30
    first = analyse(find_values(tmp_path, lying), bytes(18), lying, BLACK)
    assert lying.names(first.best) == ("C2", "D2")
    assert upright.names(analyse(find_values(tmp_path, upright), bytes(18), upright, WHITE).best) == ("B3", "B4")


@pytest.mark.parametrize("cells", ["1" + 17 * "0", "22" + 16 * "0", "12" + 16 * "0", "11" + 16 * "0"])
def test_other_positions_need_a_table(tmp_path: Path, cells: str) -> None:
    with pytest.raises(NoTable, match="of first moves are known; for other positions, make a table with yurei solve"):
        find_values(tmp_path, Size(3, 6)).code(bytes(map(int, cells)))


def test_a_player_needs_all_positions(tmp_path: Path) -> None:
    with pytest.raises(NoTable, match="there is no table of the board 3x6"):
        find_all(tmp_path, Size(3, 6))


@pytest.mark.parametrize("size", chosen_by_day([Size(1, 17), Size(2, 9), Size(3, 6)], lambda size: False), ids=str)
@pytest.mark.timeout(1800)
def test_the_shipped_openings_agree_with_the_table(tmp_path: Path, size: Size) -> None:
    assert opening(SolvedTable(keep(tmp_path, size))) == json.loads(FILE.read_text(encoding="utf-8"))[str(size)]


SETTINGS = (0.3, 1000.0, 0.8, 4.0, 2)
SHARE = {1: 1, -1: -1, 2: 0}
"""What the tree says of a move for who makes it: it wins, it loses, it is drawn."""


@pytest.mark.parametrize(
    ("lines", "positions", "simulations"),
    [
        ((1, 4), 30, 200),
        ((2, 3), 30, 500),
        ((3, 3), 60, 2000),
        pytest.param((3, 4), 400, 20_000, marks=pytest.mark.nightly),
    ],
)
def test_results_proven_by_the_tree_agree_with_the_tables(
    lines: tuple[int, int], positions: int, simulations: int
) -> None:
    size, chance = Size(*lines), Random(f"{lines}")
    values, proven = known(size), 0
    for number in range(positions):
        mover: Colour = chance.choice((BLACK, WHITE))
        cells = a_position(size, chance)
        table = Table("alter-igo", referee="open", size=size, setup=board_text(cells, size), first=mover.word)
        found = analyse(values, cells, size, mover)
        worth = {point: result_for(mover, after.winner) for point, after in found.moves.items()}
        tree = Tree(table.view(mover.word), Random(number), 200_000)
        tree.grow(SETTINGS, simulations)
        children = tree.children()
        assert {child.attempt.point for child in children} == set(worth), "every move of this game is worth a look"
        for child in children:
            if child.proven:
                proven += 1
                assert SHARE[child.proven] == worth[int(child.attempt.point or 0)], (board_text(cells, size), child)
    assert proven > positions // 2, "or hardly anything was compared"


CONSISTENT_BOARDS = by_day_and_night(
    [Size(1, 6), Size(2, 3)],
    [Size(1, 7), Size(2, 4), Size(3, 3), Size(2, 7), Size(3, 5), Size(4, 4), Size(1, 16), Size(2, 8)],
)


@pytest.mark.parametrize("size", CONSISTENT_BOARDS, ids=str)
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
