"""``yurei review``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from yurei.apps.cli.files import read_bytes
from yurei.apps.cli.options import RecordFile, Seed, check_range, number_option
from yurei.apps.cli.progress import progress_bar

if TYPE_CHECKING:
    from yurei.players.belief.review import Reviewed
    from yurei.records import Record

WORTH_TELLING = 5
"""Most turning points, and most sentences, that are listed."""


def review(
    record: RecordFile,
    playouts: Annotated[int, number_option("--playouts", "Playouts for each try.", 1, hint="; try 1000")] = 1000,
    at: Annotated[int | None, number_option("--try", "Show what the seat believed before this try.")] = None,
    seed: Seed = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per try.")] = False,
) -> None:
    """Look at a game again: what each seat could have known, what it would have tried, and where the game turned."""
    from yurei import records

    played = records.read(read_bytes(record))
    tries = sum(isinstance(entry, records.Entry) for entry in played.entries)
    if at is not None:
        check_range("--try", at, 1, tries)
    from yurei.club.programs.reviews.program import look_again

    reviewed = look_again(played, playouts, seed)
    seen: list[Reviewed] = []
    with progress_bar("review", quiet=as_json) as watch:
        for number, each in enumerate(reviewed, start=1):
            watch(number, len(played.entries))
            seen.append(each)
            if as_json:
                typer.echo(json.dumps({"number": number, **each.plain(played.settings.size)}))
            elif at is None:
                typer.echo(_line(number, each, played))
    if at is not None and not as_json:
        typer.echo(_heat(seen[at - 1], played))
    elif not as_json:
        typer.echo(_summary(seen, played))


def _line(number: int, each: Reviewed, record: Record) -> str:
    size = record.settings.size
    words = [f"{number:4}  {each.seat:7} {each.attempt.text(size):9}", f"win {_percent(each.win)}"]
    if each.best is not None and each.best != each.attempt:
        words.append(f"rather {each.best.text(size)} ({_percent(each.best_value)})")
    if each.certain and each.certain.refusal:
        words.append("its refusal was certain")
    elif each.could_know:
        words.append("could have known that it is refused")
    elif not each.accepted:
        words.append(f"refused, {_percent(each.refused)} likely")
    if (bits := each.bits.get(each.seat, 0.0)) >= 1.0:
        words.append(f"learned {bits:.1f} bits")
    return "  ".join(words)


def _percent(chance: float | None) -> str:
    return "  - " if chance is None else f"{100 * chance:3.0f}%"


def _summary(tries: Sequence[Reviewed], record: Record) -> str:
    """Return the turning points of the game, and the sentences that told most."""
    from yurei.players.belief.review import most_informative, turning_points

    lines = ["", "The game turned at:"]
    for number, fall in turning_points(tries, WORTH_TELLING):
        each = tries[number - 1]
        lines.append(f"  {number:4}  {each.seat} {each.attempt.text(record.settings.size)}: {100 * fall:.0f} points")
    lines += ["  nowhere"] * (len(lines) == 2)
    lines.append("The sentences that told most:")
    lines += [
        f"  {number:4}  told {seat} {bits:.1f} bits" for number, seat, bits in most_informative(tries, WORTH_TELLING)
    ]
    known = sum(each.could_know for each in tries)
    lines.append(f"Tries of which one could have known that they are refused: {known}")
    return "\n".join(lines)


def _heat(each: Reviewed, record: Record) -> str:
    """Return the chance of an enemy piece on each point, in tenths; the tried point is in parentheses."""
    size = record.settings.size
    rows = [f"{each.seat} tries {each.attempt.text(size)}; the chance of an enemy piece, in tenths:"]
    for row in reversed(range(size.height)):
        cells = []
        for point in range(row * size.width, (row + 1) * size.width):
            tenths = round(10 * each.opponent[point])
            sign = "." if tenths == 0 else "#" if tenths == 10 else str(tenths)
            cells.append(f"({sign})" if point == each.attempt.point else f" {sign} ")
        rows.append(f"{row + 1:3} " + "".join(cells))
    if each.certain:
        points = ", ".join(size.name(point) for point in each.certain.opponent) or "none"
        rows.append(f"Certain enemy pieces: {points}; boards that fit what was told: {each.certain.boards:,}")
    return "\n".join(rows)
