"""Benchmark of the exact set: how many successor states it makes a second."""

from random import Random
from statistics import median

from yurei.errors import BadValue
from yurei.players.certain import ExactSet, TooManyStates, begin
from yurei.players.certain_compiled import CompiledSet
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.points import Size
from yurei.rules.state import Try, ghost, stone
from yurei_research.bench.measuring import Clock, Figure, Report, Watch, processor_seconds, report, unwatched

GAMES = (
    ("go", "kriegspiel"),
    ("go", "common"),
    ("tromp-taylor", "counted"),
    ("alter-igo", "hamburg"),
    ("no-seki-go", "common"),
)
"""The games, each with its referee."""
MOST = 100_000
"""Bound on the states: a set that grows past it is the one that is measured last."""
LEAST = 1_000
"""Number of states from which on a step is measured."""
TRIES = 200
TARGET = 300_000


def knowing(
    size: Size, rounds: int, seed: int = 1, clock: Clock = processor_seconds, watch: Watch = unwatched
) -> Report:
    """Measure the exact set of Black in random games, on one core; only steps from many states count.

    Args:
        size: Of the board.
        rounds: Number of random games of each kind; the median is reported.
        seed: Seed of the games.
        clock: Returns the seconds.
        watch: Callback for progress.

    Raises:
        BadValue: if no set grows large enough to be measured.
    """
    figures = []
    for place, (ruleset, referee) in enumerate(GAMES):
        speeds = []
        for number in range(rounds + 1):
            watch(place * (rounds + 1) + number, len(GAMES) * (rounds + 1))
            speed = _speed(ruleset, referee, size, Random(seed + number), clock)
            if number and speed is not None:  # the first game loads the code, or compiles it
                speeds.append(speed)
        if not speeds:
            raise BadValue(f"no exact set grows to {LEAST} states on {size}; try 5")
        figures.append(
            Figure(f"{ruleset} under {referee}", median(speeds), "states/s", TARGET, median(speeds) / TARGET, 1)
        )
    notes = [
        f"on {size}; successor states made, also those that do not fit, in steps from {LEAST:,} to {MOST:,} states; beside them the target"
    ]
    return report("known", rounds, seed, figures, notes)


def _speed(ruleset: str, referee: str, size: Size, chance: Random, clock: Clock) -> float | None:
    """Return the number of successor states made a second in one game; None if its set stays small."""
    table = Table(ruleset, referee=referee, size=size)
    exact: ExactSet = begin(table.view("black"), most=MOST)
    made, seconds = 0, 0.0
    for _ in range(TRIES):
        if table.to_move is None:
            break
        told = table.attempt(table.to_move, _any_try(table, chance)).told["black"]
        began = clock()
        following = _after(exact, told)
        if following is None:
            break
        if len(exact) >= LEAST:
            seconds += clock() - began
            made += following.made
        exact = following
    return made / seconds if seconds > 0 else None


def _after(exact: ExactSet, told: Told) -> CompiledSet | None:
    """Return the set after a try; None if it grows past its bound."""
    try:
        following = exact.after(told)
    except TooManyStates:
        return None
    assert isinstance(following, CompiledSet)
    return following


def _any_try(table: Table, chance: Random) -> Try:
    point = chance.randrange(table.settings.size.points)
    return ghost(point) if table.settings.ruleset.ghosts and chance.random() < 0.3 else stone(point)


__all__ = ["knowing"]
