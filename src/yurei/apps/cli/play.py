"""``yurei play``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import Ended, Unusable
from yurei.apps.cli.files import keeper
from yurei.apps.cli.languages import Lang, chosen
from yurei.apps.cli.options import GAME_KEYS, settings_of, whole_number, with_settings
from yurei.errors import unknown

if TYPE_CHECKING:
    from yurei.players import Player
    from yurei.referee.seating import Seating

Size = Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 9, or 9x13.")]
Setup = Annotated[
    str | None, typer.Option(metavar="BOARD", help="A position to start from, rows from the top: '.B./BW./...'.")
]
Save = Annotated[str | None, typer.Option(metavar="FILE", help="Keep the record in a new file, try by try.")]


@with_settings(GAME_KEYS)
def play(
    against: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays the other seats.")] = None,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Your seat, where a player has the others.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", parser=whole_number, help="Where the player's chance begins.")
    ] = None,
    size: Size = "9",
    setup: Setup = None,
    save: Save = None,
    lang: Lang = None,
    **settings: Any,
) -> None:
    """Play a refereed game at this terminal.

    Without --against people hand the terminal over, and between turns nothing is shown.
    """
    from yurei.records import Program
    from yurei.referee.table import Table

    terminal, language = door("terminal"), chosen(lang)
    table = Table.of(settings_of(settings, size), setup)
    players = _players(table.settings.seating, against, seat, seed)
    sitting = tuple(Program(name, player.name, player.version) for name, player in players.items())
    book = terminal.Book(table.settings, setup, now, keeper(save), sitting)
    finish(terminal, terminal.Game(table, terminal.Screen.of(sys.stdin, sys.stdout), book, players, language).play)


def _players(seating: Seating, against: str | None, seat: str | None, seed: int | None) -> dict[str, Player]:
    """The players of all seats but one; nobody where people play each other.

    Raises:
        Unknown: where there is no such player or seat.
        Unusable: where there is a seat or a seed, and no player.
    """
    if against is None:
        if seat is not None or seed is not None:
            raise Unusable(f"{'--seat' if seat is not None else '--seed'} goes with --against; try --against simple")
        return {}
    from yurei import players

    if players.kind_of(against.partition(":")[0]) is players.Yurei and not players.is_ready():
        typer.echo(players.WITHOUT_FAST, err=True)
    names = [one.name for one in seating.seats]
    if seat not in (None, *names):
        raise unknown("seat", seat, names)
    others = [name for name in names if name != (seat or names[0])]
    return {name: players.get(against, None if seed is None else seed + number) for number, name in enumerate(others)}


def now() -> datetime:
    """The time, with its zone, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def finish(terminal: Any, run: Callable[[], None]) -> None:
    """Play to the end, or until somebody quits.

    Raises:
        Ended: where the input ends before the game.
    """
    try:
        run()
    except terminal.Left as left:
        if not left.quit:
            raise Ended(str(left)) from None
