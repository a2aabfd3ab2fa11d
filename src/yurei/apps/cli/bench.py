"""``yurei bench``."""

from __future__ import annotations

import json as lines
from typing import Annotated

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.options import whole_number
from yurei.apps.cli.play import Size
from yurei.rules.points import size_of


def bench_table(
    rounds: Annotated[
        int, typer.Option(metavar="NUMBER", parser=whole_number, help="How many rounds the median is taken of.")
    ] = 5,
    tries: Annotated[
        int, typer.Option(metavar="NUMBER", parser=whole_number, help="How many tries a round has.")
    ] = 2000,
    size: Size = "9",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Measure how many tries a second the table answers.

    Under each referee, in games of chance."""
    for name, number in (("--rounds", rounds), ("--tries", tries)):
        if not 1 <= number <= 1_000_000:
            raise Unusable(f"{name} is a whole number from 1 to 1000000, not {number}")
    measured = door("bench").table(size_of(size), rounds, tries)
    if json:
        plain = {"bench": "table", "size": str(size_of(size)), "rounds": rounds, "tries": tries}
        typer.echo(lines.dumps({**plain, "tries_per_second": measured}))
        return
    typer.echo(f"{'referee':12} tries/s on {size_of(size)}, median of {rounds} rounds of {tries} tries")
    for referee, speed in measured.items():
        typer.echo(f"{referee:12} {speed:7,}")
