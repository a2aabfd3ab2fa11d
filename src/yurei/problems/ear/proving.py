"""Proves the positions of a problem, and grades it.

The grade is made of whole numbers, added up:

- the number of tries;
- twice the number of binary digits of the number of positions that fitted before the last try;
- twice the number of different kinds of announcements, see ``yurei.problems.deduce.proving``;
- the number of stones of the position.

Grade 1 is a sum below 20, and each further grade begins 3 later.
"""

from yurei.languages import N_
from yurei.problems.deduce.proving import grade_of_sum
from yurei.problems.ear.positions import Heard, alike, listen
from yurei.problems.kinds import Proof
from yurei.problems.problem import BadProblem, Problem
from yurei.rules.board import board_text

LEAST = 20
"""The sum of grade 2."""


def prove(problem: Problem, is_plain: bool = False) -> Proof:
    """Prove the answer by compiled code, or by ``yurei.rules`` and ``yurei.referee.told`` alone."""
    return proof_of(listen(problem, is_plain))


def proof_of(heard: Heard) -> Proof:
    """Return the proof of the problem that something heard makes.

    Raises:
        BadProblem: if it makes none.
    """
    size, fitting, is_seat = heard.view.settings.size, heard.fitting, heard.view.seat.colour is not None
    if is_seat and len(fitting) > 1:
        raise BadProblem(
            N_("several positions fit, such as {one} and {other}"),
            one=board_text(fitting[0], size),
            other=board_text(fitting[-1], size),
        )
    if not alike(fitting, size):
        other = next(cells for cells in fitting if not alike((fitting[0], cells), size))
        raise BadProblem(
            N_("several positions fit that are not alike, such as {one} and {other}"),
            one=board_text(fitting[0], size),
            other=board_text(other, size),
        )
    if alike(heard.before, size) and not (is_seat and len(heard.before) > 1):
        raise BadProblem(N_("the last try does not decide the question: it has the same answer without it"))
    answers = tuple(sorted(board_text(cells, size) for cells in fitting))
    stones = len(fitting[0]) - fitting[0].count(0)
    grade = grade_of_sum(LEAST, heard.view.heard, len(heard.before), stones)
    return Proof(answers, grade, {"boards": len(answers)})


__all__ = ["proof_of", "prove"]
