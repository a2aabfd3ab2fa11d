"""Values of first moves that are shipped, for boards whose tables are too large."""

import json
from pathlib import Path

import pytest

from scripts.openings import BOARDS, FILE, opening
from tests.day_and_night import chosen_by_day
from tests.solved.test_second_program import LEGAL
from tests.solved.test_tables import keep
from yurei.errors import NoTable
from yurei.players.tablebase import Opening, Table, analyse, find, find_all, openings, symmetries, value_of
from yurei.rules import BLACK, WHITE, Size


def test_all_boards_of_17_to_20_points_are_known() -> None:
    assert sorted(openings(), key=str) == sorted(BOARDS, key=str)
    assert {size.points for size in BOARDS} == {17, 18, 19, 20}


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_the_value_of_a_board_follows_from_its_first_moves(tmp_path: Path, size: Size) -> None:
    known = find(tmp_path, size)
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
    assert value_of(find(tmp_path, lying), bytes(18), lying, BLACK).distance == 30
    first = analyse(find(tmp_path, lying), bytes(18), lying, BLACK)
    assert [lying.name(point) for point in first.best] == ["C2", "D2"]
    assert [upright.name(point) for point in analyse(find(tmp_path, upright), bytes(18), upright, WHITE).best] == [
        "B3",
        "B4",
    ]


@pytest.mark.parametrize("cells", ["1" + 17 * "0", "22" + 16 * "0", "12" + 16 * "0", "11" + 16 * "0"])
def test_other_positions_need_a_table(tmp_path: Path, cells: str) -> None:
    with pytest.raises(NoTable, match="of first moves are known; for other positions, make a table with yurei solve"):
        find(tmp_path, Size(3, 6)).code(bytes(map(int, cells)))


def test_a_player_needs_all_positions(tmp_path: Path) -> None:
    with pytest.raises(NoTable, match="there is no table of the board 3x6"):
        find_all(tmp_path, Size(3, 6))


@pytest.mark.parametrize("size", chosen_by_day([Size(1, 17), Size(2, 9), Size(3, 6)], lambda size: False), ids=str)
@pytest.mark.timeout(1800)
def test_the_shipped_openings_agree_with_the_table(tmp_path: Path, size: Size) -> None:
    assert opening(Table(keep(tmp_path, size))) == json.loads(FILE.read_text(encoding="utf-8"))[str(size)]
