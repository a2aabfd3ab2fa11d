"""A solve that is interrupted goes on from its last checkpoint, and makes the same table."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.solved.boards import solved
from yurei.kernel.solving import SOLVE, Checkpoints, Counts, Here, Processes, solve
from yurei.rules import Size

BOARD = Size(3, 3)
ROUNDS = 24  # the longest win


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def each_round(folder: Path) -> Checkpoints:
    return Checkpoints(folder, seconds=0)


def interrupt(folder: Path, stage: str, calls: int, parts: int = 1) -> None:
    """Solve a board until a stage has been reported some times; then the process is stopped."""
    left = count(calls, -1)

    def watch(now: str, done: int, most: int) -> None:
        if now == stage and not next(left):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(Here(BOARD.width, BOARD.height, parts), watch, each_round(folder))


def go_on(folder: Path, parts: int = 1) -> tuple[Counts, NDArray[np.uint8], list[int]]:
    """Solve a board from the last checkpoint; return the counts, the table, and how much was done at each report."""
    crew, reports = Here(BOARD.width, BOARD.height, parts), list[int]()
    counts = solve(crew, lambda stage, done, most: reports.append(done), each_round(folder))
    return counts, np.concatenate([*crew.tables([])]), reports


@pytest.mark.parametrize("parts", [1, 3])
@pytest.mark.parametrize("calls", [1, 2, 5, ROUNDS - 1])
def test_a_solve_goes_on_where_it_was(tmp_path: Path, calls: int, parts: int) -> None:
    interrupt(tmp_path, SOLVE, calls, parts)
    assert kept(tmp_path) == [f"{calls + 1}-plies-part-{part + 1}-of-{parts}" for part in range(parts)]
    counts, table, reports = go_on(tmp_path, parts)
    expected = solved(BOARD, parts)
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


def test_of_two_checkpoints_the_newer_counts_if_it_is_whole(tmp_path: Path) -> None:
    interrupt(tmp_path, SOLVE, 2, parts=3)
    older = {path: path.read_bytes() for path in tmp_path.iterdir()}
    interrupt(tmp_path, SOLVE, 2, parts=3)
    for path, data in older.items():
        path.write_bytes(data)
    (tmp_path / "5-plies-part-2-of-3").unlink()  # the process ended while it wrote
    counts, table, reports = go_on(tmp_path, parts=3)
    assert len(reports) == ROUNDS - 2
    assert counts == solved(BOARD)[0]
    assert (table == solved(BOARD)[1]).all()


def test_a_checkpoint_of_another_board_or_of_other_parts_does_not_fit(tmp_path: Path) -> None:
    interrupt(tmp_path, SOLVE, 3, parts=3)
    assert len(go_on(tmp_path, parts=1)[2]) == ROUNDS
    assert each_round(tmp_path).resume(Here(1, 9)) == 0


def test_a_checkpoint_is_written_when_it_is_time(tmp_path: Path) -> None:
    clock = count()
    checkpoints = Checkpoints(tmp_path / "unfinished", seconds=10, clock=lambda: next(clock))
    saved = set()

    def watch(stage: str, done: int, most: int) -> None:
        saved.update(kept(tmp_path / "unfinished") if (tmp_path / "unfinished").exists() else [])

    solve(Here(BOARD.width, BOARD.height), watch, checkpoints)
    assert sorted(saved) == ["11-plies-part-1-of-1", "21-plies-part-1-of-1"]
    checkpoints.remove()
    assert not kept(tmp_path)


def test_a_solve_goes_on_if_its_checkpoint_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "unfinished").write_text("a file, no folder")
    checkpoints = each_round(tmp_path / "unfinished")
    assert solve(Here(BOARD.width, BOARD.height), checkpoints=checkpoints) == solved(BOARD)[0]


def test_processes_go_on_from_the_checkpoint_of_others(tmp_path: Path) -> None:
    interrupt(tmp_path, SOLVE, 5, parts=2)
    crew = Processes(BOARD.width, BOARD.height, 2)
    try:
        assert solve(crew, checkpoints=each_round(tmp_path)) == solved(BOARD)[0]
        assert (np.concatenate([*crew.tables([])]) == solved(BOARD)[1]).all()
    finally:
        crew.close()


def test_the_reported_progress_never_falls_or_exceeds_the_total() -> None:
    reports = list[tuple[str, int, int]]()
    solve(Here(2, 4), lambda *report: reports.append(report))
    assert [done for _, done, _ in reports] == sorted(done for _, done, _ in reports)
    assert {(stage, most) for stage, _, most in reports} == {(SOLVE, 4125)}
    assert reports[-1][1] == 4125 - 316  # all but the draws
