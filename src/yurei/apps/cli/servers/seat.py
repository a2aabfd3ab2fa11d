"""``yurei seat``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from yurei.apps.cli.doors import door


def seat(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player of this seat: simple, yurei:level=3.")],
) -> None:
    """Let a player of ours sit in a seat that another program referees.

    The seat mode of the line protocol is spoken on standard input and output, one JSON object a line.
    """
    door("jsonlines.seat").serve(player, sys.stdin.buffer, sys.stdout.buffer)
