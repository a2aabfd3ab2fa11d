"""Choice between the full screen and line-by-line output."""

import os
import sys
from importlib.util import find_spec
from typing import Annotated, Any, TextIO

import typer

from yurei.apps.cli.doors import door

COLUMNS, ROWS = 80, 24
"""Smallest terminal for the full screen; a smaller one is used line by line."""
WITHOUT_TEXTUAL = "textual is not installed, so this goes line by line; pip install '.[terminal]'"

Plain = Annotated[bool, typer.Option("--plain", help="Plain line-by-line output instead of the full screen.")]


def fullscreen() -> Any:
    """Return the full-screen door, without Textual's log, whatever the environment says: it would hold every key."""
    for name in ("TEXTUAL", "TEXTUAL_LOG"):
        os.environ.pop(name, None)
    return door("terminal.fullscreen")


def fills(plain: bool) -> bool:
    """Return whether the terminal is filled: it is not unwanted, the terminal can do it, and Textual is installed."""
    if plain or not (can_be_filled(sys.stdin, sys.stdout) and sys.stderr.isatty()):  # Textual draws on stderr
        return False
    if find_spec("textual") is None:
        typer.echo(WITHOUT_TEXTUAL, err=True)
        return False
    return True


def can_be_filled(source: TextIO, target: TextIO) -> bool:
    """Return whether two streams are a terminal that moves its cursor, knows our signs and is large enough."""
    if not (source.isatty() and target.isatty()):
        return False
    if os.environ.get("TERM", "dumb" if os.name == "posix" else "") in ("dumb", "unknown"):
        return False
    if (target.encoding or "").lower().replace("-", "") != "utf8":
        return False
    size = os.get_terminal_size(target.fileno())
    return size.columns >= COLUMNS and size.lines >= ROWS
