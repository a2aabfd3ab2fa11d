"""Two-player zero-sum games in sequence form, and their solution by a linear program or by regret minimization.

A sequence is a seat's own tries up to some point, with what it was told between them; number 0 is the empty one. An
information set is a seat's knowledge when it is to try; its continuations are sequences with consecutive numbers. A plan is
the probability of each sequence as far as it depends on the seat; a behaviour that of each sequence in its information set.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog  # type: ignore[import-untyped]  # it has no types
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from yurei.errors import YureiError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
EVERY = 25  # rounds of learning between two computations of the bounds
DENOMINATORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100, 200, 500, 1000, 10_000)
"""Denominators for rounding strategies, tried in order until both strategies guarantee the same."""


@dataclass(frozen=True)
class Seat:
    """Information sets and sequences of one seat."""

    parent: Ints  # by information set, the sequence that leads there
    first: Ints  # by information set, its first sequence; at the end the number of sequences
    levels: Ints  # information sets of one level are levels[k] to levels[k + 1]; a parent stands in an earlier one

    @property
    def sets(self) -> int:
        return len(self.parent)

    @property
    def sequences(self) -> int:
        return int(self.first[-1])

    @cached_property
    def set_of(self) -> Ints:
        return np.repeat(np.arange(self.sets), np.diff(self.first))

    @cached_property
    def uniform(self) -> Floats:
        return 1.0 / np.diff(self.first)[self.set_of]

    @cached_property
    def _spans(self) -> list[tuple[int, int, int, int, Ints]]:
        """The ranges of sets and sequences of each level, and the offsets of the sets' first sequences."""
        spans = []
        for a, b in zip(self.levels[:-1], self.levels[1:], strict=True):
            if b > a:
                low, high = int(self.first[a]), int(self.first[b])
                spans.append((int(a), int(b), low, high, self.first[a:b] - low))
        return spans

    def shares(self, values: Floats) -> Floats:
        """Return values of all nonempty sequences, normalized in each information set; uniform if their sum is 0."""
        if not self.sets:
            return values
        total = np.add.reduceat(values, self.first[:-1] - 1)[self.set_of]
        return np.where(total > 0, values / np.where(total > 0, total, 1.0), self.uniform)

    def plan(self, behaviour: Floats) -> Floats:
        """Return the plan of a behaviour: the probability of each sequence as far as it depends on this seat."""
        plan = np.ones(self.sequences)
        for a, b, low, high, _ in self._spans:
            counts = np.diff(np.append(self.first[a:b], high))
            plan[low:high] = np.repeat(plan[self.parent[a:b]], counts) * behaviour[low - 1 : high - 1]
        return plan

    def behaviour(self, plan: Floats) -> Floats:
        """Return the behaviour that a plan implies; uniform in information sets that the plan never reaches."""
        return self.shares(plan[1:])

    def best(self, gains: Floats) -> tuple[float, Floats]:
        """Return the value of the best answer if each sequence pays ``gains``, and this answer as a behaviour."""
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
        """Return the values of all sequences and of all information sets under a behaviour."""
        values, means = gains.copy(), np.zeros(self.sets)
        for a, b, low, high, starts in reversed(self._spans):
            means[a:b] = np.add.reduceat(values[low:high] * behaviour[low - 1 : high - 1], starts)
            np.add.at(values, self.parent[a:b], means[a:b])
        return values, means

    def best_exactly(self, gains: list[Fraction]) -> Fraction:
        values = list(gains)
        for number in range(self.sets - 1, -1, -1):
            values[self.parent[number]] += max(values[self.first[number] : self.first[number + 1]])
        return values[0]


@dataclass(frozen=True)
class SequenceForm:
    """A two-player zero-sum game with perfect recall.

    ``payoff`` is a sparse matrix, sequences of the first by those of the second: payoff of an end there for the first, times
    the probability that chance gives it.
    """

    seats: tuple[Seat, Seat]
    payoff: Any

    @cached_property
    def transposed(self) -> Any:
        return self.payoff.T.tocsr()

    def bounds(self, first: Floats, second: Floats) -> tuple[float, float]:
        """Return the bounds of the value: what the first plan guarantees, and what the second concedes at most."""
        low = -self.seats[1].best(-(self.transposed @ first))[0]
        return low, self.seats[0].best(self.payoff @ second)[0]


@dataclass(frozen=True)
class Solution:
    """The plans of both seats, and bounds of the value, from the best answers to these plans."""

    plans: tuple[Floats, Floats]
    low: float
    high: float
    proved: Fraction | None = None  # the value, if both strategies, rounded to fractions, guarantee the same exactly

    @property
    def value(self) -> float:
        return float(self.proved) if self.proved is not None else (self.low + self.high) / 2


