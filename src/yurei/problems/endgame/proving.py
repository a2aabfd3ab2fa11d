"""Proofs of endgames by the values of their board, and their difficulty and themes from the line of best play."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from yurei.errors import BadSettings, TooLarge
from yurei.languages import N_
from yurei.players.tablebase import check_ruleset, work_out
from yurei.players.tablebase.finding import WORKED_OUT
from yurei.players.tablebase.positions import seen_by, upright
from yurei.problems.endgame.play import Ply, analysis_of, best_line, tempting_moves, winning
from yurei.problems.endgame.verifying import Verified, verify
from yurei.problems.kinds import Proof
from yurei.problems.open_game import first_state
from yurei.problems.problem import GRADES, Problem, grade_near
from yurei.referee.settings import Settings
from yurei.rules.board import Colour
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.state import State

BITS_PER_GRADE = 4
ONLY_MOVES = 4
"""Number of only-moves in a row, from the first, that make a theme."""
NEAR = 3
"""Number of the solver's first moves in which sacrifices count as a theme."""


def prove(problem: Problem) -> Proof:
    """Find all winning moves by the values of the board."""
    return proof_of(_state(problem))


def confirm(problem: Problem) -> Proof:
    """Find all winning moves after every value of the board was checked, see ``verifying``."""
    state = _state(problem)
    verified, cells = _verified(state.size), seen_by(state.cells, state.to_move)
    places = upright(bytes(range(state.size.points)), state.size)
    answers = [places[point] for point in verified.winning(upright(cells, state.size))]
    proof = proof_of(state)
    plies = {"plies": verified.code(upright(cells, state.size))} if len(answers) == 1 else {}
    return replace(proof, answers=state.size.names(answers), more={**proof.more, **plies})


def _state(problem: Problem) -> State:
    state = first_state(problem)
    check_settings(problem.settings)
    return state


@lru_cache(maxsize=2)
def _verified(size: Size) -> Verified:
    """Return the checked table of a board; it is checked once a process."""
    return verify(work_out(size))


def proof_of(state: State) -> Proof:
    """Return what the values of a board say of a position."""
    analysis = analysis_of(state)
    answers = winning(analysis, state.to_move)
    names = state.size.names(answers)
    if len(answers) != 1:
        return Proof(names, 1)
    line = list(best_line(state))
    grade = grade_of(_choices_of(line, state.to_move), len(tempting_moves(state, answers[0])))
    return Proof(names, grade, {"plies": analysis.outcome.distance, "themes": _themes_of(state, line)})


def check_settings(settings: Settings) -> None:
    """Check that a game can have endgames.

    Raises:
        BadSettings: if it has other rules, or something is hidden.
        TooLarge: if the board is too large.
    """
    if settings.referee.hides:
        raise BadSettings(N_("nothing is hidden in a problem of this kind; leave the referee out"))
    check_ruleset(settings.ruleset)
    if settings.size.points > WORKED_OUT:
        raise TooLarge(
            N_("endgames have boards of up to {most} points; {size} has {points}"),
            most=WORKED_OUT,
            size=settings.size,
            points=settings.size.points,
        )


def grade_of(choices: Iterable[tuple[int, int]], tempting: int) -> int:
    """Return the grade of an endgame.

    It has as many bits as are needed to choose a winning move by chance each time: the logarithm to base 2 of the
    product, over the solver's moves in the line of best play, of the number of moves divided by the number of winning
    moves. A first move that captures and does not win adds one bit. Every 4 bits raise the grade by one.

    Args:
        choices: For each move of the solver, the number of moves and of winning moves.
        tempting: Number of first moves that capture, or remove stones of both colours, and do not win.

    >>> grade_of([(2, 1)], 0), grade_of([(4, 1), (8, 2)], 0), grade_of([(8, 1)] * 40, 0)
    (1, 2, 9)
    """
    counts = list(choices)
    whole = prod(of for of, _ in counts) << tempting
    bits = (whole // prod(won for _, won in counts)).bit_length() - 1
    return grade_near(GRADES[0] + bits // BITS_PER_GRADE)


def _choices_of(line: Sequence[Ply], colour: Colour) -> list[tuple[int, int]]:
    """Return for each move of a colour the number of moves, and of those that win."""
    before = [ply.before for ply in line if ply.verdict.mover is colour]
    return [(len(each.moves), len(winning(each, colour))) for each in before]


def _themes_of(state: State, line: Sequence[Ply]) -> list[str]:
    """Return the themes of an endgame.

    - ``sacrifice``: one of the solver's first three moves is a suicide of several stones;
    - ``both-leave``: one of them removes stones of both colours;
    - ``refusal``: captures are on offer, and the right first move captures nothing;
    - ``only-moves``: at least the first four moves of the solver are the only ones that win;
    - ``corner``: the first move is in a corner;
    - ``others-lose``: every other first move loses.
    """
    colour, first = state.to_move, line[0]
    own = [ply.verdict for ply in line if ply.verdict.mover is colour]
    choices = _choices_of(line, colour)
    found = {
        "sacrifice": any(_is_sacrifice(verdict) for verdict in own[:NEAR]),
        "both-leave": any(verdict.captured and verdict.own_losses for verdict in own[:NEAR]),
        "refusal": not first.verdict.captured and bool(tempting_moves(state, first.point)),
        "only-moves": len(choices) >= ONLY_MOVES and all(won == 1 for _, won in choices[:ONLY_MOVES]),
        "corner": len(state.size.neighbours[first.point]) == 2 and min(state.size.width, state.size.height) > 1,
        "others-lose": all(
            outcome.winner is colour.opponent for point, outcome in first.before.moves.items() if point != first.point
        ),
    }
    return [theme for theme, is_there in found.items() if is_there]


def _is_sacrifice(verdict: Verdict) -> bool:
    return len(verdict.own_losses) > 1 and not verdict.captured


__all__ = ["check_settings", "confirm", "grade_of", "proof_of", "prove"]
