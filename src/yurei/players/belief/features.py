"""Input planes of the prior: what a seat knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from yurei.players.belief.ledger import NEVER, Ledger
from yurei.referee.sight import bits
from yurei.referee.view import View
from yurei.rules.board import EMPTY

PLANES = 16
SOON, LATE = 4.0, 16.0
"""Number of opponent placements after which knowledge of a point has faded to a third."""


def planes(ledger: Ledger, view: View) -> NDArray[np.float32]:
    """Return what a seat knows, float32[PLANES, height, width], the lowest row first, all 0 to 1.

    0 own pieces, 1 proven and seen enemies, 2 doubted points, 3 how lately they were doubted, 4 refused in this turn,
    5 and 6 how lately a point was empty, 7 how lately an own piece went from it, 8 an enemy's, 9 the board,
    10 hidden pieces a free point, 11 moves a point, 12 whether the opponent has passed, 13 whether their last move
    put one into atari, 14 in sight, 15 how many of the opponent's are known to be gone, a point.
    """
    size = view.settings.size
    board = np.frombuffer(ledger.board, np.int8)
    me = int(ledger.colour)
    own = (board == me) | (board == me + 2)
    found = np.zeros((PLANES, size.points), np.float32)
    found[0] = own
    found[1] = (board != EMPTY) & ~own
    found[1, list(ledger.proven)] = 1
    doubted = np.array(ledger.doubted_at)
    found[2] = doubted != NEVER
    found[3] = _lately(doubted, ledger.placements, SOON)
    found[4, list(ledger.refused_points())] = 1
    empty = np.array(ledger.empty_at)
    found[5] = _lately(empty, ledger.placements, SOON)
    found[6] = _lately(empty, ledger.placements, LATE)
    found[7] = _lately(np.array(ledger.died_at), ledger.placements, LATE)
    found[8] = _lately(np.array(ledger.taken_at), ledger.placements, LATE)
    found[9] = 1
    found[10] = min(1.0, ledger.hidden / max(1, int((board == EMPTY).sum())))
    found[11] = min(1.0, ledger.moves / (2 * size.points))
    found[12] = ledger.opponent_passed
    found[13] = bool(ledger.atari)
    found[14, bits(view.in_sight)] = 1
    found[15] = min(1.0, ledger.losses / size.points)
    return found.reshape(PLANES, size.height, size.width)


def _lately(when: NDArray[np.int64], now: int, fades: float) -> NDArray[np.float64]:
    return np.where(when == NEVER, 0.0, np.exp((when - now) / fades))
