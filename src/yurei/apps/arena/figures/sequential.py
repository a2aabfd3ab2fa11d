"""A sequential test that stops once it is sure: the generalised probability ratio test, on pairs of games.

It compares two claims about a score, ``low`` and ``high``. After each pair the
likelihood of all pairs under the likeliest distribution with the one mean is
compared with that under the other. Testing after every pair does not make the result wrong.

Source: A. Wald, Sequential analysis, 1947; M. Van den Bergh, The generalized maximum likelihood ratio for the
expectation value of a distribution, 2020 (how computer chess tests its programs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from yurei.apps.arena.figures.statistics import expected
from yurei.errors import BadValue

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Possible scores of a side in a pair, as the mean of its two games."""
PRIOR = 1e-3
"""Added to the count of every outcome: an outcome that has not happened is still possible."""
FEWEST = 5
"""Fewest pairs before a decision: the likeliest distribution of fewer says little."""
BETTER = 0.05
"""Distance from 0.5 of the two claims of the plain question "who is better"."""
BISECTIONS = 50


class Decision(StrEnum):
    """The accepted claim."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Sequential:
    """Two claims about the score of a contestant, and the wanted confidence.

    Attributes:
        low, high: Scores, 0 to 1, ``low`` below ``high``.
        sure: A true score of ``low`` or less is accepted as ``high`` with a chance of about ``1 - sure`` at most, and
            the other way round; decision 0023 says how often that was.
    """

    low: float
    high: float
    sure: float = 0.95

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise BadValue(f"two scores are compared, 0 < low < high < 1, not {self.low:g} and {self.high:g}")
        if not 0.5 < self.sure < 1:
            raise BadValue(f"--sure is above 0.5 and below 1, not {self.sure:g}; try 0.95")

    @classmethod
    def of_elo(cls, low: float, high: float, sure: float) -> Sequential:
        """Return the test whose claims are given as differences in Elo."""
        if not low < high:
            raise BadValue(f"--elo0 is below --elo1, not {low:g} and {high:g}")
        return cls(expected(low), expected(high), sure)

    @classmethod
    def at_least(cls, score: float, margin: float, sure: float) -> Sequential:
        """Return the test of whether the score is above one: that score against one better by a margin."""
        if not 0 < score < 1:
            raise BadValue(f"--at-least is a score above 0 and below 1, not {score:g}; try 0.65")
        if not 0 < margin < 1:
            raise BadValue(f"--margin is above 0 and below 1, not {margin:g}; try 0.05")
        return cls(score, min(score + margin, (1 + score) / 2), sure)

    @classmethod
    def better(cls, sure: float) -> Sequential:
        """Return the test of which of the two is better."""
        return cls(0.5 - BETTER, 0.5 + BETTER, sure)

    @property
    def bound(self) -> float:
        """Log-likelihood ratio at which the test is sure."""
        return log(self.sure / (1 - self.sure))

    def ratio(self, pairs: Sequence[float]) -> float:
        """Return the log-likelihood ratio of ``high`` against ``low``."""
        counted = Counter(pairs)
        counts = [counted[outcome] + PRIOR for outcome in OUTCOMES]
        total = sum(counts)
        shares = [count / total for count in counts]
        return total * (_likelihood(shares, self.high) - _likelihood(shares, self.low))

    def decide(self, pairs: Sequence[float], known: int = 0) -> tuple[Decision, int] | None:
        """Return the accepted claim and the number of pairs that it took; None if the test is not sure yet.

        Args:
            pairs: Score of a side in each pair, in the order of the schedule.
            known: Number of leading pairs already known to decide nothing; they are not tested again.
        """
        for count in range(max(FEWEST, known + 1), len(pairs) + 1):
            decision = self._decide(pairs[:count])
            if decision is not None:
                return decision, count
        return None

    def _decide(self, pairs: Sequence[float]) -> Decision | None:
        ratio = self.ratio(pairs)
        return Decision.HIGH if ratio >= self.bound else Decision.LOW if ratio <= -self.bound else None

    def says(self, decision: Decision) -> str:
        """Return what a decision says of the score."""
        return f"above {self.low:.3g}" if decision is Decision.HIGH else f"below {self.high:.3g}"


def _likelihood(shares: Sequence[float], mean: float) -> float:
    """Return the mean log-likelihood of outcomes under the likeliest distribution with a mean.

    It gives each outcome the chance ``share / (1 + x (outcome - mean))``, with the ``x`` at which the mean is right.
    """
    weighed = [(share, outcome - mean) for share, outcome in zip(shares, OUTCOMES, strict=True)]
    low, high = -1 / (OUTCOMES[-1] - mean), 1 / (mean - OUTCOMES[0])
    for _ in range(BISECTIONS):
        x = (low + high) / 2
        slope = 0.0
        for share, away in weighed:
            slope += share * away / (1 + x * away)
        low, high = (x, high) if slope > 0 else (low, x)
    return -sum(share * log(1 + x * away) for share, away in weighed)
