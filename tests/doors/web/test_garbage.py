"""What refers to itself is found by a look at what is new, or at all once nobody is there; what is old is left alone."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from yurei.apps.web.gc_tuning import LONGEST_INTERVAL, QUIET_INTERVAL, GarbageTuning


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


class Clock:
    """Seconds that pass when one says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def garbage(clock: Clock) -> Iterator[GarbageTuning]:
    gc.disable()  # what is looked at here is looked at when the test says so
    garbage = GarbageTuning(clock)
    garbage.start()
    yield garbage
    garbage.stop()
    gc.enable()
    assert gc.get_freeze_count() == 0
    gc.freeze()  # as tests/conftest.py has done


def test_what_has_survived_a_look_is_left_alone(garbage: GarbageTuning) -> None:
    new = [Knot()]
    assert gc.is_tracked(new)
    before = gc.get_freeze_count()
    gc.collect()
    assert gc.get_freeze_count() > before
    assert new not in gc.get_objects()


def test_what_is_new_and_refers_to_itself_goes_with_the_next_look(garbage: GarbageTuning) -> None:
    gone = weakref.ref(Knot())
    gc.collect()
    assert gone() is None


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(("quiet", "after"), [(True, QUIET_INTERVAL), (False, LONGEST_INTERVAL)])
def test_what_went_later_is_found_once_nobody_is_there_or_a_day_has_passed(
    garbage: GarbageTuning, clock: Clock, quiet: bool, after: float
) -> None:
    knot = Knot()
    gc.collect()
    gone = weakref.ref(knot)
    del knot
    gc.collect()
    clock.now = after - 1
    garbage.collect_if_due(quiet=quiet)
    assert gone() is not None, "it is no time for that yet"
    clock.now = after
    garbage.collect_if_due(quiet=quiet)
    assert gone() is None
