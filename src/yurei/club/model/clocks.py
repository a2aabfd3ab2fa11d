"""The clocks of a game: their start, the events that switch them, and the tries that come too late."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from yurei.clocks.controls import ZERO, Control, Left, read_plain
from yurei.clocks.timekeeper import Face, Pause, Timekeeper, passed
from yurei.club.model.stored import Event, EventKind
from yurei.rules.board import BLACK, WHITE, Colour


class GameClocks:
    """The clocks of a game; none if the players have agreed on none.

    The clocks start when every player's chair is taken. A refused try that leaves the turn leaves the clock; one that
    costs the turn ends it like any other, and gains what a turn gains. In the count after two passes each side has a
    separate time to answer.

    Args:
        terms: The terms agreed on beside the rules, the clock among them.
        colour_of: Returns the colour of a seat.
        clock: Tells the time.
        pauses: Periods without a server.
    """

    def __init__(
        self,
        terms: Mapping[str, Any],
        colour_of: Callable[[str], Colour],
        clock: Callable[[], datetime],
        pauses: Sequence[Pause] = (),
    ) -> None:
        agreed = terms.get("clock")
        self._keeper = None if agreed is None else Timekeeper(read_plain(agreed), pauses)
        self._colour_of = colour_of
        self._clock = clock
        self._awaited: set[str] = set()
        self._pauses = pauses
        self._answering: frozenset[Colour] = frozenset()
        self._marks: Collection[int] = frozenset()
        self._count_since: datetime | None = None

    def begin(self, at: datetime, to_move: str | None, awaited: Iterable[str]) -> None:
        """Start with the players' chairs that are still free when the game is created."""
        self._awaited = set(awaited)
        self._wind(at, to_move)

    def update(self, event: Event, mover: str | None, to_move: str | None, *, ended: bool, tries: int) -> None:
        """Update the clocks after an event.

        Args:
            event: The event.
            mover, to_move: The seats to move before and after it.
            ended: Whether the event ended the game out of turn, so that no turn was completed.
            tries: Number of tries after it that were not taken back.
        """
        if event.kind is EventKind.SIT:
            self._awaited.discard(event.chair)
        if event.kind is EventKind.TAKEBACK_ACCEPT and self._keeper is not None:
            self._keeper.take_back(event.at, tries)
        over = mover is not None and mover != to_move and not ended and event.kind is EventKind.TRY
        self._wind(event.at, to_move, self._colour_of(mover) if over and mover is not None else None, tries)

    def outlast_takeback(self, tries: int) -> bool:
        """Return whether both sides have time left if all but the first ``tries`` tries are taken back now."""
        keeper, now = self._keeper, self._clock()
        return keeper is None or not any(keeper.left_after_takeback(each, now, tries).fallen for each in (BLACK, WHITE))

    def update_count(self, at: datetime, answering: frozenset[Colour], marks: Collection[int]) -> None:
        """Restart the time to answer if other colours have to answer, or other stones are marked."""
        if (answering, marks) != (self._answering, self._marks):
            self._answering, self._marks, self._count_since = answering, marks, at

    @property
    def control(self) -> Control | None:
        """The time control; None without clocks."""
        return None if self._keeper is None else self._keeper.control

    @property
    def waiting(self) -> bool:
        """Whether a player's chair is still free, so that no clock runs."""
        return bool(self._awaited)

    def faces(self) -> tuple[Face, ...]:
        """Return the displays of the clocks now, Black's first."""
        if self._keeper is None:
            return ()
        if (left := self._left_to_answer()) is None:
            return self._keeper.faces(self._clock())
        answers = {colour: colour in self._answering for colour in (BLACK, WHITE)}
        whole = self._keeper.control.count_time
        return tuple(Face(colour, Left(left if late else whole), late) for colour, late in answers.items())

    def next_change(self) -> timedelta | None:
        """Return the time until a clock display changes; None if no clock runs."""
        if self._keeper is None:
            return None
        left = self._left_to_answer()
        return self._keeper.next_change(self._clock()) if left is None else left

    @property
    def count_is_overdue(self) -> bool:
        """Whether the time to answer the count has run out."""
        return self._left_to_answer() == ZERO

    def _left_to_answer(self) -> timedelta | None:
        """Return the time left to answer the count; None if no answer is awaited, or no clock runs."""
        if self._keeper is None or self._count_since is None or not self._answering:
            return None
        spent = passed(self._count_since, self._clock(), self._pauses)
        return max(ZERO, self._keeper.control.count_time - spent)

    def loss(self, to_move: str | None) -> Event | None:
        """Return the loss on time of the seat to move; None if it has time left."""
        now = self._clock()
        if to_move is None or self._keeper is None or not self._keeper.fallen(now):
            return None
        return Event(to_move, EventKind.TIME, "", now)

    def in_time(self, event: Event, to_move: str | None) -> Event:
        """Return the event itself; for a try that comes too late, the loss on time of the seat to move."""
        if (
            event.kind is not EventKind.TRY
            or to_move is None
            or self._keeper is None
            or not self._keeper.fallen(event.at)
        ):
            return event
        request = event.request if event.chair == to_move else ""
        return replace(event, chair=to_move, kind=EventKind.TIME, what="", request=request)

    def _wind(self, at: datetime, to_move: str | None, turn_over: Colour | None = None, tries: int = 0) -> None:
        if self._keeper is not None:
            runs = to_move is not None and not self._awaited
            self._keeper.note(at, self._colour_of(to_move) if runs and to_move is not None else None, turn_over, tries)
