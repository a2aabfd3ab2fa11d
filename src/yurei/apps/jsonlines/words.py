"""What the line protocol calls things: settings, verdicts, what was told, results, all as plain JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yurei.referee.settings import Settings, number
from yurei.referee.table import Attempt, Table
from yurei.referee.told import Told
from yurei.rules.board import BLACK, WHITE, Colour, board_text
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.state import Result, Try

SEATS = ("black", "white")
SETTINGS = (
    *("width", "height", "ruleset", "capture", "suicide", "repetition", "draw_counts", "passing", "white_passes"),
    *("ghosts", "scoring", "komi", "referee", "lone_self_atari", "failed_try", "first"),
)
"""The settings of the protocol."""


def settings(chosen: Settings) -> dict[str, Any]:
    """The settings in force."""
    plain = chosen.plain()
    return {key: plain[key] for key in SETTINGS}


def boards(table: Table, reference: bytes) -> dict[str, str]:
    """Each seat's own view, and the truth."""
    own = {seat: table.view(seat).board_text for seat in SEATS}
    return {**own, "reference": board_text(reference, table.settings.size)}


def attempt(answer: Attempt, verdict: Verdict, table: Table) -> dict[str, Any]:
    """The answer to a try: the truth, and inside ``told`` what each seat was told."""
    size = table.settings.size
    return {
        "accepted": answer.accepted,
        "reason": verdict.reason,
        "captured": size.names(verdict.captured),
        "removed": {
            "black_stones": size.names(verdict.removed.black_stones),
            "white_stones": size.names(verdict.removed.white_stones),
            "black_ghosts": size.names(verdict.removed.black_ghosts),
            "white_ghosts": size.names(verdict.removed.white_ghosts),
            "replaced_ghost": _word(verdict.removed.replaced),
        },
        "atari": {colour.word: colour in verdict.atari for colour in (BLACK, WHITE)},
        "to_move": table.to_move,
        "result": _result(table.result),
        "told": {seat: _told(answer.told[seat], size) for seat in SEATS},
        "en": answer.said("en"),
        "de": answer.said("de"),
        "boards": boards(table, verdict.after.cells),
    }


def reveal(table: Table) -> dict[str, Any]:
    """The reference board and every try."""
    revealed, size = table.reveal(), table.settings.size
    return {
        "reference": board_text(revealed.board, size),
        "tries": [
            {"seat": tried.seat, **_try(tried.attempt, size), "accepted": tried.reason is None, "reason": tried.reason}
            for tried in revealed.tries
        ],
        "result": _result(revealed.result),
    }


def _told(told: Told, size: Size) -> dict[str, Any]:
    return {
        "verdict": told.outcome,
        "try": None if told.attempt is None else _try(told.attempt, size),
        "reason": told.reason,
        "captured_points": _names(told.captured_points, size),
        "captured_count": told.captured_count,
        "lost_points": _names(told.lost_points, size),
        "lost_count": told.lost_count,
        "atari_on_opponent": told.atari_on_opponent,
        "atari_on_mover": told.atari_on_mover,
        "vanished": _names(told.vanished, size),
        "to_move": told.to_move,
    }


def _try(attempt: Try, size: Size) -> dict[str, Any]:
    return {"kind": attempt.kind, "point": None if attempt.point is None else size.name(attempt.point)}


def _names(points: Iterable[int] | None, size: Size) -> tuple[str, ...] | None:
    return None if points is None else size.names(points)


def _word(colour: Colour | None) -> str | None:
    return None if colour is None else colour.word


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    ended = {"winner": _word(result.winner), "by": result.by}
    if result.margin is None:
        return ended
    return {**ended, "black": result.black, "white": result.white, "margin": number(result.margin)}
