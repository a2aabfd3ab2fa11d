"""Proves and grades problems by ear, and makes them: games are cut where the positions that fit become all alike.

The grade is made of whole numbers, added up:

- the number of tries;
- twice the number of binary digits of the number of positions that fitted before the last try;
- twice the number of different kinds of announcements, see ``yurei.problems.proofs.deduce``;
- the number of stones of the position.

Grade 1 is a sum below 20, and each further grade begins 3 later.
"""

from collections.abc import Iterator, Sequence
from math import comb
from random import Random

from yurei.errors import BadValue, TooLarge
from yurei.languages import N_
from yurei.players.exact_set import all_tries
from yurei.problems.deduce import compiled, plain, state_of
from yurei.problems.ear import NOW, START, Heard, alike, fitting_starts, listen, placements
from yurei.problems.making import effort_of, play
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.proofs.deduce import grade_of_sum
from yurei.problems.solving import Proof, told_of
from yurei.problems.tries import write_tries
from yurei.referee.seating import AUDIENCE, Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View
from yurei.rules.board import BLACK, board_text, empty_board
from yurei.rules.judge import judge
from yurei.rules.state import State

LEAST = 20
"""The sum of grade 2."""


def prove(problem: Problem) -> Proof:
    """Prove the answer by compiled code."""
    return proof_of(listen(problem))


def confirm(problem: Problem) -> Proof:
    """Prove the answer by ``yurei.rules`` and ``yurei.referee.told`` alone."""
    return proof_of(listen(problem, plain, fitting_starts_plainly))


def proof_of(heard: Heard) -> Proof:
    """Return the proof of the problem that something heard makes; ``BadProblem`` if it makes none."""
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


def fitting_starts_plainly(opening: View, heard: Sequence[Told], starts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the positions from which a game can be announced so: each by itself, all its lines one after the other."""
    first = opening.settings.first
    return (start for start in starts if _has_line(state_of(opening, start, first), heard, opening))


def _has_line(state: State, heard: Sequence[Told], opening: View) -> bool:
    """Return whether some tries are announced to the audience as heard."""
    if not heard:
        return True
    told, settings, seats = heard[0], opening.settings, opening.settings.seating
    for attempt in all_tries(opening):
        verdict = judge(state, attempt)
        if verdict.accepted is (told.outcome is Outcome.ILLEGAL) or verdict.after.result:
            continue
        mover = seats.seat(told.seat)
        said = tell(settings.referee, verdict, mover, opening.seat, opening.board, told.to_move, told.seen)
        if said == told and _has_line(verdict.after, heard[1:], opening):
            return True
    return False


FEWEST, MOST = 4, 14
"""Number of tries on an empty board."""
MOST_FROM_START = 6
"""Greatest number of tries from a position; there are two at least."""
EFFORT = 8_000
"""Bound on the number of tries that the plain way judges: about a second under simple ko."""
EFFORT_FROM_START = 40_000
"""The same for games from a position; the plain way drops most positions at once."""
STONES = (2, 3, 4, 5)
"""Numbers of stones of a colour with which a game begins."""
START_SHARE = 0.7
"""How often a game from a position is played, which makes a problem more rarely."""
CAPTURE_SHARE = 0.8
"""How often a capture is played if there is one."""


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    """Yield problems without end; None for a game without any."""
    while True:
        if random.random() < START_SHARE:
            yield _from_start(settings, random)
        else:
            yield _from_empty_board(settings, random)


def _from_empty_board(settings: Settings, random: Random) -> Problem | None:
    """Return a problem of a game of programs, as the audience or a seat heard it; None if there is none."""
    seat = random.choice((AUDIENCE, AUDIENCE, AUDIENCE, *settings.seating.seats))
    opening = View.begin(settings, seat, empty_board(settings.size))
    sets, heard, effort = [compiled(opening)], [], 0
    for everybody in play(settings, random, MOST):
        told = everybody[seat.name]
        effort += len(sets[-1]) * effort_of(told, settings)
        if effort > EFFORT:
            return None
        try:
            sets.append(sets[-1].after(told))
        except (TooLarge, BadValue):
            return None
        heard.append(told)
        if len(heard) >= FEWEST:
            positions = tuple(tuple(exact.boards()) for exact in sets[-2:])
            problem = _problem(Heard(View.of(opening, heard), positions), NOW, seat, {})
            if problem is not None:
                return problem
    return None


def _from_start(settings: Settings, random: Random) -> Problem | None:
    """Return a problem of a game from a position, as the audience heard it; None if there is none."""
    counts = random.choice(STONES), random.choice(STONES)
    points = settings.size.points
    if not 0 < comb(points, counts[0]) * comb(points - counts[0], counts[1]) * points <= EFFORT_FROM_START:
        return None
    starts = placements(settings.size, *counts)
    if not starts:
        return None
    opening = View.begin(settings, AUDIENCE, empty_board(settings.size))
    heard = _lively(settings, random.choice(starts), random, opening)
    if not heard or not _are_alike(fitting_starts(opening, heard, starts), settings):
        return None
    fitting = tuple(fitting_starts(opening, heard, starts))
    for number in range(len(heard) - 1, 0, -1):
        if any(told.captured_count for told in heard[: number + 1]):
            before = tuple(fitting_starts(opening, heard[:number], starts))
            together = Heard(View.of(opening, heard[: number + 1]), (before, fitting))
            if not alike(before, settings.size):
                return _problem(together, START, AUDIENCE, {"black": counts[0], "white": counts[1]})
            fitting = before
    return None


def _are_alike(positions: Iterator[bytes], settings: Settings) -> bool:
    """Return whether all positions are alike, as soon as it is known."""
    first = next(positions)
    return all(alike((first, cells), settings.size) for cells in positions)


def _lively(settings: Settings, start: bytes, random: Random, opening: View) -> list[Told]:
    """Return what the audience hears of a random game with many captures."""
    state, heard = state_of(opening, start, settings.first), []
    for _ in range(MOST_FROM_START):
        verdicts = [judge(state, attempt) for attempt in all_tries(opening) if attempt.point is not None]
        legal = [verdict for verdict in verdicts if verdict.accepted and not verdict.after.result]
        capturing = [verdict for verdict in legal if verdict.captured]
        if not legal:
            break
        verdict = random.choice(capturing if capturing and random.random() < CAPTURE_SHARE else legal)
        heard.append(told_of(settings, opening.seat, opening.board, verdict))
        state = verdict.after
    return heard


def _problem(heard: Heard, question: str, seat: Seat, hidden: dict[str, int]) -> Problem | None:
    """Return the problem of a moment; None if the last announcement does not decide it."""
    try:
        proof = proof_of(heard)
    except BadProblem:
        return None
    settings, told = heard.view.settings, heard.view.heard
    more = {
        "seat": seat.name,
        **({"hidden": hidden} if hidden else {}),
        "tries": write_tries(told, settings, seat),
        "question": question,
    }
    return proof.put_into(Problem(question, "ear", settings, None, seat.colour or BLACK, (), 1, more))
