"""``yurei check``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from yurei.apps.cli.doors import door, parts
from yurei.apps.cli.endings import BROKEN, Unusable


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
    with parts(), _bar() as step:
        games, wrong = asyncio.run(_checked(web.check(chosen.database_url), step))
    print(f"{games} games, {wrong or 'nothing'} wrong")
    if wrong:
        raise typer.Exit(BROKEN)


async def _checked(steps: AsyncIterator[tuple[int, list[str]]], step: Callable[[int], None]) -> tuple[int, int]:
    """Print all errors; return the number of games, and of errors."""
    games, wrong = await anext(steps)
    step(games)
    for line in wrong:
        print(line)
    found = len(wrong)
    async for _, wrong in steps:
        step(0)
        for line in wrong:
            print(line)
        found += len(wrong)
    return games, found


@contextmanager
def _bar() -> Iterator[Callable[[int], None]]:
    """Show a progress bar, if the standard error is a terminal; it is told the number of games, then each game."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=None)
        yield lambda total: bar.update(task, total=total) if total else bar.advance(task)
