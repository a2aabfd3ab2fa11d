"""Proves, grades and makes deductions and problems by ear; ``docs/problems.md`` explains the grades.

Games of programs are cut where the last announcement decides a question, or where the positions that fit become all alike.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import comb
from random import Random
from typing import Any

from yurei.errors import BadValue, TooLarge
from yurei.languages import N_
from yurei.players.certain import ExactSet
from yurei.players.exact_set import all_tries
from yurei.players.tablebase import symmetries
from yurei.problems import deduce
from yurei.problems.deduce import CHOICES, QUESTIONS, Evidence, Question, compiled_set, make_state, plain_set
from yurei.problems.ear import NOW, START, Heard, fitting_starts, hear_all, list_placements
from yurei.problems.problem import GRADES, BadProblem, Problem, grade_near
from yurei.problems.solving import Input, tell_listener
from yurei.problems.tries import check_settings, write_tries
from yurei.referee.seating import AUDIENCE, Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View
from yurei.rules.board import BLACK, board_text, colour_of, empty_board
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import State
from yurei_research.compose import Proof, Prover, effort_of, play

LEAST, LEAST_BY_EAR, STEP = 21, 20, 3  # the sum of grade 2, and the difference to the next grade
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
UNDECIDED = N_("the last try does not decide the question: it has the same answer without it")


def _grade_of_sum(least: int, told: Sequence[Told], boards_before: int, more: int) -> int:
    """Return the grade by a sum of difficulties; ``least`` is the sum of grade 2, ``more`` the part of the kind."""
    kinds = sum(any(is_of_kind(each) for each in told) for is_of_kind in KINDS)
    total = len(told) + 2 * boards_before.bit_length() + 2 * kinds + more
    return grade_near(1 + (total - least + STEP) // STEP)


def _prove_deduction(begin: Callable[[View], ExactSet], problem: Problem) -> Proof:
    proof = _proof_of_question(deduce.question_of(problem), deduce.evidence_of(problem, begin), problem)
    if proof is None:
        raise BadProblem(UNDECIDED)
    return proof


def _proof_of_question(question: Question, evidence: Evidence, problem: Problem) -> Proof | None:
    """Return the proof of a deduction; None if the last announcement does not decide its question."""
    answers, grade = question.answers(evidence, problem), GRADES[0]
    decided = question.newly_certain(evidence, answers, problem)
    if answers:
        if not decided:
            return None
        points = 2 if question.input is Input.CHOICE else min(3, len(decided))
        grade = _grade_of_sum(LEAST, evidence.view.heard, len(evidence.boards_before), 3 * points)
    return Proof(deduce.sorted_texts(answers, question, problem), grade, {"boards": len(evidence.boards)})


FEWEST, MOST = 5, 16  # number of tries of a problem
EFFORT = 6_000  # bound on the number of tries that the plain exact set judges: about a second under simple ko
WEIGHTS = {"stones": 3, "free": 1, "board": 1, "legal": 3}
"""How often each question is drawn: moments for the first and the last are rarer."""
POINTS = {"stones": 6, "free": 4, "legal": 3}  # greatest numbers of points of an answer


def deduction_candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    names, weights = list(WEIGHTS), list(WEIGHTS.values())
    while True:
        question, seat = random.choices(names, weights)[0], random.choice(settings.seating.seats)
        moments = _moments(settings, seat, list(play(settings, random, MOST)), FEWEST, EFFORT)
        found = [_deduction(Evidence(view, tuple(sets)), question, random) for view, sets in moments]
        problems = [problem for problem in found if problem]
        yield random.choice(problems) if problems else None


def _moments(
    settings: Settings, seat: Seat, game: Iterable[Mapping[str, Told]], fewest: int, most_effort: int
) -> Iterator[tuple[View, list[ExactSet]]]:
    """Yield a seat's view and exact sets after each try of a game, from ``fewest`` tries on, until too much work."""
    opening = View.begin(settings, seat, empty_board(settings.size))
    sets, told, effort = [compiled_set(opening)], list[Told](), 0
    for everybody in game:
        told.append(everybody[seat.name])
        effort += len(sets[-1]) * effort_of(told[-1], settings)
        if effort > most_effort:
            return
        try:
            sets.append(sets[-1].after(told[-1]))
        except (TooLarge, BadValue):
            return
        if len(told) >= fewest:
            yield View.of(opening, told), sets


