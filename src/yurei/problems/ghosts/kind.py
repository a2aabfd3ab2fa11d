"""The kind of problems ``ghosts``."""

from yurei.languages import N_, Words
from yurei.problems.ghosts.candidates import candidates
from yurei.problems.ghosts.proving import confirm, prove
from yurei.problems.ghosts.region import check_settings, task_of
from yurei.problems.ghosts.solving import Solving, solution
from yurei.problems.kinds import Kind
from yurei.problems.problem import Problem, named
from yurei.rules.board import string_at

TASK = {
    (False, False): N_("{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does."),
    (True, False): N_("{colour} to move. Capture the marked stone in {moves} moves, whatever {opponent} does."),
    (False, True): N_(
        "{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does. "
        "Both play on the marked points only."
    ),
    (True, True): N_(
        "{colour} to move. Capture the marked stone in {moves} moves, whatever {opponent} does. "
        "Both play on the marked points only."
    ),
}
"""The task, by whether the target is one stone, and whether moves are possible on marked points alone."""


def _prompt(problem: Problem) -> Words:
    task = task_of(problem)
    stones, _ = string_at(task.state.cells, problem.settings.size.neighbours, task.target)
    key = TASK[len(stones) == 1, task.fence is not None]
    return Words(
        key, colour=named(problem.to_move), opponent=named(problem.to_move.opponent), moves=problem.more["moves"]
    )


KIND = Kind(
    slug="ghosts",
    title=N_("Ghosts"),
    usual={"ruleset": "no-seki-go", "referee": "open", "width": 4, "height": 3},
    check_settings=check_settings,
    candidates=candidates,
    prove=prove,
    confirm=confirm,
    prompt=_prompt,
    solving=Solving,
    solution=solution,
)

__all__ = ["KIND"]
