"""The book of a game: its record, saved after every try."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from yurei.records import End, Entry, Program, Record, begin, write
from yurei.referee.settings import Settings
from yurei.rules.state import EndedBy, Try

Clock = Callable[[], datetime]


def no_book(text: str) -> None:
    """Keep nothing."""


class Book:
    """Keeps the record of a game in progress.

    Args:
        settings, setup: The game.
        clock: Returns the time, with its zone.
        keep: Called with the whole record as text whenever it has changed.
        players: The programs among the players.
    """

    def __init__(
        self,
        settings: Settings,
        setup: str | None,
        clock: Clock,
        keep: Callable[[str], None] = no_book,
        players: tuple[Program, ...] = (),
    ) -> None:
        self._clock, self._keep = clock, keep
        self.record: Record = begin(settings, setup, clock(), players)
        self._save()

    def tried(self, seat: str, attempt: Try, accepted: bool) -> None:
        """Record a try."""
        self.record = self.record.plus(Entry(seat, attempt, accepted, self._clock()))
        self._save()

    def agreed(self) -> None:
        """Record that the players have agreed to a draw."""
        self.record = self.record.plus(End(EndedBy.AGREEMENT, at=self._clock()))
        self._save()

    def take_back(self) -> None:
        """Remove the last try."""
        self.record = self.record.minus_last()
        self._save()

    def _save(self) -> None:
        self._keep(write(self.record))
