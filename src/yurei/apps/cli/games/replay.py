"""``yurei replay`` and ``yurei verify``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.files import read_bytes
from yurei.apps.cli.options import Lang, RecordFile, chosen_language, completed, values, whole_number
from yurei.errors import BadRecord

if TYPE_CHECKING:
    from yurei.records import Record


def replay(
    record: RecordFile,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Show what this seat knew.")] = None,
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="REFEREE",
            help="Replay under another referee, with the same rules.",
            autocompletion=completed(values("referee")),
        ),
    ] = None,
    sight: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="Replay with another sight: number of points that a stone sees."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Replay a record and show what each seat was told."""
    from yurei import records
    from yurei.referee.settings import referee_of

    language = chosen_language(lang)
    played = records.read(read_bytes(record))
    if as_ is not None or sight is not None:
        far = {} if sight is None else {"sight": whole_number(sight)}
        played = played.under(referee_of({"referee": as_ or played.settings.referee.slug, **far}))
    if seat is not None:
        played.settings.seating.seat(seat)
    _replay(played, seat, language)


def verify(
    record: RecordFile,
    seals: Annotated[
        list[str] | None, typer.Argument(metavar="[SEAL]...", help="A seal that you kept while you played.")
    ] = None,
) -> None:
    """Check that the referee never changed his story: that seals which you have kept are those of a record."""
    from yurei import records
    from yurei.records.verify import findings
    from yurei.referee.table import Table

    text = read_bytes(record)
    played = records.read(text)
    for _ in records.replay(played, Table.of(played.settings, played.setup)):
        pass
    try:
        said = findings(text, list(seals or []))
    except ValueError as error:
        raise BadRecord("{error}", error=str(error)) from None
    typer.echo("\n".join(said))
    typer.echo("every try is judged in it as the rules judge it")


def _replay(record: Record, seat: str | None, language: str) -> None:
    from yurei.records import replay
    from yurei.referee.seating import AUDIENCE
    from yurei.referee.table import Table

    terminal, settings = door("terminal"), record.settings
    table = Table.of(settings, record.setup)
    typer.echo(terminal.opening(settings, language) + "\n")
    if seat is not None:
        typer.echo(_board(terminal, table, seat) + "\n")
    for count, (_, answer) in enumerate(replay(record, table), start=1):
        if answer is not None:
            told = answer.told[seat or AUDIENCE.name]
            typer.echo(f"{count:4}  {terminal.heard(told, settings, language)}")
            if seat is not None:
                typer.echo(_board(terminal, table, seat, told) + "\n")
    result = table.result
    ending = terminal.ending(result, language, settings.ruleset) if result else None
    typer.echo(ending or terminal.going_on(table.to_move, language))


def _board(terminal: Any, table: Any, seat: str, told: Any = None) -> str:
    """Return a seat's own board, with its try marked if it has just tried."""
    mark = told.attempt.point if told is not None and told.attempt is not None else None
    view, signs = table.view(seat), terminal.signs_of(sys.stdout)
    return str(terminal.draw(view.board, table.settings.size, signs, mark, view.fog))
