"""Solves a board of Alter Igo in rounds, from the positions that are lost at once to those that take longest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from yurei.kernel.solving.crews import Crew
from yurei.kernel.solving.retrograde import NONE


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


def solve(crew: Crew, watch: Callable[[int, int], None] = lambda decided, positions: None) -> Counts:
    """Find the value of every position of a board, and the number of plies to the end.

    The position before a lost one is won; a position is lost once every move from it leads to a won one or is a lone
    suicide. With one round per ply, the winner wins as soon as possible and the loser delays as long as possible.
    Positions that no round decides are draws.

    Args:
        crew: All parts of the board, new; their tables are filled.
        watch: Called after every round with the numbers of decided positions and of all positions.
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
