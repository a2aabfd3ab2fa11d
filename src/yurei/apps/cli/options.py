"""Options that several commands share, and the options for the settings of a game, which are made from the settings."""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from yurei import referee as referees
from yurei import rules
from yurei.apps.cli.common import BadUsage
from yurei.languages import ENGLISH, NAMES, translation
from yurei.referee import seating as seatings
from yurei.referee.referee import Referee
from yurei.referee.settings import KEYS, Colours, Settings, read_settings
from yurei.rules.points import parse_typed_number, shorten, size_of
from yurei.rules.ruleset import Passing, Ruleset

SIZE = ("width", "height")
FLAGS = {"ruleset": "game"}  # settings whose option has a different name; their own name works too
LONGEST_NUMBER = 18
MOST = 1_000_000  # upper limit of most numbers
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
GAME_KEYS = tuple(key for key in KEYS if key not in SIZE)  # all settings but the size, which is one option


def option_name(key: str) -> str:
    """Return the name of the option for a setting, such as ``--draw-counts``."""
    return f"--{FLAGS.get(key, key).replace('_', '-')}"


def setting_values(key: str) -> tuple[str, ...]:
    """Return all values of a setting as words; no words if the values are numbers."""
    if key in LISTS:
        return tuple(chosen.slug for chosen in LISTS[key])
    kind = _HINTS.get(key)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(value.value for value in kind)
    if kind is Passing:
        return ("free", "none", "a number of passes for White")
    return ("yes", "no") if kind is bool else ()


def describe_setting(key: str) -> str:
    """Return a sentence that explains a setting."""
    kind = _HINTS.get(key)
    if key in HELP or not (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return HELP.get(key, f"{key.replace('_', ' ').capitalize()}.")
    return (inspect.getdoc(kind) or "").split("\n")[0].replace("``", "")


def with_settings(keys: Iterable[str]) -> Callable[[Command], Command]:
    """Return a decorator that adds an option for each of these settings to a command with ``**settings``."""
    return with_options({key: _typed_option(key) for key in keys})


def with_options(options: Mapping[str, Any]) -> Callable[[Command], Command]:
    """Return a decorator that replaces the ``**`` parameter of a command by these options."""

    def decorate(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
            for name, kind in options.items()
        ]
        command.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        return command

    return decorate


def _typed_option(key: str) -> Any:
    """Return the annotated type of the option for a setting."""
    name, words = option_name(key), setting_values(key)
    if _HINTS.get(key) is bool:
        return Annotated[bool | None, typer.Option(f"{name}/--no-{name[2:]}", help=describe_setting(key))]
    known = f"{describe_setting(key).rstrip('.')}: {', '.join(words)}." if words else describe_setting(key)
    metavar = name.lstrip("-").upper() if words else "NUMBER"
    names = dict.fromkeys((name, f"--{key.replace('_', '-')}"))
    return Annotated[str | None, typer.Option(*names, metavar=metavar, help=known, autocompletion=completer(words))]


def completer(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a function by which a shell completes the beginning of one of these words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete) and " " not in word]

    return complete


def whole_number(text: str | int) -> int:
    """Return the whole number in a text; a number is returned unchanged."""
    if isinstance(text, int):
        return text
    if not text.lstrip("-").isdecimal() or len(text) > LONGEST_NUMBER:
        raise typer.BadParameter(f"{shorten(text)} is no whole number; try 3")
    return int(text)


def number_option(
    name: str,
    help: str,
    least: int | None = None,
    most: int = MOST,
    *,
    metavar: str = "NUMBER",
    hint: str = "",
    even: bool = False,
) -> Any:
    """Return the annotated type of an option whose value is a whole number within bounds."""

    def parse(text: str | int) -> int:
        found = whole_number(text)
        if least is not None:
            check_range(name, found, least, most, hint, even)
        return found

    return typer.Option(name, metavar=metavar, parser=parse, help=help)


def check_range(name: str, found: int, least: int, most: int, hint: str = "", even: bool = False) -> None:
    if not least <= found <= most or (even and found % 2):
        kind = "an even number" if even else "a whole number"
        raise BadUsage(f"{name} is {kind} from {least} to {most}, not {found}{hint}")


Size = Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 9, or 9x13.")]
Setup = Annotated[
    str | None, typer.Option(metavar="BOARD", help="A position to start from, rows from the top: '.B./BW./...'.")
]
Save = Annotated[str | None, typer.Option(metavar="FILE", help="Save the record to a new file, try by try.")]
RecordFile = Annotated[str, typer.Argument(metavar="RECORD", help="A record file; - for standard input.")]
Seed = Annotated[int, number_option("--seed", "Random seed.")]
Lang = Annotated[
    str | None,
    typer.Option(metavar="LANG", help=f"Language of the referee: {', '.join(NAMES)}.", autocompletion=completer(NAMES)),
]


def chosen_language(language: str | None) -> str:
    """Return ``language`` if it is given, or else the one in LC_ALL, LC_MESSAGES or LANG, or else English."""
    if language is None:
        locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
        return locale[:2] if locale[:2] in NAMES else ENGLISH
    translation(language)  # raises an error if there is no such language
    return language


def settings_of(given: Mapping[str, Any], size: str = "9") -> Settings:
    """Return the settings of a game, given the values of a command's options."""
    lines = size_of(size)
    plain = {"width": lines.width, "height": lines.height, **given}
    for key, value in given.items():
        number = parse_typed_number(value) if isinstance(value, str) and key not in LISTS else None
        plain[key] = value if number is None else number
    return read_settings(plain)
