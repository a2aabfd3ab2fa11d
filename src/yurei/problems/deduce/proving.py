"""Proves an answer, and grades it.

The grade is made of whole numbers, added up:

- the number of tries;
- twice the number of binary digits of the number of boards that fitted before the last try: how much is to be kept
  in mind;
- twice the number of different kinds of announcements, see ``KINDS``: how much is to be combined;
- three times the number of points that the last announcement decides, up to three; six for a choice of boards.

Grade 1 is a sum below 21, and each further grade begins 3 later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yurei.languages import N_
from yurei.players.certain import ExactSet
from yurei.problems.deduce.evidence import Evidence, compiled, gather, plain
from yurei.problems.deduce.questions import Question, question_of
from yurei.problems.kinds import Proof
from yurei.problems.problem import GRADES, BadProblem, Problem
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


def prove(problem: Problem) -> Proof:
    """Prove the answer by compiled code."""
    return _prove(problem, compiled)


def confirm(problem: Problem) -> Proof:
    """Prove the answer by ``yurei.rules`` and ``yurei.referee.told`` alone."""
    return _prove(problem, plain)


def _prove(problem: Problem, begin: Callable[[View], ExactSet]) -> Proof:
    question, evidence = question_of(problem), evidence_of(problem, begin)
    answers = question.answers(evidence, problem)
    decided = question.decided(evidence, answers, problem)
    if answers and not decided:
        raise BadProblem(N_("the last try does not decide the question: it has the same answer without it"))
    return Proof(
        texts(answers, question, problem),
        grade(evidence, question, decided) if answers else GRADES[0],
        {"boards": len(evidence.boards)},
    )


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


def grade(evidence: Evidence, question: Question, decided: frozenset[int]) -> int:
    """Return the grade of a problem."""
    heard = evidence.view.heard
    kinds = kinds_of_announcements(heard)
    points = 2 if question.input is Input.CHOICE else min(3, len(decided))
    total = len(heard) + 2 * len(evidence.boards_before).bit_length() + 2 * kinds + 3 * points
    return min(GRADES[-1], max(GRADES[0], 1 + (total - LEAST + STEP) // STEP))


def kinds_of_announcements(heard: Sequence[Told]) -> int:
    """Return the number of different kinds of announcements."""
    return sum(any(is_of_kind(told) for told in heard) for is_of_kind in KINDS)


__all__ = ["KINDS", "confirm", "evidence_of", "grade", "kinds_of_announcements", "prove", "texts"]
