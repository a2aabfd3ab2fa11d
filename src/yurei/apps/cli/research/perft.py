"""``yurei perft``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.options import RULESET_KEYS, settings_of, whole_number, with_settings

if TYPE_CHECKING:
    from yurei.rules import State

MOST_MOVES = 100
QUIET = 1.0
"""Seconds before a progress bar appears."""


@with_settings(key for key in RULESET_KEYS if key != "ruleset")
def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; `yurei rules` lists all.")],
    moves: Annotated[int, typer.Option(metavar="NUMBER", parser=whole_number, help="Length of the sequences.")],
    size: Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 3, or 2x3.")] = "9",
    **settings: Any,
) -> None:
    """Count the sequences of so many moves.

    Passes are among them, resignations are not. Others can check their program against the counts. An ended game has no continuation.
    """
    from yurei.rules import start

    if not 0 <= moves <= MOST_MOVES:
        raise Unusable(f"--moves is a whole number from 0 to {MOST_MOVES}, not {moves}; try 3")
    played = settings_of({"ruleset": game, **settings}, size)
    typer.echo(_count(start(played.ruleset, played.size, played.komi, played.first), moves))


def _count(state: State, moves: int) -> int:
    """Count, with a progress bar if that takes long and the standard error is a terminal."""
    from yurei.rules import perft

    if moves < 2:
        return perft(state, moves)
    total, began, bar = 0, monotonic(), None
    firsts = list(_after(state))
    try:
        for done, first in enumerate(firsts):
            seconds = list(_after(first))
            for begun, second in enumerate(seconds):
                if bar is None and monotonic() - began > QUIET:
                    bar = _bar(len(firsts))
                if bar is not None:
                    bar.update(bar.task_ids[0], completed=done + begun / len(seconds))
                total += perft(second, moves - 2)
    finally:
        if bar is not None:
            bar.stop()
    return total


def _after(state: State) -> Iterator[State]:
    """Yield the state after each legal move."""
    from yurei.rules import judge

    if state.result is None:
        for attempt in state.tries():
            verdict = judge(state, attempt)
            if verdict.accepted:
                yield verdict.after


def _bar(branches: int) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    bar.add_task("counting", total=branches)
    bar.start()
    return bar
