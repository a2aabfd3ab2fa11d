"""The group of all commands: turns typer's usage errors into sentences of ours."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from yurei.apps.cli.endings import INTERRUPTED, USAGE, fail, told_plainly


class Commands(TyperGroup):
    """The commands, and their exit status."""

    def main(self, *arguments: Any, **options: Any) -> NoReturn:
        """Run a command and exit."""
        status = None
        with told_plainly():
            try:
                status = super().main(*arguments, **{**options, "standalone_mode": False})
            except typer.TyperException as error:
                fail(_sentence(error), USAGE)
            except typer.Abort:
                sys.exit(INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)


def _sentence(error: typer.TyperException) -> str:
    """Return the usage error as a sentence that names the help to read."""
    context = getattr(error, "ctx", None)
    text = " ".join(error.format_message().split()).rstrip(".")
    return f"{text[:1].lower()}{text[1:]}; `{context.command_path if context else 'yurei'} --help` says more"
