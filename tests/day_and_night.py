"""Which cases of a test run by day, and which by night only.

A test with many cases has one or two telling ones by day. Where a test has several lists of parameters,
``@pytest.mark.by_day(one_in=3)`` takes every third of their product. Each value of each list is still met where 3 does
not divide the lengths of the lists.
"""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

NIGHTLY = pytest.mark.nightly
Parameters = list[Any]


def by_day_and_night(day: Iterable[object], night: Iterable[object], seconds: int = 1800) -> Parameters:
    """Return small cases for every run, and larger ones for the night, each of which may take so many seconds."""
    return [*(_case(each) for each in day), *(_case(each, NIGHTLY, pytest.mark.timeout(seconds)) for each in night)]


def first_by_day(cases: Iterable[object], count: int = 1) -> Parameters:
    """Return all cases; by day only the first ones run."""
    return [_case(each, *(() if number < count else [NIGHTLY])) for number, each in enumerate(cases)]


def chosen_by_day(cases: Iterable[object], is_chosen: Callable[[Any], object]) -> Parameters:
    """Return all cases; by day only those run for which ``is_chosen`` holds."""
    return [_case(each, *(() if is_chosen(each) else [NIGHTLY])) for each in cases]


def examples(by_day: int, by_night: int) -> settings:
    """Return the settings of a property whose examples are expensive."""
    return settings(max_examples=by_night if settings.get_current_profile_name() == "nightly" else by_day)


def mark_by_day(item: pytest.Item, numbers: dict[str, int]) -> None:
    """Leave to the night what ``by_day(one_in=…)`` does not take of the cases that are not nightly already.

    Args:
        item: A test that was just collected.
        numbers: How many cases of each test were collected so far; written to.
    """
    marker = item.get_closest_marker("by_day")
    if marker is None or item.get_closest_marker("nightly"):
        return
    test = item.nodeid.partition("[")[0]
    number = numbers.get(test, 0)
    numbers[test] = number + 1
    if number % marker.kwargs["one_in"] != marker.kwargs.get("starting", 0):
        item.add_marker(NIGHTLY)


def _case(values: object, *marks: pytest.MarkDecorator) -> Any:
    if isinstance(values, tuple) and not hasattr(values, "_fields"):
        return pytest.param(*values, marks=marks)
    return pytest.param(values, marks=marks)
