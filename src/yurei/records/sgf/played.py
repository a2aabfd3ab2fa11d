"""A game that was played again: its record, and what the referee's table made of every entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from yurei.records.record import Kept, Record
from yurei.records.replaying import Asked, replay
from yurei.referee.told import Told
from yurei.rules.judge import Verdict
from yurei.rules.state import Result, start


class Heard(Protocol):
    """What a table answers to a try, with what each seat was told."""

    @property
    def accepted(self) -> bool:
        """Whether the try has become a move."""

    @property
    def told(self) -> Mapping[str, Told]:
        """What each seat and the audience was told."""


class RefereesTable(Asked[Heard], Protocol):
    """The referee's table, which a door brings: it stands in his room."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of a record, and what came of it.

    Attributes:
        kept: The entry.
        cells: What stood on the reference board after it.
        verdict: The truth about the try; None for an end that no try has made.
        told: What each seat and the audience was told of it; nothing where the game ended by itself.
    """

    kept: Kept
    cells: bytes
    verdict: Verdict | None = None
    told: Mapping[str, Told] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, in the open.

    Attributes:
        record: What was played.
        opening: What stood on the reference board before the first try.
        steps: Its entries in order.
        result: How it ended; None where it goes on.
    """

    record: Record
    opening: bytes
    steps: tuple[Step, ...]
    result: Result | None

    @classmethod
    def again(cls, record: Record, tables: Callable[[Callable[[Verdict], None]], RefereesTable]) -> Played:
        """Play a record once more.

        Args:
            record: What was played.
            tables: Makes the record's own table, with who hears the truth there.

        Raises:
            BadRecord: where the record breaks its own rules.
        """
        verdicts: list[Verdict] = []
        table, opening = tables(verdicts.append), _opening(record)
        steps = tuple(_steps(record, table, verdicts, opening))
        return cls(record, opening, steps, table.result)


def _opening(record: Record) -> bytes:
    settings = record.settings
    begun = settings.setup if record.setup is None else record.setup
    return start(settings.ruleset, settings.size, settings.komi, settings.first, begun).cells


def _steps(record: Record, table: RefereesTable, verdicts: list[Verdict], cells: bytes) -> Iterator[Step]:
    for kept, answer in replay(record, table):
        if answer is None:
            yield Step(kept, cells)
        else:
            cells = verdicts[-1].after.cells
            yield Step(kept, cells, verdicts[-1], answer.told)
