"""Conversion of ``Told``, ``Result`` and ``View`` to plain values for JSON, and to canonical bytes, and back.

A value is None if this referee never tells it, and empty, 0 or False if the referee tells that there was nothing.
Points are names, in the order column, then row.

Equal ``Told`` and ``View`` values have equal canonical bytes, different values different bytes: JSON in UTF-8, with
sorted keys and without spaces. A view is written as its opening and what was heard since; reading it rebuilds the
board. A ruleset, referee or seating that is not yurei's own is written with all its choices.
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields, replace
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

from yurei import rules
from yurei.errors import BadValue, YureiError
from yurei.languages import N_
from yurei.referee import seating as seatings
from yurei.referee.referee import Captures, FailedTry, Referee
from yurei.referee.settings import Settings, number, referee_of
from yurei.referee.sight import NOTHING_NEW, Seen
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import LETTERS, Colour, read_board
from yurei.rules.judge import Reason
from yurei.rules.points import Size
from yurei.rules.ruleset import Example, Komi, Passing, Ruleset, with_options
from yurei.rules.state import EndedBy, Kind, Result, Try


def told_values(told: Told, size: Size) -> dict[str, Any]:
    """Return a ``Told`` as plain values, with the field names of the line protocol."""
    return {
        "verdict": told.outcome,
        "try": None if told.attempt is None else try_values(told.attempt, size),
        "reason": told.reason,
        "captured_points": _names(told.captured_points, size),
        "captured_count": told.captured_count,
        "lost_points": _names(told.lost_points, size),
        "lost_count": told.lost_count,
        "atari_on_opponent": told.atari_on_opponent,
        "atari_on_mover": told.atari_on_mover,
        "vanished": _names(told.vanished, size),
        "seen": seen_values(told.seen, size),
        "to_move": told.to_move,
    }


PIECES = {letter: cell for cell, letter in enumerate(LETTERS) if cell}
"""Cells by letter, for the pieces on a point."""


def read_told(
    values: Mapping[str, Any], settings: Settings, seat: str, result: Mapping[str, Any] | None = None
) -> Told:
    """Parse the output of ``told_values`` for a try by ``seat``; ``result`` is given if the try ended the game.

    Raises:
        KeyError, TypeError, ValueError, YureiError: if no referee tells these values.
    """
    size, mover = settings.size, settings.seating.seat(_read_player(seat, settings)).colour
    assert mover is not None
    told = Told(
        outcome=Outcome(values["verdict"]),
        seat=seat,
        mover=mover,
        attempt=None if values["try"] is None else read_try_values(values["try"], size),
        reason=None if values["reason"] is None else Reason(values["reason"]),
        captured_points=_points(values["captured_points"], size),
        captured_count=_read_count(values["captured_count"]),
        lost_points=_points(values["lost_points"], size),
        lost_count=_read_count(values["lost_count"]),
        atari_on_opponent=_read_flag(values["atari_on_opponent"]),
        atari_on_mover=_read_flag(values["atari_on_mover"]),
        vanished=_points(values["vanished"], size),
        seen=_read_seen(values["seen"], size),
        to_move=None if values["to_move"] is None else _read_player(values["to_move"], settings),
        result=read_result(result),
    )
    _check_form(told, settings)
    return told


def _check_form(told: Told, settings: Settings) -> None:
    """Raise ``ValueError`` if the referee of these settings cannot have told this."""
    if any(count is not None and count > settings.size.points for count in (told.captured_count, told.lost_count)):
        raise ValueError("so much does not lie on this board")
    if told.attempt is not None and told.attempt.kind is Kind.GHOST and not settings.ruleset.ghosts:
        raise ValueError("there are no ghosts here")
    if told.outcome is Outcome.LOST_ON_TIME:  # not a try: nothing on a board has changed
        return
    referee = settings.referee
    if (told.vanished is None) is referee.vanishes or (told.seen is None) is bool(referee.sight):
        raise ValueError("another referee tells so")


def seen_values(seen: Seen | None, size: Size) -> dict[str, Any] | None:
    """Return a change of sight as plain values; None under a referee without sight."""
    if seen is None:
        return None
    appeared = {size.name(point): LETTERS[cell] for point, cell in seen.appeared}
    return {"appeared": appeared, "gone": size.names(seen.gone)}


def try_values(attempt: Try, size: Size) -> dict[str, Any]:
    """Return a try as plain values: its kind, and the name of its point."""
    return {"kind": attempt.kind, "point": None if attempt.point is None else size.name(attempt.point)}


def read_try_values(values: Mapping[str, Any], size: Size) -> Try:
    """Parse the output of ``try_values``; only a stone and a ghost have a point.

    Raises:
        KeyError, TypeError, ValueError, YureiError: if it is no try.
    """
    kind, point = Kind(values["kind"]), values.get("point")
    pointless = kind in (Kind.PASS, Kind.RESIGN)
    if pointless and point is not None:
        raise ValueError(f"a {kind} has no point")
    return Try(kind, None if pointless else size.point(point))


def result_values(result: Result | None) -> dict[str, Any] | None:
    """Return a result as plain values, with the points if they were counted; None for None."""
    if result is None:
        return None
    ended = {"winner": colour_word(result.winner), "by": result.by}
    if result.margin is None:
        return ended
    return {**ended, "black": result.black, "white": result.white, "margin": number(result.margin)}


def read_result(values: Mapping[str, Any] | None) -> Result | None:
    """Parse the output of ``result_values``; raise KeyError, TypeError or ValueError if it is invalid."""
    if values is None:
        return None
    winner = None if values["winner"] is None else Colour[values["winner"].upper()]
    black, white, margin = _read_count(values.get("black")), _read_count(values.get("white")), values.get("margin")
    return Result(winner, EndedBy(values["by"]), black, white, None if margin is None else float(margin))


def colour_word(colour: Colour | None) -> str | None:
    """Return ``black`` or ``white`` for a colour; None for None."""
    return None if colour is None else colour.word


def _names(points: Iterable[int] | None, size: Size) -> tuple[str, ...] | None:
    return None if points is None else size.names(points)


def _points(names: Iterable[str] | None, size: Size) -> tuple[int, ...] | None:
    if isinstance(names, str):
        raise TypeError("points come in a list")
    return None if names is None else size.in_order(size.point(name) for name in names)


def _read_count(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise TypeError("a count is a whole number, 0 or more")


def _read_flag(value: object) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise TypeError("it is true, false, or not said")


def _read_player(name: object, settings: Settings) -> str:
    if isinstance(name, str) and name in (seat.name for seat in settings.seating.seats):
        return name
    raise ValueError("this is none of those who play")


def _read_seen(values: Mapping[str, Any] | None, size: Size) -> Seen | None:
    if values is None:
        return None
    cells = {size.point(name): PIECES[letter] for name, letter in values["appeared"].items()}
    appeared = tuple((point, cells[point]) for point in size.in_order(cells))
    gone = _points(values["gone"], size) or ()
    return Seen(appeared, gone) if appeared or gone else NOTHING_NEW


Value = TypeVar("Value")
Values = dict[str, Any]


def told_to_bytes(told: Told, settings: Settings) -> bytes:
    """Return the canonical bytes of a ``Told``: equal values have equal bytes."""
    return _canonical_bytes(_told_values(told, settings.size))


def told_from_bytes(data: bytes, settings: Settings) -> Told:
    """Parse the canonical bytes of a ``Told``; raise ``BadValue`` if no ``Told`` under these settings has them."""
    return _parse(data, lambda values: _read_told(values, settings), lambda told: told_to_bytes(told, settings))


def view_to_bytes(view: View) -> bytes:
    """Return the canonical bytes of a view: equal views have equal bytes."""
    heard_end = view.heard[-1].result if view.heard else None
    return _canonical_bytes(
        {
            "settings": _settings_values(view.settings),
            "seat": view.seat.name,
            "opening": view.opening.board_text,
            "heard": [_told_values(told, view.settings.size) for told in view.heard],
            # A draw by agreement and an abandoned game have no ``Told`` for their end.
            "end": None if view.result == heard_end else result_values(view.result),
        }
    )


def view_from_bytes(data: bytes) -> View:
    """Parse the canonical bytes of a view; raise ``BadValue`` if no view has these bytes."""
    return _parse(data, _read_view, view_to_bytes)


def _read_view(values: Values) -> View:
    settings = _read_settings(values["settings"])
    board, _ = read_board(values["opening"], settings.size)
    opening = View.begin(settings, settings.seating.seat(values["seat"]), board)
    view = View.of(opening, (_read_told(each, settings) for each in values["heard"]))
    return view if values["end"] is None else replace(view, to_move=None, result=read_result(values["end"]))


def _canonical_bytes(values: Values) -> bytes:
    return json.dumps(values, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode()


def _parse(data: bytes, value_of: Callable[[Values], Value], bytes_of: Callable[[Value], bytes]) -> Value:
    """Parse canonical bytes; refuse them if they differ from the canonical bytes of the parsed value."""
    try:
        value = value_of(json.loads(data))
        if bytes_of(value) == data:
            return value
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, YureiError):
        pass
    raise BadValue(N_("these bytes are neither a view nor anything that was told")) from None


def _told_values(told: Told, size: Size) -> Values:
    whole = {"seat": told.seat, "mover": told.mover.word, "result": result_values(told.result)}
    return told_values(told, size) | whole


def _read_told(values: Values, settings: Settings) -> Told:
    return read_told(values, settings, values["seat"], values["result"])


def _settings_values(settings: Settings) -> Values:
    """Return settings as plain values, with all choices of a ruleset, referee or seating that is not in its list."""
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


def _read_settings(values: Values) -> Settings:
    own, given = values["own"], {key: value for key, value in values.items() if value is not None and key != "own"}
    return Settings(
        ruleset=_own_ruleset(own["ruleset"]) if "ruleset" in own else with_options(rules.get(values["ruleset"]), given),
        referee=_own_referee(own["referee"]) if "referee" in own else referee_of(given),
        seating=_own_seating(own["seating"]) if "seating" in own else seatings.get(values["seating"]),
        size=Size(values["width"], values["height"]),
        komi=None if values["komi"] is None else float(values["komi"]),
        first=Colour[values["first"].upper()],
        handicap=values["handicap"],
    )


def _is_found(value: object, find: Callable[[], object]) -> bool:
    try:
        return find() == value
    except YureiError:
        return False


def _ruleset_values(ruleset: Ruleset) -> Values:
    """Return the choices of a ruleset as plain values, without the texts and examples of its page."""
    passing, komi = ruleset.passing, ruleset.komi
    endless = [None if math.isinf(often) else number(often) for often in (passing.black, passing.white)]
    return {
        **{key: getattr(ruleset, key) for key in _PLAIN},
        "passing": {"word": passing.word, "black": endless[0], "white": endless[1]},
        "komi": komi and {**asdict(komi), "odd": number(komi.odd), "even": number(komi.even)},
    }


_APART = ("passing", "komi", "sentences", "endings", "examples")
_PLAIN = tuple(each.name for each in fields(Ruleset) if each.name not in _APART)
"""Ruleset fields that are written unchanged: all but those with a special format, and the texts of its page."""
_WORDS: dict[str, Callable[[Any], Any]] = {
    key: kind for key, kind in get_type_hints(Ruleset).items() if isinstance(kind, type) and issubclass(kind, StrEnum)
}


def _own_ruleset(values: Values) -> Ruleset:
    passing, komi = values["passing"], values["komi"]
    return Ruleset(
        **{key: _WORDS[key](values[key]) if key in _WORDS else values[key] for key in _PLAIN},
        passing=Passing(
            passing["word"], *(math.inf if passing[key] is None else passing[key] for key in ("black", "white"))
        ),
        komi=None if komi is None else Komi(**komi),
    )


def _own_referee(values: Values) -> Referee:
    return Referee(
        **{
            **values,
            "captures": Captures(values["captures"]),
            "owner_hears": Captures(values["owner_hears"]),
            "failed_try": FailedTry(values["failed_try"]),
            "examples": tuple(Example(**each) for each in values["examples"]),
        }
    )


def _own_seating(values: Values) -> seatings.Seating:
    seats = (
        seatings.Seat(each["name"], each["colour"] and Colour(each["colour"]), each["board"])
        for each in values["seats"]
    )
    return seatings.Seating(**{**values, "seats": tuple(seats)})
