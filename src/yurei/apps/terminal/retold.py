"""A record told again: each seat's knowledge after every try, and after the end the true board."""

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
    """A record that has been replayed once at a table.

    Args:
        record: The record.

    Attributes:
        settings: The settings of the record.
        tries: Every try, with the reason of refusals.
        boards: The reference boards: before the first try, and after each.
        result: The result; None for a game in progress.
        to_move: The seat to move; None after the end.
        seats: The names of the seats.

    Raises:
        BadRecord: if the record breaks its own rules.
    """

    def __init__(self, record: Record) -> None:
        self.settings = record.settings
        setup = record.setup or self.settings.setup
        first = start(self.settings.ruleset, self.settings.size, self.settings.komi, self.settings.first, setup)
        self.tries: list[Tried] = []
        self.boards = [first.cells]
        table = Table.of(self.settings, record.setup, witness=self._witness)
        self.seats = [seat.name for seat in self.settings.seating.seats]
        self._openings = {name: table.view(name) for name in (*self.seats, AUDIENCE.name)}
        for _, answer in replay(record, table):
            if answer is not None:
                self.tries[-1] = Tried(answer.told[AUDIENCE.name].seat, self.tries[-1].attempt, self.tries[-1].reason)
        self.result: Result | None = table.result
        self.to_move = table.to_move
        self._views = {name: table.view(name) for name in self._openings}

    def _witness(self, verdict: Verdict) -> None:
        self.tries.append(Tried("", verdict.attempt, verdict.reason))
        self.boards.append(verdict.after.cells)

    def view(self, seat: str, number: int) -> View:
        """Return the view of a seat, or of the audience, after a number of tries."""
        return View.of(self._openings[seat], self._views[seat].heard[:number])

    def lines(self, seat: str | None, language: str = ENGLISH) -> Sequence[str]:
        """Return every try as a seat heard it; None for the truth."""
        if seat is None:
            return [
                f"{number}. {tried_text(tried, self.settings.size, language)}"
                for number, tried in enumerate(self.tries, 1)
            ]
        told = self._views[seat].heard[: len(self.tries)]
        return [f"{number}. {heard(each, self.settings, language)}" for number, each in enumerate(told, 1)]
