"""Canonical bytes of ``Told`` and ``View`` values: equal values have equal bytes, different values different bytes.

The format is JSON in UTF-8, with sorted keys and without spaces, in the words of ``yurei.referee.plain``: the same
in every process and on every machine. The bytes can be stored, sent and hashed, and identify all that a seat
knows.

A view is written as its opening and what was heard since; reading it rebuilds the board. Settings are written by
their names; a ruleset, referee or seating that is not yurei's own is written with all its choices.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

from yurei import rules
from yurei.errors import BadValue, YureiError
from yurei.languages import N_
from yurei.referee import seating as seatings
from yurei.referee.plain import read_result, read_told, result_values, told_values
from yurei.referee.referee import Captures, FailedTry, Referee
from yurei.referee.seating import Seat, Seating
from yurei.referee.settings import Settings, number, referee_of
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour, read_board
from yurei.rules.options import with_options
from yurei.rules.points import Size
from yurei.rules.ruleset import Example, Komi, Passing, Ruleset

Value = TypeVar("Value")
Values = dict[str, Any]

COLOURS = {colour.word: colour for colour in (BLACK, WHITE)}


def told_to_bytes(told: Told, settings: Settings) -> bytes:
    """Return the canonical bytes of a ``Told``."""
    return _written(_told_values(told, settings.size))


def told_from_bytes(data: bytes, settings: Settings) -> Told:
    """Return the ``Told`` with these canonical bytes.

    Raises:
        BadValue: if no ``Told`` under these settings has these bytes.
    """
    return _read(data, lambda values: _told(values, settings), lambda told: told_to_bytes(told, settings))


def view_to_bytes(view: View) -> bytes:
    """Return the canonical bytes of a view."""
    heard_end = view.heard[-1].result if view.heard else None
    return _written(
        {
            "settings": settings_values(view.settings),
            "seat": view.seat.name,
            "opening": view.opening.board_text,
            "heard": [_told_values(told, view.settings.size) for told in view.heard],
            # Draws by agreement and abandoned games end without a ``Told``.
            "end": None if view.result == heard_end else result_values(view.result),
        }
    )


def view_from_bytes(data: bytes) -> View:
    """Return the view with these canonical bytes.

    Raises:
        BadValue: if no view has these bytes.
    """
    return _read(data, _view, view_to_bytes)


def _view(values: Values) -> View:
    settings = settings_of(values["settings"])
    board, _ = read_board(values["opening"], settings.size)
    opening = View.begin(settings, settings.seating.seat(values["seat"]), board)
    view = View.of(opening, (_told(each, settings) for each in values["heard"]))
    return view if values["end"] is None else replace(view, to_move=None, result=read_result(values["end"]))


def _written(values: Values) -> bytes:
    return json.dumps(values, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode()


def _read(data: bytes, value_of: Callable[[Values], Value], bytes_of: Callable[[Value], bytes]) -> Value:
    """Parse canonical bytes; refuse bytes that differ from the canonical ones of the parsed value."""
    try:
        value = value_of(json.loads(data))
        if bytes_of(value) == data:
            return value
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, YureiError):
        pass
    raise BadValue(N_("these bytes are neither a view nor anything that was told")) from None


# Told values.


def _told_values(told: Told, size: Size) -> Values:
    whole = {"seat": told.seat, "mover": told.mover.word, "result": result_values(told.result)}
    return told_values(told, size) | whole


def _told(values: Values, settings: Settings) -> Told:
    return read_told(values, settings, values["seat"], values["result"])


# Settings.


def settings_values(settings: Settings) -> Values:
    """Return settings as plain values: ``Settings.plain``, and all choices of what cannot be found by its name."""
    ruleset, referee, seating = settings.ruleset, settings.referee, settings.seating
    plain, own = settings.plain(), {}
    given = {key: value for key, value in plain.items() if value is not None}
    # Usually it is in its list, with options that its plain values name.
    if not _is_found(ruleset, lambda: with_options(rules.get(ruleset.slug), given)):
        own["ruleset"] = _ruleset_values(ruleset)
    if not _is_found(referee, lambda: referee_of(given)):
        own["referee"] = asdict(referee)
    if not _is_found(seating, lambda: seatings.get(seating.slug)):
        own["seating"] = asdict(seating)
    return {**plain, "own": own}


def settings_of(values: Mapping[str, Any]) -> Settings:
    """Return the settings that ``settings_values`` has written.

    Raises:
        BadValue, LookupError, TypeError: if the values are not such settings.
    """
    own, given = values["own"], {key: value for key, value in values.items() if value is not None and key != "own"}
    return Settings(
        ruleset=_ruleset(own["ruleset"]) if "ruleset" in own else with_options(rules.get(values["ruleset"]), given),
        referee=_referee(own["referee"]) if "referee" in own else referee_of(given),
        seating=_seating(own["seating"]) if "seating" in own else seatings.get(values["seating"]),
        size=Size(values["width"], values["height"]),
        komi=None if values["komi"] is None else float(values["komi"]),
        first=COLOURS[values["first"]],
        handicap=values["handicap"],
    )


def _is_found(value: object, find: Callable[[], object]) -> bool:
    """Return whether a function returns the value."""
    try:
        return find() == value
    except YureiError:
        return False


def _ruleset_values(ruleset: Ruleset) -> Values:
    """Return the choices of a ruleset; its sentences and examples are left out, as they do not affect play."""
    passing, komi = ruleset.passing, ruleset.komi
    endless = [None if math.isinf(often) else number(often) for often in (passing.black, passing.white)]
    return {
        **{key: getattr(ruleset, key) for key in _PLAIN},
        "passing": {"word": passing.word, "black": endless[0], "white": endless[1]},
        "komi": komi and {**asdict(komi), "odd": number(komi.odd), "even": number(komi.even)},
    }


_APART = ("passing", "komi", "sentences", "endings", "examples")
_PLAIN = tuple(each.name for each in fields(Ruleset) if each.name not in _APART)
"""Ruleset fields that are written unchanged: all but those with a format of their own and the texts of its page."""
_WORDS: dict[str, Callable[[Any], Any]] = {
    key: kind for key, kind in get_type_hints(Ruleset).items() if isinstance(kind, type) and issubclass(kind, StrEnum)
}


def _ruleset(values: Values) -> Ruleset:
    passing, komi = values["passing"], values["komi"]
    return Ruleset(
        **{key: _WORDS[key](values[key]) if key in _WORDS else values[key] for key in _PLAIN},
        passing=Passing(
            passing["word"], *(math.inf if passing[key] is None else passing[key] for key in ("black", "white"))
        ),
        komi=None if komi is None else Komi(**komi),
    )


def _referee(values: Values) -> Referee:
    return Referee(
        **{
            **values,
            "captures": Captures(values["captures"]),
            "owner_hears": Captures(values["owner_hears"]),
            "failed_try": FailedTry(values["failed_try"]),
            "examples": tuple(Example(**each) for each in values["examples"]),
        }
    )


def _seating(values: Values) -> Seating:
    seats = (Seat(each["name"], each["colour"] and Colour(each["colour"]), each["board"]) for each in values["seats"])
    return Seating(**{**values, "seats": tuple(seats)})
