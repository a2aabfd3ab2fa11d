"""Tables in files: what is written is read again, whole or not at all, and from all sides alike."""

import json
import random
from pathlib import Path

import pytest

from tests.solved.boards import positions, solved, values_of
from yurei import compiled_code
from yurei.errors import NoTable, YureiError
from yurei.kernel import solving
from yurei.players import tablebase
from yurei.players.tablebase import (
    Table,
    analyse,
    check_ruleset,
    find,
    folder,
    symmetries,
    table_name,
    value_of,
    work_out,
    write_table,
)
from yurei.rules import ALL, BLACK, WHITE, Size, get
from yurei.rules.board import read_board

BOARD = Size(2, 5)


def keep(place: Path, size: Size = BOARD) -> Path:
    """Solve a board and keep its table."""
    solver = solving.Solver(size.width, size.height)
    counts = solver.solve()
    facts = {"won": counts.won, "drawn": counts.drawn, "lost": counts.lost, "longest": counts.longest}
    return write_table(place, size, facts, (piece.data for piece in solver.reduced(symmetries(size))))


def test_a_written_table_is_read_back(tmp_path: Path) -> None:
    whole, read = solved(BOARD)[1], Table(keep(tmp_path))
    assert read.size == BOARD
    assert (read.facts["won"], read.facts["drawn"], read.facts["lost"], read.facts["longest"]) == (
        21983,
        2751,
        10383,
        32,
    )
    chance = random.Random(1)
    for _ in range(2000):
        cells = bytes(chance.choice((0, 0, 1, 2)) for _ in range(10))
        number = sum(cell * 3**point for point, cell in enumerate(cells))
        if whole[number] != 255:
            assert read.code(cells) == whole[number]


@pytest.mark.parametrize("step", [16, 24, 88])
@pytest.mark.parametrize("block", [1, 7, 81, 100, 10_000])
def test_blocks_are_the_same_however_long_the_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, block: int
) -> None:
    monkeypatch.setattr(tablebase, "BLOCK", block)
    monkeypatch.setattr(solving, "STEP", step)
    small, read = Size(2, 2), Table(keep(tmp_path, Size(2, 2)))
    assert read.facts["blocks"] == -(-81 // block)
    assert all(
        value_of(read, cells, small, to_move) == value_of(values_of(small), cells, small, to_move)
        for cells, to_move in positions(small)
    )


def test_every_position_is_worth_the_same_turned_mirrored_and_with_colours_swapped() -> None:
    wide, high = Size(3, 2), Size(2, 3)
    for cells, to_move in positions(high):
        worth = value_of(values_of(high), cells, high, to_move)
        swapped = bytes((0, 2, 1)[cell] for cell in cells)
        other = value_of(values_of(high), swapped, high, to_move.opponent)
        assert other.distance == worth.distance
        assert other.winner == (worth.winner and worth.winner.opponent)
        lying = bytes(cells[point % 3 * 2 + point // 3] for point in range(6))
        assert value_of(values_of(high), lying, wide, to_move) == worth


@pytest.mark.by_day
@pytest.mark.parametrize("fortieth", range(40))
def test_no_damaged_file_is_believed(tmp_path: Path, fortieth: int) -> None:
    path = keep(tmp_path, Size(2, 3))
    whole = path.read_bytes()
    at = len(whole) * fortieth // 40
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    with pytest.raises(NoTable, match="is damaged, or made by another version; make it again"):
        Table(path).code(bytes(6))


@pytest.mark.parametrize("length", [0, 1, 100, 300, -1])
def test_no_file_that_was_cut_short_or_goes_on_is_believed(tmp_path: Path, length: int) -> None:
    path = keep(tmp_path, Size(2, 3))
    whole = path.read_bytes()
    path.write_bytes(whole[:length] if length >= 0 else whole + b"more")
    with pytest.raises(NoTable):
        Table(path)


@pytest.mark.parametrize(("key", "value"), [("version", 2), ("ruleset", "go"), ("ruleset_version", 0), ("format", "x")])
def test_no_table_of_another_version_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, value: object
) -> None:
    dumps = json.dumps
    monkeypatch.setattr(json, "dumps", lambda facts, **more: dumps({**facts, key: value}, **more))
    with pytest.raises(NoTable):
        Table(keep(tmp_path, Size(2, 2)))


def test_an_interrupted_write_leaves_nothing_behind(tmp_path: Path) -> None:
    def broken() -> object:
        yield bytes(10)
        raise KeyboardInterrupt

    before = keep(tmp_path, Size(2, 2)).read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write_table(tmp_path, Size(2, 2), {}, broken())  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == [table_name(Size(2, 2))]
    assert (tmp_path / table_name(Size(2, 2))).read_bytes() == before


def test_a_file_that_cannot_be_put_in_its_place_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / table_name(Size(2, 2)) / "full").mkdir(parents=True)
    with pytest.raises(OSError):  # noqa: PT011 - which one differs between systems
        keep(tmp_path, Size(2, 2))
    assert [path.name for path in tmp_path.iterdir()] == [table_name(Size(2, 2))]


def test_a_small_board_needs_no_table_and_a_large_one_names_the_command(tmp_path: Path) -> None:
    assert value_of(find(tmp_path, Size(1, 3)), bytes(3), Size(1, 3), BLACK).distance == 2
    with pytest.raises(
        NoTable, match=r"there is no table of the board 2x5 in .*; make one with yurei solve alter-igo 2x5"
    ):
        find(tmp_path, Size(5, 2))
    keep(tmp_path)
    assert find(tmp_path, Size(5, 2)).size == BOARD
    with pytest.raises(NoTable, match="boards of up to 20 points can be solved; 9x9 has 81"):
        find(tmp_path, Size(9, 9))


@pytest.mark.parametrize("left", [0, 30, 300])
def test_a_damaged_table_beside_compiled_code_is_made_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: int
) -> None:
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path / "none"))
    monkeypatch.setattr(compiled_code, "folder", lambda: tmp_path)
    whole = keep(tmp_path).read_bytes()
    (tmp_path / table_name(BOARD)).write_bytes(whole[:left])
    assert work_out(BOARD).size == BOARD
    assert (tmp_path / table_name(BOARD)).read_bytes() == whole


