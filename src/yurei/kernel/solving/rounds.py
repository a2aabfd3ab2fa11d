"""Solves a board of Alter Igo in rounds, from the positions that are lost at once to those that take longest."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from yurei.kernel.solving.checkpoints import Checkpoints
from yurei.kernel.solving.crews import Crew

FIND, SOLVE, WRITE = "step 1 of 3: finding positions", "step 2 of 3: solving", "step 3 of 3: writing the table"
"""Stages of the work: of all numbers, of all positions, and again of all numbers."""
Watch = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much it is at most."""


@dataclass(frozen=True)
class Counts:
    """Numbers of won, drawn and lost positions of a board, each counted once, for the player to move.

    Attributes:
        won, drawn, lost: Number of positions.
        longest: Plies of the longest win; 0 if there is none.
    """

    won: int
    drawn: int
    lost: int
    longest: int

    @property
    def positions(self) -> int:
        """Number of legal positions: those in which every string has a liberty."""
        return self.won + self.drawn + self.lost


def solve(
    crew: Crew,
    watch: Watch = lambda stage, done, most: None,
    checkpoints: Checkpoints | None = None,
) -> Counts:
    """Find the value of every position of a board, and the number of plies to the end.

    The position before a lost one is won; a position is lost once every move from it leads to a won one or is a lone
    suicide. With one round per ply, the winner wins as soon as possible and the loser delays as long as possible.
    Positions that no round decides are draws.

    Args:
        crew: All parts of the board, new; their tables are filled.
        watch: Called again and again, some times a minute.
        checkpoints: From the newest the work goes on, and after some of the rounds a new one is written.
    """
    whole = 3 ** (crew.width * crew.height)
    plies = checkpoints.resume(crew) if checkpoints else 0
    if not plies:
        while left := sum(crew.every("begin")):
            watch(FIND, whole - left, whole)
        plies = 1
    counts = sum(crew.every("tally"))
    positions = int(counts.sum())
    while counts[plies]:
        before = int(counts[1:plies].sum())
        while left := crew.exchange(plies):
            watch(SOLVE, before + int(counts[plies] * (1 - left / whole)), positions)
        plies += 1
        counts = sum(crew.every("tally"))
        watch(SOLVE, int(counts[1:plies].sum()), positions)
        if checkpoints:
            checkpoints.save(crew, plies)
    wins = np.flatnonzero(counts[2::2])
    return Counts(
        won=int(counts[2::2].sum()),
        drawn=int(counts[0]),
        lost=int(counts[1::2].sum()),
        longest=2 + 2 * int(wins[-1]) if wins.size else 0,
    )


__all__ = ["FIND", "SOLVE", "WRITE", "Counts", "Watch", "solve"]
