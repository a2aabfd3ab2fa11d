"""The clocks of one game, one for each side: whose runs, since when, and what is left at any moment.

It is told what happened and when, and looks at no clock of its own: what was
told makes it again after a restart. Four seats of two colours share two clocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yurei.clocks.controls import ZERO, Control, Left
from yurei.rules.board import BLACK, WHITE, Colour

Pause = tuple[datetime, datetime]
"""A time in which no server was there: nobody is charged for it."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a clock shows at a moment.

    Attributes:
        colour: Whose it is.
        left: What is left.
        running: Whether this side is to move, and pays for it.
    """

    colour: Colour
    left: Left
    running: bool


class Timekeeper:
    """Both clocks of a game.

    Args:
        control: How they go.
        pauses: When no server was there, in order.
    """

    def __init__(self, control: Control, pauses: Sequence[Pause] = ()) -> None:
        self.control = control
        self._pauses = pauses
        self._left = {BLACK: control.full(), WHITE: control.full()}
        self._turns = {BLACK: 0, WHITE: 0}
        self._to_move: Colour | None = None
        self._since: datetime | None = None

    def note(self, at: datetime, to_move: Colour | None, turn_over: Colour | None = None) -> None:
        """Something has happened that changes whose time runs.

        Args:
            at: When.
            to_move: Whose time runs from now on; None for nobody's.
            turn_over: Whose turn has ended by it.
        """
        if self._to_move is not None:
            self._left[self._to_move] = self.left(self._to_move, at)
        if turn_over is not None:
            if turn_over is self._to_move and self._pays(turn_over):
                self._left[turn_over] = self.control.turn_over(self._left[turn_over])
            self._turns[turn_over] += 1
        self._to_move, self._since = to_move, at

    @property
    def to_move(self) -> Colour | None:
        """Whose time runs, or would, were his first turn not free."""
        return self._to_move

    def left(self, colour: Colour, now: datetime) -> Left:
        """What is left on a side's clock."""
        left = self._left[colour]
        if colour is not self._to_move or not self._pays(colour):
            return left
        return self.control.spent(left, self._charged(now))

    def faces(self, now: datetime) -> tuple[Face, ...]:
        """What both clocks show, Black's first."""
        return tuple(Face(colour, self.left(colour, now), self._runs(colour)) for colour in (BLACK, WHITE))

    def fallen(self, now: datetime) -> bool:
        """Whether the side to move has no time left."""
        return self._to_move is not None and self.left(self._to_move, now).fallen

    def next_change(self, now: datetime) -> timedelta | None:
        """How long until the main time, a period, or all time is used up; None where no clock runs."""
        if self._to_move is None or not self._runs(self._to_move):
            return None
        return self.left(self._to_move, now).running

    def _runs(self, colour: Colour) -> bool:
        return colour is self._to_move and self._pays(colour)

    def _pays(self, colour: Colour) -> bool:
        return self._turns[colour] > 0 or not self.control.first_turn_free

    def _charged(self, now: datetime) -> timedelta:
        """The time since the last change, less the time in which no server was there.

        The last sign of life of a server is as old as its last beat. What was told later proves that it still was there.
        """
        assert self._since is not None
        return passed(self._since, now, self._pauses)


def passed(since: datetime, now: datetime, pauses: Sequence[Pause]) -> timedelta:
    """The time between two moments, less the time in which no server was there."""
    paused = sum((max(ZERO, end - max(since, begin)) for begin, end in pauses if end <= now), ZERO)
    return max(ZERO, now - since - paused)
