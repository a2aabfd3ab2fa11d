"""``yurei check``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

import typer

from yurei.apps.cli.doors import door, parts
from yurei.apps.cli.endings import BROKEN, Unusable
from yurei.apps.cli.progress import Watch, progress_bar


def check(
    database: Annotated[
        str | None, typer.Option(metavar="PATH-OR-URL", help="An SQLite file, or the address of a PostgreSQL database.")
    ] = None,
) -> None:
    """Make every game again from its events, and compare.

    What differs from what is kept is printed. Nothing is written, and the server may go on."""
    web = door("web")
    chosen = web.settings(database=database)
    if "://" not in chosen.place and not Path(chosen.place).expanduser().is_file():
        raise Unusable(f"there is no database at {chosen.place}; give --database the file that the server uses")
    with parts(), progress_bar("games") as watch:
        games, wrong = asyncio.run(_checked(web.check(chosen.database_url), watch))
    print(f"{games} games, {wrong or 'nothing'} wrong")
    if wrong:
        raise typer.Exit(BROKEN)


async def _checked(steps: AsyncIterator[tuple[int, list[str]]], watch: Watch) -> tuple[int, int]:
    """Print all errors; return the number of games, and of errors."""
    games, lines = await anext(steps)
    found = done = 0
    while True:
        for line in lines:
            print(line)
        found += len(lines)
        watch(done, games)
        if (step := await anext(steps, None)) is None:
            return games, found
        lines, done = step[1], done + 1
