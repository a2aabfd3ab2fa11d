"""Games whose value everybody knows, put into sequence form by hand."""

from itertools import permutations

import numpy as np
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]  # it has no types

from yurei_research.sequence_form import Seat, SequenceForm


def seat(sets: list[tuple[int, int]], levels: list[int]) -> Seat:
    """A seat from its information sets, each with the sequence that leads there and how many tries there are."""
    first = np.cumsum([1, *(tries for _, tries in sets)])
    return Seat(np.array([parent for parent, _ in sets]), first, np.array(levels))


def pennies(worth: float = 1.0) -> SequenceForm:
    """Matching pennies; two equal heads are worth so much, two equal tails 1."""
    each = seat([(0, 2)], [0, 1])
    return SequenceForm((each, each), csr_matrix(np.array([[0, 0, 0], [0, worth, -1], [0, -1, 1.0]])))


def kuhn() -> SequenceForm:
    """Kuhn's poker of three cards.

    The first has by card (0, 1, 2) the sequences check 1 + 2c and bet 2 + 2c, and after check and bet fold 7 + 2c and
    call 8 + 2c. The second has after a check: check 1 + 2c, bet 2 + 2c; after a bet: fold 7 + 2c, call 8 + 2c.
    """
    first = seat([(0, 2)] * 3 + [(1, 2), (3, 2), (5, 2)], [0, 3, 6])
    second = seat([(0, 2)] * 6, [0, 6])
    payoff = np.zeros((13, 13))
    for a, b in permutations(range(3), 2):
        wins = (1 if a > b else -1) / 6
        payoff[1 + 2 * a, 1 + 2 * b] += wins  # check, check
        payoff[7 + 2 * a, 2 + 2 * b] -= 1 / 6  # check, bet, fold
        payoff[8 + 2 * a, 2 + 2 * b] += 2 * wins  # check, bet, call
        payoff[2 + 2 * a, 7 + 2 * b] += 1 / 6  # bet, fold
        payoff[2 + 2 * a, 8 + 2 * b] += 2 * wins  # bet, call
    return SequenceForm((first, second), csr_matrix(payoff))