def _deduction(evidence: Evidence, name: str, random: Random) -> Problem | None:
    """Return a deduction made from a seat's evidence; None if the last announcement does not decide its question."""
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
    proof = _proof_of_question(question, evidence, problem)
    return proof.put_into(problem) if proof and 0 < len(proof.answers) <= POINTS.get(name, 1) else None


def _choices(evidence: Evidence, random: Random) -> list[str] | None:
    """Return three boards to choose from, of which one fits; None if there are too few others."""

    def own(board: bytes) -> list[int]:
        return [point for point, cell in enumerate(board) if colour_of(cell) is evidence.colour]

    size, true = evidence.view.settings.size, random.choice(evidence.boards)
    others = [board for board in sorted(evidence.outcomes - set(evidence.boards)) if own(board) == own(true)]
    others = [board for board in others if board.count(0) == true.count(0)]
    if len(others) < CHOICES - 1:
        return None
    return sorted(board_text(board, size) for board in [true, *random.sample(others, CHOICES - 1)])


def _prove_by_ear(ways: tuple[Any, ...], problem: Problem) -> Proof:
    """Return the proof of a problem by ear; ``ways`` are further arguments of ``hear_all``."""
    return _proof_of_positions(hear_all(problem, *ways))


def are_equivalent(positions: Iterable[bytes], size: Size) -> bool:
    """Return whether all positions are rotations or reflections of one another."""
    different = set(positions)
    first = next(iter(different), bytes(size.points))
    return different <= {bytes(first[point] for point in becomes) for becomes in symmetries(size)}


def _proof_of_positions(heard: Heard) -> Proof:
    """Return the proof of a problem by ear with these announcements; raise ``BadProblem`` if they make none."""
    size, fitting, is_seat = heard.view.settings.size, heard.fitting, heard.view.seat.colour is not None
    if (is_seat and len(fitting) > 1) or not are_equivalent(fitting, size):
        message = N_("several positions fit, such as {one} and {other}")
        other = fitting[-1]
        if not is_seat:
            message = N_("several positions fit that are not alike, such as {one} and {other}")
            other = next(cells for cells in fitting if not are_equivalent((fitting[0], cells), size))
        raise BadProblem(message, one=board_text(fitting[0], size), other=board_text(other, size))
    if are_equivalent(heard.before, size) and not (is_seat and len(heard.before) > 1):
        raise BadProblem(UNDECIDED)
    answers = tuple(sorted(board_text(cells, size) for cells in fitting))
    grade = _grade_of_sum(LEAST_BY_EAR, heard.view.heard, len(heard.before), sum(map(bool, fitting[0])))
    return Proof(answers, grade, {"boards": len(answers)})


