"""Records of games as values, and their replay at a table.

A replay judges every try again at a table, and the table's verdicts count.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol, Self

from yurei.errors import BadRecord, OutOfTurn, YureiError
from yurei.languages import N_, Words
from yurei.referee.announce import Attempt
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings
from yurei.rules.state import RESIGN, EndedBy, Result, Try


@dataclass(frozen=True, slots=True)
class Entry:
    """One try in a record: seat, try, whether it was accepted, time (with a time zone; None if unknown)."""

    seat: str
    attempt: Try
    accepted: bool
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game without a try: by agreement, repetition, abandonment, time or absence.

    ``by`` is the reason, written in a record by its value; ``at`` is None if the time is unknown.
    """

    by: EndedBy
    seat: str | None = None
    at: datetime | None = None


Kept = Entry | End
"""Entry of a record, one per line."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that played a seat: its name with the parameters that are not defaults (``yurei:level=3``)."""

    seat: str
    name: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a game: its settings, and all tries in order, accepted or not, with their times.

    Attributes:
        setup: The set-up position as a board text; None if there was none, or if a handicap defines it.
        ruleset_version, referee_version: The versions that judged the game.
        started, entries: When it began, None if unknown; the tries in order, then an end without a try, if any.
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

    def with_entry(self, entry: Kept) -> Self:
        """Return the record with this entry added at the end."""
        return replace(self, entries=(*self.entries, entry))

    def minus_last(self) -> Self:
        """Return the record without its last entry; the same record if it has none."""
        return replace(self, entries=self.entries[:-1])

    def under_referee(self, referee: Referee) -> Self:
        """Return the record of the same game under another referee.

        All of that referee's announcements apply, including ``lone_self_atari``. The cost of an illegal try stays
        as it was played, since it decides whose turn it is.
        """
        another = replace(referee, failed_try=self.settings.referee.failed_try)
        return replace(self, settings=replace(self.settings, referee=another), referee_version=referee.version)


def begin(
    settings: Settings, setup: str | None = None, started: datetime | None = None, players: tuple[Program, ...] = ()
) -> Record:
    """Return the record of a new game."""
    return Record(settings, setup, settings.ruleset.version, settings.referee.version, started, players=players)


class ReplayTable(Protocol):
    """Interface of the table that a replay uses; this package may not import the table itself."""

    @property
    def to_move(self) -> str | None: ...
    @property
    def result(self) -> Result | None: ...
    def attempt(self, seat: str, attempt: Try) -> Attempt: ...
    def resign(self, seat: str) -> Attempt: ...
    def agree(self) -> object: ...
    def draw_by_repetition(self) -> object: ...
    def lose_on_time(self, seat: str) -> object: ...
    def lose_by_absence(self, seat: str) -> object: ...
    def abandon(self) -> object: ...


@contextmanager
def numbering_errors(number: int) -> Iterator[None]:
    """Turn a ``YureiError`` in this block into a ``BadRecord`` that names the line, counted from 1."""
    try:
        yield
    except YureiError as error:
        raise BadRecord(N_("line {number}: {trouble}"), number=number, trouble=error.words) from None


def replay(record: Record, table: ReplayTable) -> Iterator[tuple[Kept, Attempt | None]]:
    """Replay a record at a table; yield each entry with the table's answer, None for an end without a try.

    The table is a new one, with the record's own settings and set-up position. Raises ``BadRecord`` if the record
    breaks its own rules: a try out of turn or after the end, or one that is judged differently from the record.
    """
    for number, entry in enumerate(record.entries, start=2):
        with numbering_errors(number):
            answer = _answer(entry, record, table)
        yield entry, answer


def end_game(entry: End, table: ReplayTable) -> None:
    """End the game at a table for the reason that the entry gives."""
    seat = entry.seat or ""
    ends: dict[EndedBy, Callable[[], object]] = {
        EndedBy.AGREEMENT: table.agree,
        EndedBy.REPETITION: table.draw_by_repetition,
        EndedBy.TIME: lambda: table.lose_on_time(seat),
        EndedBy.ABSENCE: lambda: table.lose_by_absence(seat),
        EndedBy.ABANDONED: table.abandon,
    }
    ends[entry.by]()


def _answer(entry: Kept, record: Record, table: ReplayTable) -> Attempt | None:
    if isinstance(entry, Entry) and entry.accepted and entry.attempt == RESIGN:
        return table.resign(entry.seat)
    if table.to_move is None:
        raise BadRecord(N_("the game was over before it"))
    if not isinstance(entry, Entry):
        end_game(entry, table)
        return None
    if entry.seat != table.to_move:
        raise OutOfTurn(
            N_("it is {expected}’s turn, not {seat}’s"), expected=Words(table.to_move), seat=Words(entry.seat)
        )
    answer = table.attempt(entry.seat, entry.attempt)
    if answer.accepted != entry.accepted:
        raise BadRecord(
            N_("{seat}’s {tried} is a move, the record says that it is illegal")
            if answer.accepted
            else N_("{seat}’s {tried} is illegal, the record says that it is a move"),
            seat=Words(entry.seat),
            tried=entry.attempt.text(record.settings.size),
        )
    return answer
