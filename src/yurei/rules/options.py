"""Ruleset options by name, and readers of their plain values."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.rules.points import shortened
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Ruleset, Scoring, Suicide, passing_of, white_passes

Read = Callable[[str, object], Any]
"""Function that makes an option's value from its name and a plain value; raises BadSettings for a bad value."""


def choice(options: type[StrEnum], key: str, value: Any) -> Any:
    """Return the member of an option's enumeration with this value.

    Raises:
        BadSettings: if there is none.
    """
    try:
        return options(value)
    except ValueError:
        known = ", ".join(repr(option.value) for option in options)
        raise BadSettings(
            N_("{key} is one of {known}, not {value}"), key=key, known=known, value=shortened(value)
        ) from None


def flag(key: str, value: object) -> bool:
    """Return a boolean value unchanged.

    Raises:
        BadSettings: if it is not True or False.
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
"""Readers of all ruleset options, by option name."""

OF_THE_GAME = ("first_capture_wins", "board")
"""Names of the ruleset fields that define the game itself; no setting changes them.

``no_move_loses`` is one of these, too; it has no effect in most games, and ``with_options`` removes it.
"""


def of_the_game(ruleset: Ruleset) -> dict[str, Any]:
    """Return the game-defining fields of a ruleset that differ from their defaults."""
    usual = {each.name: each.default for each in fields(Ruleset)}
    return {key: getattr(ruleset, key) for key in OF_THE_GAME if getattr(ruleset, key) != usual[key]}


def chosen(values: Mapping[str, Any], known: Mapping[str, Read]) -> dict[str, Any]:
    """Read the known options that are among the given values."""
    return {key: read(key, values[key]) for key, read in known.items() if key in values}


def with_options(ruleset: Ruleset, values: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset with the given options applied; ``white_passes`` is another name for passing.

    Raises:
        BadSettings: if a value is unknown, or choices do not go together.
    """
    options = chosen(values, OPTIONS)
    if "white_passes" in values:
        options["passing"] = white_passes(values["white_passes"])
    made = replace(ruleset, **options)
    if made.can_end_without_moves and not ruleset.can_end_without_moves:
        return replace(made, no_move_loses=False)  # no option adds a new end to a game: "resignation only"
    return made


def plain_options(ruleset: Ruleset) -> dict[str, Any]:
    """Return the options of a ruleset as plain values, which ``with_options`` can read."""
    values = {key: getattr(ruleset, key) for key in OPTIONS}
    word = ruleset.passing.word
    return {
        **{key: value.value if isinstance(value, StrEnum) else value for key, value in values.items()},
        "passing": word,
        "white_passes": word if isinstance(word, int) else None,
    }
