"""The kind of problems ``endgame``, and how they are made."""

from collections.abc import Iterator
from random import Random

from yurei.languages import N_, Words
from yurei.problems.endgame.play import analysis_of, winning
from yurei.problems.endgame.proving import check_settings, confirm, proof_of, prove
from yurei.problems.endgame.solving import Solving, solution
from yurei.problems.kinds import Kind
from yurei.problems.making import GradeShares
from yurei.problems.open_game import first_state
from yurei.problems.problem import Problem, named
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE, Colour, is_legal
from yurei.rules.points import Size

SHORTEST = 6
"""Least number of plies of problems that are made."""
LEAST_MOVES = 3


def _candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    shares = GradeShares(random)
    while True:
        cells = _random_board(settings.size, random)
        problem = None if cells is None else _problem(settings, cells, random.choice((BLACK, WHITE)))
        yield problem if problem and shares.accepts(problem.grade) else None


def _random_board(size: Size, random: Random) -> bytes | None:
    """Return a board with stones on one to four fifths of its points; None if a string has no liberty."""
    cells = bytearray(size.points)
    for point in random.sample(range(size.points), random.randint(2, max(2, size.points * 4 // 5))):
        cells[point] = random.choice((BLACK, WHITE))
    return bytes(cells) if is_legal(bytes(cells), size) else None


def _problem(settings: Settings, cells: bytes, to_move: Colour) -> Problem | None:
    problem = Problem("endgame", "endgame", settings, cells, to_move, (), 1)
    state = first_state(problem)
    analysis = analysis_of(state)
    if len(winning(analysis, to_move)) != 1 or len(analysis.moves) < LEAST_MOVES:
        return None
    if (analysis.outcome.distance or 0) < SHORTEST:
        return None
    return proof_of(state).put_into(problem)


def _prompt(problem: Problem) -> Words:
    return Words(
        N_("{colour} to move and win. Only one move wins; play on until {opponent} has lost."),
        colour=named(problem.to_move),
        opponent=named(problem.to_move.opponent),
    )


KIND = Kind(
    slug="endgame",
    title=N_("Endgame"),
    usual={"ruleset": "alter-igo", "referee": "open", "width": 4, "height": 3},
    check_settings=check_settings,
    candidates=_candidates,
    prove=prove,
    confirm=confirm,
    prompt=_prompt,
    solving=Solving,
    solution=solution,
)

__all__ = ["KIND"]
