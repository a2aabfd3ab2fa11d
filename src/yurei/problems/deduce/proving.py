"""Proves an answer, and grades it.

The grade is made of whole numbers, added up:

- the number of tries;
- twice the number of binary digits of the number of boards that fitted before the last try: how much is to be kept
  in mind;
- twice the number of different kinds of announcements, see ``KINDS``: how much is to be combined;
- three times the number of points that the last announcement decides, up to three; six for a choice of boards.

Grade 1 is a sum below 21, and each further grade begins 3 later.
"""

from collections.abc import Callable, Sequence

from yurei.languages import N_
from yurei.players.certain import ExactSet
from yurei.problems.deduce.evidence import Evidence, compiled, gather
from yurei.problems.deduce.questions import Question, question_of
from yurei.problems.kinds import Proof
from yurei.problems.problem import GRADES, BadProblem, Problem, grade_near
from yurei.problems.solving import Input
from yurei.problems.tries import view_of
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View

LEAST, STEP = 21, 3
"""The sum of grade 2, and the difference to the next grade."""
KINDS: tuple[Callable[[Told], object], ...] = (
    lambda told: told.outcome is Outcome.ILLEGAL and told.attempt is None,
    lambda told: told.outcome is Outcome.ILLEGAL and told.attempt is not None,
    lambda told: told.outcome is Outcome.PASSED,
    lambda told: told.captured_points or told.captured_count,
    lambda told: told.lost_points or told.lost_count,
    lambda told: told.vanished,
    lambda told: told.atari_on_opponent,
    lambda told: told.atari_on_mover,
    lambda told: told.seen and any(told.seen),
)
"""Kinds of announcements: the opponent refused, the seat refused, a pass, a capture, a loss, own stones that vanish,
atari on the opponent, on the mover, something seen.
"""


def prove(problem: Problem, begin: Callable[[View], ExactSet] = compiled) -> Proof:
    """Prove the answer by exact sets, compiled ones or those of ``yurei.rules`` and ``yurei.referee.told`` alone."""
    proof = proof_of(question_of(problem), evidence_of(problem, begin), problem)
    if proof is None:
        raise BadProblem(N_("the last try does not decide the question: it has the same answer without it"))
    return proof


def proof_of(question: Question, evidence: Evidence, problem: Problem) -> Proof | None:
    """Return the proof of a problem; None if the last announcement does not decide its question."""
    answers = question.answers(evidence, problem)
    decided = question.decided(evidence, answers, problem)
    if answers and not decided:
        return None
    grade = _grade(evidence, question, decided) if answers else GRADES[0]
    return Proof(texts(answers, question, problem), grade, {"boards": len(evidence.boards)})


def evidence_of(problem: Problem, begin: Callable[[View], ExactSet] = compiled) -> Evidence:
    """Return the evidence of a problem.

    Raises:
        BadProblem: if it is no problem of this kind.
        BadValue: if no board fits.
        TooManyStates: if it is too large.
    """
    view = view_of(problem)
    if view.seat.colour is not problem.to_move:
        raise BadProblem(N_("seat and to_move are not the same player"))
    return gather(view, begin)


def texts(answers: Sequence[int], question: Question, problem: Problem) -> tuple[str, ...]:
    """Return answers as they are written."""
    if question.input is Input.CHOICE:
        return tuple(map(str, answers))
    return problem.settings.size.names(answers)


def _grade(evidence: Evidence, question: Question, decided: frozenset[int]) -> int:
    heard = evidence.view.heard
    points = 2 if question.input is Input.CHOICE else min(3, len(decided))
    return grade_of_sum(LEAST, heard, len(evidence.boards_before), 3 * points)


def grade_of_sum(least: int, heard: Sequence[Told], boards_before: int, more: int) -> int:
    """Return a grade, of which ``least`` is the sum of grade 2, and ``more`` what the kind adds to the sum."""
    kinds = sum(any(is_of_kind(told) for told in heard) for is_of_kind in KINDS)
    total = len(heard) + 2 * boards_before.bit_length() + 2 * kinds + more
    return grade_near(1 + (total - least + STEP) // STEP)


__all__ = ["evidence_of", "grade_of_sum", "proof_of", "prove", "texts"]
