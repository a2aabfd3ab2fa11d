"""The hard ledger, after Cazenave 2005: conclusions count as certain until they are contradicted."""

from random import Random

from yurei.players.knowledge import Memory
from yurei.players.refusals import fills_eyes
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, GHOST, WHITE, read_board, string_at
from yurei.rules.judge import Reason
from yurei.rules.state import PASS, RESIGN, Kind, Try, ghost, stone

COLOURS = (BLACK, WHITE)


class HardLedger(Memory):
    """Conclusions that a seat takes as certain.

    A point on which a stone was refused is taken to hold a stone of the opponent, unless the referee gave another
    reason, until something was captured there or it is seen to be empty. If the referee tells how many stones a
    move took but not which, the assumed stones beside it are forgotten. If not even the number is told, they stay.

    Attributes:
        enemies: Points assumed to hold a stone of the opponent that is not seen.
        placed, lost: Numbers of pieces of each colour that were placed, and that are known to be removed.
    """

    def __init__(self, opening: View) -> None:
        super().__init__(opening)
        settings = opening.settings
        laid = read_board(settings.setup)[0] if settings.setup else opening.board
        self.enemies = {point for point, cell in enumerate(laid) if cell == self.colour.opponent}
        self.placed = {colour: sum(cell in (colour, colour + GHOST) for cell in laid) for colour in COLOURS}
        self.lost = dict.fromkeys(COLOURS, 0)
        self._shared = sum(seat.colour is self.colour for seat in settings.seating.seats) > 1

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        if attempt.kind is Kind.STONE and attempt.point is not None and reason in (None, Reason.OPPONENT_STONE):
            self.enemies.add(attempt.point)

    def note_move(self, told: Told, view: View) -> None:
        if told.outcome is not Outcome.MOVED:
            return
        own = told.seat == view.seat.name
        self.placed[told.mover] += 1
        mine = len([point for point in told.vanished or () if point not in (told.captured_points or ())])
        taken = told.captured_count
        if taken is None:
            taken = len(told.captured_points or told.vanished or ()) if told.mover is not self.colour else 0
        self.lost[told.mover.opponent] += taken
        self.lost[told.mover] += told.lost_count if told.lost_count is not None else (mine if own else 0)
        self.enemies.difference_update(told.captured_points or ())
        if own and told.attempt is not None and told.attempt.point is not None:
            self.enemies.discard(told.attempt.point)
            if told.captured_points is None and told.captured_count:
                self._forget_beside(told.attempt.point, view)

    def _forget_beside(self, point: int, view: View) -> None:
        """Forget the assumed strings beside a point from which stones were captured."""
        neighbours = view.settings.size.neighbours
        cells = bytes(each in self.enemies for each in range(len(view.board)))
        for beside in neighbours[point]:
            if beside in self.enemies:
                self.enemies.difference_update(string_at(cells, neighbours, beside)[0])

    def settle(self, view: View) -> None:
        """Forget the assumed stones on points in sight: the board shows what is there."""
        seen = view.in_sight
        if seen:
            self.enemies = {point for point in self.enemies if not seen >> point & 1}

    def hidden(self, view: View) -> tuple[int, int]:
        """Return the numbers of black and white stones that stand but are not on the board, if countable."""
        standing = [sum(cell in (colour, colour + GHOST) for cell in view.board) for colour in COLOURS]
        left = {
            colour: self.placed[colour] - self.lost[colour] - there
            for colour, there in zip(COLOURS, standing, strict=True)
        }
        if not self._shared:
            left[self.colour] = 0  # all of the own ones lie there
        return max(0, left[BLACK]), max(0, left[WHITE])

    def free(self, view: View) -> list[int]:
        """Return the points where a stone may be hidden: empty as far as is known, and out of sight."""
        seen = view.in_sight
        return [
            point
            for point, cell in enumerate(view.board)
            if cell == EMPTY and point not in self.enemies and not seen >> point & 1
        ]

    def tries(self, view: View) -> list[Try]:
        """Return the tries worth searching, without pass, eyes (see ``fills_eyes``) and assumed stones."""
        board, ruleset, neighbours = view.board, view.settings.ruleset, view.settings.size.neighbours
        other_ghost, fills = self.colour.opponent + GHOST, fills_eyes(ruleset)
        found = []
        for point, cell in enumerate(board):
            if (cell != EMPTY and cell != other_ghost) or point in self.enemies:
                continue
            if not fills and self.is_eye(point, view):
                continue
            found.append(stone(point))
            if ruleset.ghosts and cell == EMPTY and any(board[beside] == self.colour for beside in neighbours[point]):
                found.append(ghost(point))
        return [each for each in found if each not in self.refused]

    def is_eye(self, point: int, view: View) -> bool:
        """Return whether a point is an own eye as in playouts: at most one strange diagonal, none at the edge."""
        size, board = view.settings.size, view.board
        if any(board[beside] != self.colour for beside in size.neighbours[point]):
            return False
        corners = size.corners[point]
        strange = sum(board[corner] == self.colour.opponent or corner in self.enemies for corner in corners)
        return strange + (len(corners) < 4) < 2

    def last_resort(self, view: View, chance: Random) -> Try:
        """Return a try if none is worth searching: pass, else a try not refused yet, else resignation."""
        if self.may_pass(view):
            return PASS
        board, opponent = view.board, self.colour.opponent
        groups = (
            [point for point, cell in enumerate(board) if cell == EMPTY and point not in self.enemies],
            sorted(self.enemies),
            [point for point, cell in enumerate(board) if cell == self.colour + GHOST],
            []
            if view.settings.referee.vanishes
            else [p for p, cell in enumerate(board) if cell not in (EMPTY, opponent)],
        )
        for points in groups:
            left = [point for point in points if stone(point) not in self.refused]
            if left:
                return stone(chance.choice(left))
        return RESIGN
