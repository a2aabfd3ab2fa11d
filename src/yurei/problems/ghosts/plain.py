"""A second proof of problems of ghosts: all lines one by one, by the judge alone, and nothing left out but what follows a
reply that saves the target.
"""

from collections.abc import Iterator
from fractions import Fraction

from yurei.problems.ghosts.region import Task
from yurei.rules.judge import judge
from yurei.rules.state import PASS, Kind, State, Try


def right_tries(task: Task, left: int) -> dict[Try, Fraction]:
    """Return the first tries that capture in as many turns, each with one divided by the chance to go on rightly."""
    return dict(_right(task, task.state, left))


def count_tries(task: Task) -> int:
    """Return the number of legal first placements."""
    return sum(1 for attempt, _ in _tried(task, task.state) if attempt.kind is not Kind.PASS)


def count_tempting(task: Task, right: Try) -> int:
    """Return the number of other first placements after which the target would be captured if the opponent passed."""
    count = 0
    for attempt, after in _tried(task, task.state):
        if attempt not in (right, PASS) and not task.is_captured(after.cells):
            passed = judge(after, PASS).after
            count += any(True for _ in _right(task, passed, task.moves - 1))
    return count


def _right(task: Task, state: State, left: int) -> Iterator[tuple[Try, Fraction]]:
    if left == 0 or state.result is not None:
        return
    for attempt, after in _tried(task, state):
        chance = _against_all(task, after, left - 1)
        if chance is not None:
            yield attempt, chance


def _against_all(task: Task, state: State, left: int) -> Fraction | None:
    """Return the value of a position with the opponent to move; None if a reply saves the target."""
    if task.is_captured(state.cells):
        return Fraction(1)
    if left == 0 or state.result is not None:
        return None
    hardest = Fraction(0)
    for _, after in _tried(task, state):
        right = dict(_right(task, after, left))
        if not right:
            return None
        count = sum(1 for attempt, _ in _tried(task, after) if attempt.kind is not Kind.PASS)
        hardest = max(hardest, Fraction(count, len(right)) * min(right.values()))
    return hardest


def _tried(task: Task, state: State) -> Iterator[tuple[Try, State]]:
    """Yield the legal tries within the fence, and the states after them; the pass comes first."""
    tries = list(task.tries(state))
    for attempt in (*tries[-1:], *tries[:-1]):
        verdict = judge(state, attempt)
        if verdict.accepted:
            yield attempt, verdict.after


__all__ = ["count_tempting", "count_tries", "right_tries"]
