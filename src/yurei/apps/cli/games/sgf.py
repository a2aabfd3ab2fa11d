"""``yurei sgf``: records to SGF, and SGF to records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import read_bytes
from yurei.apps.cli.options import (
    GAME_KEYS,
    Lang,
    RecordFile,
    chosen_language,
    number_option,
    settings_of,
    whole_number,
    with_settings,
)
from yurei.referee.plain import view_to_bytes
from yurei.rules.points import shortened

if TYPE_CHECKING:
    from yurei.records import Record
    from yurei.records.sgf import Game, Played
    from yurei.referee.settings import Settings
    from yurei.referee.view import View


def sgf_export(
    record: RecordFile,
    viewers: Annotated[
        bool, typer.Option("--viewers", help="Set up the board in every node, for viewers that do not know the rules.")
    ] = False,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Only what this seat knew.")] = None,
    json: Annotated[bool, typer.Option("--json", help="With --seat: its view as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Print a record as SGF: with everything in it, for viewers, or as one seat knew the game."""
    from yurei import __version__, records
    from yurei.records import sgf

    if (viewers and seat is not None) or (json and seat is None):
        raise Unusable("--viewers and --seat are two forms, and --json goes with --seat; choose one")
    played = records.read(read_bytes(record))
    details = sgf.Details(language=chosen_language(lang), version=__version__)
    if seat is not None:
        view = _view(played, seat)
        typer.echo(view_to_bytes(view) if json else sgf.side(view, details.of(played)), nl=json)
    else:
        game = _again(played)
        typer.echo(sgf.viewer(game, details) if viewers else sgf.native(game, details), nl=False)


@with_settings(GAME_KEYS)
def sgf_import(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An SGF file; - for standard input.")],
    position: Annotated[
        bool, typer.Option("--position", help="Print a position for --setup instead of a record.")
    ] = False,
    line: Annotated[int | None, number_option("--line", "Game or variation, counted through the file.", 1)] = None,
    move: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="With --position: after this number of moves.")
    ] = None,
    **settings: Any,
) -> None:
    """Print the record that an SGF file holds, or the moves of another program's game as a referee judges them."""
    from yurei import records
    from yurei.records import sgf

    if move is not None and not position:
        raise Unusable("--move says which --position is meant; give both")
    nodes = sgf.main_line(read_bytes(file), line or 1)
    if position or not sgf.is_native(nodes):
        game = sgf.ordinary(nodes)
        say_guesses(game.guesses)
        if position:
            return typer.echo(game.setup(None if move is None else _count(move)))
        return typer.echo(records.write(_refereed(game, settings)), nl=False)
    say_guesses(nodes.guesses)
    if any(value is not None for value in settings.values()):
        raise Unusable("this SGF holds a record of yurei with its own settings; import it without options")
    record = sgf.record_of(nodes)
    _again(record)
    return typer.echo(records.write(record), nl=False)


def say_guesses(guesses: Iterable[str]) -> None:
    """Print to standard error what had to be guessed."""
    for guess in guesses:
        typer.echo(f"yurei: {guess}", err=True)


def _count(text: str) -> int:
    count = whole_number(text)
    if count < 0:
        raise Unusable(f"{count} is no number of moves; the first position is 0")
    return count


def _again(record: Record) -> Played:
    from yurei.records.sgf import Played
    from yurei.referee.table import Table

    return Played.from_record(record, lambda hear: Table.of(record.settings, record.setup, hear))


def _view(record: Record, seat: str) -> View:
    from yurei.records import replay
    from yurei.referee.table import Table

    record.settings.seating.seat(seat)
    table = Table.of(record.settings, record.setup)
    for _ in replay(record, table):
        pass
    return table.view(seat)


def _refereed(game: Game, given: dict[str, Any]) -> Record:
    from yurei.records import sgf
    from yurei.referee.table import Table

    settings = _settings(game, given)
    setup = sgf.begun(game, settings).setup
    return sgf.refereed(game, settings, Table.of(settings, setup), lambda guess: say_guesses((guess,)))


def _settings(game: Game, given: dict[str, Any]) -> Settings:
    """Return the settings: the file's, unless an option says otherwise."""
    chosen_ones = {key: value for key, value in given.items() if value is not None}
    said: dict[str, Any] = {"first": game.first.word}
    if "ruleset" not in chosen_ones:
        said["ruleset"] = _ruleset(game.rules)
    if game.usual_handicap():
        said["handicap"] = game.stones
    settings = settings_of({**given, **said, **chosen_ones}, str(game.size))
    if "komi" in chosen_ones or not settings.ruleset.counts:
        return settings
    if game.komi is None:
        say_guesses((f"the file gives no komi; it is {settings.komi:g}, which --komi changes",))
        return settings
    return settings_of({**given, **said, "komi": game.komi, **chosen_ones}, str(game.size))


def _ruleset(text: str) -> str | None:
    """Return the ruleset that a file names; None for the usual one."""
    from yurei.records import sgf
    from yurei.referee.settings import read_settings

    found, guessed = sgf.read_rules(text)
    slug = (found or read_settings({}).ruleset).slug
    if not text:
        say_guesses((f"the file names no rules; it is refereed as {slug}, which --ruleset changes",))
    elif guessed:
        why = "are not known here" if found is None else "are no ruleset here"
        say_guesses((f"the rules {shortened(text)} {why}; it is refereed as {slug}, which --ruleset changes",))
    return found.slug if found else None
