"""Endgames of Alter Igo: one move wins, everything else is refuted, and the win is played to its end."""

from dataclasses import replace
from typing import Any

import pytest

from tests.problems.examples import first_line, posed, proven, shipped_problems
from yurei.errors import BadSettings, BadTry, TooLarge
from yurei.players.tablebase import analyse, are_ready, load_or_solve, upright_size
from yurei.problems import BadProblem, Problem, Status, kind_of
from yurei.rules.points import Size
from yurei_research.compose import faults_of, prover_of

KIND, PROVER = kind_of("endgame"), prover_of("endgame")
OF_THE_NOTE = "..../B.../.W.W/WB.B"


def position(board: str, to_move: str = "black", **more: Any) -> Problem:
    return proven(posed("endgame", board=board, to_move=to_move, **{"ruleset": "alter-igo", **more}))


def empty_points(problem: Problem, board: bytes) -> list[str]:
    return [problem.settings.size.name(point) for point, cell in enumerate(board) if not cell]


def own_moves(problem: Problem) -> tuple[str, ...]:
    return tuple(str(step.tried) for step in first_line(problem) if step.colour is problem.to_move)


SMALL = [problem for board in ("3x3", "4x2") for problem in shipped_problems("endgame", board, 12)]


@pytest.mark.parametrize("problem", SMALL)
def test_the_solution_solves_the_problem_in_as_many_plies_as_it_says(problem: Problem) -> None:
    line = first_line(problem)
    assert len(line) == problem.more["plies"]
    assert line[0].tried in problem.answer
    assert all(len(step.branches) == (step is not line[-1]) for step in line), "there is one line"
    state = KIND.after(problem, own_moves(problem))
    assert state.status is Status.SOLVED
    assert [each.tried for each in state.lines] == [each.tried for each in line]
    result = line[-1].told and line[-1].told.result
    assert result
    assert result.winner is problem.to_move


@pytest.mark.parametrize("problem", SMALL)
def test_every_other_first_move_is_refuted_by_a_reply(problem: Problem) -> None:
    for name in empty_points(problem, problem.board or b""):
        if name not in problem.answer:
            state = KIND.after(problem, (name,))
            assert state.status is Status.FAILED
            assert state.note
            is_lone_suicide = state.lines[0].told and state.lines[0].told.result
            assert len(state.lines) == (1 if is_lone_suicide else 2)


def test_a_later_wrong_answer_fails_the_problem() -> None:
    problem = next(each for each in shipped_problems("endgame", "4x3", 65) if "only-moves" in each.more["themes"])
    right = own_moves(problem)
    state = KIND.after(problem, right[:2])
    assert state.status is Status.OPEN
    for name in empty_points(problem, state.board or b""):
        if name != right[2]:
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
            after = analyse(load_or_solve(size), solving.now.board or b"", size, mover).moves
            wins = [(outcome.distance or 0, point) for point, outcome in after.items() if outcome.winner is mover]
            solving.answer(size.name(max(wins)[1]))
        ended.add(solving.now.status)
        assert solving.now.status is Status.SOLVED or "third time" in str(solving.now.note)
    assert ended == {Status.SOLVED, Status.FAILED}


def test_the_themes_are_those_that_one_sees() -> None:
    problem = position("B./B./W./.B", "white")
    assert problem.more["themes"] == ["both-leave", "others-lose"]
    told = [step.told for step in first_line(problem)[:6:2]]
    assert [each for each in told if each and each.captured_points and each.lost_points]


def test_a_position_with_several_winning_moves_or_none_is_no_problem() -> None:
    for board, said in (
        (".../.../...", "it has several right answers: A2, B1, B2, B3, C2"),
        ("../..", "it has no right answer"),
    ):
        assert [str(fault) for fault in faults_of(position(board))] == [said]


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
    assert (problem.answer, problem.more["plies"], problem.grade) == (("C2",), 34, 8)
    assert problem.more["themes"] == ["refusal", "only-moves"]
    assert not faults_of(problem)
    assert [bool(step.note) for step in first_line(problem)[0:24:2]] == [True] * 11 + [False]
    assert KIND.after(problem, own_moves(problem)).status is Status.SOLVED
    assert are_ready(problem.settings.size)


def test_small_boards_are_ready_at_once() -> None:
    assert [are_ready(Size(*each)) for each in ((3, 3), (4, 2), (9, 9))] == [True, True, False]
    assert load_or_solve(Size(4, 2)).size == upright_size(Size(4, 2))