def test_tables_lie_where_one_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("YUREI_TABLES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert folder() == Path("/data/yurei/tables")
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    assert folder() == tmp_path
    assert folder("here") == Path("here")


def test_rules_that_are_not_alter_igo_s_are_refused() -> None:
    check_ruleset(get("alter-igo"))
    for ruleset in ALL:
        if ruleset.slug != "alter-igo":
            with pytest.raises(YureiError, match="is not among the games that can be solved"):
                check_ruleset(ruleset)


# What the tables say of positions that one can read on the board.


@pytest.mark.parametrize(
    ("board", "to_move", "winner", "distance", "best"),
    [
        (".", BLACK, WHITE, 1, "A1"),  # nothing but a lone suicide
        ("...", BLACK, BLACK, 2, "B1"),  # both corners are then lone suicides for White
        (".B.", WHITE, BLACK, 1, "A1 C1"),
        (".B.", BLACK, BLACK, 4, "A1 C1"),  # White can but fill the board; it is empty then, and as above
        (".../.../...", BLACK, BLACK, 18, "A2 B1 B2 B3 C2"),
        ("../..", BLACK, None, None, "A1 A2 B1 B2"),
    ],
)
def test_positions_have_the_values_read_by_hand(
    board: str, to_move: object, winner: object, distance: int | None, best: str
) -> None:
    cells, size = read_board(board)
    analysis = analyse(values_of(size), cells, size, to_move)  # type: ignore[arg-type]
    assert (analysis.outcome.winner, analysis.outcome.distance) == (winner, distance)
    assert " ".join(size.name(point) for point in analysis.best) == best


def test_every_position_has_the_value_of_its_best_move() -> None:
    size = Size(2, 3)
    for cells, to_move in positions(size):
        analysis = analyse(values_of(size), cells, size, to_move)
        assert analysis.best
        assert sorted(analysis.moves) == [point for point in range(6) if not cells[point]]
        won = [move.distance or 0 for move in analysis.moves.values() if move.winner is to_move]
        drawn = [move for move in analysis.moves.values() if move.winner is None]
        if won:
            assert (analysis.outcome.winner, analysis.outcome.distance) == (to_move, min(won))
        elif drawn:
            assert analysis.outcome.winner is None
        else:
            longest = max(move.distance or 0 for move in analysis.moves.values())
            assert (analysis.outcome.winner, analysis.outcome.distance) == (to_move.opponent, longest)
