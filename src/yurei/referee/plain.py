"""Told values and results as plain values: the field names of every protocol.

A value is None if this referee never tells it, and empty, 0 or False if the referee tells that there was nothing.
Points are names, in the order column, then row.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from yurei.referee.settings import Settings, number
from yurei.referee.sight import NOTHING_NEW, Seen
from yurei.referee.told import Outcome, Told
from yurei.rules.board import LETTERS, Colour
from yurei.rules.judge import Reason
from yurei.rules.points import Size
from yurei.rules.state import EndedBy, Kind, Result, Try


def told_values(told: Told, size: Size) -> dict[str, Any]:
    """Return the plain values of what one listener was told of one try."""
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
    """Return the ``Told`` that ``told_values`` has written.

    Args:
        values: What one listener was told.
        settings: The settings of the game.
        seat: Name of the seat that tried.
        result: How the game ended with it, as ``result_values`` writes it; None while it goes on.

    Raises:
        KeyError, TypeError, ValueError, YureiError: if no referee tells these values.
    """
    size, mover = settings.size, settings.seating.seat(_player(seat, settings)).colour
    assert mover is not None
    told = Told(
        outcome=Outcome(values["verdict"]),
        seat=seat,
        mover=mover,
        attempt=None if values["try"] is None else read_try_values(values["try"], size),
        reason=None if values["reason"] is None else Reason(values["reason"]),
        captured_points=_points(values["captured_points"], size),
        captured_count=_count(values["captured_count"]),
        lost_points=_points(values["lost_points"], size),
        lost_count=_count(values["lost_count"]),
        atari_on_opponent=_flag(values["atari_on_opponent"]),
        atari_on_mover=_flag(values["atari_on_mover"]),
        vanished=_points(values["vanished"], size),
        seen=_read_seen(values["seen"], size),
        to_move=None if values["to_move"] is None else _player(values["to_move"], settings),
        result=read_result(result),
    )
    _check_form(told, settings)
    return told


def _check_form(told: Told, settings: Settings) -> None:
    """Check that a ``Told`` has the form that this referee uses.

    Raises:
        ValueError: if it has not.
    """
    if any(count is not None and count > settings.size.points for count in (told.captured_count, told.lost_count)):
        raise ValueError("so much does not lie on this board")
    if told.attempt is not None and told.attempt.kind is Kind.GHOST and not settings.ruleset.ghosts:
        raise ValueError("there are no ghosts here")
    if told.outcome is Outcome.LOST_ON_TIME:  # it is no try: nothing on a board has changed
        return
    referee = settings.referee
    if (told.vanished is None) is referee.vanishes or (told.seen is None) is bool(referee.sight):
        raise ValueError("another referee tells so")


def seen_values(seen: Seen | None, size: Size) -> dict[str, Any] | None:
    """Return the plain values of a change of sight; None under a referee without sight."""
    if seen is None:
        return None
    appeared = {size.name(point): LETTERS[cell] for point, cell in seen.appeared}
    return {"appeared": appeared, "gone": size.names(seen.gone)}


def try_values(attempt: Try, size: Size) -> dict[str, Any]:
    """Return the plain values of a try."""
    return {"kind": attempt.kind, "point": None if attempt.point is None else size.name(attempt.point)}


def read_try_values(values: Mapping[str, Any], size: Size) -> Try:
    """Return the try that ``try_values`` has written; only a stone and a ghost have a point.

    Raises:
        KeyError, TypeError, ValueError, YureiError: if it is no try.
    """
    kind, point = Kind(values["kind"]), values.get("point")
    pointless = kind in (Kind.PASS, Kind.RESIGN)
    if pointless and point is not None:
        raise ValueError(f"a {kind} has no point")
    return Try(kind, None if pointless else size.point(point))


def result_values(result: Result | None) -> dict[str, Any] | None:
    """Return the plain values of a result, with points if it was counted; None while the game goes on."""
    if result is None:
        return None
    ended = {"winner": colour_word(result.winner), "by": result.by}
    if result.margin is None:
        return ended
    return {**ended, "black": result.black, "white": result.white, "margin": number(result.margin)}


def read_result(values: Mapping[str, Any] | None) -> Result | None:
    """Return the result that ``result_values`` has written.

    Raises:
        KeyError, TypeError, ValueError: if it is no result.
    """
    if values is None:
        return None
    winner = None if values["winner"] is None else Colour[values["winner"].upper()]
    margin = values.get("margin")
    return Result(
        winner,
        EndedBy(values["by"]),
        _count(values.get("black")),
        _count(values.get("white")),
        None if margin is None else float(margin),
    )


def colour_word(colour: Colour | None) -> str | None:
    """Return ``black`` or ``white``; None if there is no colour."""
    return None if colour is None else colour.word


def _names(points: Iterable[int] | None, size: Size) -> tuple[str, ...] | None:
    return None if points is None else size.names(points)


def _points(names: Iterable[str] | None, size: Size) -> tuple[int, ...] | None:
    if isinstance(names, str):
        raise TypeError("points come in a list")
    return None if names is None else size.in_order(size.point(name) for name in names)


def _count(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise TypeError("a count is a whole number, 0 or more")


def _flag(value: object) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise TypeError("it is true, false, or not said")


def _player(name: object, settings: Settings) -> str:
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
