"""The kind of problems ``ghosts``."""

from yurei.languages import N_, Words
from yurei.problems.ghosts.candidates import candidates
from yurei.problems.ghosts.proving import confirm, prove
from yurei.problems.ghosts.region import check_settings, task_of
from yurei.problems.ghosts.solving import Solving, solution
from yurei.problems.kinds import Kind
from yurei.problems.problem import Problem, named


def _prompt(problem: Problem) -> Words:
    task = task_of(problem)
    key = (
        N_("{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does.")
        if task.fence is None
        else N_(
            "{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does. "
            "Both play on the marked points only."
        )
    )
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
