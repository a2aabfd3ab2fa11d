"""Tables in files: made move by move backwards, interrupted, written and read again, whole or not at all."""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from tests.solved.boards import SMALL, positions, solved, values_of
from yurei import compiled_code
from yurei.errors import BadSize, BadValue, NoTable, YureiError
from yurei.kernel import solving
from yurei.kernel.retrograde import MOST_POINTS, NONE
from yurei.kernel.solving import SOLVE, Checkpoints, Solver
from yurei.players import tablebase
from yurei.players.tablebase import (
    PlainTable,
    Table,
    analyse,
    find_values,
    position_number,
    symmetries,
    table_name,
    value_of,
    write_table,
)
from yurei.rules import ALL, BLACK, WHITE, Size, get
from yurei.rules.board import is_legal, read_board

BOARD = Size(2, 5)


def keep(place: Path, size: Size = BOARD) -> Path:
    """Solve a board and keep its table."""
    solver = Solver(size.width, size.height)
    facts = asdict(solver.solve())
    return write_table(place, size, facts, (piece.data for piece in solver.reduced(symmetries(size))))


def test_a_written_table_is_read_back(tmp_path: Path) -> None:
    whole, read = solved(BOARD)[1], Table(keep(tmp_path))
    assert read.size == BOARD
    assert [read.facts[key] for key in ("won", "drawn", "lost", "longest")] == [21983, 2751, 10383, 32]
    chance = random.Random(1)
    for _ in range(2000):
        cells = bytes(chance.choice((0, 0, 1, 2)) for _ in range(10))
        if whole[position_number(cells)] != NONE:
            assert read.code(cells) == whole[position_number(cells)]


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
def test_a_damaged_table_file_is_refused(tmp_path: Path, fortieth: int) -> None:
    path = keep(tmp_path, Size(2, 3))
    damage(path, path.stat().st_size * fortieth // 40)
    with pytest.raises(NoTable, match="is damaged, or made by another version; make it again"):
        Table(path).code(bytes(6))


def damage(path: Path, at: int) -> None:
    """Change a bit of a file."""
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("length", [0, 1, 100, 300, -1])
def test_a_table_file_that_is_too_short_or_too_long_is_refused(tmp_path: Path, length: int) -> None:
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
    assert value_of(find_values(tmp_path, Size(1, 3)), bytes(3), Size(1, 3), BLACK).distance == 2
    said = "there is no table of the board 2x5 in .*; make one with yurei solve alter-igo 2x5"
    with pytest.raises(NoTable, match=said):
        find_values(tmp_path, Size(5, 2))
    keep(tmp_path)
    assert find_values(tmp_path, Size(5, 2)).size == BOARD
    with pytest.raises(NoTable, match="boards of up to 20 points can be solved; 9x9 has 81"):
        find_values(tmp_path, Size(9, 9))


@pytest.mark.parametrize("left", [0, 30, 300])
def test_a_damaged_table_beside_compiled_code_is_made_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: int
) -> None:
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path / "none"))
    monkeypatch.setattr(compiled_code, "folder", lambda: tmp_path)
    whole = keep(tmp_path).read_bytes()
    (tmp_path / table_name(BOARD)).write_bytes(whole[:left])
    assert tablebase.load_or_solve(BOARD).size == BOARD
    assert (tmp_path / table_name(BOARD)).read_bytes() == whole


