"""A game in sequence form: knowledge and tries of each seat, and the payoff of each pair of sequences.

A sequence is a seat's own tries up to some point, with what it was told between them; number 0 is the empty one. An
information set is a seat's knowledge when it is to try; its continuations are sequences with consecutive numbers.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Seat:
    """Information sets and sequences of one seat.

    Attributes:
        parent: By information set, the sequence that leads there.
        first: By information set, its first sequence; at the end the number of sequences.
        levels: Information sets of one level are ``levels[k]`` to ``levels[k + 1]``; a parent stands in an earlier one.
    """

    parent: Ints
    first: Ints
    levels: Ints

    @property
    def sets(self) -> int:
        """Number of information sets."""
        return len(self.parent)

    @property
    def sequences(self) -> int:
        """Number of sequences, the empty one among them."""
        return int(self.first[-1])

    @cached_property
    def set_of(self) -> Ints:
        """Information set of each sequence but the empty one."""
        return np.repeat(np.arange(self.sets), np.diff(self.first))

    @cached_property
    def uniform(self) -> Floats:
        """The behaviour that tries everything with the same probability."""
        return 1.0 / np.diff(self.first)[self.set_of]

    @cached_property
    def _spans(self) -> list[tuple[int, int, int, int, Ints]]:
        """Return for each level its sets, its sequences, and the place of each set's first sequence in these."""
        spans = []
        for a, b in zip(self.levels[:-1], self.levels[1:], strict=True):
            if b > a:
                low, high = int(self.first[a]), int(self.first[b])
                spans.append((int(a), int(b), low, high, self.first[a:b] - low))
        return spans

    def summed(self, values: Floats) -> Floats:
        """Return the sum over the sequences of each information set; ``values`` has no entry for the empty one."""
        return np.add.reduceat(values, self.first[:-1] - 1) if self.sets else np.zeros(0)

    def plan(self, behaviour: Floats) -> Floats:
        """Return the probability of each sequence as far as the seat decides it; behaviour omits the empty one."""
        plan = np.ones(self.sequences)
        for a, b, low, high, _ in self._spans:
            counts = np.diff(np.append(self.first[a:b], high))
            plan[low:high] = np.repeat(plan[self.parent[a:b]], counts) * behaviour[low - 1 : high - 1]
        return plan

    def behaviour(self, plan: Floats) -> Floats:
        """Return the behaviour of a plan; uniform in information sets that the plan never reaches."""
        total = self.summed(plan[1:])[self.set_of]
        return np.where(total > 0, plan[1:] / np.where(total > 0, total, 1.0), self.uniform)

    def best(self, gains: Floats) -> tuple[float, Floats]:
        """Return the value of the best answer to ``gains`` of each sequence, and the answer as a behaviour."""
        values, chosen = gains.copy(), np.zeros(self.sequences - 1)
        for a, b, low, high, starts in reversed(self._spans):
            most = np.maximum.reduceat(values[low:high], starts)
            np.add.at(values, self.parent[a:b], most)
            is_most = values[low:high] == np.repeat(most, np.diff(np.append(starts, high - low)))
            places = np.flatnonzero(is_most)
            sets = np.searchsorted(starts, places, side="right") - 1
            _, firsts = np.unique(sets, return_index=True)
            chosen[low - 1 + places[firsts]] = 1.0
        return float(values[0]), chosen

    def expected(self, gains: Floats, behaviour: Floats) -> tuple[Floats, Floats]:
        """Return the value of each sequence and of each information set under a behaviour."""
        values, means = gains.copy(), np.zeros(self.sets)
        for a, b, low, high, starts in reversed(self._spans):
            means[a:b] = np.add.reduceat(values[low:high] * behaviour[low - 1 : high - 1], starts)
            np.add.at(values, self.parent[a:b], means[a:b])
        return values, means

    def best_exactly(self, gains: list[Fraction]) -> Fraction:
        """Return the value of the best answer, without rounding."""
        values = list(gains)
        for number in range(self.sets - 1, -1, -1):
            values[self.parent[number]] += max(values[self.first[number] : self.first[number + 1]])
        return values[0]


@dataclass(frozen=True)
class SequenceForm:
    """A two-player zero-sum game with perfect recall.

    Attributes:
        seats: The two players' information.
        payoff: Sparse matrix, sequences of the first by those of the second: payoff of an end there for the first,
            times the probability that chance gives it.
    """

    seats: tuple[Seat, Seat]
    payoff: Any

    @cached_property
    def transposed(self) -> Any:
        """Transposed payoff matrix."""
        return self.payoff.T.tocsr()

    def bounds(self, first: Floats, second: Floats) -> tuple[float, float]:
        """Return the value that the first plan guarantees, and the best answer's value against the second."""
        low = -self.seats[1].best(-(self.transposed @ first))[0]
        return low, self.seats[0].best(self.payoff @ second)[0]
