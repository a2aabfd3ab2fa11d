"""Common functions of the benchmarks: use one core, run contestants in turn, compute medians, write reports."""

import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter, process_time
from typing import Any

from yurei.machine import describe_machine

Clock = Callable[[], float]  # returns the seconds
Contestant = Callable[[Clock], float]  # does its work and returns its speed a second
Named = tuple[str, Callable[[], float]]  # the name of a contestant, and its work, which returns its amount
Watch = Callable[[int, int], None]  # callback for progress: how many parts are done, of how many
Speeds = Mapping[str, list[float]]  # by contestant, one speed a round


def processor_seconds() -> float:
    """Return the processor time of this process and its finished children; wall time where that is unavailable."""
    try:
        import resource
    except ImportError:
        return perf_counter()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def timed(work: Callable[[], float]) -> Contestant:
    """Return a contestant that measures the speed of ``work``, which returns the amount done."""

    def run(clock: Clock) -> float:
        began = clock()
        done = work()
        return done / max(clock() - began, 1e-9)

    return run


def race(
    contestants: Mapping[str, Contestant], rounds: int, clock: Clock, watch: Watch = lambda done, of: None
) -> Speeds:
    """Measure the speeds of contestants in turn, round by round; a first round, to load code, is not counted."""
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    total = len(contestants) * (rounds + 1)
    for number in range(rounds + 1):
        for place, (name, run) in enumerate(contestants.items()):
            watch(number * len(contestants) + place, total)
            speed = run(clock)
            if number:
                speeds[name].append(speed)
    return speeds


@contextmanager
def one_core() -> Iterator[None]:
    """Restrict this process to one core within the context, if the system supports it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@dataclass(frozen=True)
class Figure:
    """One measurement, a speed or a duration; perhaps with a value to compare, and the median ratio of both.

    The target is a least ratio if there is a ratio, else a longest duration.
    """

    what: str
    value: float
    unit: str
    other: float | None = None
    ratio: float | None = None
    target: float | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None without a target.

        >>> Figure("begin", 0.4, "s", target=0.5).reached, Figure("play", 9.0, "games/s", 1.0, 9.0, 10).reached
        (True, False)
        """
        if self.target is None:
            return None
        return self.value <= self.target if self.ratio is None else self.ratio >= self.target


def compared(what: str, unit: str, speeds: Speeds, one: str, other: str, target: float | None = None) -> Figure:
    """Return a figure with the median speeds of two contestants, and the median of their ratios by round.

    >>> compared("race", "games/s", {"we": [9.0, 8.0, 30.0], "they": [3.0, 4.0, 10.0]}, "we", "they").ratio
    3.0
    """
    ratio = median(mine / theirs for mine, theirs in zip(speeds[one], speeds[other], strict=True))
    return Figure(what, median(speeds[one]), unit, median(speeds[other]), ratio, target)


@dataclass
class Match:
    """Collects contestants, and which pairs of them to compare, with the arguments of ``compared``."""

    contestants: dict[str, Contestant] = field(default_factory=dict)
    pairs: list[tuple[str, str, str, str, float | None]] = field(default_factory=list)

    def pair(self, what: str, unit: str, one: Named, other: Named, target: float | None = None) -> None:
        """Add a pair of contestants to compare; a contestant that was added before is measured only once."""
        for name, work in (one, other):
            self.contestants.setdefault(name, timed(work))
        self.pairs.append((what, unit, one[0], other[0], target))

    def figures(self, rounds: int, clock: Clock, watch: Watch) -> list[Figure]:
        with one_core():
            speeds = race(self.contestants, rounds, clock, watch)
        return [compared(what, unit, speeds, one, other, target) for what, unit, one, other, target in self.pairs]


@dataclass(frozen=True)
class Report:
    """The figures of a benchmark, with what is needed to repeat it: date, machine, versions, seed."""

    bench: str
    rounds: int
    seed: int
    date: str
    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        figures = [{**asdict(figure), "reached": figure.reached} for figure in self.figures]
        return {**asdict(self), "figures": figures}


def report(
    bench: str, rounds: int, seed: int, figures: Iterable[Figure], notes: Iterable[str], packages: Iterable[str] = ()
) -> Report:
    today = datetime.now(UTC).date().isoformat()
    versions = {"python": platform.python_version()}
    for name in ("numba", "numpy", *packages):
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return Report(bench, rounds, seed, today, describe_machine(), versions, tuple(figures), tuple(notes))
