"""``yurei dataset``."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import new_file, why
from yurei.apps.cli.progress import progress

if TYPE_CHECKING:
    from rich.progress import Progress

    from yurei.records import Record


def dataset(
    records: Annotated[
        list[str], typer.Argument(metavar="RECORDS...", help="Files of records, such as an arena's games.jsonl.gz.")
    ],
    out: Annotated[str, typer.Option(metavar="FILE", help="A new file for the arrays, such as games.npz.")],
) -> None:
    """Write what every seat was told before each of its tries, what it tried and who won, as arrays for learning."""
    path = new_file(out, "--out", "games.npz")
    made = door("arena.dataset")
    with progress() as bars:
        try:
            count = made.write_dataset(_games(made, records, bars), path)
        except OSError as error:
            raise Unusable(f"{out!r} cannot be written: {why(error)}; give --out another name") from None
    typer.echo(f"{count:,} tries in {out}.")


def _games(made: Any, names: list[str], bars: Progress) -> Iterator[Record]:
    """Yield the records of all files, one after the other."""
    for name in names:
        try:
            with bars.open(name, "rb", description=Path(name).name) as raw:
                file = gzip.GzipFile(fileobj=raw) if name.endswith(".gz") else raw
                yield from made.records_in(file)
        except (OSError, EOFError, zlib.error) as error:
            raise Unusable(f"{name!r} cannot be read: {why(error)}; give a file of records") from None
