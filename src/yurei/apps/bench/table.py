"""Benchmark of the table: tries a second in random games, one after the other, refused tries among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import truediv
from random import Random
from statistics import median
from time import process_time

from yurei import referee as referees
from yurei.referee.table import Table
from yurei.rules.points import Size
from yurei.rules.state import PASS, stone

LONGEST = 3
"""Tries a point after which a random game ends."""


SEES, BLIND = "fog", "kriegspiel"
"""The same referee with sight and without: the difference is the cost of sight."""


@dataclass(frozen=True)
class Measured:
    """Speed of a table.

    Attributes:
        tries_per_second: By referee, the median over the rounds.
        sight_cost: Additional time of a try with sight, as a share of that under the same referee without sight:
            the median over the rounds.
    """

    tries_per_second: dict[str, int]
    sight_cost: float


def table(size: Size, rounds: int, tries: int, seed: int = 1, clock: Callable[[], float] = process_time) -> Measured:
    """Measure the tries a second under each referee.

    Args:
        size: Of the board.
        rounds: Number of speeds of the median. The referees take turns,
            so a slow moment of the machine meets them all.
        tries: Tries a round.
        seed: Seed of the games.
        clock: Returns the seconds.
    """
    seconds: dict[str, list[float]] = {referee.slug: [] for referee in referees.ALL}
    for number in range(rounds):
        for slug, measured in seconds.items():
            began = clock()
            play(slug, size, tries, Random(seed + number))
            measured.append(clock() - began)
    speeds = {slug: round(tries / median(measured)) for slug, measured in seconds.items()}
    return Measured(speeds, median(map(truediv, seconds[SEES], seconds[BLIND])) - 1)


def play(referee: str, size: Size, tries: int, chance: Random) -> None:
    """Make this many tries, on a new table whenever a game has become long."""
    longest = LONGEST * size.points
    for number in range(tries):
        if number % longest == 0:
            table = Table("go", referee=referee, size=size)
        attempt = PASS if number % longest == longest - 1 else stone(chance.randrange(size.points))
        table.attempt(table.to_move or "black", attempt)
