"""Schedule of an arena: pairs of games with equal seeds and colours swapped, in an order balanced at any point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any

from yurei.apps.arena.contestants import Contestant
from yurei.apps.arena.playing import seed_of
from yurei.errors import BadValue
from yurei.referee.settings import Settings

MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play.

    Attributes:
        number: Its place in the schedule, from 0.
        pair: Number of the pair of games of these two that it belongs to, from 0.
        black, white: The contestants.
        settings, setup: The game, as plain values.
        seed: Seed of the game; the same in both games of a pair.
        most: Number of moves after which it is a draw; None for six times the points.
    """

    number: int
    pair: int
    black: Contestant
    white: Contestant
    settings: dict[str, Any]
    setup: str | None
    seed: int
    most: int | None = None

    def plain(self) -> dict[str, Any]:
        """Return the job as plain values; ``Job.read`` reads them back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "black": self.black.plain(), "white": self.white.plain()}

    @classmethod
    def read(cls, values: dict[str, Any]) -> Job:
        """Return the job of plain values."""
        sides = {side: Contestant.read(values[side]) for side in ("black", "white")}
        return cls(**{**values, **sides})


@dataclass(frozen=True)
class Schedule:
    """The games of an arena.

    Attributes:
        settings, setup: The game.
        contestants: The contestants.
        games: Games of each pairing, an even number.
        gate: Whether the first meets each other one, and there are no other pairings.
        seed: Seed of the arena.
        most: Number of moves after which a game is a draw; None for six times the points.
    """

    settings: Settings
    setup: str | None
    contestants: tuple[Contestant, ...]
    games: int
    gate: bool
    seed: int
    most: int | None = None

    def __post_init__(self) -> None:
        if self.most is not None and not 1 <= self.most <= MOST_GAMES:
            raise BadValue(f"--most is a number of moves from 1 to {MOST_GAMES}, not {self.most}")
        if not (2 <= self.games <= MOST_GAMES and self.games % 2 == 0):
            raise BadValue(
                f"games come in pairs with colours swapped: --games is even, 2 to {MOST_GAMES}, not {self.games}; try 100"
            )

    @property
    def pairings(self) -> Sequence[tuple[Contestant, Contestant]]:
        """Pairs of contestants that meet."""
        first, *others = self.contestants
        return [(first, other) for other in others] if self.gate else list(combinations(self.contestants, 2))

    @property
    def total(self) -> int:
        """Number of all games."""
        return self.games * len(self.pairings)

    def jobs(self) -> Iterator[Job]:
        """Yield all games: a pair of games of every pairing, then another of every pairing, and so on."""
        plain, number = self.settings.plain(), 0
        for pair in range(self.games // 2):
            for one, other in self.pairings:
                seed = seed_of(self.seed, one.name, other.name, pair)
                assert seed is not None
                for black, white in ((one, other), (other, one)):
                    yield Job(number, pair, black, white, plain, self.setup, seed, self.most)
                    number += 1
