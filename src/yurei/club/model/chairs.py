"""The chairs around a table: the players', the referee's, the audience's; and the window, for public viewing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from yurei.club.model.audience import watching
from yurei.referee.seating import AUDIENCE, Seating

REFEREE = "referee"
WINDOW = "window"
"""Public viewing, which is not a chair: everybody may look once the game is over, without a key."""


def chairs_of(seating: Seating, programs: Iterable[str] = (), terms: Mapping[str, Any] | None = None) -> list[str]:
    """Return the chairs of a table: one a seat, or one for a shared screen; the referee's; the audience's.

    There is no audience if nobody may watch.
    """
    seats = [seat.name for seat in seating.seats] if seating.hands == "each" else [seating.slug]
    audience = [] if watching(terms or {}) == "nobody" else [AUDIENCE.name]
    return [*(seat for seat in seats if seat not in set(programs)), REFEREE, *audience]
