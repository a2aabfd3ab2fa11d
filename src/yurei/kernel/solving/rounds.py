"""A board of Alter Igo solved: round by round, from the positions that are lost at once to those that take longest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from yurei.kernel.solving.crews import Crew
from yurei.kernel.solving.retrograde import NONE


@dataclass(frozen=True)
class Counts:
    """What became of all positions of a board, each counted once, for who is to move.

    Attributes:
        won, drawn, lost: How many.
        longest: How many plies the longest win takes; 0 where nobody wins.
    """

    won: int
    drawn: int
    lost: int
    longest: int

    @property
    def positions(self) -> int:
        """How many there are: those in which every string has a liberty."""
        return self.won + self.drawn + self.lost


def solve(crew: Crew, watch: Callable[[int, int], None] = lambda decided, positions: None) -> Counts:
    """Find the value of every position of a board, and how long it takes.

    The position before a lost one is won; a position is lost once every move from it leads to a won one or is a lone
    suicide. Found in rounds, one a ply, who wins does so as soon as he can and who loses holds out as long as he can.
    What no round has found is a draw.

    Args:
        crew: All parts of the board, fresh; their tables are made.
        watch: Told after every round how many positions are decided, of how many.
    """
    crew.every("begin")
    plies = 1
    counts = sum(crew.every("tally"))
    while counts[plies]:
        positions = int(counts[:NONE].sum())
        watch(positions - int(counts[0]), positions)
        while crew.exchange(plies):
            pass
        plies += 1
        counts = sum(crew.every("tally"))
    decided = counts[:NONE]
    wins = np.flatnonzero(decided[2::2])
    return Counts(
        won=int(decided[2::2].sum()),
        drawn=int(decided[0]),
        lost=int(decided[1::2].sum()),
        longest=2 + 2 * int(wins[-1]) if wins.size else 0,
    )


__all__ = ["Counts", "solve"]
