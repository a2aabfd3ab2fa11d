"""``yurei watch``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from yurei.apps.cli.games.fullscreen import Plain
from yurei.apps.cli.games.play import sit_down, warn_of_weakness
from yurei.apps.cli.options import (
    GAME_KEYS,
    Lang,
    Save,
    Setup,
    Size,
    chosen_language,
    number_option,
    settings_of,
    with_settings,
)


@with_settings(GAME_KEYS)
def watch(
    black: Annotated[str, typer.Argument(metavar="PLAYER", help="Player of Black.")],
    white: Annotated[str, typer.Argument(metavar="PLAYER", help="Player of White.")],
    seed: Annotated[int | None, number_option("--seed", "Random seed of the players.")] = None,
    size: Size = "9",
    setup: Setup = None,
    save: Save = None,
    lang: Lang = None,
    plain: Plain = False,
    **settings: Any,
) -> None:
    """Watch programs play each other, and hear what the audience hears.

    At the end the board is revealed, and on a screen the game can be turned back."""
    from yurei import players
    from yurei.referee.table import Table
    from yurei.rules.board import BLACK

    table = Table.of(settings_of(settings, size), setup)
    warn_of_weakness(table.settings, black, white)
    sitting = {
        seat.name: players.get(black if seat.colour is BLACK else white, None if seed is None else seed + number)
        for number, seat in enumerate(table.settings.seating.seats)
    }
    sit_down(table, sitting, setup, save, chosen_language(lang), plain)
