"""How likely the opponent stands on each point, before worlds are drawn: odds, one a point, beside one another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yurei.players.belief.features import planes
from yurei.players.belief.ledger import NEVER, Ledger
from yurei.players.belief.net import Net
from yurei.referee.sight import bits
from yurei.referee.view import View
from yurei.rules.board import EMPTY

Odds = NDArray[np.float64]
SURE = 1000.0
"""The odds of a point that is taken for an enemy's."""
FITTED = Path(__file__).with_name("prior.npz")


def possible(ledger: Ledger, view: View) -> NDArray[np.bool_]:
    """Where a hidden piece can lie: bool[points]."""
    free: NDArray[np.bool_] = np.frombuffer(view.board, np.int8) == EMPTY
    for loss in ledger.own_losses:
        for string in loss.strings:
            free[list(string)] = True
    free[bits(view.in_sight)] = False
    # What was empty after the opponent's last placement is empty still.
    free &= np.array(ledger.empty_at) < ledger.placements
    return free


def uniform(ledger: Ledger, view: View) -> Odds:
    """Every point alike, but one that was refused: a hard ledger and uniform fill."""
    odds = possible(ledger, view).astype(np.float64)
    odds[(np.array(ledger.doubted_at) != NEVER) & (odds > 0)] = SURE
    return odds


def fitted(ledger: Ledger, view: View) -> Odds:
    """What a net has learned from games of our own."""
    logits = _net()(planes(ledger, view)[None])[0].ravel().astype(np.float64)
    return np.where(possible(ledger, view), np.exp(np.clip(logits, -7, 7)), 0.0)


@cache
def _net() -> Net:
    return Net.load(FITTED)


PRIORS: dict[str, Callable[[Ledger, View], Odds]] = {"uniform": uniform, "fitted": fitted}
"""By name."""
