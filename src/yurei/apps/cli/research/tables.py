"""Makes the table of a solved board, with a progress bar and checkpoints."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import writable
from yurei.apps.cli.progress import progress
from yurei.rules.points import Size

if TYPE_CHECKING:
    from yurei.kernel.solving import Watch

ROOM = 300 * 2**20
"""Bytes for everything but the table."""
PERIOD = 300.0
"""Seconds of which the speed is taken from which the time left is estimated."""


def make_table(board: Size, parts: int | None, ray: str | None, place: Path) -> tuple[dict[str, int], Path]:
    """Solve a board and keep its table; return the facts about it, and the file.

    Raises:
        Unusable: if the table cannot be kept.
    """
    from dataclasses import asdict

    from yurei.kernel.solving import WRITE, Checkpoints
    from yurei.kernel.solving import solve as solve_all
    from yurei.players.tablebase import table
    from yurei.players.tablebase.positions import symmetries

    # Machines of a cluster need not share a folder.
    checkpoints = None if ray is not None else Checkpoints((place / table.table_name(board)).with_suffix(".unfinished"))
    with _crew(board, parts, ray) as crew, _bar() as watch:

        def reduced() -> Iterator[memoryview[int]]:
            done = 0
            for piece in crew.tables(symmetries(board)):
                done += piece.size
                yield piece.data
                watch(WRITE, done, 3**board.points)

        facts = asdict(solve_all(crew, watch, checkpoints))
        with writable(place, "--tables", "a folder"):
            path = table.write(place, board, facts, reduced())
    if checkpoints:
        checkpoints.remove()
    return facts, path


@contextmanager
def _crew(board: Size, parts: int | None, ray: str | None) -> Iterator[Any]:
    """Return the crew that solves a board: this process, several, or a cluster.

    Raises:
        Unusable: if this machine has too little memory.
    """
    from yurei.kernel.solving import Here, OnRay, Processes

    needed, there = 3**board.points + ROOM, _memory()  # a byte for each number of a position
    if ray is None and needed > there:
        raise Unusable(
            f"solving {board} takes {needed / 2**30:.1f} GiB of memory, this machine has {there / 2**30:.1f}; "
            "--ray ADDRESS shares it among several"
        )
    crew: Any
    if ray is not None:
        crew = OnRay(board.width, board.height, ray, parts)
    else:
        count = parts or 1
        crew = Here(board.width, board.height) if count == 1 else Processes(board.width, board.height, count)
    try:
        yield crew
    finally:
        crew.close()


def _memory() -> float:
    """Return the bytes of memory of this machine; infinity if it does not tell."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return float("inf")


@contextmanager
def _bar() -> Iterator[Watch]:
    """Show a progress bar with the stage and the time left, if the standard error is a terminal."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        TimeElapsedColumn(), TextColumn("at most"), TimeRemainingColumn(), TextColumn("more"),
    )  # fmt: skip
    with progress(*columns, speed_estimate_period=PERIOD) as bar:
        task = bar.add_task("", total=None)
        stages = [""]

        def watch(stage: str, done: int, most: int) -> None:
            if stage != stages[-1]:
                stages.append(stage)
                bar.reset(task, description=stage, total=most)
            bar.update(task, completed=done)

        yield watch