def fitting_starts_plainly(opening: View, told: Sequence[Told], starts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the positions from which a game can be announced as told, by a plain search from each of them."""
    first = opening.settings.first
    return (start for start in starts if _has_line(make_state(opening, start, first), told, opening))


def _has_line(state: State, told: Sequence[Told], opening: View) -> bool:
    """Return whether a game can continue from a state so that the audience is told exactly this."""
    if not told:
        return True
    next_told, settings = told[0], opening.settings
    for attempt in all_tries(opening):
        verdict = judge(state, attempt)
        if verdict.accepted is (next_told.outcome is Outcome.ILLEGAL) or verdict.after.result:
            continue
        mover = settings.seating.seat(next_told.seat)
        said = tell(settings.referee, verdict, mover, opening.seat, opening.board, next_told.to_move, next_told.seen)
        if said == next_told and _has_line(verdict.after, told[1:], opening):
            return True
    return False


FEWEST_BY_EAR, MOST_BY_EAR = 4, 14  # number of tries on an empty board
MOST_FROM_START = 6  # greatest number of tries from a position; there are two at least
EFFORT_BY_EAR = 8_000  # bound on the number of tries that the plain way judges: about a second under simple ko
EFFORT_FROM_START = 40_000  # the same for games from a position; the plain way drops most positions at once
STONES = (2, 3, 4, 5)  # numbers of stones of a colour with which a game begins
START_SHARE = 0.7  # how often a game from a position is played, which makes a problem more rarely
CAPTURE_SHARE = 0.8  # how often a capture is played if there is one


def ear_candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    while True:
        from_start = random.random() < START_SHARE
        yield _from_start(settings, random) if from_start else _from_empty_board(settings, random)


def _from_empty_board(settings: Settings, random: Random) -> Problem | None:
    """Return a problem by ear from a game of programs on an empty board; None if the game makes none."""
    seat = random.choice((AUDIENCE, AUDIENCE, AUDIENCE, *settings.seating.seats))
    game = play(settings, random, MOST_BY_EAR)
    for view, sets in _moments(settings, seat, game, FEWEST_BY_EAR, EFFORT_BY_EAR):
        positions = tuple(tuple(exact.boards()) for exact in sets[-2:])
        if problem := _by_ear(Heard(view, positions), NOW, seat, {}):
            return problem
    return None


def _from_start(settings: Settings, random: Random) -> Problem | None:
    """Return a problem by ear from a game that begins with stones on the board; None if the game makes none."""
    black, white, size = random.choice(STONES), random.choice(STONES), settings.size
    effort = comb(size.points, black) * comb(size.points - black, white) * size.points
    starts = list_placements(size, black, white) if effort <= EFFORT_FROM_START else ()
    if not starts:
        return None
    opening = View.begin(settings, AUDIENCE, empty_board(size))
    told = _tell_lively_game(settings, random.choice(starts), random, opening)
    if not told:
        return None
    positions = fitting_starts(opening, told, starts)
    first = next(positions)
    if not all(are_equivalent((first, cells), size) for cells in positions):  # ends with the first that is not
        return None
    fitting = tuple(fitting_starts(opening, told, starts))
    for number in range(len(told) - 1, 0, -1):
        if any(each.captured_count for each in told[: number + 1]):
            before = tuple(fitting_starts(opening, told[:number], starts))
            if not are_equivalent(before, size):
                heard = Heard(View.of(opening, told[: number + 1]), (before, fitting))
                return _by_ear(heard, START, AUDIENCE, {"black": black, "white": white})
            fitting = before
    return None


def _tell_lively_game(settings: Settings, start: bytes, random: Random, opening: View) -> list[Told]:
    state, told = make_state(opening, start, settings.first), []
    for _ in range(MOST_FROM_START):
        verdicts = [judge(state, attempt) for attempt in all_tries(opening) if attempt.point is not None]
        legal = [verdict for verdict in verdicts if verdict.accepted and not verdict.after.result]
        capturing = [verdict for verdict in legal if verdict.captured]
        if not legal:
            break
        verdict = random.choice(capturing if capturing and random.random() < CAPTURE_SHARE else legal)
        told.append(tell_listener(settings, opening.seat, opening.board, verdict))
        state = verdict.after
    return told


def _by_ear(heard: Heard, question: str, seat: Seat, hidden: dict[str, int]) -> Problem | None:
    try:
        proof = _proof_of_positions(heard)
    except BadProblem:
        return None
    settings = heard.view.settings
    tries = write_tries(heard.view.heard, settings, seat)
    more = {"seat": seat.name, **({"hidden": hidden} if hidden else {}), "tries": tries, "question": question}
    return proof.put_into(Problem(question, "ear", settings, None, seat.colour or BLACK, (), 1, more))


DEDUCE, EAR = {"referee": "kriegspiel", "width": 4, "height": 4}, {"referee": "common", "width": 3, "height": 3}
"""Usual settings."""
DEDUCE_WAYS = partial(_prove_deduction, compiled_set), partial(_prove_deduction, plain_set)
EAR_WAYS = partial(_prove_by_ear, ()), partial(_prove_by_ear, (plain_set, fitting_starts_plainly))
PROVERS = {
    "deduce": Prover("deduce", DEDUCE, check_settings, deduction_candidates, *DEDUCE_WAYS, sets_answers=True),
    "ear": Prover("ear", EAR, check_settings, ear_candidates, *EAR_WAYS, sets_answers=True),
}
