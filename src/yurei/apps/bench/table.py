"""How many tries a second the table answers: games of chance, one after the other, refused tries among them."""

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
"""A game of chance ends after so many tries a point."""


SEES, BLIND = "fog", "kriegspiel"
"""The same row with sight and without: what lies between them is the price of sight."""


@dataclass(frozen=True)
class Measured:
    """How fast a table answers.

    Attributes:
        tries_per_second: By referee, the median over the rounds.
        sight_cost: How much longer a try takes where stones see than under the same referee where they do not, as a
            part of the latter: the median over the rounds.
    """

    tries_per_second: dict[str, int]
    sight_cost: float


def table(size: Size, rounds: int, tries: int, seed: int = 1, clock: Callable[[], float] = process_time) -> Measured:
    """Tries a second under each referee.

    Args:
        size: Of the board.
        rounds: How many speeds the median is taken of. The referees take turns,
            so a slow moment of the machine meets them all.
        tries: How many tries a round has.
        seed: Where chance begins.
        clock: Tells the seconds.
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
    """Make so many tries, on a new table whenever a game has become long."""
    longest = LONGEST * size.points
    for number in range(tries):
        if number % longest == 0:
            table = Table("go", referee=referee, size=size)
        attempt = PASS if number % longest == longest - 1 else stone(chance.randrange(size.points))
        table.attempt(table.to_move or "black", attempt)
