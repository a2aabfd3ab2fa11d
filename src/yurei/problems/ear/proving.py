"""Proves the positions of a problem, and grades it.

The grade is made of whole numbers, added up:

- the number of tries;
- twice the number of binary digits of the number of positions that fitted before the last try;
- twice the number of different kinds of announcements, see ``yurei.problems.deduce.proving``;
- the number of stones of the position.

Grade 1 is a sum below 20, and each further grade begins 3 later.
"""

from __future__ import annotations

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
    heard = listen(problem, is_plain)
    if fault := fault_of(heard):
        raise fault
    return proof_of(heard)


def proof_of(heard: Heard) -> Proof:
    """Return the proof of a problem that has no fault."""
    size, first = heard.view.settings.size, heard.fitting[0]
    answers = tuple(sorted(board_text(cells, size) for cells in heard.fitting))
    grade = grade_of_sum(LEAST, heard.view.heard, len(heard.before), len(first) - first.count(0))
    return Proof(answers, grade, {"boards": len(answers)})


def fault_of(heard: Heard) -> BadProblem | None:
    """Return why what was heard makes no problem; None if it makes one."""
    size = heard.view.settings.size
    first, other = heard.fitting[0], heard.fitting[-1]
    if heard.view.seat.colour is not None and len(heard.fitting) > 1:
        return BadProblem(
            N_("several positions fit, such as {one} and {other}"),
            one=board_text(first, size),
            other=board_text(other, size),
        )
    if not alike(heard.fitting, size):
        other = next(cells for cells in heard.fitting if not alike((first, cells), size))
        return BadProblem(
            N_("several positions fit that are not alike, such as {one} and {other}"),
            one=board_text(first, size),
            other=board_text(other, size),
        )
    if alike(heard.before, size) and (heard.view.seat.colour is None or len(heard.before) == 1):
        return BadProblem(N_("the last try does not decide the question: it has the same answer without it"))
    return None


__all__ = ["fault_of", "proof_of", "prove"]
