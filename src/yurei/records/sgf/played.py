"""A replayed game: its record, and the table's answer to every entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from yurei.languages import translation
from yurei.records.record import Kept, Record
from yurei.records.replaying import ReplayTable, replay
from yurei.referee.announce import REASONS, speak_result
from yurei.referee.retold import heard
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.rules.judge import Verdict
from yurei.rules.state import Result, start


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of a record, and its effects.

    Attributes:
        kept: The entry.
        cells: The reference board after it.
        verdict: The truth about the try; None for an end without a try.
        told: What each seat and the audience was told of it; empty for an end without a try.
    """

    kept: Kept
    cells: bytes
    verdict: Verdict | None = None
    told: Mapping[str, Told] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game with the true boards.

    Attributes:
        record: The record.
        opening: The reference board before the first try.
        steps: The replayed entries in order.
        result: Result; None if the game goes on.
    """

    record: Record
    opening: bytes
    steps: tuple[Step, ...]
    result: Result | None

    @classmethod
    def from_record(cls, record: Record, tables: Callable[[Callable[[Verdict], None]], ReplayTable]) -> Played:
        """Replay a record at a table; ``tables`` makes one for the record, with the witness that it is given.

        Raises:
            BadRecord: if the record breaks its own rules.
        """
        verdicts: list[Verdict] = []
        table, opening = tables(verdicts.append), _opening(record)
        steps = tuple(_steps(record, table, verdicts, opening))
        return cls(record, opening, steps, table.result)


def _opening(record: Record) -> bytes:
    settings = record.settings
    begun = settings.setup if record.setup is None else record.setup
    return start(settings.ruleset, settings.size, settings.komi, settings.first, begun).cells


def _steps(record: Record, table: ReplayTable, verdicts: list[Verdict], cells: bytes) -> Iterator[Step]:
    for kept, answer in replay(record, table):
        if answer is None:
            yield Step(kept, cells)
        else:
            cells = verdicts[-1].after.cells
            yield Step(kept, cells, verdicts[-1], answer.told)


def comment_on(step: Step, settings: Settings, result: Result | None, language: str) -> str:
    """Return the comment of a step: the announcements with seat, try and reason if needed; or the end of the game."""
    if step.verdict is None:
        return "" if result is None else speak_result(result, language, settings.ruleset)
    said, reason = heard(step.told[AUDIENCE.name], settings, language, step.verdict.attempt), step.verdict.reason
    why = "" if reason is None else translation(language).gettext(REASONS[reason])
    return said if not why or why in said else f"{said} ({why})"
