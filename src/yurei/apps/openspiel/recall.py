"""Announcements to a seat as numbers: a row a turn, refused tries in their order."""

from __future__ import annotations

import copy

import numpy as np

from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.rules.judge import Reason
from yurei.rules.state import Kind

PLACED, CAPTURED, LOST, VANISHED, APPEARED, GONE = range(6)
LISTS = 6
"""Fields by point: 1 for a stone placed and 2 for a ghost, as far as it was told; captured, lost and disappeared
points; pieces that came into sight, by their cell; points that left it.
"""
MOVER, OUTCOME, TOOK, GAVE, ON_OPPONENT, ON_MOVER, WINNER, MARGIN = range(8)
SINGLES = 8
"""Single fields: side to move, 1 Black, 2 White; how the turn ended, 0 while it lasts; captures and losses, each plus
one; atari on either side, 2 for yes, 1 for no; winner; margin.
"""
OUTCOMES = (None, Outcome.MOVED, Outcome.PASSED, Outcome.RESIGNED)
REASONS = (None, *Reason)


def fields(settings: Settings, actions: int) -> int:
    """Return the length of a row: the lists; by action, its place among this turn's refusals; by place, the reason."""
    return LISTS * settings.size.points + 2 * actions + SINGLES


class Recall:
    """Rows of numbers, one for each turn.

    Attributes:
        rows: float32[turns, fields].
        heard: Number of tries in the rows.
    """

    def __init__(self, settings: Settings, turns: int, actions: int) -> None:
        self._points, self._actions, self._turn, self._refusals = settings.size.points, actions, 0, 0
        self.rows = np.zeros((turns, fields(settings, actions)), np.float32)
        self.heard = 0

    def copy(self) -> Recall:
        """Return a copy."""
        twin = copy.copy(self)
        twin.rows = self.rows.copy()
        return twin

    def hear(self, told: Told, seat: str) -> None:
        """Add what was told of a try."""
        self.heard += 1
        row = self.rows[self._turn]
        lists, singles = row[: LISTS * self._points].reshape(LISTS, -1), row[-SINGLES:]
        singles[MOVER] = told.mover
        if told.outcome is Outcome.ILLEGAL:
            self._refusals += 1
            order, why = row[lists.size : -SINGLES].reshape(2, -1)
            why[self._refusals - 1] = 1 + REASONS.index(told.reason)
            if told.attempt is not None:
                ghost = self._points * (told.attempt.kind is Kind.GHOST)
                point = told.attempt.point
                order[self._actions - 2 if point is None else point + ghost] = self._refusals
            return
        if told.attempt is not None and told.attempt.point is not None:
            lists[PLACED, told.attempt.point] = 1 if told.attempt.kind is Kind.STONE else 2
        for which, points in ((CAPTURED, told.captured_points), (LOST, told.lost_points), (VANISHED, told.vanished)):
            lists[which, list(points or ())] = 1
        if told.seen is not None:
            lists[GONE, list(told.seen.gone)] = 1
            for point, cell in told.seen.appeared:
                lists[APPEARED, point] = cell
        counts = (told.captured_count, told.lost_count, told.atari_on_opponent, told.atari_on_mover)
        singles[TOOK : ON_MOVER + 1] = [0 if each is None else 1 + each for each in counts]
        singles[OUTCOME] = OUTCOMES.index(told.outcome)
        if told.result is not None:
            singles[WINNER] = told.result.winner or 0
            singles[MARGIN] = told.result.margin or 0
        self._turn, self._refusals = self._turn + 1, 0
