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


def test_objects_that_survive_a_collection_are_frozen(garbage: GarbageTuning) -> None:
    new = [Knot()]
    assert gc.is_tracked(new)
    before = gc.get_freeze_count()
    gc.collect()
    assert gc.get_freeze_count() > before
    assert new not in gc.get_objects()


def test_new_reference_cycles_are_freed_by_the_next_collection(garbage: GarbageTuning) -> None:
    gone = weakref.ref(Knot())
    gc.collect()
    assert gone() is None


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(("quiet", "after"), [(True, QUIET_INTERVAL), (False, LONGEST_INTERVAL)])
def test_frozen_garbage_is_freed_when_the_server_is_idle_or_after_a_day(
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
