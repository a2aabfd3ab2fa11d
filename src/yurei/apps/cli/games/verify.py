"""``yurei verify``."""

from __future__ import annotations

from typing import Annotated

import typer

from yurei.apps.cli.files import read_bytes
from yurei.errors import BadRecord


def verify(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record file; - for standard input.")],
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
