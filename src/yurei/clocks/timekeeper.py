"""The clocks of one game, one for each side: which runs, since when, and the remaining time at any moment.

Events and their times are passed in, and the system clock is never read, so a restart can rebuild the state from
the same events. Four seats of two colours share two clocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yurei.clocks.controls import ZERO, Control, Left
from yurei.rules.board import BLACK, WHITE, Colour

Pause = tuple[datetime, datetime]
"""Begin and end of a time without a running server, which is charged to nobody."""


@dataclass(frozen=True, slots=True)
class Face:
    """Display of a clock at a moment.

    Attributes:
        colour: The colour of the clock's side.
        left: The remaining time.
        running: Whether this side is to move, and its time runs.
    """

    colour: Colour
    left: Left
    running: bool


class Timekeeper:
    """Both clocks of a game.

    Args:
        control: The time control.
        pauses: Times without a running server, in order.

    Attributes:
        control: The time control.
        to_move: The colour whose time runs, or would run if its first turn were not free; None for neither.
    """

    def __init__(self, control: Control, pauses: Sequence[Pause] = ()) -> None:
        self.control = control
        self._pauses = pauses
        self._left = {BLACK: control.full(), WHITE: control.full()}
        self._turns = {BLACK: 0, WHITE: 0}
        self.to_move: Colour | None = None
        self._since: datetime | None = None

    def note(self, at: datetime, to_move: Colour | None, turn_over: Colour | None = None) -> None:
        """Record an event that changes which clock runs.

        Args:
            at: Time of the event.
            to_move: The colour whose time runs from now on; None for neither.
            turn_over: The colour whose turn has ended.
        """
        if self.to_move is not None:
            self._left[self.to_move] = self.left(self.to_move, at)
        if turn_over is not None:
            if turn_over is self.to_move and self._pays(turn_over):
                self._left[turn_over] = self.control.turn_over(self._left[turn_over])
            self._turns[turn_over] += 1
        self.to_move, self._since = to_move, at

    def left(self, colour: Colour, now: datetime) -> Left:
        """Return the remaining time on a side's clock."""
        left = self._left[colour]
        if not self._runs(colour):
            return left
        assert self._since is not None
        return self.control.spent(left, passed(self._since, now, self._pauses))

    def faces(self, now: datetime) -> tuple[Face, ...]:
        """Return the displays of both clocks, Black's first."""
        return tuple(Face(colour, self.left(colour, now), self._runs(colour)) for colour in (BLACK, WHITE))

    def fallen(self, now: datetime) -> bool:
        """Return whether the side to move has no time left."""
        return self.to_move is not None and self.left(self.to_move, now).fallen

    def next_change(self, now: datetime) -> timedelta | None:
        """Return the time until the main time, a period, or all time is used up; None if no clock runs."""
        if self.to_move is None or not self._runs(self.to_move):
            return None
        return self.left(self.to_move, now).running

    def _runs(self, colour: Colour) -> bool:
        return colour is self.to_move and self._pays(colour)

    def _pays(self, colour: Colour) -> bool:
        return self._turns[colour] > 0 or not self.control.first_turn_free


def passed(since: datetime, now: datetime, pauses: Sequence[Pause]) -> timedelta:
    """Return the time between two moments, less the time without a running server.

    A server's last sign of life is its last recorded heartbeat. A later recorded event proves that it was still
    running then.
    """
    paused = sum((max(ZERO, end - max(since, begin)) for begin, end in pauses if end <= now), ZERO)
    return max(ZERO, now - since - paused)
