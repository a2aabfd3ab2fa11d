"""Replays of a record: every try is judged again by a table, and the table's verdicts count."""

from collections.abc import Callable, Iterator
from typing import Protocol

from yurei.errors import BadRecord, OutOfTurn
from yurei.languages import N_, Words
from yurei.records.plain import numbered
from yurei.records.record import End, Entry, Kept, Record
from yurei.referee.answers import Attempt
from yurei.rules.state import RESIGN, EndedBy, Result, Try


class ReplayTable(Protocol):
    """The part of a table that a replay needs. The caller passes the table, since this package may not import it."""

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


def replay(record: Record, table: ReplayTable) -> Iterator[tuple[Kept, Attempt | None]]:
    """Yield the entries of a record, each with the table's answer to it; None for an end without a try.

    The table is a new one, with the record's own settings and set-up position.

    Raises:
        BadRecord: if the record breaks its own rules: a try out of turn or
            after the end, or one that is judged differently from the record.
    """
    for number, entry in enumerate(record.entries, start=2):
        with numbered(number):
            answer = _answer(entry, record, table)
        yield entry, answer


def end(entry: End, table: ReplayTable) -> None:
    """End the game at a table as an entry without a try says."""
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
        end(entry, table)
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
