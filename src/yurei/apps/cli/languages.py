"""Default language of the commands."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from yurei.apps.cli.options import completed
from yurei.languages import ENGLISH, NAMES, translation

Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        help=f"Language of the referee: {', '.join(NAMES)}.",
        autocompletion=completed(NAMES),
    ),
]


def chosen(language: str | None) -> str:
    """Return the language that is asked for, or else that of LC_ALL, LC_MESSAGES or LANG, or else English.

    Raises:
        Unknown: if yurei has no translation into that language.
    """
    if language is None:
        locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
        return locale[:2] if locale[:2] in NAMES else ENGLISH
    translation(language)  # raises where there is none
    return language
