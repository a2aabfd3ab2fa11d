"""Benchmark of the plan search: how many beliefs it looks at a second, beside plain Python."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from yurei.errors import TooLarge, YureiError
from yurei.problems import problem_of
from yurei.problems.plan_compiled import CompiledSearch, Room
from yurei.problems.plan_search import Goal, PlainSearch, Task, task_of
from yurei.rules.points import Size
from yurei_research.bench.measuring import Clock, Match, Report, Watch, processor_seconds, report, unwatched
from yurei_research.compose import prover_of
from yurei_research.prove_plan import random_question

TARGET = 100
"""How many times as fast as plain Python the search is meant to be."""
MOST_MOVES = 3
POSITIONS, PLAIN_POSITIONS = 100, 3
"""Number of random positions, of which plain Python decides the first ones."""
MOST_NODES = 20_000


def planning(
    size: Size, rounds: int, seed: int = 1, clock: Clock = processor_seconds, watch: Watch = unwatched
) -> Report:
    """Measure the plan search on random positions, solvable or not, on one core.

    Args:
        size: Of the board, up to 25 points.
        rounds: Number of rounds; the median is reported.
        seed: Seed of the positions.
        clock: Returns the seconds.
        watch: Callback for progress.

    Raises:
        TooLarge: if the board has more than 25 points.
    """
    prover_of("plan").settings({"width": size.width, "height": size.height})  # raises TooLarge
    found, room = list(islice(_tasks(size, Random(seed)), POSITIONS)), Room()
    few = found[:PLAIN_POSITIONS]

    def compiled(task: Task) -> int:
        return _decide(CompiledSearch(task, MOST_NODES, room))

    def plain(task: Task) -> int:
        return _decide(PlainSearch(task, MOST_NODES))

    def beliefs(decide: Callable[[Task], int], tasks: list[Task]) -> Callable[[], int]:
        return lambda: sum(map(decide, tasks))

    def positions(decide: Callable[[Task], int]) -> Callable[[], int]:
        return lambda: sum(decide(task) >= 0 for task in few)

    match = Match()
    ours, theirs = ("ours", beliefs(compiled, found)), ("plain", beliefs(plain, few))
    match.pair("beliefs decided", "beliefs/s", ours, theirs, TARGET)
    ours, theirs = ("our positions", positions(compiled)), ("plain positions", positions(plain))
    match.pair("positions decided", "positions/s", ours, theirs, TARGET)
    notes = [
        f"random positions on {size}, up to {MOST_MOVES} moves; beside them plain Python on the first {PLAIN_POSITIONS}"
    ]
    return report("plans", rounds, seed, match.figures(rounds, clock, watch), notes)


def _tasks(size: Size, random: Random) -> Iterator[Task]:
    """Yield the tasks of random positions with the goal to capture, without end."""
    game = {"id": "bench", "kind": "plan", "referee": "kriegspiel", "width": size.width, "height": size.height}
    while True:
        question = random_question(size, random)
        if question is not None and question["goal"] == Goal.CAPTURE:
            try:
                yield task_of(problem_of({**game, "answer": [], **question, "moves": MOST_MOVES}))
            except YureiError:
                continue  # on no board every string has a liberty


def _decide(search: CompiledSearch | PlainSearch) -> int:
    """Find the least moves of a task; return the number of beliefs that were looked at."""
    with suppress(TooLarge):
        search.least_moves(search.task.beginning, search.task.moves)
    return search.nodes


__all__ = ["planning"]
