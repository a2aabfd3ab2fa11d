"""Statistics of results: scores with intervals, and ratings with error bars. Draws count half; games come in pairs.

The pairs are independent, not the games: both games of a pair have the same seeds,
with colours swapped. If the two games of a pair go the same way more often than by
chance, the games say less than their number, and every interval here is as wide as
that asks for; never narrower than for single games.
See docs/decisions/0023.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

SURE = 0.95
ELO = 400 / log(10)
"""Elo of a factor of e in the odds."""
PRIOR_DRAWS = 1.0
"""Drawn games added to every pairing for the ratings, so that an unbeaten contestant has a finite rating too."""
FAR = 2000 / ELO
"""Prior distance of ratings from their mean; it links contestants that have not met yet."""
STEPS = 200


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and its confidence interval."""

    value: float
    low: float
    high: float


def wilson(score: float, games: float, sure: float = SURE) -> Interval:
    """Return the Wilson interval of a share; 0 to 1 if nothing was played.

    Args:
        score: The share, 0 to 1; a draw counts half a win.
        games: Number of independent games, not always whole.
        sure: Confidence, 0 to 1.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.

    >>> found = wilson(0.5, 10)
    >>> round(found.low, 4), round(found.high, 4)
    (0.2366, 0.7634)
    """
    if games <= 0:
        return Interval(score, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + sure) / 2)
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return Interval(score, max(0.0, min(score, middle - half)), min(1.0, max(score, middle + half)))


def alike(pairs: Sequence[float]) -> float:
    """Return the ratio of the variance of the mean of pairs to that of as many single games: 1 or more.

    Args:
        pairs: Score of a side in each pair of games, as the mean of its two games: 0, 0.25, 0.5, 0.75 or 1.

    >>> alike([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0])
    2.2222222222222223
    >>> alike([0.5, 0.5, 0.5])
    1.0
    """
    count = len(pairs)
    score = sum(pairs) / count if count else 0.0
    single = score * (1 - score) / 2
    if count < 2 or not single:
        return 1.0
    varies = sum((each - score) ** 2 for each in pairs) / (count - 1)
    return max(1.0, varies / single)


@dataclass(frozen=True, slots=True)
class Met:
    """Score of two contestants against each other.

    Attributes:
        one, other: The contestants.
        pairs: Score of ``one`` in each whole pair of games, as the mean of the two.
        single: Its score in games whose other half is still to come.
    """

    one: str
    other: str
    pairs: tuple[float, ...] = ()
    single: tuple[float, ...] = ()

    @property
    def games(self) -> int:
        """Number of games that they have played."""
        return 2 * len(self.pairs) + len(self.single)

    @property
    def points(self) -> float:
        """Number of games that ``one`` has won; draws count half."""
        return 2 * sum(self.pairs) + sum(self.single)

    @property
    def weight(self) -> float:
        """Number of independent games that these are worth."""
        return self.games / alike(self.pairs)

    def score(self, sure: float = SURE) -> Interval:
        """Return the score of ``one``, with its interval."""
        return wilson(self.points / self.games if self.games else 0.5, self.weight, sure)


def score_of(name: str, met: Iterable[Met]) -> tuple[int, Interval]:
    """Return the number of games of a contestant, and its score in all of them, with its interval."""
    games, points, weight = 0, 0.0, 0.0
    for each in met:
        if name in (each.one, each.other):
            games += each.games
            points += each.points if name == each.one else each.games - each.points
            weight += each.weight
    return games, wilson(points / games if games else 0.5, weight)


def ratings(names: Sequence[str], met: Sequence[Met], sure: float = SURE) -> Mapping[str, Interval]:
    """Return ratings in Elo, whose mean is 0, with error bars: the most likely ones under Bradley and Terry's model.

    A rating's bar is about its distance from the mean of all. It is taken from
    Fisher's information at the maximum, in which pairs count for what they are worth.

    Args:
        names: The contestants.
        met: Their scores against each other.
        sure: Confidence, 0 to 1.

    Source: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, 1952.
    """
    places = {name: place for place, name in enumerate(names)}
    strengths = [0.0] * len(names)
    played = [(places[each.one], places[each.other], each) for each in met if each.games]
    for _ in range(STEPS):
        slopes, information = _slopes(strengths, played)
        steps = _solved(information, slopes)
        largest = max(map(abs, steps), default=0.0)
        strengths = [
            old + step * min(1.0, 2 / max(largest, 1e-300)) for old, step in zip(strengths, steps, strict=True)
        ]
        if largest < 1e-9:
            break
    mean = sum(strengths) / len(strengths)
    z = NormalDist().inv_cdf((1 + sure) / 2)
    halves = [z * sqrt(max(0.0, variance)) for variance in _variances(_slopes(strengths, played)[1])]
    return {
        name: Interval(ELO * (own - mean), ELO * (own - mean - half), ELO * (own - mean + half))
        for name, own, half in zip(names, strengths, halves, strict=True)
    }


def expected(difference: float) -> float:
    """Return the expected score of a contestant that is this many Elo stronger.

    >>> expected(0), round(expected(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-difference / 400))


def _slopes(strengths: list[float], played: Sequence[tuple[int, int, Met]]) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the log-likelihood in each strength, and Fisher's information."""
    count = len(strengths)
    slopes = [-own / FAR**2 for own in strengths]
    information = [[(row == column) / FAR**2 for column in range(count)] for row in range(count)]
    for one, other, each in played:
        chance = expected(ELO * (strengths[one] - strengths[other]))
        weight = each.weight + PRIOR_DRAWS
        scored = each.points / each.games * each.weight + PRIOR_DRAWS / 2
        slope, varies = scored - weight * chance, weight * chance * (1 - chance)
        for place, sign in ((one, 1), (other, -1)):
            slopes[place] += sign * slope
            information[place][place] += varies
        information[one][other] -= varies
        information[other][one] -= varies
    return slopes, information


def _variances(information: list[list[float]]) -> list[float]:
    """Return the variance of each strength less the mean of all."""
    count = len(information)
    shares = [[(row == column) - 1 / count for column in range(count)] for row in range(count)]
    return [sum(a * b for a, b in zip(share, _solved(information, share), strict=True)) for share in shares]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for place in range(count):
        best = max(range(place, count), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for below in range(place + 1, count):
            factor = rows[below][place] / rows[place][place]
            rows[below] = [a - factor * b for a, b in zip(rows[below], rows[place], strict=True)]
    found = [0.0] * count
    for place in reversed(range(count)):
        known = sum(rows[place][column] * found[column] for column in range(place + 1, count))
        found[place] = (rows[place][count] - known) / rows[place][place]
    return found
