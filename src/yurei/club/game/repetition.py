"""Detection of repeated positions in games whose only repetition rule is simple ko, see decision 0051.

The referee announces the repetition; until the next move either side may claim a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yurei.rules.board import position
from yurei.rules.ruleset import Repetition

if TYPE_CHECKING:
    from yurei.club.game.game import Game

RETURNS = 3
"""Returns of a position, with the same side to move, after which the referee announces the repetition."""


def repeats(game: Game) -> bool:
    """Return whether the newest move has made a position that stood ``RETURNS`` times before."""
    if game.settings.ruleset.repetition is not Repetition.SIMPLE_KO or game.over or not game.judged:
        return False
    newest = game.judged[-1].verdict
    if not newest.accepted or newest.attempt.point is None:
        return False  # no early exit for captures: its time would leak them
    same = position if game.settings.ruleset.ghosts else bytes  # "a ghost counts as its colour"
    now, to_move = same(newest.after.cells), newest.after.to_move
    alike = [each.verdict for each in game.judged if same(each.verdict.after.cells) == now]
    moves = [each for each in alike if each.accepted and each.attempt.point is not None]
    stood = sum(each.after.to_move is to_move for each in moves)
    if stood < RETURNS:
        return False
    opening = game.opening
    return stood + (opening.to_move is to_move and same(opening.cells) == now) > RETURNS
