"""What somebody looks for first on his own board: what was just taken, and where he has just tried. Both follow from his view."""

from __future__ import annotations

from yurei.referee.told import Outcome
from yurei.referee.view import View


def just_taken(view: View) -> set[int]:
    """The points from which, as this seat was told, the last move has taken something."""
    moved = next((told for told in reversed(view.heard) if told.outcome is not Outcome.ILLEGAL), None)
    if moved is None:
        return set()
    seen = view.in_sight if moved.seen else 0
    # What went out of sight may stand there still; where it went under one's eyes it was taken.
    seen_to_go = [point for point in (moved.seen.gone if moved.seen else ()) if seen >> point & 1]
    return {*(moved.captured_points or ()), *(moved.lost_points or ()), *(moved.vanished or ()), *seen_to_go}


def last_own_try(view: View) -> tuple[int, bool] | None:
    """The point of a seat's own last try, and whether it was refused."""
    for told in reversed(view.heard):
        if told.seat == view.seat.name and told.attempt is not None:
            point = told.attempt.point
            return None if point is None else (point, told.outcome is Outcome.ILLEGAL)
    return None
