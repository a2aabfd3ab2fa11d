"""What was told, and how a game ended, as plain values: the words of every protocol.

What this referee never tells is None; what he tells is empty, 0 or False where
there was nothing. Points are names, in the order column, then row.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yurei.referee.settings import number
from yurei.referee.sight import Seen
from yurei.referee.told import Told
from yurei.rules.board import LETTERS, Colour
from yurei.rules.points import Size
from yurei.rules.state import Result, Try


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


def seen_values(seen: Seen | None, size: Size) -> dict[str, Any] | None:
    """What has changed in a seat's sight; None under a referee without sight."""
    if seen is None:
        return None
    appeared = {size.name(point): LETTERS[cell] for point, cell in seen.appeared}
    return {"appeared": appeared, "gone": size.names(seen.gone)}


def try_values(attempt: Try, size: Size) -> dict[str, Any]:
    """A try."""
    return {"kind": attempt.kind, "point": None if attempt.point is None else size.name(attempt.point)}


def result_values(result: Result | None) -> dict[str, Any] | None:
    """How a game ended, and where it was counted the points; None while it goes on."""
    if result is None:
        return None
    ended = {"winner": colour_word(result.winner), "by": result.by}
    if result.margin is None:
        return ended
    return {**ended, "black": result.black, "white": result.white, "margin": number(result.margin)}


def colour_word(colour: Colour | None) -> str | None:
    """``black`` or ``white``; None for nobody."""
    return None if colour is None else colour.word


def _names(points: Iterable[int] | None, size: Size) -> tuple[str, ...] | None:
    return None if points is None else size.names(points)
