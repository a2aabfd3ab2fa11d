"""What the line protocol calls things: settings, verdicts, what was told, results, all as plain JSON values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from yurei.referee.answers import Attempt
from yurei.referee.plain import colour_word, result_values, told_values, try_values
from yurei.referee.settings import KEYS, Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, Colour, board_text
from yurei.rules.judge import Verdict

SETTINGS = (
    *("width", "height", "ruleset", "capture", "suicide", "repetition", "draw_counts", "passing", "white_passes"),
    *("ghosts", "scoring", "komi", "referee", "lone_self_atari", "failed_try", "sight", "first"),
)
"""The settings of the protocol, which every answer to ``new`` names."""
OF_PEOPLE = ("draw_by_agreement", "two_game_match", "tie_break")
"""Settings of what is agreed on between people and between games, which a program that asks the referee has none of."""
MORE = tuple(key for key in KEYS if key not in (*SETTINGS, *OF_PEOPLE))
"""Settings that came later: they are named to who asks for one of them, and everybody else is answered as before."""
ALL, TOLD = "all", "told"
ANSWERS = (ALL, TOLD)
"""What answers hold: everything, or nothing but what seats were told and what was said aloud."""


def seats(chosen: Settings) -> list[str]:
    """The names of the seats."""
    return [seat.name for seat in chosen.seating.seats]


def settings(chosen: Settings, more: Collection[str] = ()) -> dict[str, Any]:
    """The settings in force; with ``more`` those that were asked for beside the usual ones."""
    plain = chosen.plain()
    # In force is also what cannot be chosen: a referee with whom the option does not go may be one without sight.
    in_force = {"sight": chosen.referee.sight if chosen.referee.hides else None}
    return {key: plain[key] for key in SETTINGS} | in_force | {key: plain[key] for key in MORE if key in more}


def boards(table: Table, reference: bytes | None) -> dict[str, str]:
    """Each seat's own view, and the truth, where that is given."""
    own = {seat: table.view(seat).board_text for seat in seats(table.settings)}
    return own if reference is None else {**own, "reference": board_text(reference, table.settings.size)}


def told(answer: Attempt, table: Table) -> dict[str, Any]:
    """The answer to a try as far as anybody but who runs the referee may hear it: each seat its own part."""
    size = table.settings.size
    return {
        "to_move": table.to_move,
        "result": result_values(table.result),
        "told": {seat: told_values(answer.told[seat], size) for seat in seats(table.settings)},
        "en": answer.said("en"),
        "de": answer.said("de"),
        "boards": boards(table, None),
    }


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
            "replaced_ghost": colour_word(verdict.removed.replaced),
        },
        "atari": {colour.word: colour in verdict.atari for colour in (BLACK, WHITE)},
        "to_move": table.to_move,
        "result": result_values(table.result),
        "told": {seat: told_values(answer.told[seat], size) for seat in seats(table.settings)},
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
            {
                "seat": tried.seat,
                **try_values(tried.attempt, size),
                "accepted": tried.reason is None,
                "reason": tried.reason,
            }
            for tried in revealed.tries
        ],
        "result": result_values(revealed.result),
    }


def outcome(winner: Colour | None, distance: int | None) -> dict[str, Any]:
    """How a game ends where both play as well as can be, and after how many plies; ``distance`` is null for a draw."""
    return {"value": "draw" if winner is None else winner.word, "distance": distance}
