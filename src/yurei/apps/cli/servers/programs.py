"""``yurei gtp`` and ``yurei seat``: players for other programs."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.games.play import warn_of_weakness
from yurei.apps.cli.options import GAME_KEYS, number_option, settings_of, with_settings


@with_settings(GAME_KEYS)
def gtp(
    player: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="The player: simple, belief:win=0.8; yurei by default."),
    ] = None,
    level: Annotated[int | None, number_option("--level", "Level of yurei, 1 to 5.", metavar="LEVEL")] = None,
    seed: Annotated[int | None, number_option("--seed", "Random seed of the player.")] = None,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Lines of the board until a GTP command changes them.")
    ] = "19",
    **settings: Any,
) -> None:
    """Be a GTP engine, for Sabaki, GoGui and whatever else speaks the Go Text Protocol.

    Where no referee is named everything is seen. Under one who hides the board the engine sits in one seat, tries, and is told
    what that seat hears, by a documented extension.
    """
    from yurei import players

    if level is not None and player is not None:
        raise Unusable("--level goes with yurei, which plays where --player is left out; leave one of the two out")
    given = {**settings, "referee": settings.get("referee") or "open"}
    name = player or f"{players.Yurei.slug}:level={max(players.LEVELS) if level is None else level}"
    room, played = door("gtp"), settings_of(given, size)
    warn_of_weakness(played, name)
    engine = room.engine(played, name, seed)
    room.serve(engine, sys.stdin.buffer, sys.stdout.buffer)


def seat(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player of this seat: simple, yurei:level=3.")],
) -> None:
    """Play with one of our players in a seat that another program referees.

    The seat mode of the line protocol is spoken on standard input and output, one JSON object a line.
    """
    door("jsonlines.seat").serve(player, sys.stdin.buffer, sys.stdout.buffer)
