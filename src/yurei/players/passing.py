"""What is left to gain: whether a player answers a pass with a pass, which ends the game, and which points are territory."""

from __future__ import annotations

from collections.abc import Sequence

from yurei.players.refusals import Refusals
from yurei.referee.noticed import empty_points
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.points import Size
from yurei.rules.scoring import regions

CONTESTED = 1 / 8
"""Largest share of the points that may be contested when a player answers a pass with a pass."""

EARLY = 2 / 3
"""Share of the points above which, while they are empty, a first pass may be a slip of the hand."""

LARGEST_TERRITORY = 7
"""Maximum size of an enclosed region that counts as territory; a larger one may hold a living enemy string."""


def opponent_passed(view: View) -> bool:
    """Return whether the last turn was the opponent's pass."""
    turns = (told for told in reversed(view.heard) if told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat)
    last = next(turns, None)
    return last is not None and last.outcome is Outcome.PASSED and last.mover is not view.seat.colour


def may_be_slip(view: View) -> bool:
    """Return whether a pass of the opponent may be a slip of the hand: their first one, on a nearly empty board."""
    passes = sum(told.outcome is Outcome.PASSED and told.mover is not view.seat.colour for told in view.heard)
    return passes == 1 and empty_points(view) > EARLY * view.settings.size.points


def leaves_enough(view: View, boards: Sequence[bytes]) -> bool:
    """Return whether the opponent's pass leaves enough to gain to play on.

    Args:
        view: The view of the player's seat.
        boards: Boards that the seat holds for possible, at least one.
    """
    size = view.settings.size
    total = sum(contested(board, size) for board in boards)
    return may_be_slip(view) or total > CONTESTED * size.points * len(boards)


def contested(board: bytes, size: Size) -> int:
    """Return the number of empty points from which pieces of both colours, or of none, can be reached."""
    return sum(len(region) for region, colours in regions(board, size) if len(colours) != 1)


def own_territory(known: Refusals, view: View) -> set[int]:
    """Return the points of own territory: small regions that own pieces enclose, without refusals.

    Larger regions count once the opponent has passed, if all of their pieces are in sight.
    """
    size = view.settings.size
    sure = not known.unseen and opponent_passed(view) and not may_be_slip(view)
    refused = {attempt.point for attempt in known.ruled_out()} | known.unlikely()
    regions = known.regions(size.points - 1 if sure else largest_territory(size))
    return {point for region in regions if not region & refused for point in region}


def largest_territory(size: Size) -> int:
    """Return the number of points up to which an enclosed region counts as territory on a board."""
    return min(LARGEST_TERRITORY, size.points // 8)
