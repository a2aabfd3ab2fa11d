"""How likely the opponent stands on each point, before worlds are drawn: odds, one a point, beside one another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from yurei.players.belief.features import planes
from yurei.players.belief.ledger import NEVER, Ledger
from yurei.players.belief.net import Net, chances
from yurei.referee.sight import bits
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.judge import Reason
from yurei.rules.state import Kind

Odds = NDArray[np.float64]
SURE = 1000.0
"""The odds of a point that is taken for an enemy's."""
FITTED = Path(__file__).with_name("prior.npz")
KINDS = (0.6, 0.25, 0.15)
"""How likely a stranger is one who knows the game well, one who searches, and a beginner: the heads of the net in their order."""
DOUBT = 0.01
"""No kind of opponent is ruled out."""


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


class Prior(Protocol):
    """Says how likely the opponent stands where, and may learn who he is."""

    def odds(self, ledger: Ledger, view: View) -> Odds:
        """The odds of an enemy piece on every point, beside one another; 0 where none can be."""

    def hear(self, told: Told, view: View) -> None:
        """Take in what was told, before the ledger does; the view is the one after it."""


class Uniform:
    """Every point alike, but one that was refused: a hard ledger and uniform fill."""

    def odds(self, ledger: Ledger, view: View) -> Odds:
        """All the same."""
        odds = possible(ledger, view).astype(np.float64)
        odds[(np.array(ledger.doubted_at) != NEVER) & (odds > 0)] = SURE
        return odds

    def hear(self, told: Told, view: View) -> None:
        """It learns nothing."""


class Fitted:
    """What a net has learned from games of our own; it has a head for each kind of opponent.

    Of which kind this one is shows in what becomes of one's own tries: Bayes' rule, try by try.

    Attributes:
        kinds: How likely the opponent is of each kind, float64[heads].
    """

    def __init__(self) -> None:
        self.kinds = np.array(KINDS)
        self._chances: NDArray[np.float64] | None = None

    def odds(self, ledger: Ledger, view: View) -> Odds:
        """What the heads say, each weighed with how likely the opponent is of its kind."""
        can = possible(ledger, view)
        unknown = can.copy()
        unknown[list(ledger.proven)] = False
        size = view.settings.size
        logits = _net()(planes(ledger, view)[None])[0].transpose(2, 0, 1)
        hidden = np.full((len(logits), 1, 1), ledger.hidden - len(ledger.proven), np.float32)
        each = chances(logits, unknown.astype(np.float32).reshape(size.height, size.width), hidden).reshape(
            len(logits), -1
        )
        self._chances = np.where(unknown, each, np.nan)
        mixed = self.kinds @ each
        return np.where(can, np.clip(mixed / (1 - mixed), 1 / SURE, SURE), 0.0)

    def hear(self, told: Told, view: View) -> None:
        """Learn from what became of an own try."""
        if self._chances is None or told.seat != view.seat.name or told.attempt is None:
            return
        refused = told.outcome is Outcome.ILLEGAL
        if told.attempt.kind is not Kind.STONE or (refused and told.reason not in (None, Reason.OPPONENT_STONE)):
            return
        chance = self._chances[:, told.attempt.point]
        if not np.isnan(chance).any():
            likely = self.kinds * (chance if refused else 1 - chance)
            self.kinds = np.maximum(likely / likely.sum(), DOUBT)
            self.kinds /= self.kinds.sum()


@cache
def _net() -> Net:
    return Net.load(FITTED)


PRIORS: dict[str, Callable[[], Prior]] = {"uniform": Uniform, "fitted": Fitted}
"""By name."""
