"""What follows from what was told at once: which points were refused, where the opponent stands, which points are eyes."""

from __future__ import annotations

from dataclasses import dataclass, field

from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, Colour, strings
from yurei.rules.judge import Reason
from yurei.rules.ruleset import Capture, Ruleset
from yurei.rules.state import Kind

_STANDS_THERE = {Reason.OPPONENT_STONE, None}
"""Reasons that make an enemy stone likely; None is a referee who gives none."""

FORGOTTEN_AFTER = 12
"""How many of one's own moves a refusal is remembered: what stood there may be gone."""


@dataclass
class Knowledge:
    """What a seat can tell from what it was told; kept up to date told by told.

    Attributes:
        colour: The seat's colour.
        refused: What was refused in this turn, as pairs of kind and point.
        enemies: Points where the opponent probably stands.
        enemy_last_liberties, own_last_liberties: Where, as far as is seen, a string has its only liberty.
        hunted: The point of the seat's last move, where it put the opponent into atari; None otherwise.
        passes_used: How often the seat's colour has passed.
        opponent_passed: Whether the last turn was the opponent's pass.
    """

    colour: Colour
    refused: set[tuple[Kind, int | None]] = field(default_factory=set)
    enemies: set[int] = field(default_factory=set)
    enemy_last_liberties: set[int] = field(default_factory=set)
    own_last_liberties: set[int] = field(default_factory=set)
    hunted: int | None = None
    passes_used: int = 0
    opponent_passed: bool = False
    _refused_at: dict[int, int] = field(default_factory=dict)
    _own_moves: int = 0

    @classmethod
    def at(cls, opening: View) -> Knowledge:
        """What a seat knows before the first try."""
        assert opening.seat.colour is not None
        known = cls(opening.seat.colour)
        known._look_around(opening)
        return known

    def hear(self, told: Told, view: View) -> None:
        """Take in what was told, which has led to this view."""
        own = told.seat == view.seat.name
        if told.outcome is not Outcome.ILLEGAL:
            self._note_move(told, view)
            self._own_moves += own
            for point in told.captured_points or ():
                self._refused_at.pop(point, None)
        elif own:
            self._note_refusal(told)
        self._look_around(view)

    def _look_around(self, view: View) -> None:
        """Note where the opponent stands as far as can be told, and whose string has one liberty left."""
        seen, opponent = view.in_sight, self.colour.opponent
        self.enemies = {
            point
            for point, moves in self._refused_at.items()
            if self._own_moves - moves <= FORGOTTEN_AFTER and view.board[point] == EMPTY and not seen >> point & 1
        }
        self.enemies |= {point for point, cell in enumerate(view.board) if cell == opponent}
        last = {self.colour: self.own_last_liberties, opponent: self.enemy_last_liberties}
        for points in last.values():
            points.clear()
        for stones, liberties in strings(view.board, view.settings.size) if seen else ():
            if len(liberties) == 1:
                last[Colour(view.board[stones[0]])].update(liberties)

    def _note_refusal(self, told: Told) -> None:
        assert told.attempt is not None
        self.refused.add((told.attempt.kind, told.attempt.point))
        if told.attempt.point is not None and told.reason in _STANDS_THERE:
            self._refused_at[told.attempt.point] = self._own_moves

    def _note_move(self, told: Told, view: View) -> None:
        self.refused.clear()
        own = told.mover is self.colour
        self.opponent_passed = not own and told.outcome is Outcome.PASSED
        self.passes_used += own and told.outcome is Outcome.PASSED
        if told.seat == view.seat.name:
            put_into_atari = told.atari_on_opponent and told.attempt is not None
            self.hunted = told.attempt.point if put_into_atari and told.attempt else None

    def is_eye(self, point: int, view: View) -> bool:
        """Whether the point looks like an own eye: own stones all around, and on enough of the corners."""
        size, board = view.settings.size, view.board
        if any(board[beside] != self.colour for beside in size.neighbours[point]):
            return False
        corners = size.corners[point]
        strange = sum(board[corner] != self.colour for corner in corners)
        return strange <= (1 if len(corners) == 4 else 0)

    def may_pass(self, view: View) -> bool:
        """Whether a pass is left."""
        passing = view.settings.ruleset.passing
        return self.passes_used < (passing.black if self.colour is BLACK else passing.white)


def fills_eyes(ruleset: Ruleset) -> bool:
    """Whether an own eye may be worth a stone: where strings of both colours go at once.

    A string that has lost its last liberty takes its neighbours along there, and who runs out of moves elsewhere goes on in his eyes.
    """
    return ruleset.capture is Capture.SIMULTANEOUS
