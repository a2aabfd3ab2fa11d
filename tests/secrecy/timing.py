"""Whether times of answers tell anything: Welch's t over many interleaved tries, cropped as dudect does.

Reparaz, Balasch, Verbauwhede, *Dude, is my code constant time?*, DATE 2017: what took long took so for reasons of the
machine; without it smaller differences show. Beyond 4.5 two classes are held to be different.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean, variance

BOUND = 4.5
CROPS = (1.0, 0.99, 0.95, 0.9, 0.75)
"""The shares of all answers that are kept, the fastest ones."""

Times = Mapping[str, Sequence[float]]
"""Seconds by the class of the try."""


def welch(one: Sequence[float], other: Sequence[float]) -> float:
    """Welch's t.

    >>> round(welch([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]), 3)
    -1.225
    """
    spread = variance(one) / len(one) + variance(other) / len(other)
    return (fmean(one) - fmean(other)) / sqrt(spread) if spread else 0.0


def cropped(times: Times, share: float) -> dict[str, list[float]]:
    """The answers that were not slower than such a share of all of them."""
    everything = sorted(seconds for kind in times.values() for seconds in kind)
    slowest = everything[max(0, int(len(everything) * share) - 1)]
    return {kind: [each for each in seconds if each <= slowest] for kind, seconds in times.items()}


def largest_t(times: Times) -> tuple[float, str]:
    """The largest t of any two classes at any crop, and of which."""
    found = []
    for share in CROPS:
        kept = cropped(times, share)
        for one, other in combinations(kept, 2):
            t = welch(kept[one], kept[other])
            found.append((abs(t), f"{one} and {other}, {share:.0%} kept: t = {t:.2f}"))
    return max(found)


def measured(ask: Callable[[str], float], kinds: Sequence[str], rounds: int, chance: random.Random) -> Times:
    """Ask for every kind in every round, in an order of chance.

    Args:
        ask: Tries, and gives the seconds that it took.
    """
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind in chance.sample(list(kinds), len(kinds)):
            times[kind].append(ask(kind))
    return times


SET_UP = "A1 D1 B2 C2 A5 E2 C1 B1"
"""On 5x5, Black first: White's B1 has captured C1, and waits for the ko."""
REFUSED = {"opponent's stone": "E2", "suicide": "E1", "ko": "C1"}
"""What Black tries then, by the reason why it is illegal. Who is told no reason is told the same of all three."""
ACCEPTED = {"a capture": "A1", "no capture": "D4"}
"""Where Black begins, by what White's last move does then; a referee who tells no captures tells White the same of both."""
FOLLOWED = "A2 C3"
"""White's answer to it, and Black's second move."""
MOVED = "B1"
"""White's last move: it takes A1, or nothing."""
