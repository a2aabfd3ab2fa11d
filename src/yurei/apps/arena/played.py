"""Outcome of a game: its record, its result, the time taken, and errors of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from yurei import records
from yurei.records import Record
from yurei.referee.plain import read_result, result_values
from yurei.rules.state import Result

OVER_TIMES, OVER_SECONDS = 1.5, 0.020
"""A turn is too long if it takes more than this many times its budget plus this many seconds."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Reason why a contestant has lost a game other than by its moves.

    Attributes:
        seat: The contestant's seat.
        reason: What the contestant did, as a clause: ``has raised ValueError: …``.
        late: Whether the contestant was too late, or never answered.
    """

    seat: str
    reason: str
    late: bool = False


@dataclass(slots=True)
class Spent:
    """Time that one seat has taken in a game, or a contestant in all its games, in seconds.

    Attributes:
        budget: The seconds of a turn; None if they are not limited.
        turns: Number of its turns.
        seconds: Of all its turns: thinking, and hearing the tries before.
        longest: Of its longest turn.
        over: Number of turns that were too long for the budget.
    """

    budget: float | None = None
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    over: int = 0
    _turn: float = 0.0

    def add(self, seconds: float) -> None:
        """Add the seconds of an answer, or of hearing, which belong to the turn that follows."""
        self._turn += seconds

    def end_turn(self) -> None:
        """End a turn."""
        self.turns += 1
        self.seconds += self._turn
        self.longest = max(self.longest, self._turn)
        self.over += self.budget is not None and self._turn > OVER_TIMES * self.budget + OVER_SECONDS
        self._turn = 0.0

    def add_game(self, spent: Spent) -> None:
        """Add the times of a whole game."""
        self.turns += spent.turns
        self.seconds += spent.seconds
        self.longest = max(self.longest, spent.longest)
        self.over += spent.over

    def plain(self) -> dict[str, Any]:
        """Return the times as plain values; seconds to the millisecond."""
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
        record: Every try. A player in trouble resigns in it, or loses on time; an endless game is abandoned.
        result: The result.
        seconds: Seconds of choosing each try of the record, in order.
        spent: Time that each seat has taken.
        trouble: The error by which a player has lost; None if there was none.
        endless: Whether the game was ended because it had too many moves; it counts as a draw.
        moves: Number of turns.
    """

    record: Record
    result: Result
    seconds: tuple[float, ...] = ()
    spent: Mapping[str, Spent] = field(default_factory=dict)
    trouble: Trouble | None = None
    endless: bool = False
    moves: int = 0

    def plain(self) -> dict[str, Any]:
        """Return the game as plain values; ``Played.read`` reads them back."""
        return {
            "record": records.write(self.record),
            "result": result_values(self.result),
            "seconds": [round(seconds, 4) for seconds in self.seconds],
            "spent": {seat: spent.plain() for seat, spent in self.spent.items()},
            "trouble": None if self.trouble is None else asdict(self.trouble),
            "endless": self.endless,
            "moves": self.moves,
        }

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Played:
        """Return the game of plain values."""
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
