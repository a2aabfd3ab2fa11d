"""A solve that is interrupted goes on from its last checkpoint, and makes the same table."""

from itertools import count
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.solved.boards import solved
from yurei.kernel.solving import SOLVE, Checkpoints, Counts, Solver
from yurei.rules import Size

BOARD = Size(3, 3)
ROUNDS = 24  # the longest win


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def each_round(folder: Path) -> Checkpoints:
    return Checkpoints(folder, seconds=0)


def interrupt(folder: Path, stage: str, calls: int) -> None:
    """Solve a board until a stage has been reported some times; then the process is stopped."""
    left = count(calls, -1)

    def watch(now: str, done: int, most: int) -> None:
        if now == stage and not next(left):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(BOARD.width, BOARD.height).solve(watch, each_round(folder))


def go_on(folder: Path) -> tuple[Counts, NDArray[np.uint8], list[int]]:
    """Solve a board from the last checkpoint; return the counts, the table, and how much was done at each report."""
    solver, reports = Solver(BOARD.width, BOARD.height), list[int]()
    counts = solver.solve(lambda stage, done, most: reports.append(done), each_round(folder))
    return counts, np.concatenate([*solver.reduced([])]), reports


@pytest.mark.parametrize("calls", [1, 2, 5, ROUNDS - 1])
def test_a_solve_goes_on_where_it_was(tmp_path: Path, calls: int) -> None:
    interrupt(tmp_path, SOLVE, calls)
    assert kept(tmp_path) == [f"{calls + 1}-plies"]
    counts, table, reports = go_on(tmp_path)
    expected = solved(BOARD)
    assert counts == expected[0]
    assert (table == expected[1]).all()
    assert len(reports) == ROUNDS - calls


def test_a_solve_goes_on_after_many_interruptions(tmp_path: Path) -> None:
    for _ in range(ROUNDS - 1):
        interrupt(tmp_path, SOLVE, 1)
    counts, table, reports = go_on(tmp_path)
    assert counts == solved(BOARD)[0]
    assert (table == solved(BOARD)[1]).all()
    assert len(reports) == 1


@pytest.mark.parametrize("at", [0, 20, -1])
def test_a_damaged_checkpoint_is_not_believed(tmp_path: Path, at: int) -> None:
    interrupt(tmp_path, SOLVE, 3)
    (path,) = tmp_path.iterdir()
    damaged = bytearray(path.read_bytes())
    damaged[at] ^= 1
    path.write_bytes(damaged)
    counts, table, reports = go_on(tmp_path)
    assert counts == solved(BOARD)[0]
    assert (table == solved(BOARD)[1]).all()
    assert len(reports) == ROUNDS


@pytest.mark.parametrize("length", [0, 10, -1])
def test_a_checkpoint_that_was_cut_short_is_not_believed(tmp_path: Path, length: int) -> None:
    interrupt(tmp_path, SOLVE, 3)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:length])
    assert len(go_on(tmp_path)[2]) == ROUNDS


@pytest.mark.parametrize("whole", [True, False])
def test_of_two_checkpoints_the_newer_counts_if_it_is_whole(tmp_path: Path, whole: bool) -> None:
    interrupt(tmp_path, SOLVE, 2)
    older = {path: path.read_bytes() for path in tmp_path.iterdir()}
    interrupt(tmp_path, SOLVE, 2)
    for path, data in older.items():
        path.write_bytes(data)
    newer = tmp_path / "5-plies"
    newer.write_bytes(newer.read_bytes()[: None if whole else -1])
    counts, table, reports = go_on(tmp_path)
    assert len(reports) == ROUNDS - (4 if whole else 2)
    assert counts == solved(BOARD)[0]
    assert (table == solved(BOARD)[1]).all()


def test_a_checkpoint_of_another_board_does_not_fit(tmp_path: Path) -> None:
    interrupt(tmp_path, SOLVE, 3)
    assert each_round(tmp_path).load(1, 9, Solver(1, 9).table) == 0


def test_a_checkpoint_is_written_when_it_is_time(tmp_path: Path) -> None:
    clock = count()
    checkpoints = Checkpoints(tmp_path / "unfinished", seconds=10, clock=lambda: next(clock))
    saved = set()

    def watch(stage: str, done: int, most: int) -> None:
        saved.update(kept(tmp_path / "unfinished") if (tmp_path / "unfinished").exists() else [])

    Solver(BOARD.width, BOARD.height).solve(watch, checkpoints)
    assert sorted(saved) == ["11-plies", "21-plies"]
    checkpoints.remove()
    assert not kept(tmp_path)


def test_a_solve_goes_on_if_its_checkpoint_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "unfinished").write_text("a file, no folder")
    checkpoints = each_round(tmp_path / "unfinished")
    assert Solver(BOARD.width, BOARD.height).solve(checkpoints=checkpoints) == solved(BOARD)[0]


def test_the_reported_progress_never_falls_or_exceeds_the_total() -> None:
    reports = list[tuple[str, int, int]]()
    Solver(2, 4).solve(lambda *report: reports.append(report))
    assert [done for _, done, _ in reports] == sorted(done for _, done, _ in reports)
    assert {(stage, most) for stage, _, most in reports} == {(SOLVE, 4125)}
    assert reports[-1][1] == 4125 - 316  # all but the draws
