"""Proves and grades deductions, and makes them: games of programs are cut where the last announcement decides a question.

The grade is made of whole numbers, added up:

- the number of tries;
- twice the number of binary digits of the number of boards that fitted before the last try: how much is to be kept
  in mind;
- twice the number of different kinds of announcements, see ``KINDS``: how much is to be combined;
- three times the number of points that the last announcement decides, up to three; six for a choice of boards.

Grade 1 is a sum below 21, and each further grade begins 3 later.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from yurei.errors import BadValue, TooLarge
from yurei.languages import N_
from yurei.players.certain import ExactSet
from yurei.problems.deduce import (
    CHOICES,
    QUESTIONS,
    Evidence,
    Question,
    compiled,
    evidence_of,
    plain,
    question_of,
    texts,
)
from yurei.problems.making import effort_of, play
from yurei.problems.problem import GRADES, BadProblem, Problem, grade_near
from yurei.problems.solving import Input, Proof
from yurei.problems.tries import write_tries
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import board_text, colour_of, empty_board

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
    """Prove the answer by exact sets, compiled ones by default."""
    proof = proof_of(question_of(problem), evidence_of(problem, begin), problem)
    if proof is None:
        raise BadProblem(N_("the last try does not decide the question: it has the same answer without it"))
    return proof


def confirm(problem: Problem) -> Proof:
    """Prove the answer by exact sets of ``yurei.rules`` and ``yurei.referee.told`` alone."""
    return prove(problem, plain)


def proof_of(question: Question, evidence: Evidence, problem: Problem) -> Proof | None:
    """Return the proof of a problem; None if the last announcement does not decide its question."""
    answers = question.answers(evidence, problem)
    decided = question.decided(evidence, answers, problem)
    if answers and not decided:
        return None
    grade = _grade(evidence, question, decided) if answers else GRADES[0]
    return Proof(texts(answers, question, problem), grade, {"boards": len(evidence.boards)})


def _grade(evidence: Evidence, question: Question, decided: frozenset[int]) -> int:
    heard = evidence.view.heard
    points = 2 if question.input is Input.CHOICE else min(3, len(decided))
    return grade_of_sum(LEAST, heard, len(evidence.boards_before), 3 * points)


def grade_of_sum(least: int, heard: Sequence[Told], boards_before: int, more: int) -> int:
    """Return a grade, of which ``least`` is the sum of grade 2, and ``more`` what the kind adds to the sum."""
    kinds = sum(any(is_of_kind(told) for told in heard) for is_of_kind in KINDS)
    total = len(heard) + 2 * boards_before.bit_length() + 2 * kinds + more
    return grade_near(1 + (total - least + STEP) // STEP)


FEWEST, MOST = 5, 16
"""Number of tries of a problem."""
EFFORT = 6_000
"""Bound on the number of tries that the plain exact set judges: about a second under simple ko."""
WEIGHTS = {"stones": 3, "free": 1, "board": 1, "legal": 3}
"""How often each question is drawn: moments for the first and the last are rarer."""
POINTS = {"stones": 6, "free": 4, "legal": 3}
"""Greatest numbers of points of an answer."""


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    """Yield problems without end; None for a game without any."""
    names, weights = list(WEIGHTS), list(WEIGHTS.values())
    while True:
        question, seat = random.choices(names, weights)[0], random.choice(settings.seating.seats)
        heard = [told[seat.name] for told in play(settings, random, MOST)]
        found = list(_moments(settings, seat, heard, question, random))
        yield random.choice(found) if found else None


def _moments(settings: Settings, seat: Seat, heard: Sequence[Told], question: str, random: Random) -> Iterator[Problem]:
    """Yield the problems of one game, as one seat heard it."""
    opening = View.begin(settings, seat, empty_board(settings.size))
    sets, effort = [compiled(opening)], 0
    for number, told in enumerate(heard, 1):
        effort += len(sets[-1]) * effort_of(told, settings)
        if effort > EFFORT:
            return
        try:
            sets.append(sets[-1].after(told))
        except (TooLarge, BadValue):
            return
        if number >= FEWEST:
            evidence = Evidence(View.of(opening, heard[:number]), tuple(sets))
            problem = _problem(evidence, question, random)
            if problem is not None:
                yield problem


def _problem(evidence: Evidence, name: str, random: Random) -> Problem | None:
    """Return the problem of a moment; None if the last announcement does not decide its question."""
    view, question = evidence.view, QUESTIONS[name]
    if name == "legal" and not view.may_try:
        return None
    more = {"seat": view.seat.name, "tries": write_tries(view.heard, view.settings, view.seat), "question": name}
    if name == "board":
        choices = _choices(evidence, random)
        if choices is None:
            return None
        more["choices"] = choices
    problem = Problem(name, "deduce", view.settings, None, evidence.colour, (), 1, more)
    proof = proof_of(question, evidence, problem)
    return proof.put_into(problem) if proof and 0 < len(proof.answers) <= POINTS.get(name, 1) else None


def _choices(evidence: Evidence, random: Random) -> list[str] | None:
    """Return three boards, of which one fits; None if the last announcement leaves no others out."""
    fitting, size = set(evidence.boards), evidence.view.settings.size
    true = random.choice(evidence.boards)
    others = sorted(
        board
        for board in evidence.outcomes - fitting
        if _own(board, evidence) == _own(true, evidence) and len(board) - board.count(0) == len(true) - true.count(0)
    )
    if len(others) < CHOICES - 1:
        return None
    return sorted(board_text(board, size) for board in [true, *random.sample(others, CHOICES - 1)])


def _own(board: bytes, evidence: Evidence) -> list[int]:
    """Return the points of the seat's own pieces."""
    return [point for point, cell in enumerate(board) if colour_of(cell) is evidence.colour]
