"""Priors of the opponent's stones: relative odds of every point, before worlds are drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

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
"""Odds of a point that is assumed to hold an enemy piece."""
FITTED = Path(__file__).with_name("prior.npz")
KINDS = (0.6, 0.25, 0.15)
"""Prior probabilities of a strong player, a searching program and a beginner, in the order of the net's heads."""
DOUBT = 0.01
"""Minimum probability of every kind of opponent."""


def possible(ledger: Ledger, view: View) -> NDArray[np.bool_]:
    """Return the points where a hidden piece can lie, bool[points]."""
    free: NDArray[np.bool_] = np.frombuffer(view.board, np.int8) == EMPTY
    for loss in ledger.own_losses:
        for string in loss.strings:
            free[list(string)] = True
    free[bits(view.in_sight)] = False
    # A point that was empty after the opponent's last placement is still empty.
    free &= np.array(ledger.empty_at) < ledger.placements
    return free


class Prior:
    """Prior of the opponent's pieces: equal odds everywhere except on refused points, which a uniform fill needs."""

    def odds(self, ledger: Ledger, view: View) -> Odds:
        """Return the relative odds of an enemy piece on every point; 0 if none can be there."""
        odds = possible(ledger, view).astype(np.float64)
        odds[(np.array(ledger.doubted_at) != NEVER) & (odds > 0)] = SURE
        return odds

    def hear(self, told: Told, view: View) -> None:
        """Update with what was told, before the ledger does; the view is the one after it."""


class FittedPrior(Prior):
    """Prior of a net fitted to yurei's own games; it has a head for each kind of opponent.

    The kind of opponent is inferred from the results of own tries: Bayes' rule, try by try.

    Attributes:
        kinds: Probabilities of the kinds of opponent, float64[heads].
    """

    def __init__(self) -> None:
        self.kinds = np.array(KINDS)
        self._chances: NDArray[np.float64] | None = None

    def odds(self, ledger: Ledger, view: View) -> Odds:
        """Return the odds of the heads, weighted with the probabilities of the kinds of opponent."""
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
        """Update the kinds of opponent with the result of an own try."""
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


PRIORS: dict[str, Callable[[], Prior]] = {"uniform": Prior, "fitted": FittedPrior}
"""Priors by name."""
