"""``yurei rules``."""

from __future__ import annotations

from typing import Annotated

import typer

from yurei import referee as referees
from yurei import rules as games
from yurei.apps.cli.games import listing
from yurei.apps.cli.options import completed
from yurei.errors import unknown


def _names() -> list[str]:
    return [*(game.slug for game in games.ALL), *(referee.slug for referee in referees.ALL)]


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A game or a referee to describe in full.", autocompletion=completed(_names())
        ),
    ] = None,
) -> None:
    """List games, referees and options, or show one in full."""
    if name is None:
        typer.echo(listing.everything())
        return None
    for ruleset in games.ALL:
        if ruleset.slug == name:
            return typer.echo(listing.game(ruleset))
    for referee in referees.ALL:
        if referee.slug == name:
            return typer.echo(listing.referee(referee))
    raise unknown("game or referee", name, _names())
