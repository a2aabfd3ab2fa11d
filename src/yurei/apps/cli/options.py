"""Options for every setting of a game, made from the settings themselves, so that a new one appears by itself."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from yurei import referee as referees
from yurei import rules
from yurei.referee import seating as seatings
from yurei.referee.referee import Referee
from yurei.referee.settings import KEYS, Colours, Settings, read_settings
from yurei.rules.points import shortened, size_of, typed_number
from yurei.rules.ruleset import Passing, Ruleset

SIZE = ("width", "height")
FLAGS = {"ruleset": "game"}
"""Settings whose option has another name; it works under their own name too."""
LONGEST_NUMBER = 18
LISTS: Mapping[str, Iterable[Any]] = {"ruleset": rules.ALL, "referee": referees.ALL, "seating": seatings.ALL}
HELP = {
    "ruleset": "The game.",
    "passing": "Whether players may pass.",
    "white_passes": "Number of passes, White only.",
    "ghosts": "Whether ghosts can be placed.",
    "komi": "Komi, a multiple of 0.5.",
    "draw_by_agreement": "Whether the players may agree to a draw.",
    "two_game_match": "Whether two games with colours swapped form a match.",
    "tie_break": "Whether the player with fewer moves as Black wins a match of one win each.",
    "referee": "The referee.",
    "lone_self_atari": "Whether the referee announces self-atari.",
    "sight": "Number of points that a stone sees along the lines, 0 to 48; not with open and hamburg.",
    "first": "Side to move first.",
    "seating": "Seats and order of moves.",
    "handicap": "Number of handicap stones.",
}
_HINTS = {**get_type_hints(Ruleset), **get_type_hints(Referee), "first": Colours}

Command = TypeVar("Command", bound=Callable[..., Any])

RULESET_KEYS = tuple(
    key
    for key in KEYS
    if key in {field.name for field in fields(Ruleset)} - {"komi"} or key in ("white_passes", "first")
)
"""Settings that decide which moves are legal."""
GAME_KEYS = tuple(key for key in KEYS if key not in SIZE)
"""All settings but the size, which is one option."""


def flag(key: str) -> str:
    """Return the option of a setting: ``--draw-counts``."""
    return f"--{FLAGS.get(key, key).replace('_', '-')}"


def is_switch(key: str) -> bool:
    """Whether a setting is on or off."""
    return _HINTS.get(key) is bool


def values(key: str) -> tuple[str, ...]:
    """Return the values of a setting as words; none if they are numbers."""
    if key in LISTS:
        return tuple(chosen.slug for chosen in LISTS[key])
    kind = _HINTS.get(key)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(value.value for value in kind)
    if kind is Passing:
        return ("free", "none", "a number of passes for White")
    return ("yes", "no") if kind is bool else ()


def meaning(key: str) -> str:
    """Return the meaning of a setting, in a sentence."""
    kind = _HINTS.get(key)
    if key in HELP or not (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return HELP.get(key, f"{key.replace('_', ' ').capitalize()}.")
    return (inspect.getdoc(kind) or "").split("\n")[0].replace("``", "")


def with_settings(keys: Iterable[str]) -> Callable[[Command], Command]:
    """Add an option for each of these settings to a command that takes ``**settings``."""

    def decorate(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [_option(key) for key in keys]
        command.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        return command

    return decorate


def _option(key: str) -> inspect.Parameter:
    name, words = flag(key), values(key)
    if is_switch(key):
        kind: Any = Annotated[bool | None, typer.Option(f"{name}/--no-{name[2:]}", help=meaning(key))]
    else:
        known = f"{meaning(key).rstrip('.')}: {', '.join(words)}." if words else meaning(key)
        metavar = name.lstrip("-").upper() if words else "NUMBER"
        own = f"--{key.replace('_', '-')}"
        names, tab = tuple(dict.fromkeys((name, own))), completed(words)
        kind = Annotated[str | None, typer.Option(*names, metavar=metavar, help=known, autocompletion=tab)]
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def completed(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return the function with which the shell completes one of these words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete) and " " not in word]

    return complete


def whole_number(text: str | int) -> int:
    """Return a whole number from text; a number is returned as it is.

    Raises:
        BadParameter: if the text is no whole number.
    """
    if isinstance(text, int):
        return text
    if not text.lstrip("-").isdecimal() or len(text) > LONGEST_NUMBER:
        raise typer.BadParameter(f"{shortened(text)} is no whole number; try 3")
    return int(text)


def settings_of(given: Mapping[str, Any], size: str = "9") -> Settings:
    """Return the settings that options ask for.

    Raises:
        BadValue, Unknown: if they are invalid.
    """
    lines = size_of(size)
    plain = {key: _value(key, value) for key, value in given.items()}
    return read_settings({"width": lines.width, "height": lines.height, **plain})


def _value(key: str, value: Any) -> Any:
    """Return a value as settings take it: a number if the text is one."""
    if not isinstance(value, str) or key in LISTS:
        return value
    number = typed_number(value)
    return value if number is None else number
