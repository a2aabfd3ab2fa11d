"""The kind of problems that ask what follows from the referee's words alone, see ``yurei.problems.deduce.questions``."""

from functools import partial

from yurei.languages import N_
from yurei.problems.deduce.candidates import candidates
from yurei.problems.deduce.evidence import plain
from yurei.problems.deduce.proving import prove
from yurei.problems.deduce.questions import question_of
from yurei.problems.deduce.solving import Solving, solution
from yurei.problems.kinds import Kind
from yurei.problems.tries import check_settings

KIND = Kind(
    slug="deduce",
    title=N_("Deduce"),
    usual={"referee": "kriegspiel", "width": 4, "height": 4},
    check_settings=check_settings,
    candidates=candidates,
    prove=prove,
    confirm=partial(prove, begin=plain),
    prompt=lambda problem: question_of(problem).prompt(problem),
    solving=Solving,
    solution=solution,
    input=lambda problem: question_of(problem).input,
    sets_answers=True,
)

__all__ = ["KIND"]
