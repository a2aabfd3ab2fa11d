"""Endgames of Alter Igo: one move wins, everything else is refuted, and the win is played to its end."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.problems.examples import posed, proven, shipped_problems
from yurei.errors import BadSettings, BadTry, TooLarge
from yurei.players.tablebase import Plain, analyse, are_ready, moves, seen_by, upright_size, work_out
from yurei.problems import BadProblem, Problem, Status, Step, kind_of, problem_of
from yurei.rules.points import Size
from yurei_research.compose import faults_of, images, prover_of

KIND, PROVER = kind_of("endgame"), prover_of("endgame")
OF_THE_NOTE = "..../B.../.W.W/WB.B"


def position(board: str, to_move: str = "black", **more: Any) -> Problem:
    """Return a problem of Alter Igo with everything that was proven of it."""
    return proven(posed("endgame", board=board, to_move=to_move, **{"ruleset": "alter-igo", **more}))


def solution_of(problem: Problem) -> list[Step]:
    """Return the steps of the solution, which has one branch everywhere."""
    line, steps = [], KIND.solution(problem)
    while steps:
        (step,) = steps
        line.append(step)
        steps = step.branches
    return line


def own_moves(problem: Problem) -> tuple[str, ...]:
    """Return the solver's moves of the solution."""
    return tuple(str(step.tried) for step in solution_of(problem) if step.colour is problem.to_move)


@cache
def plain(size: Size) -> Plain:
    """Return the values of a board by the rules alone."""
    return Plain(size)


SMALL = [problem for board in ("3x3", "4x2") for problem in shipped_problems("endgame", board, 12)]


@pytest.mark.parametrize("problem", SMALL)
def test_by_plain_python_too_one_move_wins_in_as_many_plies(problem: Problem) -> None:
    size = problem.settings.size
    if size.width > size.height:
        problem = next(problem_of(each) for each in images(problem) if each["width"] < each["height"])
        size = problem.settings.size
    assert problem.board is not None
    values = plain(size)
    own = seen_by(problem.board, problem.to_move)
    after = {point: follower and values.code(follower) for point, follower in moves(own, size)}
    assert size.names(point for point, code in after.items() if code and code % 2) == problem.answer
    assert values.code(own) == problem.more["plies"]


@pytest.mark.parametrize("problem", SMALL)
def test_the_solution_solves_the_problem_in_as_many_plies_as_it_says(problem: Problem) -> None:
    line = solution_of(problem)
    assert len(line) == problem.more["plies"]
    assert line[0].tried in problem.answer
    state = KIND.after(problem, own_moves(problem))
    assert state.status is Status.SOLVED
    assert [each.tried for each in state.lines] == [each.tried for each in line]
    assert line[-1].told
    assert line[-1].told.result
    assert line[-1].told.result.winner is problem.to_move


@pytest.mark.parametrize("problem", SMALL)
def test_every_other_first_move_is_refuted_by_a_reply(problem: Problem) -> None:
    assert problem.board is not None
    for point, cell in enumerate(problem.board):
        name = problem.settings.size.name(point)
        if not cell and name not in problem.answer:
            state = KIND.after(problem, (name,))
            assert state.status is Status.FAILED
            assert state.note
            is_lone_suicide = state.lines[0].told and state.lines[0].told.result
            assert len(state.lines) == (1 if is_lone_suicide else 2)


def test_a_win_may_be_thrown_away_later_too() -> None:
    problem = next(each for each in shipped_problems("endgame", "4x3", 65) if "only-moves" in each.more["themes"])
    right = own_moves(problem)
    state = KIND.after(problem, right[:2])
    assert state.status is Status.OPEN
    assert state.board is not None
    for point, cell in enumerate(state.board):
        name = problem.settings.size.name(point)
        if not cell and name != right[2]:
            assert KIND.after(problem, (*right[:2], name)).status is Status.FAILED
    with pytest.raises(BadTry, match="answered"):
        KIND.after(problem, (*right, "A1"))


def test_a_try_that_is_refused_costs_nothing() -> None:
    problem = position("BB./BWW/...", "white")
    begun = KIND.begin(problem)
    refused = KIND.after(problem, ("A3", "pass"))
    assert refused.status is Status.OPEN
    assert refused.board == begun.board
    assert [line.told and line.told.reason for line in refused.lines] == ["opponent-stone", "no-passing"]
    with pytest.raises(BadTry, match="no ghosts"):
        KIND.after(problem, ("ghost A1",))
    assert KIND.after(problem, ("resign",)).status is Status.FAILED


def test_the_third_repetition_of_a_position_fails_the_problem() -> None:
    """On each move one of the winning moves is played after which the opponent can hold out longest."""
    ended = set()
    for problem in SMALL:
        size, mover, solving = problem.settings.size, problem.to_move, KIND.solving(problem)
        while solving.now.status is Status.OPEN:
            after = analyse(work_out(size), solving.now.board or b"", size, mover).moves
            wins = [(outcome.distance or 0, point) for point, outcome in after.items() if outcome.winner is mover]
            solving.answer(size.name(max(wins)[1]))
        ended.add(solving.now.status)
        assert solving.now.status is Status.SOLVED or "third time" in str(solving.now.note)
    assert ended == {Status.SOLVED, Status.FAILED}


def test_the_themes_are_those_that_one_sees() -> None:
    problem = position("B./B./W./.B", "white")
    assert problem.more["themes"] == ["both-leave", "others-lose"]
    told = [step.told for step in solution_of(problem)[:6:2]]
    assert [each for each in told if each and each.captured_points and each.lost_points]


def test_a_position_with_several_winning_moves_or_none_is_no_problem() -> None:
    faults = faults_of(position(".../.../..."))
    assert [str(fault) for fault in faults] == ["it has several right answers: A2, B1, B2, B3, C2"]
    assert [str(fault) for fault in faults_of(position("../.."))] == ["it has no right answer"]


def test_a_bad_endgame_is_refused_with_the_reason() -> None:
    with pytest.raises(BadProblem, match="liberty"):
        position("BW/WB")
    with pytest.raises(BadProblem, match="no board"):
        PROVER.prove(replace(SMALL[0], board=None))
    with pytest.raises(BadSettings, match="not among the games"):
        position("../..", ruleset="go")
    with pytest.raises(BadProblem, match="nothing is hidden"):
        position("../..", referee="common")
    with pytest.raises(BadSettings, match="nothing is hidden"):
        PROVER.settings({"referee": "fog"})
    with pytest.raises(TooLarge, match="16 points"):
        PROVER.settings({"width": 5, "height": 5})


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_the_problem_of_the_note_has_one_answer_in_34_plies() -> None:
    problem = position(OF_THE_NOTE)
    assert problem.answer == ("C2",)
    assert problem.more["plies"] == 34
    assert problem.grade == 8
    assert problem.more["themes"] == ["refusal", "only-moves"]
    assert not faults_of(problem)
    assert [bool(step.note) for step in solution_of(problem)[0:24:2]] == [True] * 11 + [False]
    assert KIND.after(problem, own_moves(problem)).status is Status.SOLVED
    assert are_ready(problem.settings.size)


def test_small_boards_are_ready_at_once() -> None:
    assert are_ready(Size(3, 3))
    assert are_ready(Size(4, 2))
    assert not are_ready(Size(9, 9))
    assert work_out(Size(4, 2)).size == upright_size(Size(4, 2))
