"""The options of a ruleset by their names, and how their values are read from plain ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.rules.points import shortened
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Ruleset, Scoring, Suicide, passing_of, white_passes

Read = Callable[[str, object], Any]
"""Makes a value of an option from its name and a plain value; raises BadSettings where there is none."""


def choice(options: type[StrEnum], key: str, value: Any) -> Any:
    """One of an option's words.

    Raises:
        BadSettings: where it is none of them.
    """
    try:
        return options(value)
    except ValueError:
        known = ", ".join(repr(option.value) for option in options)
        raise BadSettings(
            N_("{key} is one of {known}, not {value}"), key=key, known=known, value=shortened(value)
        ) from None


def flag(key: str, value: object) -> bool:
    """True or false.

    Raises:
        BadSettings: where it is neither.
    """
    if isinstance(value, bool):
        return value
    raise BadSettings(N_("{key} is true or false, not {value}"), key=key, value=shortened(value))


OPTIONS: dict[str, Read] = {
    "capture": lambda key, value: choice(Capture, key, value),
    "suicide": lambda key, value: choice(Suicide, key, value),
    "repetition": lambda key, value: choice(Repetition, key, value),
    "draw_counts": lambda key, value: choice(DrawCounts, key, value),
    "passing": lambda _, value: passing_of(value),
    "scoring": lambda key, value: choice(Scoring, key, value),
    "ghosts": flag,
    "draw_by_agreement": flag,
    "two_game_match": flag,
    "tie_break": flag,
}
"""Every option of a ruleset."""

OF_THE_GAME = ("first_capture_wins", "board")
"""Choices that make a game another game: they stand in its ruleset, and no setting changes them.

``no_move_loses`` stands there, too; it is of no effect in most games, and ``with_options`` takes it away.
"""


def of_the_game(ruleset: Ruleset) -> dict[str, Any]:
    """The choices that make a ruleset another game than its settings say: none where all are the usual ones."""
    usual = {each.name: each.default for each in fields(Ruleset)}
    return {key: getattr(ruleset, key) for key in OF_THE_GAME if getattr(ruleset, key) != usual[key]}


def chosen(values: Mapping[str, Any], known: Mapping[str, Read]) -> dict[str, Any]:
    """The values of the known options that are among the given ones."""
    return {key: read(key, values[key]) for key, read in known.items() if key in values}


def with_options(ruleset: Ruleset, values: Mapping[str, Any]) -> Ruleset:
    """The ruleset with the options that are among the given values; ``white_passes`` is another name for passing.

    Raises:
        BadSettings: where a value is unknown, or choices do not go together.
    """
    options = chosen(values, OPTIONS)
    if "white_passes" in values:
        options["passing"] = white_passes(values["white_passes"])
    made = replace(ruleset, **options)
    if made.can_end_without_moves and not ruleset.can_end_without_moves:
        return replace(made, no_move_loses=False)  # a setting brings no new end: "resignation only"
    return made


def plain_options(ruleset: Ruleset) -> dict[str, Any]:
    """The options of a ruleset as plain values, from which ``with_options`` makes them again."""
    values = {key: getattr(ruleset, key) for key in OPTIONS}
    word = ruleset.passing.word
    return {
        **{key: value.value if isinstance(value, StrEnum) else value for key, value in values.items()},
        "passing": word,
        "white_passes": word if isinstance(word, int) else None,
    }
