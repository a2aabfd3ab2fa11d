"""Observation planes and action masks of a seat, in numpy, for players that learn.

Everything is built from values of ``Told`` and from the seat's own view; ``yurei.kernel`` makes the same in compiled
code (``RefereedBatch``), and a test holds both equal. Rows and columns of a plane are those of the board: row 0 is the
lowest.

====== ================================================================================================
plane  meaning
====== ================================================================================================
0      1 where an own stone lies on the own board
1      1 where an own piece lies there that may be gone: this referee does not say which
2      1 where an opponent's stone is seen
3      1 where the seat sees what is there
4      1 where a stone was refused in this turn
5      how many moves ago the own piece there was placed
6      how many moves ago a try of the seat was refused there
7      how many moves ago the opponent's piece there was heard to be removed
8      how many moves ago the own piece there was heard to be removed, or disappeared
9      how many moves ago the opponent's piece there came into sight
10, 11 whether the last move was announced to put the opponent, the seat itself, into atari
12, 13 how many of the opponent's, of the own pieces the last move removed, as announced
14     number of the opponent's refused tries in their last turn
15     number of passes just before
16     1 for Black's seat, 2 for White's; so never 0 on the board
17, 18 with ghosts: 1 where an own ghost lies, where an opponent's is seen
19     with ghosts: 1 where a ghost was refused in this turn
====== ================================================================================================

Planes 10 to 16 are the same everywhere. "Moves ago" counts from 1, the last move; 0 is never, and 255 stands for more.
"""

import copy

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadTry
from yurei.languages import N_
from yurei.players.knowledge import Memory
from yurei.referee.sight import points_from_bits
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, view_after
from yurei.rules.board import BLACK, EMPTY, GHOST, WHITE
from yurei.rules.judge import Reason
from yurei.rules.state import PASS, RESIGN, Kind, Try, ghost, stone

PLANES, GHOST_PLANES = 17, 20
LONGEST_AGO = 255
Planes = NDArray[np.uint8]


def planes_shape(view: View) -> tuple[int, int, int]:
    """Return the shape of a seat's planes: number, height, width."""
    size = view.settings.size
    return (GHOST_PLANES if view.settings.ruleset.ghosts else PLANES), size.height, size.width


def actions_of(view: View) -> int:
    """Return the number of actions of a game, including the pass and the resignation; see ``action_of``."""
    return view.settings.size.points * (2 if view.settings.ruleset.ghosts else 1) + 2


def action_of(attempt: Try, view: View) -> int:
    """Return the action number of a try: stones by point, then ghosts by point, the pass, the resignation."""
    if attempt.point is None:
        return actions_of(view) - (2 if attempt.kind is Kind.PASS else 1)
    return attempt.point + (view.settings.size.points if attempt.kind is Kind.GHOST else 0)


def try_of(action: int, view: View) -> Try:
    """Return the try that an action number stands for, as numbered by ``action_of``."""
    actions, points = actions_of(view), view.settings.size.points
    if not 0 <= action < actions:
        message = N_("{action} is no action: the actions of this game are 0 to {last}")
        raise BadTry(message, action=action, last=actions - 1)
    if action >= actions - 2:
        return PASS if action == actions - 2 else RESIGN
    return stone(action) if action < points else ghost(action - points)


