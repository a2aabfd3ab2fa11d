"""The solution of a plan as a tree: after each try of the plan everything that can be told of it."""

from __future__ import annotations

from collections.abc import Iterator

from yurei.languages import Words
from yurei.problems.plan.playing import REACHED, Answer, Referee, text_of
from yurei.problems.plan.proving import Search
from yurei.problems.plan.task import Belief, Goal, Task
from yurei.problems.solving import Status, Step
from yurei.referee.told import Told
from yurei.rules.state import PASS, Try, stone


class Tree:
    """Builds the tree of a plan. Equal beliefs share their branches.

    Args:
        task: The task.
        search: A search of it.
    """

    def __init__(self, task: Task, search: Search) -> None:
        self._task, self._search, self._referee = task, search, Referee(task)
        self._found: dict[tuple[Belief, int], tuple[Step, ...]] = {}

    def steps(self, belief: Belief, moves: int) -> tuple[Step, ...]:
        """Return the right try in a belief that is won, once for everything that the referee may say to it."""
        if self._task.goal is not Goal.RESCUE:
            moves = self._search.least_moves(belief, moves) or moves
        if (belief, moves) not in self._found:
            attempt = self.right_try(belief, moves)
            answers = sorted(self._referee.answers(belief, attempt, moves), key=lambda each: each.resistance)
            self._found[belief, moves] = tuple(self._branches(attempt, answers[::-1]))
        return self._found[belief, moves]

    def right_try(self, belief: Belief, moves: int) -> Try:
        """Return the try of the plan: the one that leaves least to say; of equal ones the first that is no probe."""
        winning = [attempt for attempt in self._tries() if self._search.wins_by(belief, attempt, moves)]
        return min(winning, key=lambda attempt: self._effort(belief, attempt, moves))

    def _effort(self, belief: Belief, attempt: Try, moves: int) -> tuple[int, int]:
        answers = list(self._referee.answers(belief, attempt, moves))
        is_probe = all(len(answer.heard) == 1 for answer in answers)
        return is_probe and moves > 1, sum(answer.status is Status.OPEN for answer in answers)

    def _tries(self) -> Iterator[Try]:
        yield from map(stone, range(self._task.settings.size.points))
        if self._task.goal is Goal.RESCUE:
            yield PASS

    def _branches(self, attempt: Try, answers: list[Answer]) -> Iterator[Step]:
        """Yield the try with each thing that is told of it, and the replies to it as branches."""
        text, own = text_of(self._task, attempt), self._task.planner
        groups: dict[Told, list[Answer]] = {}
        for answer in answers:
            if len(answer.heard) > 1:
                groups.setdefault(answer.heard[0], []).append(answer)
            elif answer.status is Status.SOLVED:
                yield Step(own, text, answer.heard[0], note=Words(REACHED[self._task.goal]))
            else:
                yield Step(own, text, answer.heard[0], self.steps(answer.rows, answer.moves))
        for told, group in groups.items():
            yield Step(own, text, told, tuple(map(self._reply, group)))

    def _reply(self, answer: Answer) -> Step:
        told = answer.heard[1]
        seen = None if told.attempt is None else text_of(self._task, told.attempt)
        if answer.status is Status.SOLVED:
            return Step(self._task.planner.opponent, seen, told, note=Words(REACHED[self._task.goal]))
        return Step(self._task.planner.opponent, seen, told, self.steps(answer.rows, answer.moves))


__all__ = ["Tree"]