def test_the_folder_of_tables_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("YUREI_TABLES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert tablebase.table_folder() == Path("/data/yurei/tables")
    monkeypatch.setenv("YUREI_TABLES", str(tmp_path))
    assert tablebase.table_folder() == tmp_path
    assert tablebase.table_folder("here") == Path("here")


def test_rules_that_are_not_alter_igo_s_are_refused() -> None:
    tablebase.check_ruleset(get("alter-igo"))
    for ruleset in ALL:
        if ruleset.slug != "alter-igo":
            with pytest.raises(YureiError, match="is not among the games that can be solved"):
                tablebase.check_ruleset(ruleset)


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


ROUNDS = 24
"""The longest win on 3x3."""


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def interrupt(folder: Path, stage: str, calls: int) -> None:
    """Solve a board until a stage has been reported some times; then the process is stopped."""
    left = count(calls, -1)

    def watch(now: str, done: int, most: int) -> None:
        if now == stage and not next(left):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(3, 3).solve(watch, Checkpoints(folder, seconds=0))


def rounds_left(folder: Path) -> int:
    """Solve the board from the last checkpoint, and check the result; return the number of rounds that it took."""
    solver, reports = Solver(3, 3), list[int]()
    counts = solver.solve(lambda stage, done, most: reports.append(done), Checkpoints(folder, seconds=0))
    assert counts == solved(Size(3, 3))[0]
    assert (np.concatenate([*solver.reduced([])]) == solved(Size(3, 3))[1]).all()
    return len(reports)


@pytest.mark.parametrize("calls", [1, 2, 5, ROUNDS - 1])
def test_an_interrupted_solve_continues_at_its_checkpoint(tmp_path: Path, calls: int) -> None:
    interrupt(tmp_path, SOLVE, calls)
    assert kept(tmp_path) == [f"{calls + 1}-plies"]
    assert rounds_left(tmp_path) == ROUNDS - calls


@pytest.mark.parametrize(("at", "is_cut"), [(0, False), (20, False), (-1, False), (0, True), (10, True), (-1, True)])
def test_a_damaged_or_shortened_checkpoint_is_refused(tmp_path: Path, at: int, is_cut: bool) -> None:
    interrupt(tmp_path, SOLVE, 3)
    (path,) = tmp_path.iterdir()
    if is_cut:
        path.write_bytes(path.read_bytes()[:at])
    else:
        damage(path, at)
    assert rounds_left(tmp_path) == ROUNDS


@pytest.mark.parametrize("whole", [True, False])
def test_the_newer_checkpoint_is_used_if_it_is_complete(tmp_path: Path, whole: bool) -> None:
    interrupt(tmp_path, SOLVE, 2)
    older = {path: path.read_bytes() for path in tmp_path.iterdir()}
    interrupt(tmp_path, SOLVE, 2)
    for path, data in older.items():
        path.write_bytes(data)
    newer = tmp_path / "5-plies"
    newer.write_bytes(newer.read_bytes()[: None if whole else -1])
    assert rounds_left(tmp_path) == ROUNDS - (4 if whole else 2)


def test_a_checkpoint_of_another_board_does_not_fit(tmp_path: Path) -> None:
    interrupt(tmp_path, SOLVE, 3)
    assert Checkpoints(tmp_path).load(1, 9, Solver(1, 9).table) == 0


def test_a_checkpoint_is_written_when_it_is_time(tmp_path: Path) -> None:
    clock = count()
    checkpoints = Checkpoints(tmp_path / "unfinished", seconds=10, clock=lambda: next(clock))
    saved = set()

    def watch(stage: str, done: int, most: int) -> None:
        saved.update(kept(tmp_path / "unfinished") if (tmp_path / "unfinished").exists() else [])

    Solver(3, 3).solve(watch, checkpoints)
    assert sorted(saved) == ["11-plies", "21-plies"]
    checkpoints.remove()
    assert not kept(tmp_path)


def test_a_solve_goes_on_if_its_checkpoint_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "unfinished").write_text("a file, no folder")
    checkpoints = Checkpoints(tmp_path / "unfinished", seconds=0)
    assert Solver(3, 3).solve(checkpoints=checkpoints) == solved(Size(3, 3))[0]


def test_the_reported_progress_never_falls_or_exceeds_the_total() -> None:
    reports = list[tuple[str, int, int]]()
    Solver(2, 4).solve(lambda *report: reports.append(report))
    assert [done for _, done, _ in reports] == sorted(done for _, done, _ in reports)
    assert {(stage, most) for stage, _, most in reports} == {(SOLVE, 4125)}
    assert reports[-1][1] == 4125 - 316  # all but the draws


def board_of(index: int, size: Size) -> bytes:
    """The position of a number."""
    return bytes(index // 3**point % 3 for point in range(size.points))


def legal_moves(cells: bytes, size: Size) -> Iterator[int]:
    """By the rules: the numbers of the positions after every move that is no lone suicide."""
    return (position_number(after) for _, after in tablebase.list_moves(cells, size) if after is not None)


@pytest.mark.parametrize("size", [Size(3, 4), Size(4, 4), Size(2, 7), Size(4, 5)], ids=str)
def test_moves_of_random_games_on_larger_boards_are_taken_back(size: Size) -> None:
    chance, solver, cells = random.Random(str(size)), Solver(size.width, size.height), bytes(size.points)
    for _ in range(100):
        after = list(legal_moves(cells, size))
        followers = [follower for _, follower in tablebase.list_moves(cells, size) if follower is not None]
        for follower in {*followers}:
            if any(follower):
                led_here = [int(before) for before in solver.before(position_number(follower))]
                assert led_here.count(position_number(cells)) == after.count(position_number(follower))
                there = board_of(chance.choice(led_here), size)
                assert is_legal(there, size)
                assert position_number(follower) in legal_moves(there, size)
        cells = chance.choice(followers) if followers else bytes(size.points)


@pytest.mark.parametrize("size", [*SMALL, Size(3, 3)], ids=str)
def test_the_compiled_table_is_the_plain_one(size: Size) -> None:
    solver = Solver(size.width, size.height)
    solver.solve()
    table = np.concatenate([*solver.reduced(symmetries(size))])
    kept = {index: int(code) for index, code in enumerate(table) if code != NONE}
    assert kept == PlainTable(size)._codes


def test_a_distance_that_does_not_fit_into_a_byte_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "LONGEST", 4)
    with pytest.raises(BadValue, match="a table holds distances to 4 plies; this board has longer ones"):
        Solver(3, 3).solve()


def test_a_board_may_have_20_points_and_no_more() -> None:
    assert tablebase.MOST_POINTS == MOST_POINTS
    with pytest.raises(BadSize, match="boards of up to 20 points can be solved; 3x7 has 21"):
        Solver(3, 7)
