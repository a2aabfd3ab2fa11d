"""What runs by day: the chosen cases, and never none of a test."""

import pytest

from tests.day_and_night import by_day_and_night, chosen_by_day, first_by_day

pytest_plugins = ["pytester"]
PAIRED = """
import pytest
from tests.day_and_night import mark_by_day

@pytest.mark.by_day
@pytest.mark.parametrize("game", ["go", "atari-go", pytest.param("alter-igo", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("referee", ["common", "fog", "open"])
def test_pair(game, referee): ...

@pytest.mark.by_day
@pytest.mark.parametrize(("size", "moves"), [(5, 1), (7, 2), (9, 3)])
def test_single(size, moves): ...
"""


def by_day(cases: list[object]) -> list[object]:
    """The values of the cases that no mark leaves to the night."""
    return [case.values for case in cases if not case.marks]  # type: ignore[attr-defined]


def test_first_and_chosen_cases_run_by_day() -> None:
    assert by_day(first_by_day("abc")) == [("a",)]
    assert by_day(first_by_day([(1, 2), (3, 4), (5, 6)], 2)) == [(1, 2), (3, 4)]
    assert by_day(chosen_by_day(range(9), (3).__eq__)) == [(3,)]
    assert by_day(by_day_and_night([5], [500])) == [(5,)]


def test_by_day_each_value_runs_with_the_first_of_the_other_list(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("from tests.conftest import pytest_itemcollected")
    pytester.makeini("[pytest]\nmarkers =\n    by_day\n    nightly")
    pytester.makepyfile(PAIRED)
    result = pytester.runpytest_inprocess("-p", "no:randomly", "-m", "not nightly", "--collect-only", "-q")
    chosen = [line.partition("[")[2] for line in result.outlines if "[" in line]
    assert chosen == ["common-go]", "common-atari-go]", "fog-go]", "open-go]", "5-1]"]
    assert "5/12 tests collected" in result.outlines[-1]
