"""Simple conclusions from what was told: refused points, likely enemy stones, eyes."""

from __future__ import annotations

from dataclasses import dataclass, field

from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, Colour, strings
from yurei.rules.judge import Reason
from yurei.rules.ruleset import Capture, Ruleset
from yurei.rules.state import Kind

_STANDS_THERE = {Reason.OPPONENT_STONE, None}
"""Reasons that make an enemy stone likely; None if the referee gives no reasons."""

FORGOTTEN_AFTER = 12
"""Number of own moves after which a refusal is forgotten, as the stone there may be gone."""


@dataclass
class Knowledge:
    """One seat's simple conclusions from what it was told; ``hear`` updates them.

    Attributes:
        colour: The seat's colour.
        refused: The tries refused in this turn, as pairs of kind and point.
        enemies: Points that probably hold an enemy stone.
        enemy_last_liberties, own_last_liberties: Only liberties of strings, as far as is seen.
        hunted: The point of the seat's last move if it put the opponent into atari; else None.
        passes_used: Number of passes of the seat's colour.
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
        """Return what a seat knows before the first try."""
        assert opening.seat.colour is not None
        known = cls(opening.seat.colour)
        known._look_around(opening)
        return known

    def hear(self, told: Told, view: View) -> None:
        """Update with what was told, which has led to this view."""
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
        """Update the likely enemy stones, and the strings with one liberty left."""
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
        """Return whether the point looks like an own eye: own stones on all neighbours, and on enough diagonal
        points.
        """
        size, board = view.settings.size, view.board
        if any(board[beside] != self.colour for beside in size.neighbours[point]):
            return False
        corners = size.corners[point]
        strange = sum(board[corner] != self.colour for corner in corners)
        return strange <= (1 if len(corners) == 4 else 0)

    def may_pass(self, view: View) -> bool:
        """Return whether a pass is left."""
        passing = view.settings.ruleset.passing
        return self.passes_used < (passing.black if self.colour is BLACK else passing.white)


def fills_eyes(ruleset: Ruleset) -> bool:
    """Return whether filling an own eye may be worth it: only if strings of both colours are captured at once.

    A string that loses its last liberty then takes its neighbours along, and a player without other moves fills eyes.
    """
    return ruleset.capture is Capture.SIMULTANEOUS
