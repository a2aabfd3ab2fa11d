"""The commands ``yurei play``, ``yurei watch`` and ``yurei referee``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli import options
from yurei.apps.cli.common import BadUsage, InputEnded, record_saver
from yurei.errors import unknown
from yurei.records import Program
from yurei.referee.seating import Seating
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK

if TYPE_CHECKING:
    from yurei.players import Player


@options.with_settings(options.GAME_KEYS)
def play(
    against: Annotated[str | None, typer.Option(metavar="PLAYER", help="Player of the other seats.")] = None,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Your seat when a program plays the others.")] = None,
    seed: Annotated[int | None, options.number_option("--seed", "Random seed of the player.")] = None,
    size: options.Size = "9",
    setup: options.Setup = None,
    save: options.Save = None,
    lang: options.Lang = None,
    **settings: Any,
) -> None:
    """Play a game with a referee at this terminal.

    Without --against, people take turns at the terminal, and nothing is shown between the turns.
    """
    table = Table.of(options.settings_of(settings, size), setup)
    players = _players(table.settings.seating, against, seat, seed)
    play_at_terminal(table, players, setup, save, options.chosen_language(lang))


def play_at_terminal(
    table: Table, players: dict[str, Player], setup: str | None, save: str | None, language: str
) -> None:
    """Run a game of people and programs at this terminal to its end. ``players`` are the programs, by seat."""
    from yurei.apps.terminal import Game, Recorder, Screen

    for player in players.values():
        player.check(table.settings)
    print_weaknesses(table.settings, *players.values())
    programs = tuple(Program(name, player.name, player.version) for name, player in players.items())
    book = Recorder(table.settings, setup, now, record_saver(save), programs)
    run_until_end(Game(table, Screen.of(sys.stdin, sys.stdout), book, players, language).play)


def _players(seating: Seating, against: str | None, seat: str | None, seed: int | None) -> dict[str, Player]:
    """Return the programs for all seats except the person's, by seat; no programs if people play each other."""
    if against is None:
        if seat is not None or seed is not None:
            raise BadUsage(f"{'--seat' if seat is not None else '--seed'} goes with --against; try --against simple")
        return {}
    from yurei import players

    names = [one.name for one in seating.seats]
    if seat not in (None, *names):
        raise unknown("seat", seat, names)
    others = [name for name in names if name != (seat or names[0])]
    return {name: players.get(against, None if seed is None else seed + number) for number, name in enumerate(others)}


def print_weaknesses(settings: Settings, *players: Player) -> None:
    """Print to standard error a warning for each player that plays this game worse than its name suggests."""
    for sentence in sorted({str(words) for player in players if (words := player.weakness(settings))}):
        typer.echo(sentence, err=True)


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def run_until_end(run: Callable[[], None]) -> None:
    """Run a game until it ends or a player quits; raise ``InputEnded`` if the input ends before that."""
    from yurei.apps.terminal import PersonLeft

    try:
        run()
    except PersonLeft as left:
        if not left.quit:
            raise InputEnded(str(left)) from None


@options.with_settings(options.GAME_KEYS)
def watch(
    black: Annotated[str, typer.Argument(metavar="PLAYER", help="Player of Black.")],
    white: Annotated[str, typer.Argument(metavar="PLAYER", help="Player of White.")],
    seed: Annotated[int | None, options.number_option("--seed", "Random seed of the players.")] = None,
    size: options.Size = "9",
    setup: options.Setup = None,
    save: options.Save = None,
    lang: options.Lang = None,
    **settings: Any,
) -> None:
    """Watch programs play each other, with the announcements that the audience hears. The board is shown at the end."""
    from yurei import players

    table = Table.of(options.settings_of(settings, size), setup)
    sitting = {
        seat.name: players.get(black if seat.colour is BLACK else white, None if seed is None else seed + number)
        for number, seat in enumerate(table.settings.seating.seats)
    }
    play_at_terminal(table, sitting, setup, save, options.chosen_language(lang))


@options.with_settings(options.GAME_KEYS)
def referee(
    json_lines: Annotated[
        bool, typer.Option("--json-lines", help="Speak the line protocol on standard input and output.")
    ] = False,
    size: options.Size = "9",
    setup: options.Setup = None,
    save: options.Save = None,
    lang: options.Lang = None,
    **settings: Any,
) -> None:
    """Referee two people at a real table, or a program.

    At the terminal you see the third board, type each try as you hear it, and read aloud what to say.
    With --json-lines the line protocol is spoken on standard input and output."""
    if json_lines:
        for key, value in {**settings, "setup": setup, "save": save, "lang": lang}.items():
            if value is not None:
                name = options.option_name(key)
                raise BadUsage(f"with --json-lines every game brings its own settings; leave {name} out")
        from yurei.apps.jsonlines import Session

        Session().serve(sys.stdin.buffer, sys.stdout.buffer)
        return
    from yurei.apps.terminal import Recorder, RefereedByPerson, Screen

    language, table = options.chosen_language(lang), Table.of(options.settings_of(settings, size), setup)
    book = Recorder(table.settings, setup, now, record_saver(save))
    run_until_end(RefereedByPerson(book, Screen.of(sys.stdin, sys.stdout), language).run)
