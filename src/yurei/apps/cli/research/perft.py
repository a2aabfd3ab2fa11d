"""``yurei perft``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.options import RULESET_KEYS, number_option, settings_of, with_settings
from yurei.apps.cli.progress import progress_bar

if TYPE_CHECKING:
    from yurei.rules import State


@with_settings(key for key in RULESET_KEYS if key != "ruleset")
def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; `yurei rules` lists all.")],
    moves: Annotated[int, number_option("--moves", "Length of the sequences.", 0, 100, hint="; try 3")],
    size: Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 3, or 2x3.")] = "9",
    **settings: Any,
) -> None:
    """Count the sequences of so many moves.

    Passes are among them, resignations are not. Others can check their program against the counts. An ended game has no continuation.
    """
    from yurei.rules import start

    played = settings_of({"ruleset": game, **settings}, size)
    typer.echo(_count(start(played.ruleset, played.size, played.komi, played.first), moves))


def _count(state: State, moves: int) -> int:
    """Count with a progress bar."""
    from yurei.rules import perft

    if moves < 2:
        return perft(state, moves)
    total, firsts = 0, list(_after(state))
    with progress_bar("counting") as watch:
        for done, first in enumerate(firsts):
            watch(done, len(firsts))
            total += perft(first, moves - 1)
    return total


def _after(state: State) -> Iterator[State]:
    """Yield the state after each legal move."""
    from yurei.rules import judge

    if state.result is None:
        for attempt in state.tries():
            verdict = judge(state, attempt)
            if verdict.accepted:
                yield verdict.after
