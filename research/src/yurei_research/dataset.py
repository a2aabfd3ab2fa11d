"""Makes data sets for learning from records: each seat's knowledge before each of its tries, in a ``.npz`` file.

``docs/players.md`` lists the arrays. Rows are in the order of the tries, and written as soon as their game is over.
"""

import gzip
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from gzip import GzipFile
from pathlib import Path
from typing import IO, Annotated, Any

import numpy as np
import typer

from yurei.apps.cli.app import command_app
from yurei.apps.cli.common import BadUsage, new_file, progress, reason_text, report_write_errors
from yurei.errors import BadRecord, YureiError
from yurei.languages import N_
from yurei.players.planes import Heard, action_of
from yurei.records import LARGEST, Entry, Record, read, replay
from yurei.referee.table import Table

TYPES = {
    "planes": np.uint8,
    "masks": np.uint8,
    "actions": np.int32,
    "accepted": np.uint8,
    "colours": np.uint8,
    "results": np.int8,
    "games": np.int32,
}
FIRST = b'{"yurei":'  # beginning of the first line of a record


def records_in(file: IO[bytes] | GzipFile) -> Iterator[Record]:
    """Yield the records of a file in which several follow one another."""
    text, count = bytearray(), 1
    for line in iter(lambda: file.readline(LARGEST + 1), b""):
        if text and line.startswith(FIRST):
            with _numbered_errors(count):
                record = read(bytes(text))
            yield record
            text, count = bytearray(), count + 1
        text += line
        if len(text) > LARGEST:
            break
    if text:
        with _numbered_errors(count):
            record = read(bytes(text))
        yield record


@contextmanager
def _numbered_errors(number: int) -> Iterator[None]:
    try:
        yield
    except YureiError as error:
        raise BadRecord(N_("record {number}: {error}"), number=number, error=str(error)) from None


def rows_of(record: Record, game: int) -> list[dict[str, Any]]:
    """Return a row for every try of a record: its values by the name of the array."""
    table = Table.of(record.settings, record.setup)
    seats = {seat.name: Heard(table.view(seat.name)) for seat in record.settings.seating.seats}
    rows = []
    for entry, answer in replay(record, table):
        if not isinstance(entry, Entry) or answer is None:
            break
        told = seats[entry.seat]
        known = {"planes": told.planes(), "masks": told.may_try(), "colours": told.colour, "games": game}
        rows.append({**known, "actions": action_of(entry.attempt, told.view), "accepted": entry.accepted})
        for name, each in seats.items():
            each.hear(answer.told[name])
    winner = table.result.winner if table.result else None
    return [{**row, "results": 0 if winner is None else 1 if row["colours"] == winner else -1} for row in rows]


def write_dataset(games: Iterable[Record], out: str | os.PathLike[str]) -> int:
    """Write all tries of games with boards of one shape as a data set; return the number of tries."""
    path, shapes, count = Path(out), dict[str, tuple[int, ...]](), 0
    with ExitStack() as opened:
        columns = {name: opened.enter_context(tempfile.TemporaryFile()) for name in TYPES}
        for number, record in enumerate(games):
            with _numbered_errors(number + 1):
                rows = rows_of(record, number)
            for row in rows:
                arrays = {name: np.asarray(row[name], kind) for name, kind in TYPES.items()}
                found = {name: array.shape for name, array in arrays.items()}
                shapes = shapes or found
                if found != shapes:
                    said = N_(
                        "record {number} has planes of {found}, the first one of {first}: write a file for each shape"
                    )
                    raise BadRecord(said, number=number + 1, found=found["planes"], first=shapes["planes"])
                for name, array in arrays.items():
                    columns[name].write(array.tobytes())
                count += 1
        if not count:
            raise BadRecord(N_("there is no try in these records"))
        beside = path.with_name(f".{path.name}.new")
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, column in columns.items():
                shape, kind = (count, *shapes[name]), np.lib.format.dtype_to_descr(np.dtype(TYPES[name]))
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    head = {"descr": kind, "fortran_order": False, "shape": shape}
                    np.lib.format.write_array_header_1_0(member, head)
                    column.seek(0)
                    shutil.copyfileobj(column, member)
        os.replace(beside, path)
    return count


EXAMPLES = """
    yurei dataset monday/games.jsonl.gz --out monday.npz    every try of an arena's games
    yurei dataset one.jsonl two.jsonl --out both.npz
    """


def dataset(
    records: Annotated[
        list[str], typer.Argument(metavar="RECORDS...", help="Files of records, such as an arena's games.jsonl.gz.")
    ],
    out: Annotated[str, typer.Option(metavar="FILE", help="A new file for the arrays, such as games.npz.")],
) -> None:
    """Write what every seat was told before each of its tries, what it tried and who won, as arrays for learning."""
    path = new_file(out, "--out", "games.npz")
    with progress() as bars, report_write_errors(path, "--out"):

        def games() -> Iterator[Record]:
            for name in records:
                try:
                    with bars.open(name, "rb", description=Path(name).name) as raw:
                        yield from records_in(gzip.GzipFile(fileobj=raw) if name.endswith(".gz") else raw)
                except (OSError, EOFError, zlib.error) as error:
                    raise BadUsage(f"{name!r} cannot be read: {reason_text(error)}; give a file of records") from None

        count = write_dataset(games(), path)
    typer.echo(f"{count:,} tries in {out}.")


app = command_app(dataset, EXAMPLES)
