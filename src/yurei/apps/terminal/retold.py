"""A record told again: after every try what each seat knew, and once the game is over what stood there."""

from __future__ import annotations

from collections.abc import Sequence

from yurei.apps.terminal.words import heard, tried_text
from yurei.languages import ENGLISH
from yurei.records import Record, replay
from yurei.referee.answers import Tried
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.judge import Verdict
from yurei.rules.state import Result, start


class Retold:
    """A record that has been put to a table once.

    Args:
        record: What was played.

    Attributes:
        record, settings: What was played.
        tries: Every try, with the reason of those that were refused.
        result: How the game ended; None where it did not.
        to_move: The seat to move; None after the end.
        seats: The names of the seats.

    Raises:
        BadRecord: if the record breaks its own rules.
    """

    def __init__(self, record: Record) -> None:
        self.record, self.settings = record, record.settings
        setup = record.setup or self.settings.setup
        first = start(self.settings.ruleset, self.settings.size, self.settings.komi, self.settings.first, setup)
        self.tries: list[Tried] = []
        self._truth = [first.cells]
        table = Table.of(self.settings, record.setup, witness=self._witness)
        self.seats = [seat.name for seat in self.settings.seating.seats]
        self._openings = {name: table.view(name) for name in (*self.seats, AUDIENCE.name)}
        for _, answer in replay(record, table):
            if answer is not None:
                self.tries[-1] = Tried(answer.told[AUDIENCE.name].seat, self.tries[-1].attempt, self.tries[-1].reason)
        self.result: Result | None = table.result
        self.to_move = table.to_move
        self._last = {name: table.view(name) for name in self._openings}

    def _witness(self, verdict: Verdict) -> None:
        self.tries.append(Tried("", verdict.attempt, verdict.reason))
        self._truth.append(verdict.after.cells)

    @property
    def last(self) -> int:
        """How many tries there were."""
        return len(self.tries)

    @property
    def revealed(self) -> bool:
        """Whether the game is over, so that everybody may see what stood there."""
        return self.result is not None

    def truth(self, number: int) -> bytes:
        """What stood on the reference board after so many tries."""
        return self._truth[number]

    def view(self, seat: str, number: int) -> View:
        """What a seat, or the audience, knew after so many tries."""
        return View.of(self._openings[seat], self._last[seat].heard[:number])

    def lines(self, seat: str | None, language: str = ENGLISH) -> Sequence[str]:
        """Every try as a seat heard it; None for what it was in truth."""
        if seat is None:
            return [
                f"{number}. {tried_text(tried, self.settings.size, language)}"
                for number, tried in enumerate(self.tries, 1)
            ]
        told = self._last[seat].heard[: self.last]
        return [f"{number}. {heard(each, self.settings, language)}" for number, each in enumerate(told, 1)]