def solve(form: SequenceForm) -> Solution:
    """Solve a game by a linear program (Koller, Megiddo and von Stengel, 1994).

    The first seat's plan maximises what the second's best answer leaves. That the second cannot do better is one
    condition for each of its sequences, and the dual values of those conditions are the second's plan.
    """
    first, second = form.seats
    equalities, right = _flow(first)
    flow, _ = _flow(second)
    # Variables: the first's plan, then the value of each of the second's information sets; the last one is the root's.
    conditions = hstack([-form.transposed, flow.T]).tocsr()
    cost = np.zeros(conditions.shape[1])
    cost[-1] = -1.0
    answer = linprog(
        cost,
        A_ub=conditions,
        b_ub=np.zeros(conditions.shape[0]),
        A_eq=hstack([equalities, csr_matrix((equalities.shape[0], flow.shape[0]))]).tocsr(),
        b_eq=right,
        bounds=[(0, None)] * first.sequences + [(None, None)] * flow.shape[0],
        method="highs",
    )
    if answer.status != 0:
        raise YureiError(f"the linear program has no answer: {answer.message}")
    plans = (_tidy(first, answer.x[: first.sequences]), _tidy(second, -answer.ineqlin.marginals))
    return Solution(plans, *form.bounds(*plans))


def _flow(seat: Seat) -> tuple[Any, Floats]:
    """Return the linear conditions of a plan: each set's sequences sum to its parent, and the empty one is 1."""
    sets, sequences = seat.sets, seat.sequences
    rows = np.concatenate([seat.set_of, np.arange(sets), [sets]])
    columns = np.concatenate([np.arange(1, sequences), seat.parent, [0]])
    values = np.concatenate([np.ones(sequences - 1), -np.ones(sets), [1.0]])
    right = np.zeros(sets + 1)
    right[-1] = 1.0
    return csr_matrix((values, (rows, columns)), shape=(sets + 1, sequences)), right


def _tidy(seat: Seat, plan: Floats) -> Floats:
    """Return a valid plan close to the approximate plan of a solver."""
    return seat.plan(seat.behaviour(np.where(plan > 1e-9, plan, 0.0)))


def prove(form: SequenceForm, solution: Solution, denominators: Iterable[int] = DENOMINATORS) -> Solution:
    """Round both plans to fractions, and compute exactly what they guarantee; set ``proved`` if bounds are equal."""
    behaviours = [seat.behaviour(plan) for seat, plan in zip(form.seats, solution.plans, strict=True)]
    for denominator in denominators:
        plans = [_rounded(seat, each, denominator) for seat, each in zip(form.seats, behaviours, strict=True)]
        low = -form.seats[1].best_exactly([-gain for gain in _times(form.transposed, plans[0])])
        high = form.seats[0].best_exactly(_times(form.payoff, plans[1]))
        if low == high:
            return replace(solution, proved=low)
    return solution


def _rounded(seat: Seat, behaviour: Floats, denominator: int) -> list[Fraction]:
    plan = [Fraction(1)] * seat.sequences
    for number in range(seat.sets):
        low, high = int(seat.first[number]), int(seat.first[number + 1])
        reached = plan[seat.parent[number]]
        chances = [Fraction(float(each)).limit_denominator(denominator) for each in behaviour[low - 1 : high - 1]]
        total = sum(chances)
        if not total:
            chances, total = [Fraction(1)] * (high - low), Fraction(high - low)
        plan[low:high] = [reached * chance / total for chance in chances]
    return plan


def _times(matrix: Any, plan: list[Fraction]) -> list[Fraction]:
    """Return the exact product of a matrix and a plan, in fractions."""
    gains = [Fraction(0)] * matrix.shape[0]
    cells = matrix.tocoo()
    for row, column, value in zip(cells.row, cells.col, cells.data.tolist(), strict=True):
        if plan[column]:
            gains[row] += Fraction(value) * plan[column]
    return gains


class Learner:
    """Learner of one seat by regret: predictive CFR+, which expects the last regret to repeat.

    Source: Farina, Kroer and Sandholm, "Faster Game Solving via Predictive Blackwell Approachability" (2021).
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.regret = np.zeros(seat.sequences - 1)
        self.expected = np.zeros(seat.sequences - 1)
        self.total = np.zeros(seat.sequences)
        self.plan = self._next()

    def _next(self) -> Floats:
        self.behaviour = self.seat.shares(np.maximum(self.regret + self.expected, 0.0))
        return self.seat.plan(self.behaviour)

    def learn(self, gains: Floats, weight: float) -> None:
        """Update the regrets with the gain of each sequence, add the plan to a weighted mean, and choose a new plan."""
        values, means = self.seat.expected(gains, self.behaviour)
        self.expected = values[1:] - means[self.seat.set_of]
        self.regret = np.maximum(self.regret + self.expected, 0.0)
        self.total += weight * self.plan
        self.plan = self._next()


def learn(
    form: SequenceForm,
    *,
    within: float = 1e-4,
    rounds: int = 20_000,
    until: Callable[[int, float], bool] = lambda rounds, gap: False,
) -> Solution:
    """Solve a game by regret until the gap of the bounds is at most ``within`` or ``until(rounds, gap)`` is true."""
    learners = [Learner(seat) for seat in form.seats]
    best: Solution | None = None
    for number in range(1, rounds + 1):
        weight = float(number) ** 2
        learners[0].learn(form.payoff @ learners[1].plan, weight)
        learners[1].learn(-(form.transposed @ learners[0].plan), weight)
        if number % EVERY == 0 or number == rounds:
            plans = (learners[0].total / learners[0].total[0], learners[1].total / learners[1].total[0])
            low, high = form.bounds(*plans)
            if best is None or high - low < best.high - best.low:
                best = Solution(plans, low, high)
            if high - low <= within or until(number, best.high - best.low):
                break
    assert best is not None
    return best
