"""What comes of a game: its record, its result, what it took, and who went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from yurei import records
from yurei.errors import YureiError
from yurei.records import Record
from yurei.referee.plain import read_result, result_values
from yurei.rules.state import Result

OVER_TIMES, OVER_SECONDS = 1.5, 0.020
"""A turn that takes more than so many times its budget and so many seconds more is one too long."""


class NoGame(YureiError):
    """A game that did not take place, or that a server has not refereed to its end: no result of anybody's.

    Args:
        reason: Whose fault it is, and what has happened.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("{reason}", reason=" ".join(reason.split())[:300])


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a contestant has lost without having been beaten.

    Attributes:
        seat: Who.
        reason: What he did, as a clause: ``has raised ValueError: …``.
        late: Whether he was too late, or never answered.
    """

    seat: str
    reason: str
    late: bool = False


@dataclass(slots=True)
class Spent:
    """What one seat has taken in a game, in seconds.

    Attributes:
        budget: The seconds of a turn; None where they are not limited.
        turns: How many turns it has had.
        seconds: Of all its turns: thinking, and hearing what came before.
        longest: Of its longest turn.
        over: How many turns were too long for the budget.
    """

    budget: float | None = None
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    over: int = 0
    _turn: float = 0.0

    def thought(self, seconds: float) -> None:
        """Note what an answer has taken."""
        self._turn += seconds

    heard = thought
    """Note what hearing has taken: it belongs to the turn that follows."""

    def end_turn(self) -> None:
        """Note that a turn is over."""
        self.turns += 1
        self.seconds += self._turn
        self.longest = max(self.longest, self._turn)
        self.over += self.budget is not None and self._turn > OVER_TIMES * self.budget + OVER_SECONDS
        self._turn = 0.0

    def plain(self) -> dict[str, Any]:
        """As plain values; seconds to the millisecond."""
        return {
            "turns": self.turns,
            "seconds": round(self.seconds, 3),
            "longest": round(self.longest, 3),
            "over": self.over,
        }


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been played.

    Attributes:
        record: Every try. Who went wrong resigns in it, or loses on time; a game without end is abandoned.
        result: How it ended.
        seconds: What choosing took, a number for each try of the record, in order.
        spent: What each seat has taken.
        trouble: Who has lost because he went wrong; None where nobody did.
        endless: Whether it was ended because it had too many moves; it counts as a draw.
        moves: How many turns it had.
    """

    record: Record
    result: Result
    seconds: tuple[float, ...] = ()
    spent: Mapping[str, Spent] = field(default_factory=dict)
    trouble: Trouble | None = None
    endless: bool = False
    moves: int = 0

    def plain(self) -> dict[str, Any]:
        """As plain values, for a worker to say; ``Played.read`` reads it back."""
        trouble = self.trouble
        return {
            "record": records.write(self.record),
            "result": result_values(self.result),
            "seconds": [round(seconds, 4) for seconds in self.seconds],
            "spent": {seat: spent.plain() for seat, spent in self.spent.items()},
            "trouble": None
            if trouble is None
            else {"seat": trouble.seat, "reason": trouble.reason, "late": trouble.late},
            "endless": self.endless,
            "moves": self.moves,
        }

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Played:
        """The game of plain values."""
        result = read_result(values["result"])
        assert result is not None
        return cls(
            record=records.read(values["record"]),
            result=result,
            seconds=tuple(values["seconds"]),
            spent={seat: Spent(**spent) for seat, spent in values["spent"].items()},
            trouble=None if values["trouble"] is None else Trouble(**values["trouble"]),
            endless=values["endless"],
            moves=values["moves"],
        )
