"""Makes problems: cuts games at moments where the last announcement leaves positions that are all alike."""

from collections.abc import Iterator
from math import comb
from random import Random

from yurei.errors import BadValue, TooLarge
from yurei.players.certain.plain import all_tries
from yurei.problems.deduce.evidence import compiled, state_of
from yurei.problems.deduce.games import effort_of, play
from yurei.problems.ear.positions import NOW, START, Heard, alike, fitting_starts, placements
from yurei.problems.ear.proving import proof_of
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.solving import told_of
from yurei.problems.tries import write_tries
from yurei.referee.seating import AUDIENCE, Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, empty_board
from yurei.rules.judge import judge

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


__all__ = ["candidates"]
