"""Solution of larger games: both seats learn from regret, and their mean plans are bounded exactly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from yurei.apps.exact.linear import Solution
from yurei.apps.exact.sequences import Floats, Seat, SequenceForm

EVERY = 25
"""Rounds between two computations of the bounds."""


class Learner:
    """Learner of one seat by regret: CFR+ that predicts the next regret to be the last one.

    Source: Farina, Kroer and Sandholm, "Faster Game Solving via Predictive Blackwell Approachability" (2021).
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.regret = np.zeros(seat.sequences - 1)
        self.expected = np.zeros(seat.sequences - 1)
        self.total = np.zeros(seat.sequences)
        self.behaviour = np.zeros(0)
        self.plan = self._next()

    def _next(self) -> Floats:
        hoped = np.maximum(self.regret + self.expected, 0.0)
        sums = self.seat.summed(hoped)[self.seat.set_of]
        self.behaviour = np.where(sums > 0, hoped / np.where(sums > 0, sums, 1.0), self.seat.uniform)
        return self.seat.plan(self.behaviour)

    def learn(self, gains: Floats, weight: float) -> None:
        """Learn from the gain of each sequence, then choose anew; the plan counts with a weight."""
        values, means = self.seat.expected(gains, self.behaviour)
        self.expected = values[1:] - means[self.seat.set_of]
        self.regret = np.maximum(self.regret + self.expected, 0.0)
        self.total += weight * self.plan
        self.plan = self._next()

    @property
    def mean(self) -> Floats:
        """Mean plan so far."""
        mean: Floats = self.total / max(self.total[0], 1e-300)
        return mean


def learn(
    form: SequenceForm,
    *,
    within: float = 1e-4,
    rounds: int = 20_000,
    until: Callable[[int, float], bool] = lambda rounds, gap: False,
) -> Solution:
    """Approach the value of a game.

    Args:
        form: The game.
        within: Gap of the bounds at which learning ends.
        rounds: Most rounds.
        until: Called with the rounds and the gap of the bounds; True stops.
    """
    learners = [Learner(seat) for seat in form.seats]
    best: Solution | None = None
    for number in range(1, rounds + 1):
        weight = float(number) ** 2
        learners[0].learn(form.payoff @ learners[1].plan, weight)
        learners[1].learn(-(form.transposed @ learners[0].plan), weight)
        if number % EVERY == 0 or number == rounds:
            plans = (learners[0].mean, learners[1].mean)
            low, high = form.bounds(*plans)
            if best is None or high - low < best.high - best.low:
                best = Solution(plans, low, high)
            if high - low <= within or until(number, best.high - best.low):
                break
    assert best is not None
    return best
