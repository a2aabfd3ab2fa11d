"""Priors of the opponent's stones: input planes, a small convolutional net in numpy, and relative odds of every point."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yurei.players.belief.ledger import NEVER, Ledger
from yurei.referee.sight import bits
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.judge import Reason
from yurei.rules.state import Kind

Odds = NDArray[np.float64]
Plane = NDArray[np.float32]
LAYERS = 3
SURE = 1000.0
"""Odds of a point that is assumed to hold an enemy piece."""
FITTED = Path(__file__).with_name("prior.npz")
KINDS = (0.6, 0.25, 0.15)
"""Prior probabilities of a strong player, a searching program and a beginner, in the order of the net's heads."""
DOUBT = 0.01
"""Minimum probability of every kind of opponent."""
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


def patches(images: Plane) -> Plane:
    """Return all 3x3 neighbourhoods: [batch, planes, h, w] to [batch, h, w, planes * 9]; 0 beyond the edge."""
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    batch, planes, height, width = images.shape
    return np.ascontiguousarray(windows.transpose(0, 2, 3, 1, 4, 5)).reshape(batch, height, width, planes * 9)


def chances(logits: Plane, can: Plane, hidden: Plane) -> Plane:
    """Return probabilities of all points whose sum is the number of hidden pieces, by shifting all logits of a board.

    Args:
        logits: [batch, h, w].
        can: Whether a hidden piece can lie there, 0 or 1, same shape.
        hidden: Number of hidden pieces, [batch, 1, 1].
    """
    shift = np.zeros_like(hidden)
    for _ in range(8):
        found = can / (1 + np.exp(-np.clip(logits + shift, -12, 12)))
        slope = (found * (1 - found)).sum((1, 2), keepdims=True) + 1e-3
        shift = shift + np.clip((hidden - found.sum((1, 2), keepdims=True)) / slope, -2, 2)
    told: Plane = np.clip(can / (1 + np.exp(-np.clip(logits + shift, -12, 12))), 1e-5, 1 - 1e-5)
    return told


class Net:
    """A net of three 3x3 layers, then a number per point and head.

    Attributes:
        weights: By name: ``w0`` float32[planes * 9, channels], ``b0`` float32[channels], and so on; ``w3``
            float32[channels, heads], ``b3`` float32[heads].
    """

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self.weights = weights

    @classmethod
    def load(cls, path: Path) -> Net:
        """Load a net from a file that ``scripts/fit_prior`` wrote."""
        with np.load(path, allow_pickle=False) as kept:
            return cls({name: kept[name].astype(np.float32) for name in kept.files})

    def __call__(self, images: Plane) -> Plane:
        """Return the logit of every point and head: [batch, planes, h, w] to [batch, h, w, heads]."""
        held = images
        for layer in range(LAYERS):
            out = np.maximum(patches(held) @ self.weights[f"w{layer}"] + self.weights[f"b{layer}"], 0)
            held = out.transpose(0, 3, 1, 2)
        said: Plane = held.transpose(0, 2, 3, 1) @ self.weights[f"w{LAYERS}"] + self.weights[f"b{LAYERS}"]
        return said


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
