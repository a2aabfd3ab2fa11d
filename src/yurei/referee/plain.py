"""What was told, and how a game ended, as plain values: the words of every protocol.

What this referee never tells is None; what he tells is empty, 0 or False where
there was nothing. Points are names, in the order column, then row.
"""

from __future__ import annotations

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
    """What one listener was told of one try."""
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


def read_told(
    values: Mapping[str, Any], settings: Settings, seat: str, result: Mapping[str, Any] | None = None
) -> Told:
    """What ``told_values`` has written, read back.

    Args:
        values: What one listener was told.
        settings: What is played.
        seat: Who has tried.
        result: How the game ended with it, as ``result_values`` writes it; None while it goes on.

    Raises:
        KeyError, TypeError, ValueError, YureiError: where it is nothing that a referee tells.
    """
    size, mover = settings.size, settings.seating.seat(seat).colour
    if mover is None:
        raise TypeError("the audience tries nothing")
    return Told(
        outcome=Outcome(values["verdict"]),
        seat=seat,
        mover=mover,
        attempt=None if values["try"] is None else read_try_values(values["try"], size),
        reason=None if values["reason"] is None else Reason(values["reason"]),
        captured_points=_points(values["captured_points"], size),
        captured_count=values["captured_count"],
        lost_points=_points(values["lost_points"], size),
        lost_count=values["lost_count"],
        atari_on_opponent=values["atari_on_opponent"],
        atari_on_mover=values["atari_on_mover"],
        vanished=_points(values["vanished"], size),
        seen=_read_seen(values["seen"], size),
        to_move=values["to_move"],
        result=read_result(result),
    )


def seen_values(seen: Seen | None, size: Size) -> dict[str, Any] | None:
    """What has changed in a seat's sight; None under a referee without sight."""
    if seen is None:
        return None
    appeared = {size.name(point): LETTERS[cell] for point, cell in seen.appeared}
    return {"appeared": appeared, "gone": size.names(seen.gone)}


def try_values(attempt: Try, size: Size) -> dict[str, Any]:
    """A try."""
    return {"kind": attempt.kind, "point": None if attempt.point is None else size.name(attempt.point)}


def read_try_values(values: Mapping[str, Any], size: Size) -> Try:
    """What ``try_values`` has written, read back; a point goes with a stone and a ghost alone.

    Raises:
        KeyError, TypeError, ValueError, YureiError: where it is no try.
    """
    kind, point = Kind(values["kind"]), values.get("point")
    pointless = kind in (Kind.PASS, Kind.RESIGN)
    if pointless and point is not None:
        raise ValueError(f"a {kind} has no point")
    return Try(kind, None if pointless else size.point(point))


def result_values(result: Result | None) -> dict[str, Any] | None:
    """How a game ended, and where it was counted the points; None while it goes on."""
    if result is None:
        return None
    ended = {"winner": colour_word(result.winner), "by": result.by}
    if result.margin is None:
        return ended
    return {**ended, "black": result.black, "white": result.white, "margin": number(result.margin)}


def read_result(values: Mapping[str, Any] | None) -> Result | None:
    """What ``result_values`` has written, read back.

    Raises:
        KeyError, TypeError, ValueError: where it is no result.
    """
    if values is None:
        return None
    winner = None if values["winner"] is None else Colour[values["winner"].upper()]
    margin = values.get("margin")
    return Result(
        winner,
        EndedBy(values["by"]),
        values.get("black"),
        values.get("white"),
        None if margin is None else float(margin),
    )


def colour_word(colour: Colour | None) -> str | None:
    """``black`` or ``white``; None for nobody."""
    return None if colour is None else colour.word


def _names(points: Iterable[int] | None, size: Size) -> tuple[str, ...] | None:
    return None if points is None else size.names(points)


def _points(names: Iterable[str] | None, size: Size) -> tuple[int, ...] | None:
    return None if names is None else tuple(size.point(name) for name in names)


def _read_seen(values: Mapping[str, Any] | None, size: Size) -> Seen | None:
    if values is None:
        return None
    appeared = tuple((size.point(name), LETTERS.index(letter)) for name, letter in values["appeared"].items())
    gone = tuple(size.point(name) for name in values["gone"])
    return Seen(appeared, gone) if appeared or gone else NOTHING_NEW
