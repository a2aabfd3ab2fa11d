"""Selects which cases of a test run always, and which only in nightly runs.

A test with many cases has one or two telling ones by day: the first of its list, or named ones. Where a test has several
lists of parameters, ``@pytest.mark.by_day`` takes the first of each, and with these every value of one list in turn, so that
each value is met by day. A new value adds its own cases and changes no others.
"""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

NIGHTLY = pytest.mark.nightly
Parameters = list[Any]


def by_day_and_night(day: Iterable[object], night: Iterable[object], seconds: int = 1800) -> Parameters:
    """Return cases for every run, and cases for nightly runs with a timeout of ``seconds`` each."""
    return [*(_case(each) for each in day), *(_case(each, NIGHTLY, pytest.mark.timeout(seconds)) for each in night)]


def first_by_day(cases: Iterable[object], count: int = 1) -> Parameters:
    """Return all cases; only the first ``count`` run outside nightly runs."""
    return [_case(each, *(() if number < count else [NIGHTLY])) for number, each in enumerate(cases)]


def chosen_by_day(cases: Iterable[object], is_chosen: Callable[[Any], object]) -> Parameters:
    """Return all cases; those for which ``is_chosen`` is false run in nightly runs only."""
    return [_case(each, *(() if is_chosen(each) else [NIGHTLY])) for each in cases]


def examples(by_day: int, by_night: int) -> settings:
    """Return hypothesis settings with different numbers of examples by day and in nightly runs."""
    return settings(max_examples=by_night if settings.get_current_profile_name() == "nightly" else by_day)


def mark_by_day(item: pytest.Item, first_cases: dict[str, dict[str, object]]) -> None:
    """Mark a case of a ``by_day`` test as nightly unless it is one of the cases for every run.

    Args:
        item: A test that was just collected.
        first_cases: The parameters of the first case of each test; written to.
    """
    if item.get_closest_marker("by_day") is None or item.get_closest_marker("nightly"):
        return
    case: dict[str, object] = item.callspec.params  # type: ignore[attr-defined]
    first = first_cases.setdefault(item.nodeid.partition("[")[0], case)
    lists = [_names(mark) for mark in item.iter_markers("parametrize")]
    lists += [[name] for name in case if not any(name in each for each in lists)]  # parameters of fixtures
    others = sum(any(case[name] is not first[name] for name in each) for each in lists)
    if others > (1 if len(lists) > 1 else 0):
        item.add_marker(NIGHTLY)


def _names(parametrize: pytest.Mark) -> list[str]:
    """Return the names of the parameters in one list."""
    given = parametrize.args[0]
    return [name.strip() for name in given.split(",")] if isinstance(given, str) else list(given)


def _case(values: object, *marks: pytest.MarkDecorator) -> Any:
    if isinstance(values, tuple) and not hasattr(values, "_fields"):
        return pytest.param(*values, marks=marks)
    return pytest.param(values, marks=marks)
