"""The schedule of an arena, and the sequential test that may end an arena before all games are played.

The schedule has pairs of games with equal seeds and colours swapped, and is balanced at any point.
The test is the generalised probability ratio test on pairs of games. It compares two claims about a score,
``low`` and ``high``. After each pair, the likelihood of all pairs under the likeliest distribution with mean ``low``
is compared with that for mean ``high``. Testing after every pair does not bias the result.

Source: A. Wald, Sequential analysis, 1947; M. Van den Bergh, The generalized maximum likelihood ratio for the
expectation value of a distribution, 2020 (how computer chess tests its programs).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from itertools import combinations
from math import log
from typing import Any

from yurei.apps.arena.contestants import Contestant
from yurei.apps.arena.playing import seed_of
from yurei.errors import BadValue
from yurei.referee.settings import Settings

MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """One game of the schedule, which a worker is to play."""

    number: int  # its place in the schedule, from 0
    pair: int  # number of its pair among the games of these two, from 0
    black: Contestant
    white: Contestant
    settings: dict[str, Any]  # as plain values
    setup: str | None
    seed: int  # the same in both games of a pair
    most: int | None = None  # see Schedule

    def plain(self) -> dict[str, Any]:
        """Return the job as plain values; ``Job.read`` reads them back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "black": self.black.plain(), "white": self.white.plain()}

    @classmethod
    def read(cls, values: dict[str, Any]) -> "Job":
        return cls(**values | {side: Contestant.read(values[side]) for side in ("black", "white")})


@dataclass(frozen=True)
class Schedule:
    """The contestants, settings and numbers of games of an arena."""

    settings: Settings
    setup: str | None
    contestants: tuple[Contestant, ...]
    games: int  # of each pairing, an even number
    gate: bool  # whether the first contestant meets each other one, without further pairings
    seed: int
    most: int | None = None  # moves after which a game is a draw; None for six times the points

    def __post_init__(self) -> None:
        if self.most is not None and not 1 <= self.most <= MOST_GAMES:
            raise BadValue(f"--most is a number of moves from 1 to {MOST_GAMES}, not {self.most}")
        if not (2 <= self.games <= MOST_GAMES and self.games % 2 == 0):
            raise BadValue(
                f"games come in pairs with colours swapped: --games is even, 2 to {MOST_GAMES}, not {self.games}; try 100"
            )

    @property
    def pairings(self) -> Sequence[tuple[Contestant, Contestant]]:
        first, *others = self.contestants
        return [(first, other) for other in others] if self.gate else list(combinations(self.contestants, 2))

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def jobs(self) -> Iterator[Job]:
        """Yield all games: first a pair of games for each pairing, then a second pair for each, and so on."""
        plain, number = self.settings.plain(), 0
        for pair in range(self.games // 2):
            for one, other in self.pairings:
                seed = seed_of(self.seed, one.name, other.name, pair)
                assert seed is not None
                for black, white in ((one, other), (other, one)):
                    yield Job(number, pair, black, white, plain, self.setup, seed, self.most)
                    number += 1


OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a side in a pair, as the mean of its two games
PRIOR = 1e-3  # added to the count of every outcome, since one that has not happened is still possible
FEWEST = 5  # least number of pairs for a decision: the likeliest distribution of fewer says little
BETTER = 0.05  # distance from 0.5 of the two claims of the plain question "who is better"
BISECTIONS = 50


class Decision(StrEnum):
    """The claim that a sequential test has accepted."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Sequential:
    """A sequential test between two claims about a contestant's score, ``low`` and ``high``, with a confidence.

    For a true score of ``low`` or less, ``high`` is accepted with a probability of at most about ``1 - sure``, and vice
    versa; decision 0023 says how often that happened.
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
    def of_elo(cls, low: float, high: float, sure: float) -> "Sequential":
        """Return the test between two claims that are given as differences in Elo."""
        if not low < high:
            raise BadValue(f"--elo0 is below --elo1, not {low:g} and {high:g}")
        return cls(expected_score(low), expected_score(high), sure)

    @classmethod
    def for_at_least(cls, score: float, margin: float, sure: float) -> "Sequential":
        """Return the test between two claims: the true score is ``score``, or it is better by ``margin``."""
        if not 0 < score < 1:
            raise BadValue(f"--at-least is a score above 0 and below 1, not {score:g}; try 0.65")
        if not 0 < margin < 1:
            raise BadValue(f"--margin is above 0 and below 1, not {margin:g}; try 0.05")
        return cls(score, min(score + margin, (1 + score) / 2), sure)

    @classmethod
    def for_better(cls, sure: float) -> "Sequential":
        """Return the test of which of two contestants is the better one."""
        return cls(0.5 - BETTER, 0.5 + BETTER, sure)

    def log_likelihood_ratio(self, pairs: Sequence[float]) -> float:
        """Return the log-likelihood ratio of the claim ``high`` to the claim ``low``, given the scores in pairs."""
        counted = Counter(pairs)
        counts = [counted[outcome] + PRIOR for outcome in OUTCOMES]
        total = sum(counts)
        shares = [count / total for count in counts]
        return total * (_likelihood(shares, self.high) - _likelihood(shares, self.low))

    def decide(self, pairs: Sequence[float], known: int = 0) -> tuple[Decision, int] | None:
        """Return the accepted claim and the number of pairs after which it was accepted, more than ``known``; None if undecided."""
        bound = log(self.sure / (1 - self.sure))
        for count in range(max(FEWEST, known + 1), len(pairs) + 1):
            ratio = self.log_likelihood_ratio(pairs[:count])
            if abs(ratio) >= bound:
                return Decision.HIGH if ratio > 0 else Decision.LOW, count
        return None

    def describe_decision(self, decision: Decision) -> str:
        """Return a clause that says which score a decision shows, such as "above 0.5"."""
        return f"above {self.low:.3g}" if decision is Decision.HIGH else f"below {self.high:.3g}"


def _likelihood(shares: Sequence[float], mean: float) -> float:
    """Return the mean log-likelihood of outcomes under the most likely distribution that has this mean.

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


def expected_score(difference: float) -> float:
    """Return the expected score of a contestant that is ``difference`` Elo stronger than its opponent.

    >>> expected_score(0), round(expected_score(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-difference / 400))
