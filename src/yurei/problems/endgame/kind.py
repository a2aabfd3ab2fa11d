"""The kind of problems ``endgame``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from yurei.errors import BadSettings, TooLarge
from yurei.languages import N_, Words
from yurei.players.tablebase import Values, check_ruleset, work_out
from yurei.players.tablebase.finding import WORKED_OUT
from yurei.players.tablebase.positions import seen_by, upright
from yurei.problems.endgame import solving
from yurei.problems.endgame.grading import choices_of, grade_of, tempting_moves, themes_of
from yurei.problems.endgame.play import analysis_of, best_line, winning
from yurei.problems.endgame.verifying import Verified, verify
from yurei.problems.grade_shares import GradeShares
from yurei.problems.kinds import Kind, Proof
from yurei.problems.open_game import first_state, named
from yurei.problems.problem import Problem
from yurei.problems.solving import Input, SolvingState, Step
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import BLACK, WHITE, Colour, is_legal
from yurei.rules.points import Size
from yurei.rules.state import State

USUAL = {"ruleset": "alter-igo", "referee": "open", "width": 4, "height": 3}
SHORTEST = 6
"""Least number of plies of problems that are made."""
LEAST_MOVES = 3


class Endgame(Kind):
    """Endgames of Alter Igo."""

    slug = "endgame"
    title = N_("Endgame")
    sets_answers = False

    def settings(self, given: Mapping[str, Any]) -> Settings:
        settings = read_settings({**USUAL, **given})
        if settings.referee.hides:
            raise BadSettings(N_("nothing is hidden in a problem of this kind; leave the referee out"))
        _check(settings)
        return settings

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        values, shares = work_out(settings.size), GradeShares(random)
        while True:
            cells = _random_board(settings.size, random)
            problem = None if cells is None else _problem(settings, cells, random.choice((BLACK, WHITE)), values)
            yield problem if problem and shares.accepts(problem.grade) else None

    def prove(self, problem: Problem) -> Proof:
        state = first_state(problem)
        _check(problem.settings)
        return proof_of(state, work_out(problem.settings.size))

    def confirm(self, problem: Problem) -> Proof:
        """Find all winning moves after every value of the board was checked, see ``verifying``."""
        state = first_state(problem)
        _check(problem.settings)
        values = work_out(problem.settings.size)
        verified, cells = _verified(problem.settings.size), seen_by(state.cells, state.to_move)
        places = upright(bytes(range(state.size.points)), state.size)
        answers = [places[point] for point in verified.winning(upright(cells, state.size))]
        proof = proof_of(state, values)
        plies = {"plies": verified.code(upright(cells, state.size))} if len(answers) == 1 else {}
        return replace(proof, answers=state.size.names(answers), more={**proof.more, **plies})

    def prompt(self, problem: Problem) -> Words:
        return Words(
            N_("{colour} to move and win. Only one move wins; play on until {opponent} has lost."),
            colour=named(problem.to_move),
            opponent=named(problem.to_move.opponent),
        )

    def input(self, problem: Problem) -> Input:
        return Input.TRY

    def begin(self, problem: Problem) -> SolvingState:
        return solving.Solving(problem).now

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        return solving.after(problem, answers).now

    def hint(self, problem: Problem, answers: tuple[str, ...]) -> Words:
        return solving.after(problem, answers).hint()

    def solution(self, problem: Problem) -> tuple[Step, ...]:
        return solving.solution(problem)


@lru_cache(maxsize=2)
def _verified(size: Size) -> Verified:
    """Return the checked table of a board; it is checked once a process."""
    return verify(work_out(size))


def proof_of(state: State, values: Values) -> Proof:
    """Return what the values of a board say of a position."""
    analysis = analysis_of(values, state)
    answers = winning(analysis, state.to_move)
    names = state.size.names(answers)
    if len(answers) != 1:
        return Proof(names, 1)
    line = list(best_line(values, state))
    grade = grade_of(choices_of(line, state.to_move), len(tempting_moves(state, answers[0])))
    return Proof(names, grade, {"plies": analysis.outcome.distance, "themes": themes_of(state, line)})


def _check(settings: Settings) -> None:
    check_ruleset(settings.ruleset)
    if settings.size.points > WORKED_OUT:
        raise TooLarge(
            N_("endgames have boards of up to {most} points; {size} has {points}"),
            most=WORKED_OUT,
            size=settings.size,
            points=settings.size.points,
        )


def _random_board(size: Size, random: Random) -> bytes | None:
    """Return a board with stones on one to four fifths of its points; None if a string has no liberty."""
    cells = bytearray(size.points)
    for point in random.sample(range(size.points), random.randint(2, max(2, size.points * 4 // 5))):
        cells[point] = random.choice((BLACK, WHITE))
    return bytes(cells) if is_legal(bytes(cells), size) else None


def _problem(settings: Settings, cells: bytes, to_move: Colour, values: Values) -> Problem | None:
    bare = Problem("", "endgame", settings, cells, to_move, (), 1)
    state = first_state(bare)
    analysis = analysis_of(values, state)
    if len(winning(analysis, to_move)) != 1 or len(analysis.moves) < LEAST_MOVES:
        return None
    if (analysis.outcome.distance or 0) < SHORTEST:
        return None
    proof = proof_of(state, values)
    return Problem("endgame", "endgame", settings, cells, to_move, proof.answers, proof.grade, proof.more)


__all__ = ["Endgame", "proof_of"]
