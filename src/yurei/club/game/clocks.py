"""The clocks of a game: starting, switching after events, and losses on time."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from yurei.clocks.controls import ZERO, Control, TimeLeft, read_plain
from yurei.clocks.timekeeper import ClockState, Pause, Timekeeper, time_between
from yurei.club.model.stored import Event, EventKind, StoredGame
from yurei.rules.board import BLACK, WHITE, Colour


class GameClocks:
    """The clocks of a game, which may also have no time control.

    The clocks start when every player's chair is taken. A refused try does not switch the clock, unless it costs the
    turn; then it switches the clock, and adds an increment, as a move does. In the count after two passes each side
    has a separate time to answer.
    """

    def __init__(
        self,
        stored: StoredGame,
        colours: Mapping[str, Colour],
        clock: Callable[[], datetime],
        pauses: Sequence[Pause],
        to_move: str | None,
        free: set[str],
    ) -> None:
        agreed = stored.terms.get("clock")
        self._keeper = None if agreed is None else Timekeeper(read_plain(agreed), pauses)
        self._colours = colours
        self._clock = clock
        self._free = free  # the players' chairs on which nobody sits yet
        self._pauses = pauses
        self._answering: frozenset[Colour] = frozenset()
        self._marks: Collection[int] = frozenset()
        self._count_since: datetime | None = None
        self._switch(stored.made, to_move)

    def update(self, event: Event, mover: str | None, to_move: str | None, *, ended: bool, tries: int) -> None:
        """Update the clocks after an event. ``mover`` was the seat to move before the event, ``to_move`` is it now."""
        if event.kind is EventKind.SIT:
            self._free.discard(event.chair)
        if event.kind is EventKind.TAKEBACK_ACCEPT and self._keeper is not None:
            self._keeper.take_back(event.at, tries)
        over = mover is not None and mover != to_move and not ended and event.kind is EventKind.TRY
        self._switch(event.at, to_move, self._colours[mover] if over and mover is not None else None, tries)

    def update_count(self, at: datetime, answering: frozenset[Colour], marks: Collection[int]) -> None:
        """Restart the time for agreeing to the dead stones if the marks, or the colours to agree, changed."""
        if (answering, marks) != (self._answering, self._marks):
            self._answering, self._marks, self._count_since = answering, marks, at

    def has_time_after_takeback(self, tries: int) -> bool:
        """Return whether both colours would have time left after a takeback that keeps the first ``tries`` tries."""
        keeper, now = self._keeper, self._clock()
        return keeper is None or not any(
            keeper.left_after_takeback(each, now, tries).has_run_out for each in (BLACK, WHITE)
        )

    @property
    def control(self) -> Control | None:
        """The time control; None without clocks."""
        return None if self._keeper is None else self._keeper.control

    @property
    def now(self) -> datetime:
        """The time by the server's clock."""
        return self._clock()

    @property
    def not_started(self) -> bool:
        """Whether the clocks have not started, because a player's chair is free."""
        return bool(self._free)

    def clock_states(self) -> tuple[ClockState, ...]:
        """Return the times that the clocks display now, Black's first."""
        if self._keeper is None:
            return ()
        if (left := self._left_to_answer()) is None:
            return self._keeper.clock_states(self._clock())
        whole = self._keeper.control.answer_time
        answers = {colour: colour in self._answering for colour in (BLACK, WHITE)}
        return tuple(ClockState(colour, TimeLeft(left if late else whole), late) for colour, late in answers.items())

    def next_change(self) -> timedelta | None:
        """Return the time until a clock display changes; None if no clock runs."""
        if self._keeper is None:
            return None
        left = self._left_to_answer()
        return self._keeper.next_change(self._clock()) if left is None else left

    @property
    def count_is_overdue(self) -> bool:
        """Whether the time for agreeing to the dead stones has run out."""
        return self._left_to_answer() == ZERO

    def _left_to_answer(self) -> timedelta | None:
        """Return the time left for agreeing to the dead stones; None if no colour has to, or no clock runs."""
        if self._keeper is None or self._count_since is None or not self._answering:
            return None
        spent = time_between(self._count_since, self._clock(), self._pauses)
        return max(ZERO, self._keeper.control.answer_time - spent)

    def find_loss_on_time(self, to_move: str | None) -> Event | None:
        """Return the event by which the seat to move loses on time; None if the seat has time left."""
        now = self._clock()
        if to_move is None or self._keeper is None or not self._keeper.has_run_out(now):
            return None
        return Event(to_move, EventKind.TIME, "", now)

    def replace_late_try(self, event: Event, to_move: str | None) -> Event:
        """Return ``event``; if it is a try after the time ran out, return the loss on time of the seat to move."""
        if (
            event.kind is not EventKind.TRY
            or to_move is None
            or not self._keeper
            or not self._keeper.has_run_out(event.at)
        ):
            return event
        request = event.request if event.chair == to_move else ""
        return replace(event, chair=to_move, kind=EventKind.TIME, what="", request=request)

    def _switch(self, at: datetime, to_move: str | None, turn_over: Colour | None = None, tries: int = 0) -> None:
        if self._keeper is not None:
            running = None if to_move is None or self._free else self._colours[to_move]
            self._keeper.note_turn(at, running, turn_over, tries)
