"""The command ``yurei perft``, which counts all sequences of moves of a given length, to check rules."""

from typing import Annotated, Any

import typer

from yurei.apps.cli.common import progress_bar
from yurei.apps.cli.options import RULESET_KEYS, number_option, settings_of, with_settings


@with_settings(key for key in RULESET_KEYS if key != "ruleset")
def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; `yurei rules` lists all.")],
    moves: Annotated[int, number_option("--moves", "Length of the sequences.", 0, 100, hint="; try 3")],
    size: Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 3, or 2x3.")] = "9",
    **settings: Any,
) -> None:
    """Count all sequences of MOVES moves from the start of a game.

    Passes count as moves, resignations do not. Use the counts to check another program. An ended game has no continuation.
    """
    from yurei.rules import judge, perft, start

    played = settings_of({"ruleset": game, **settings}, size)
    state = start(played.ruleset, played.size, played.komi, played.first)
    if moves < 2 or state.result is not None:
        typer.echo(perft(state, moves))
        return
    verdicts = [judge(state, attempt) for attempt in state.tries()]
    total, firsts = 0, [verdict.after for verdict in verdicts if verdict.accepted]
    with progress_bar("counting") as watch:
        for done, first in enumerate(firsts):
            watch(done, len(firsts))
            total += perft(first, moves - 1)
    typer.echo(total)
