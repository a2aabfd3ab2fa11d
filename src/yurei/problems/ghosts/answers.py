"""The best moves of both sides in a problem of ghosts, as a line or a tree."""

from __future__ import annotations

from yurei.languages import N_, Words
from yurei.problems.ghosts.grading import legal
from yurei.problems.ghosts.region import Task
from yurei.problems.ghosts.search import Search
from yurei.problems.open_game import step_of
from yurei.problems.problem import Problem
from yurei.problems.solving import Step
from yurei.rules.board import string_at
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, Kind, State, Try


def sorted_tries(tries: list[Try], size: Size) -> list[Try]:
    """Return tries in the order column, row, stones before ghosts; a pass comes last."""

    def place(attempt: Try) -> tuple[bool, int, int, bool]:
        point = attempt.point or 0
        return attempt.point is None, point % size.width, point, attempt.kind is Kind.GHOST

    return sorted(tries, key=place)


def quickest(search: Search, state: State, most: int) -> Try:
    """Return the first of the tries that capture in the fewest turns, in a won position with the solver to move."""
    turns = search.captures_in(state, most)
    assert turns
    return sorted_tries(list(search.winning(state, turns)), state.size)[0]


def refutation(search: Search, task: Task, state: State, left: int) -> Try | None:
    """Return the reply that saves the target and gives it most liberties, a pass only if nothing else saves it.

    None if the target is captured whatever the opponent replies.
    """
    saving = sorted_tries(list(search.escapes(state, left)), state.size)
    return max(saving, key=lambda reply: (reply != PASS, _liberties(task, state, reply)), default=None)


def longest_defence(search: Search, task: Task, state: State, left: int) -> Try:
    """Return the reply after which the capture takes most turns, and of these one with fewest right answers."""

    def hardness(reply: Try) -> tuple[int, int, bool]:
        after = judge(state, reply).after
        turns = search.captures_in(after, left)
        assert turns
        return turns, -sum(1 for _ in search.winning(after, left)), reply != PASS

    return max(sorted_tries(list(legal(task, state)), state.size), key=hardness)


def tree(problem: Problem, search: Search, task: Task, state: State, left: int) -> Step:
    """Return the quickest capture as a step, with all replies that need an answer of their own.

    The answer to a pass comes first; it is the answer to all replies that are not listed too.
    """
    attempt = quickest(search, state, left)
    after = judge(state, attempt).after
    if task.is_captured(after.cells):
        return step_of(problem, state, attempt)
    return step_of(problem, state, attempt, tuple(_branches(problem, search, task, after, left - 1)))


def _branches(problem: Problem, search: Search, task: Task, state: State, left: int) -> list[Step]:
    threat = tree(problem, search, task, judge(state, PASS).after, left)
    note = Words(N_("the same answer to every reply that is not listed"))
    branches = [step_of(problem, state, PASS, (threat,), note)]
    for reply in sorted_tries(list(legal(task, state)), state.size):
        after = judge(state, reply).after
        if all(attempt.text(state.size) != threat.tried for attempt in search.winning(after, left)):
            branches.append(step_of(problem, state, reply, (tree(problem, search, task, after, left),)))
    return branches


def _liberties(task: Task, state: State, reply: Try) -> int:
    after = judge(state, reply).after
    return len(string_at(after.cells, state.size.neighbours, task.target)[1])


__all__ = ["longest_defence", "quickest", "refutation", "sorted_tries", "tree"]