class Heard(Memory):
    """A seat's memory of what it was told, from which planes are made; made from a view with all that it has heard."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.view = view.opening
        points = view.settings.size.points
        self._placed, self._refused_at, self._taken_at, self._lost_at, self._came_at = (
            np.zeros(points, np.int64) for _ in range(5)
        )
        self._doubtful = np.zeros(points, bool)
        self._passes_in_row = self._others_refusals = 0
        self._last = [0, 0, 0, 0]
        self._own = self.colour, self.colour + GHOST
        for told in view.heard:
            self.hear(told)

    def copy(self) -> "Heard":
        """Return an independent copy of the memory."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (np.ndarray, dict, list)):
                setattr(twin, name, value.copy())
        return twin

    def hear(self, told: Told, view: View | None = None) -> None:
        """Update the memory with what was told of a try. ``view``: the seat's view after it, if the caller has it."""
        self.view = view or view_after(self.view, told)
        super().hear(told, self.view)
        if told.outcome is Outcome.ILLEGAL and told.to_move != told.seat:
            self._passes_in_row = 0  # a lost turn is no pass
        if told.mover is not self.colour:
            self._others_refusals += told.outcome is Outcome.ILLEGAL
        elif told.to_move != told.seat:
            self._others_refusals = 0

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        if attempt.point is not None:
            self._refused_at[attempt.point] = self.moves + 1
            self._doubtful[attempt.point] &= reason is not Reason.OWN_STONE

    def note_move(self, told: Told, view: View) -> None:
        own_move = told.mover is self.colour
        self._passes_in_row = self._passes_in_row + 1 if told.outcome is Outcome.PASSED else 0
        now, point = self.moves + 1, told.attempt.point if told.attempt is not None else None
        if told.seat == view.seat.name and point is not None:
            self._placed[point], self._doubtful[point] = now, False
        own, others = told.lost_by(self.colour), told.lost_by(self.colour.opponent)
        self._taken_at[list(others[0] or ())] = now
        self._lost_at[[*(own[0] or ()), *(told.vanished or ())]] = now
        self._placed[list(told.vanished or ())] = 0
        self._came_at[[place for place, _ in told.seen.appeared] if told.seen else []] = now
        on_opponent, on_mover = bool(told.atari_on_opponent), bool(told.atari_on_mover)
        ataris = (on_opponent, on_mover) if own_move else (on_mover, on_opponent)
        self._last = [*ataris, others[1] or 0, own[1] or 0]
        if told.outcome is Outcome.MOVED and not view.settings.referee.vanishes and own[1] != 0:
            self._doubtful[[place for place, cell in enumerate(view.board) if cell in self._own]] = True

    def planes(self) -> Planes:
        """Return what the seat knows as observation planes, uint8[planes, height, width]."""
        seen = np.zeros((planes_shape(self.view)[0], self.view.settings.size.points), np.uint8)
        board, other = np.frombuffer(self.view.board, np.uint8), self.colour.opponent
        seen[0] = board == self.colour
        seen[1] = self._doubtful & np.isin(board, self._own)
        seen[2] = board == other
        seen[3] = not self.view.settings.referee.hides
        seen[3, points_from_bits(self.view.in_sight)] = 1
        seen[4, list(self.refused_points())] = 1
        moments = (self._placed, self._refused_at, self._taken_at, self._lost_at, self._came_at)
        for plane, moment in enumerate(moments, 5):
            seen[plane] = np.where(moment > 0, np.minimum(self.moves + 2 - moment, LONGEST_AGO), 0)
        same = (*self._last, self._others_refusals, self._passes_in_row, self.colour)
        seen[10:17] = np.minimum(np.array(same), LONGEST_AGO)[:, None]
        if len(seen) > PLANES:
            seen[17], seen[18] = board == self.colour + GHOST, board == other + GHOST
            seen[19, list(self.refused_points(Kind.GHOST))] = 1
        return seen.reshape(planes_shape(self.view))

    def may_try(self) -> Planes:
        """Return the action mask, uint8[actions]: 0 if known to be refused; the resignation is 1 if all else is 0."""
        legal = np.zeros(actions_of(self.view), np.uint8)
        if not self.view.may_try:
            return legal
        points, ghosts = self.view.settings.size.points, self.view.settings.ruleset.ghosts
        legal[: len(legal) - 2] = 1
        for point, cell in enumerate(self.view.board):
            certain = cell != EMPTY and not (self._doubtful[point] and cell in self._own)
            legal[point] = not (certain and cell in (BLACK, WHITE))
            if ghosts:  # a ghost lies on an empty point beside an own stone
                beside = self.view.settings.size.neighbours[point]
                legal[points + point] = not certain and any(self.view.board[each] == self.colour for each in beside)
        legal[-2] = self.may_pass(self.view)
        legal[[action_of(attempt, self.view) for attempt in self.refused]] = 0
        legal[-1] = not legal.any()
        return legal
