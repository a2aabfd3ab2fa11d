"""The plan search in plain Python, on ``yurei.rules.judge`` and ``yurei.referee.tell``: the definition, word for word."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from yurei.errors import TooLarge
from yurei.languages import N_
from yurei.problems.plan.measure import Findings, Search
from yurei.problems.plan.task import Belief, Goal, Row, Task, row_of, state_of
from yurei.referee.told import Told
from yurei.rules.board import string_at
from yurei.rules.judge import Verdict, judge
from yurei.rules.state import PASS, State, Try, stone

Heard = tuple[Told, ...]
"""What the solver is told until the next turn: of the own try, and of the opponent's reply."""
Standing = Literal["lost", "saved", "follows"]
"""How the goal stands after a reply: it is out of reach; the pass completes a rescue, for the solver can pass too, and the
game is over; or the plan goes on.
"""
MOST_NODES = 1_000_000


@dataclass
class Division:
    """A belief after a try.

    Attributes:
        refused: The rows in which the try is refused.
        reached: The verdicts on those in which it reaches the goal.
        accepted: The verdicts on the others.
    """

    refused: set[Row] = field(default_factory=set)
    reached: dict[Row, Verdict] = field(default_factory=dict)
    accepted: dict[Row, Verdict] = field(default_factory=dict)

    @property
    def is_probe(self) -> bool:
        """Whether the try is nowhere accepted without reaching the goal, and reaches it somewhere."""
        return bool(self.reached) and not self.accepted


Replies = dict[Standing, dict[Heard, set[Row]]]
"""Possible replies of the opponent to an accepted try: the boards that fit, by what is told."""


