"""The chairs around a table: the players', the referee's, the audience's; and the window, which is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from yurei.club.model.audience import watching
from yurei.referee.seating import AUDIENCE, Seating

REFEREE = "referee"
WINDOW = "window"
"""No chair: through the window everybody may look once the game is over, without a key."""


def chairs_of(seating: Seating, programs: Iterable[str] = (), terms: Mapping[str, Any] | None = None) -> list[str]:
    """The chairs around a table: one a seat, or one for all where one screen serves all; the referee's, the audience's.

    Where nobody may watch there is no audience.
    """
    seats = [seat.name for seat in seating.seats] if seating.hands == "each" else [seating.slug]
    audience = [] if watching(terms or {}) == "nobody" else [AUDIENCE.name]
    return [*(seat for seat in seats if seat not in set(programs)), REFEREE, *audience]
