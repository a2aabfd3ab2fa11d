"""The kind of problems that ask for a plan: a goal that is reached whatever the referee says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.problems.kinds import Kind, Proof
from yurei.problems.plan import playing, told_candidates
from yurei.problems.plan.candidates import random_question
from yurei.problems.plan.plain import PlainSearch
from yurei.problems.plan.proving import fastest_search, proof_of
from yurei.problems.plan.task import Goal, Task, check_settings, task_of
from yurei.problems.plan.tree import Tree
from yurei.problems.problem import Problem, problem_of
from yurei.problems.solving import Input, SolvingState, Step, check_open
from yurei.problems.tries import view_of
from yurei.referee.announce import COLOURS
from yurei.referee.settings import Settings, read_settings
from yurei.referee.told import Told
from yurei.rules.board import Colour

MADE_NODES, MADE_PLAIN_NODES, MADE_BOARDS = 4_000, 2_500, 30
"""Bounds for problems to be made: on the beliefs that both searches look at, and on the boards. Both searches prove them
before they are kept.
"""

HIDDEN = {
    0: N_("All stones of {opponent} are seen."),
    1: N_("{opponent} has one more stone, on one of the marked points."),
}
SEVERAL_HIDDEN = N_("{opponent} has {count} more stones, on marked points.")
TOLD = N_("All that is known was told by the referee.")
GOALS = {
    Goal.CAPTURE: N_("Capture a stone within {moves} moves, whatever the referee says."),
    Goal.KILL: N_("Capture the stone on {target} within {moves} moves, whatever the referee says."),
    Goal.CONNECT: N_("Connect {target} within {moves} moves, whatever the referee says."),
    Goal.RESCUE: N_("Save the stone on {target} for {moves} moves, whatever the referee says."),
}
ONE_MOVE = N_("Save the stone on {target} from the opponent's next move, whatever the referee says.")
"""The goal of a rescue for one move."""
AND = N_("{one} and {other}")
A_PROBE = N_("One try costs nothing: it is refused, or it reaches the goal.")
THE_ROW = N_("The next try is on row {row}.")
TO_PASS = N_("Not every turn needs a stone.")


class Plan(Kind):
    """Goals that are reached whatever the referee says, see ``yurei.problems.plan.task``."""

    slug = "plan"
    title = N_("Plan")
    sets_answers = False

    def settings(self, given: Mapping[str, Any]) -> Settings:
        usual = {"ruleset": "go", "referee": "kriegspiel", "width": 4, "height": 4}
        settings = read_settings(usual | {key: value for key, value in given.items() if value is not None})
        check_settings(settings)
        return settings

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        while True:
            question = random_question(settings.size, random)
            yield None if question is None else _made(settings, question)
            if settings.size.points <= told_candidates.MOST_POINTS:
                made = (_made(settings, each) for each in told_candidates.told_questions(settings, random))
                yield next(filter(None, made), None)

    def prove(self, problem: Problem) -> Proof:
        task = task_of(problem)
        return proof_of(task, fastest_search(task))

    def confirm(self, problem: Problem) -> Proof:
        task = task_of(problem, is_plain=True)
        return proof_of(task, PlainSearch(task))

    def prompt(self, problem: Problem) -> Words:
        return _prompt(problem, task_of(problem))

    def input(self, problem: Problem) -> Input:
        return Input.TRY

    def begin(self, problem: Problem) -> SolvingState:
        return playing.begin(task_of(problem), _board(problem), _told(problem))

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        return playing.after(task_of(problem), _board(problem), answers, _told(problem))

    def hint(self, problem: Problem, answers: tuple[str, ...]) -> Words:
        task = task_of(problem)
        state, belief, moves = playing.play(task, _board(problem), answers)
        check_open(state)
        plain, search = PlainSearch(task), fastest_search(task)
        if any(plain.divide(belief, attempt).is_probe for attempt in plain.tries()):
            return Words(A_PROBE)
        right = Tree(task, search).right_try(belief, moves)
        if right.point is None:
            return Words(TO_PASS)
        return Words(THE_ROW, row=right.point // task.settings.size.width + 1)

    def solution(self, problem: Problem) -> tuple[Step, ...]:
        task = task_of(problem)
        return Tree(task, fastest_search(task)).steps(task.beginning, task.moves)


def _board(problem: Problem) -> bytes:
    assert problem.board is not None  # ``task_of`` has checked it
    return problem.board


def _told(problem: Problem) -> tuple[Told, ...]:
    """Return what the solver was told before the plan begins."""
    return view_of(problem).heard if "tries" in problem.more else ()


def _prompt(problem: Problem, task: Task) -> Words:
    names = task.settings.size.names(task.target)
    target: object = Words(AND, one=names[0], other=names[1]) if len(names) == 2 else "".join(names)
    goal = ONE_MOVE if task.goal is Goal.RESCUE and task.moves == 1 else GOALS[task.goal]
    return Words(
        "{hidden} {goal}",
        hidden=_information(problem, task.planner.opponent),
        goal=Words(goal, target=target, moves=task.moves),
    )


def _information(problem: Problem, opponent: Colour) -> Words:
    """Return what is known of the opponent's stones, as a sentence."""
    if "tries" in problem.more:
        return Words(TOLD)
    count = problem.more["hidden"]["count"]
    return Words(HIDDEN.get(count, SEVERAL_HIDDEN), opponent=Words(COLOURS[opponent]), count=count)


def _made(settings: Settings, question: Mapping[str, Any]) -> Problem | None:
    """Return the problem of a question, if it has one answer and is small enough to be proven in plain Python."""
    values = {**settings.plain(), "id": "new", "kind": "plan", "to_move": "black", "answer": [], **question}
    try:
        problem = problem_of(values)
        task = task_of(problem)
        if not 2 <= len(task.beginning) <= MADE_BOARDS:
            return None
        proof = proof_of(task, fastest_search(task, MADE_NODES))
        if len(proof.answers) != 1:
            return None
        assert proof == proof_of(task, PlainSearch(task, MADE_PLAIN_NODES)), problem.line()
    except YureiError:
        return None
    return replace(problem, answer=proof.answers, grade=proof.grade, more={**problem.more, **proof.more})


KIND = Plan()

__all__ = ["KIND", "Plan"]
