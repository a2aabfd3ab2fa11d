"""Memory of a seat for tries refused in this turn, passes and moves; the memories of players extend it."""

from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, Colour
from yurei.rules.judge import Reason
from yurei.rules.state import PASS, Kind, Try


class Memory:
    """Memory of one seat; ``hear`` updates it, and calls ``note_refusal``, ``note_move`` and ``begin_turn``.

    Args:
        opening: The seat's view before the first try.

    Attributes:
        colour: The seat's colour.
        refused: The seat's tries refused in this turn, in order; the values are their reasons, None if not told.
        passes: Number of passes of each colour.
        moves: Number of moves, passes included.
        opponent_passed: Whether the last turn was the opponent's pass.
    """

    def __init__(self, opening: View) -> None:
        assert opening.seat.colour is not None
        self.colour: Colour = opening.seat.colour
        self.refused: dict[Try, Reason | None] = {}
        self.passes = dict.fromkeys(Colour, 0)
        self.moves = 0
        self.opponent_passed = False

    def hear(self, told: Told, view: View) -> None:
        """Update with what was told, which has led to this view."""
        if told.outcome is not Outcome.ILLEGAL:
            self.begin_turn()
            self.moves += told.outcome is not Outcome.RESIGNED
            self.passes[told.mover] += told.outcome is Outcome.PASSED
            self.opponent_passed = told.outcome is Outcome.PASSED and told.mover is not self.colour
            self.note_move(told, view)
            return
        if told.seat == view.seat.name and told.attempt is not None:
            self.refused[told.attempt] = told.reason
            self.note_refusal(told.attempt, told.reason, view)
        if told.to_move != told.seat:  # the refused try has cost the turn
            self.begin_turn()
            self.opponent_passed = False

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        """Update with a refused try of this seat, before ``begin_turn`` if the try has cost the turn."""

    def note_move(self, told: Told, view: View) -> None:
        """Update with a move, a pass or an end of the game, after ``begin_turn``."""

    def begin_turn(self) -> None:
        """Forget what holds for one turn only."""
        self.refused.clear()

    def refused_points(self, kind: Kind = Kind.STONE) -> set[int]:
        """Return the points at which a piece of a kind was refused in this turn."""
        return {each.point for each in self.refused if each.kind is kind and each.point is not None}

    def may_pass(self, view: View) -> bool:
        """Return whether a pass is left, and was not refused in this turn."""
        passing = view.settings.ruleset.passing
        left = (passing.black if self.colour is BLACK else passing.white) > self.passes[self.colour]
        return left and PASS not in self.refused
