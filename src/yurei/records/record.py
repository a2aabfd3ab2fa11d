"""Records as values: the settings, and every try in order, with its time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from yurei.referee.referee import Referee
from yurei.referee.settings import Settings
from yurei.rules.state import EndedBy, Try


@dataclass(frozen=True, slots=True)
class Entry:
    """One try: its seat, the try, whether it became a move, and its time. A time has a time zone; None if unknown."""

    seat: str
    attempt: Try
    accepted: bool
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class End:
    """An end of a game without a try: by agreement, repetition, abandonment, or by time or absence of a seat.

    Attributes:
        by: Reason of the end; its value is its word in a record.
        seat: The seat that was to move, and lost on time or by absence; None for other ends.
        at: Time of the end; None if unknown.
    """

    by: EndedBy
    seat: str | None = None
    at: datetime | None = None


Kept = Entry | End
"""Entry of a record, one per line."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that has played.

    Attributes:
        seat: The seat that it played.
        name: Its name and its parameters that are not as by default: ``yurei:level=3``.
        version: The version that played; None if unknown.
    """

    seat: str
    name: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game: "its settings and the list of what was tried, accepted or not, in order, with the time of each".

    Attributes:
        settings: The settings of the game.
        setup: The set-up position as a board text; None if there was none, and if a handicap makes it.
        ruleset_version, referee_version: The versions that judged the game.
        started: When it began; None if unknown.
        entries: The tries, and an end without a try, in order.
        players: The programs that have played, in the order of their seats.
        nonces: The nonces of the referee's seals, see ``yurei.records.verify``; empty without seals.
    """

    settings: Settings
    setup: str | None
    ruleset_version: int
    referee_version: int
    started: datetime | None = None
    entries: tuple[Kept, ...] = ()
    players: tuple[Program, ...] = ()
    nonces: tuple[str, ...] = ()

    def plus(self, entry: Kept) -> Record:
        """Return the record with one more entry."""
        return replace(self, entries=(*self.entries, entry))

    def minus_last(self) -> Record:
        """Return the record without its last entry; the same record if it has none."""
        return replace(self, entries=self.entries[:-1])

    def under(self, referee: Referee) -> Record:
        """Return the same game under another referee.

        All of that referee's announcements apply, including ``lone_self_atari``. The cost of an illegal try stays
        as it was played, since it decides whose turn it is.
        """
        another = replace(referee, failed_try=self.settings.referee.failed_try)
        return replace(self, settings=replace(self.settings, referee=another), referee_version=referee.version)


def begin(
    settings: Settings, setup: str | None = None, started: datetime | None = None, players: tuple[Program, ...] = ()
) -> Record:
    """Return the record of a new game."""
    versions = settings.ruleset.version, settings.referee.version
    return Record(settings, setup, *versions, started, players=players)
