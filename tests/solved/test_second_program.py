"""A second program, which shares no code with yurei, finds the same: every value and every distance of every position."""

import pytest

from tests.solved import forwards
from tests.solved.boards import TO_SIX, TO_TWELVE, solved
from yurei.rules import Size

LEGAL = {
    Size(1, 12): 141209,
    Size(2, 6): 299681,
    Size(3, 4): 321689,
    Size(4, 4): 24318165,
    Size(1, 17): 22998865,
    Size(1, 18): 63690581,
    Size(1, 19): 176377839,
    Size(1, 20): 488441801,
    Size(2, 9): 186255781,
    Size(2, 10): 1589441093,
    Size(3, 6): 208144601,
    Size(4, 5): 1840058693,
}
"""Published: how many positions there are in which every string has a liberty (OEIS A102620, A266278, A094777, A268113;
3x6 by Tromp and Farneback, Combinatorics of Go).
"""


@pytest.mark.parametrize("size", TO_SIX, ids=str)
def test_both_programs_agree_on_small_boards(size: Size) -> None:
    assert forwards.compare(size.width, size.height, solved(size)[1]) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("size", TO_TWELVE, ids=str)
def test_both_programs_agree_on_all_boards_to_12_points(size: Size) -> None:
    counts, table = solved(size)
    assert counts.positions == LEGAL.get(size, counts.positions)
    assert forwards.compare(size.width, size.height, table, compiled=True) == 0


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_both_programs_agree_on_4x4() -> None:
    """24,318,165 positions, each with either side to move; some minutes and 4 GB."""
    counts, table = solved(Size(4, 4))
    assert counts.positions == LEGAL[Size(4, 4)]
    assert forwards.compare(4, 4, table, compiled=True) == 0


def test_a_table_that_errs_is_found_out() -> None:
    table = solved(Size(2, 3))[1].copy()
    table[0] += 1
    assert forwards.compare(2, 3, table) == 2
