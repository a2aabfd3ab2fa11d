"""Values of the line protocol: settings, verdicts, tellings, results, all as plain JSON values."""

from collections.abc import Collection
from typing import Any

from yurei.referee.answers import Attempt
from yurei.referee.plain import colour_word, result_values, told_values, try_values
from yurei.referee.settings import KEYS, Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, board_text
from yurei.rules.judge import Verdict

SETTINGS = (
    *("width", "height", "ruleset", "capture", "suicide", "repetition", "draw_counts", "passing", "white_passes"),
    *("ghosts", "scoring", "komi", "referee", "lone_self_atari", "failed_try", "sight", "first"),
)
"""Settings that every answer to ``new`` names."""
OF_PEOPLE = ("draw_by_agreement", "two_game_match", "tie_break")
"""Settings agreed on between people and between games; a program that asks the referee has none of them."""
MORE = tuple(key for key in KEYS if key not in (*SETTINGS, *OF_PEOPLE))
"""Settings added later: named only in answers to programs that ask for one of them; others see no change."""
ALL, TOLD = "all", "told"
ANSWERS = (ALL, TOLD)
"""Contents of answers: everything, or only what seats were told and what was said aloud."""


def seats(chosen: Settings) -> list[str]:
    """Return the names of the seats."""
    return [seat.name for seat in chosen.seating.seats]


def settings(chosen: Settings, more: Collection[str] = ()) -> dict[str, Any]:
    """Return the settings in force; with ``more`` also the later ones that were asked for."""
    plain = chosen.plain()
    # In force is also what cannot be chosen: with a referee that excludes the option, there may be no sight.
    in_force = {"sight": chosen.referee.sight if chosen.referee.hides else None}
    return {key: plain[key] for key in SETTINGS} | in_force | {key: plain[key] for key in MORE if key in more}


def boards(table: Table, reference: bytes | None) -> dict[str, str]:
    """Return each seat's own view, and the truth if it is given."""
    own = {seat: table.view(seat).board_text for seat in seats(table.settings)}
    return own if reference is None else {**own, "reference": board_text(reference, table.settings.size)}


def told(answer: Attempt, table: Table, reference: bytes | None = None) -> dict[str, Any]:
    """Return the answer to a try without the truth, but for the reference board if given: each seat's own part."""
    size = table.settings.size
    return {
        "to_move": table.to_move,
        "result": result_values(table.result),
        "told": {seat: told_values(answer.told[seat], size) for seat in seats(table.settings)},
        "en": answer.said("en"),
        "de": answer.said("de"),
        "boards": boards(table, reference),
    }


def attempt(answer: Attempt, verdict: Verdict, table: Table) -> dict[str, Any]:
    """Return the answer to a try: the truth, and inside ``told`` what each seat was told."""
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
        **told(answer, table, verdict.after.cells),
    }


def reveal(table: Table) -> dict[str, Any]:
    """Return the reference board and every try."""
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
