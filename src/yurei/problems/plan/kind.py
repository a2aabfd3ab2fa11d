"""The kind of problems that ask for a plan: a goal that is reached whatever the referee says."""

from yurei.languages import N_, Words
from yurei.problems.kinds import Kind
from yurei.problems.plan.candidates import candidates
from yurei.problems.plan.proving import confirm, prove
from yurei.problems.plan.solving import Solving, solution
from yurei.problems.plan.task import Goal, check_settings, task_of
from yurei.problems.problem import Problem, named

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
ONE_MOVE = N_("Save the stone on {target} from the opponent’s next move, whatever the referee says.")
"""The goal of a rescue for one move."""
AND = N_("{one} and {other}")


def _prompt(problem: Problem) -> Words:
    task = task_of(problem)
    names = task.settings.size.names(task.target)
    target: object = Words(AND, one=names[0], other=names[1]) if len(names) == 2 else "".join(names)
    goal = ONE_MOVE if task.goal is Goal.RESCUE and task.moves == 1 else GOALS[task.goal]
    return Words(
        "{hidden} {goal}",
        hidden=_information(problem),
        goal=Words(goal, target=target, moves=task.moves),
    )


def _information(problem: Problem) -> Words:
    """Return what is known of the opponent's stones, as a sentence."""
    if "tries" in problem.more:
        return Words(TOLD)
    count = problem.more["hidden"]["count"]
    return Words(HIDDEN.get(count, SEVERAL_HIDDEN), opponent=named(problem.to_move.opponent), count=count)


KIND = Kind(
    slug="plan",
    title=N_("Plan"),
    usual={"ruleset": "go", "referee": "kriegspiel", "width": 4, "height": 4},
    check_settings=check_settings,
    candidates=candidates,
    prove=prove,
    confirm=confirm,
    prompt=_prompt,
    solving=Solving,
    solution=solution,
)

__all__ = ["KIND"]
