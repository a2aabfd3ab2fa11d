"""The two clocks of a game: which clock runs, and the remaining time of each side.

Events and their times are passed in, and the system clock is never read, so a restart can rebuild the state from
the same events. Four seats of two colours share two clocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from yurei.clocks.controls import ZERO, Control, TimeLeft
from yurei.rules.board import BLACK, WHITE, Colour

Pause = tuple[datetime, datetime]
"""Begin and end of a period without a running server, which counts for no clock."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """State of one side's clock for display: the remaining time, and whether the clock runs."""

    colour: Colour
    left: TimeLeft
    running: bool


class Turn(NamedTuple):
    """A finished turn: the number of tries in the game at its end, the time spent, whether it gained time."""

    tries: int
    spent: timedelta
    gains: bool


class Timekeeper:
    """Both clocks of a game. The clock of ``to_move`` runs, unless the first turn of that side is free."""

    def __init__(self, control: Control, pauses: Sequence[Pause] = ()) -> None:
        self.control = control
        self._pauses = pauses
        self._left = {BLACK: control.time_at_start(), WHITE: control.time_at_start()}
        self._turns: dict[Colour, list[Turn]] = {BLACK: [], WHITE: []}
        self._spent = {BLACK: ZERO, WHITE: ZERO}  # time spent on the present turn until ``_since``
        self.to_move: Colour | None = None
        self._since: datetime | None = None

    def note_turn(self, at: datetime, to_move: Colour | None, turn_over: Colour | None = None, tries: int = 0) -> None:
        """Record that a turn ended or the side to move changed at the time ``at``, after ``tries`` tries in all."""
        if self.to_move is not None:
            self._left[self.to_move] = self.time_left(self.to_move, at)
            self._spent[self.to_move] += self._running_since(self.to_move, at)
        if turn_over is not None:
            if gains := self._is_running(turn_over):
                self._left[turn_over] = self.control.after_turn(self._left[turn_over])
            self._turns[turn_over].append(Turn(tries, self._spent[turn_over], gains))
            self._spent[turn_over] = ZERO
        self.to_move, self._since = to_move, at

    def take_back(self, at: datetime, tries: int) -> None:
        """Undo all turns after the first ``tries`` tries: time gained in them is lost, time spent stays spent."""
        self.note_turn(at, None)
        for colour, turns in self._turns.items():
            self._left[colour] = self.left_after_takeback(colour, at, tries)
            self._spent[colour] += sum((turn.spent for turn in turns if turn.tries > tries), ZERO)
            self._turns[colour] = [turn for turn in turns if turn.tries <= tries]

    def left_after_takeback(self, colour: Colour, now: datetime, tries: int) -> TimeLeft:
        """Return a side's remaining time if all turns after the first ``tries`` tries were taken back."""
        left, spent = self.control.time_at_start(), ZERO
        for turn in self._turns[colour]:
            spent += turn.spent
            if turn.tries <= tries:
                left, spent = self.control.after_thinking(left, spent), ZERO
                left = self.control.after_turn(left) if turn.gains else left
        return self.control.after_thinking(left, spent + self._spent[colour] + self._running_since(colour, now))

    def time_left(self, colour: Colour, now: datetime) -> TimeLeft:
        """Return the remaining time on a side's clock."""
        return self.control.after_thinking(self._left[colour], self._running_since(colour, now))

    def clock_states(self, now: datetime) -> tuple[ClockState, ...]:
        """Return the state of both clocks for display, Black's first."""
        return tuple(
            ClockState(colour, self.time_left(colour, now), self._is_running(colour)) for colour in (BLACK, WHITE)
        )

    def has_run_out(self, now: datetime) -> bool:
        """Return whether the side to move has no time left."""
        return self.to_move is not None and self.time_left(self.to_move, now).has_run_out

    def next_change(self, now: datetime) -> timedelta | None:
        """Return the time until the main time or the present period is used up; None if no clock runs."""
        if self.to_move is None or not self._is_running(self.to_move):
            return None
        return self.time_left(self.to_move, now).running

    def _running_since(self, colour: Colour, now: datetime) -> timedelta:
        """Return the time for which a side's clock has run since the last event; zero if it does not run."""
        if not self._is_running(colour):
            return ZERO
        assert self._since is not None
        return time_between(self._since, now, self._pauses)

    def _is_running(self, colour: Colour) -> bool:
        return colour is self.to_move and (bool(self._turns[colour]) or not self.control.first_turn_free)


def time_between(since: datetime, now: datetime, pauses: Sequence[Pause]) -> timedelta:
    """Return the time between two moments, minus the time without a running server.

    A server's last sign of life is its last recorded heartbeat. A later recorded event proves that it was still
    running then.
    """
    paused = sum((max(ZERO, end - max(since, begin)) for begin, end in pauses if end <= now), ZERO)
    return max(ZERO, now - since - paused)
