"""``yurei referee``."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import keeper
from yurei.apps.cli.games.play import finish, now
from yurei.apps.cli.options import GAME_KEYS, Lang, Save, Setup, Size, chosen_language, flag, settings_of, with_settings


@with_settings(GAME_KEYS)
def referee(
    json_lines: Annotated[
        bool, typer.Option("--json-lines", help="Speak the line protocol on standard input and output.")
    ] = False,
    size: Size = "9",
    setup: Setup = None,
    save: Save = None,
    lang: Lang = None,
    **settings: Any,
) -> None:
    """Referee two people at a real table, or a program.

    At the terminal you see the third board, type each try as you hear it, and read aloud what to say.
    With --json-lines the line protocol is spoken on standard input and output."""
    if json_lines:
        _check_alone({**settings, "setup": setup, "save": save, "lang": lang})
        door("jsonlines").serve(sys.stdin.buffer, sys.stdout.buffer)
        return
    terminal, language = door("terminal"), chosen_language(lang)
    from yurei.referee.table import Table

    table = Table.of(settings_of(settings, size), setup)
    book = terminal.Book(table.settings, setup, now, keeper(save))
    finish(terminal, terminal.Refereeing(book, terminal.Screen.of(sys.stdin, sys.stdout), language).run)


def _check_alone(others: dict[str, Any]) -> None:
    """Refuse options beside --json-lines that each game of the protocol sets itself."""
    for key, value in others.items():
        if value is not None:
            raise Unusable(f"with --json-lines every game brings its own settings; leave {flag(key)} out")
