"""A record as a value: what was played, and every try in order, with its time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from yurei.referee.referee import Referee
from yurei.referee.settings import Settings
from yurei.rules.state import Try


@dataclass(frozen=True, slots=True)
class Entry:
    """One try: whose, what, whether it became a move, and when. A time has a time zone; None where it is not known."""

    seat: str
    attempt: Try
    accepted: bool
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """The players have agreed to a draw."""

    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Repeated:
    """A player has claimed a draw because the position repeats."""

    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Timeout:
    """A seat that was to move has lost on time."""

    seat: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat that was to move has stayed away, and the game was claimed."""

    seat: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Abandonment:
    """Nobody has come back, and the game has ended without a winner."""

    at: datetime | None = None


Kept = Entry | Agreement | Repeated | Timeout | Absence | Abandonment
"""What a record keeps, one of them a line."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that has played.

    Attributes:
        seat: Where it sat.
        name: Who it is, and what was set otherwise than usual: ``yurei:level=3``.
        version: Which version of it has played; None where that is not known.
    """

    seat: str
    name: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game: "its settings and the list of what was tried, accepted or not, in order, with the time of each".

    Attributes:
        settings: What was played.
        setup: The set-up position as a board text; None where there was none, and where a handicap makes it.
        ruleset_version, referee_version: Which version of each answered.
        started: When it began; None where it is not known.
        entries: What was tried, in order.
        players: The programs that have played, in the order of their seats.
        nonces: What opens the referee's seals, see ``yurei.records.verify``; none where he gave none.
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
        """The record with one more entry."""
        return replace(self, entries=(*self.entries, entry))

    def minus_last(self) -> Record:
        """The record without its last entry; the same record where it has none."""
        return replace(self, entries=self.entries[:-1])

    def under(self, referee: Referee) -> Record:
        """The same game under another referee.

        He says what he says, ``lone_self_atari`` included. What an illegal try
        costs stays as it was played: it decides whose turn it is.
        """
        another = replace(referee, failed_try=self.settings.referee.failed_try)
        return replace(self, settings=replace(self.settings, referee=another), referee_version=referee.version)


def begin(
    settings: Settings, setup: str | None = None, started: datetime | None = None, players: tuple[Program, ...] = ()
) -> Record:
    """The record of a game that begins."""
    versions = settings.ruleset.version, settings.referee.version
    return Record(settings, setup, *versions, started, players=players)
