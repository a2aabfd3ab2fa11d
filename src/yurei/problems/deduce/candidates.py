"""Makes problems: cuts games of programs at moments where the last announcement decides a question."""

from collections.abc import Iterator, Sequence
from random import Random

from yurei.errors import BadValue, TooLarge
from yurei.problems.deduce.evidence import Evidence, compiled
from yurei.problems.deduce.games import effort_of, play
from yurei.problems.deduce.proving import proof_of
from yurei.problems.deduce.questions import CHOICES, QUESTIONS
from yurei.problems.problem import Problem
from yurei.problems.tries import write_tries
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import board_text, colour_of, empty_board

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


__all__ = ["candidates"]
