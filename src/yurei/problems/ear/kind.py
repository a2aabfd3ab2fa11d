"""The kind of problems that are heard only, see ``yurei.problems.ear.positions``.

The answer lists every position that fits; any of them is right, for they are alike.
"""

from functools import partial

from yurei.languages import N_, Words
from yurei.problems.ear.candidates import candidates
from yurei.problems.ear.positions import START, hidden_of, question_of
from yurei.problems.ear.proving import prove
from yurei.problems.ear.solving import Solving, solution
from yurei.problems.kinds import Kind
from yurei.problems.problem import Problem, named
from yurei.problems.solving import Input
from yurei.problems.tries import check_settings
from yurei.referee.seating import AUDIENCE

STONES = N_(
    "The game began with {black} black and {white} white stones on the board. Set up the position before the first try."
)
NO_GHOSTS = N_(
    "The game began with {black} black and {white} white stones on the board, and without ghosts. Set up the position "
    "before the first try."
)


def _prompt(problem: Problem) -> Words:
    if question_of(problem) == START:
        black, white = hidden_of(problem)
        words = NO_GHOSTS if problem.settings.ruleset.ghosts else STONES
        return Words(words, black=black, white=white)
    if problem.more.get("seat") == AUDIENCE.name:
        return Words(N_("The board was empty at first. Set up the position after the last try."))
    return Words(
        N_("You are {seat}; the board was empty at first. Set up the position after the last try."),
        seat=named(problem.to_move),
    )


KIND = Kind(
    slug="ear",
    title=N_("By ear"),
    usual={"referee": "common", "width": 3, "height": 3},
    check_settings=check_settings,
    candidates=candidates,
    prove=prove,
    confirm=partial(prove, is_plain=True),
    prompt=_prompt,
    solving=Solving,
    solution=solution,
    input=lambda problem: Input.BOARD,
    sets_answers=True,
)

__all__ = ["KIND"]