class PlainSearch(Search):
    """Decides whether beliefs are won.

    Args:
        task: The task.
        most: The bound on the number of beliefs that are looked at.
    """

    def __init__(self, task: Task, most: int = MOST_NODES) -> None:
        self.task, self.most, self.nodes = task, most, 0
        self._won: dict[tuple[Belief, int], bool] = {}
        self._states: dict[Row, State] = {}
        self._verdicts: dict[tuple[Row, Try], Verdict] = {}
        self._replies: dict[tuple[Row, Try], list[tuple[Heard, Row, Standing]]] = {}

    def wins(self, belief: Belief, moves: int) -> bool:
        if moves == 0:
            return self.task.goal is Goal.RESCUE
        if (belief, moves) not in self._won:
            self.nodes += 1
            if self.nodes > self.most:
                raise TooLarge(N_("this plan is too large: it was not decided after {most} positions"), most=self.most)
            self._won[belief, moves] = any(self.wins_by(belief, attempt, moves) for attempt in self.tries())
        return self._won[belief, moves]

    def wins_by(self, belief: Belief, attempt: Try, moves: int) -> bool:
        parts = self.divide(belief, attempt)
        if parts.refused == belief:
            return False
        if parts.accepted and moves == 1 and self.task.goal is not Goal.RESCUE:
            return False
        if parts.refused and not self.wins(frozenset(parts.refused), moves):
            return False
        replies = self.replies(parts, attempt)
        return not replies["lost"] and all(
            self.wins(frozenset(rows), moves - 1) for rows in replies["follows"].values()
        )

    def tries(self) -> Iterator[Try]:
        """Yield all tries: a stone on each point, and where it can be of use the pass."""
        yield from map(stone, range(self.task.settings.size.points))
        if self.task.goal is Goal.RESCUE:
            yield PASS

    def findings(self, belief: Belief, moves: int) -> Findings:
        found = self._answers(belief, moves)
        answers = tuple(attempt for attempt in self.tries() if attempt in found)
        if len(answers) != 1:
            return Findings(answers)
        parts = self.divide(found[answers[0]], answers[0])
        width = len(self.replies(parts, answers[0])["follows"]) + bool(parts.refused)
        others = [attempt for attempt in self.tries() if attempt not in found]
        return Findings(answers, width, sum(self._is_plausible(belief, attempt, moves) for attempt in others))

    def _answers(self, belief: Belief, moves: int) -> dict[Try, Belief]:
        """Return the right first tries, each with the first belief in which it wins."""
        found: dict[Try, Belief] = {}
        waiting, seen = [belief], {belief}
        for present in waiting:
            for attempt in self.tries():
                parts = self.divide(present, attempt)
                left = frozenset(parts.refused)
                if parts.accepted and attempt not in found and self.wins_by(present, attempt, moves):
                    found[attempt] = present
                if parts.is_probe and left and left not in seen:
                    seen.add(left)
                    waiting.append(left)
        return found

    def _is_plausible(self, belief: Belief, attempt: Try, moves: int) -> bool:
        """Return whether a try looks right where it is accepted, see ``Findings``."""
        accepted = self.divide(belief, attempt).accepted
        if self.task.goal is Goal.RESCUE:
            return bool(accepted) and self.wins_by(frozenset(accepted), attempt, 1)
        passed = frozenset(row_of(judge(verdict.after, PASS).after) for verdict in accepted.values())
        return bool(passed) and self.wins(passed, moves - 1)

    def divide(self, belief: Belief, attempt: Try) -> Division:
        """Divide a belief by the verdicts on a try."""
        parts = Division()
        for row in belief:
            verdict = self.judge(row, attempt)
            if not verdict.accepted:
                parts.refused.add(row)
            elif is_reached(self.task, verdict):
                parts.reached[row] = verdict
            else:
                parts.accepted[row] = verdict
        return parts

    def judge(self, row: Row, attempt: Try) -> Verdict:
        """Return the verdict on a try in a row."""
        if (row, attempt) not in self._verdicts:
            self._verdicts[row, attempt] = judge(self.state(row), attempt)
        return self._verdicts[row, attempt]

    def state(self, row: Row) -> State:
        """Return the state of a row."""
        if row not in self._states:
            self._states[row] = state_of(self.task, row)
        return self._states[row]

    def replies(self, parts: Division, attempt: Try) -> Replies:
        """Divide what follows an accepted try by what is told of it and of the opponent's reply."""
        replies: Replies = {"lost": {}, "saved": {}, "follows": {}}
        for row, verdict in parts.accepted.items():
            if (row, attempt) not in self._replies:
                self._replies[row, attempt] = list(replies_to(self.task, self.state(row), verdict))
            for heard, after, standing in self._replies[row, attempt]:
                replies[standing].setdefault(heard, set()).add(after)
        return replies


def replies_to(task: Task, state: State, verdict: Verdict) -> Iterator[tuple[Heard, Row, Standing]]:
    """Yield what is told, the row that follows, and how the goal stands, for every reply of the opponent."""
    first = task.told(state.cells, verdict)
    for reply in [*map(stone, range(task.settings.size.points)), PASS]:
        answer = judge(verdict.after, reply)
        if answer.accepted:
            heard = first, task.told(verdict.after.cells, answer)
            yield heard, row_of(answer.after), standing_of(task, answer)


def is_reached(task: Task, verdict: Verdict) -> bool:
    """Return whether a move of the solver reaches the goal."""
    after = verdict.after
    match task.goal:
        case Goal.CAPTURE:
            return bool(verdict.captured)
        case Goal.KILL:
            return task.target[0] in verdict.captured
        case Goal.CONNECT:
            return task.target[1] in string_at(after.cells, after.size.neighbours, task.target[0])[0]
        case Goal.RESCUE:
            return False


def standing_of(task: Task, reply: Verdict) -> Standing:
    """Return how the goal stands after a reply of the opponent."""
    if task.goal in (Goal.CONNECT, Goal.RESCUE):
        if any(reply.after.cells[point] != task.planner for point in task.target):
            return "lost"
        if task.goal is Goal.RESCUE and reply.attempt == PASS:
            return "saved"
    return "follows"


__all__ = ["Division", "Heard", "PlainSearch"]
