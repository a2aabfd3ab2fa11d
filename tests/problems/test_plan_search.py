"""The compiled plan search decides what the plain one decides, which asks the judge and the referee."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.day_and_night import by_day_and_night
from yurei.errors import TooLarge, YureiError
from yurei.kernel import planning
from yurei.problems import problem_of
from yurei.problems.plan_compiled import CompiledSearch, Room
from yurei.problems.plan_search import PlainSearch, Task, row_of, task_of
from yurei.rules.judge import Reason, judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, stone
from yurei_research.prove_plan import find_answers, random_question

SIZES = (Size(3, 3), Size(4, 3), Size(3, 4), Size(4, 4), Size(5, 2))
REFEREES = ("kriegspiel", "common", "olympiad", "counted")
MOST = 300
"""Bound on the beliefs of a plain search; a position that needs more is compared with fewer moves."""


def random_tasks(random: Random) -> Iterator[Task]:
    """Yield tasks of random positions, without end: all goals, both colours, all referees that plans are for."""
    while True:
        size = random.choice(SIZES)
        question = random_question(size, random)
        if question is None:
            continue
        values: dict[str, Any] = {
            "id": "any",
            "kind": "plan",
            "answer": [],
            "referee": random.choice(REFEREES),
            **question,
        }
        if values["referee"] == "common":
            values["lone_self_atari"] = random.random() < 0.5
        if random.random() < 0.5:
            values["to_move"], values["hidden"] = "white", {**question["hidden"], "colour": "black"}
            values["board"] = question["board"].translate(str.maketrans("BW", "WB"))
        try:
            yield task_of(problem_of({"width": size.width, "height": size.height, **values}))
        except YureiError:
            continue  # no board on which every string has a liberty


def compare(task: Task, room: Room) -> bool:
    """Compare both searches of a task; return whether there is a plan."""
    compiled = CompiledSearch(task, room=room)
    for moves in range(task.moves, 0, -1):
        plain = PlainSearch(task, MOST)
        try:
            least = plain.least_moves(task.beginning, moves)
            findings = find_answers(plain, task.beginning, least or moves)
            wins = [plain.wins_by(task.beginning, attempt, least or moves) for attempt in plain.tries()]
        except TooLarge:
            continue
        assert compiled.least_moves(task.beginning, moves) == least
        assert find_answers(compiled, task.beginning, least or moves) == findings
        assert [compiled.wins_by(task.beginning, attempt, least or moves) for attempt in plain.tries()] == wins
        return least is not None
    return False


@pytest.mark.parametrize(("seed", "count"), by_day_and_night([(0, 10)], [(seed, 100) for seed in range(1, 11)]))
def test_both_searches_agree_on_random_positions(seed: int, count: int) -> None:
    tasks, room = random_tasks(Random(seed)), Room()
    solvable = sum(compare(next(tasks), room) for _ in range(count))
    assert count / 10 < solvable < count


@pytest.mark.parametrize("seed", range(3))
def test_compiled_moves_are_those_of_the_judge_also_in_a_ko(seed: int) -> None:
    random, refused_by_ko, compared = Random(seed), 0, 0
    tasks = random_tasks(random)
    while compared < 2000 or refused_by_ko < 10:
        task = next(tasks)
        search, plain = CompiledSearch(task), PlainSearch(task)
        state = plain.state(min(task.beginning, key=lambda row: row[0]))
        for _ in range(40):
            legal = [each for each in map(stone, range(task.settings.size.points)) if judge(state, each).accepted]
            if state.to_move is task.planner:
                belief = frozenset([row_of(state)])
                for point in range(task.settings.size.points):
                    verdict = judge(state, stone(point))
                    refused_by_ko += verdict.reason is Reason.KO
                    compared += 1
                    codes = np.zeros(1, np.int64)
                    planning.outcomes(search.states(belief), point, search._task, search._board, codes)
                    assert (codes[0] == planning.REFUSED) == (not verdict.accepted)
            attempt = random.choice(legal) if legal else PASS
            state = judge(state, attempt).after
            if state.result is not None:
                break


def test_a_search_that_takes_too_long_is_given_up() -> None:
    task = next(task for task in random_tasks(Random(1)) if task.moves > 2 and len(task.beginning) > 5)
    for search in (CompiledSearch(task, 1), PlainSearch(task, 1)):
        with pytest.raises(TooLarge, match="was not decided"):
            search.least_moves(task.beginning, 9)


def test_proofs_of_one_task_are_cleared_for_the_next() -> None:
    room, tasks = Room(), random_tasks(Random(2))
    CompiledSearch(next(tasks), room=room).least_moves(next(tasks).beginning, 1)
    CompiledSearch(next(tasks), room=room)
    assert not np.any(room.table)
