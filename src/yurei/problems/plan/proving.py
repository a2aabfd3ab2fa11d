"""Proofs of plans: by compiled code, and in plain Python."""

from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from yurei.errors import YureiError
from yurei.problems.kinds import Proof
from yurei.problems.plan import plain
from yurei.problems.plan.measure import Search
from yurei.problems.plan.plain import PlainSearch
from yurei.problems.plan.task import Task, listed, task_of
from yurei.problems.problem import Problem, problem_of
from yurei.referee.settings import Settings

MADE_NODES, MADE_PLAIN_NODES, MADE_BOARDS = 4_000, 2_500, 30
"""Bounds for problems to be made: on the beliefs that both searches look at, and on the boards. Both searches prove them
before they are kept.
"""


def fastest_search(task: Task, most: int | None = None) -> Search:
    """Return a compiled search if there is numba, else a plain one.

    Args:
        task: The task.
        most: The bound on the number of beliefs that are looked at; None for the usual one.
    """
    if find_spec("numba") is None:
        return PlainSearch(task, most or plain.MOST_NODES)
    from yurei.problems.plan import compiled

    return compiled.CompiledSearch(task, most or compiled.MOST_NODES)


def prove(problem: Problem) -> Proof:
    """Prove a plan by the fastest search."""
    task = task_of(problem, "compiled")
    return _with_boards(problem, task, fastest_search(task).proof())


def confirm(problem: Problem) -> Proof:
    """Prove a plan in plain Python."""
    task = task_of(problem, "plain")
    return _with_boards(problem, task, PlainSearch(task).proof())


def _with_boards(problem: Problem, task: Task, proof: Proof) -> Proof:
    """Add the boards that fit the tries of a plan: nobody who opens it waits until they are found."""
    return replace(proof, more={**proof.more, "beginning": listed(task)}) if "tries" in problem.more else proof


def proven(settings: Settings, question: Mapping[str, Any]) -> Problem | None:
    """Return the problem of a question, if it has one answer and is small enough to be proven in plain Python."""
    values = {**settings.plain(), "id": "new", "kind": "plan", "to_move": "black", "answer": [], **question}
    try:
        problem = problem_of(values)
        task = task_of(problem, "compiled")
        if not 2 <= len(task.beginning) <= MADE_BOARDS:
            return None
        proof = fastest_search(task, MADE_NODES).proof()
        if len(proof.answers) != 1:
            return None
        assert proof == PlainSearch(task, MADE_PLAIN_NODES).proof(), problem.line()
    except YureiError:
        return None
    return _with_boards(problem, task, proof).put_into(problem)


__all__ = ["confirm", "fastest_search", "prove", "proven"]
