"""Problems of No Seki Go: captures that need ghosts, proven against every defence."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.problems.examples import first_line, posed, proven, shipped_problems
from yurei.errors import BadSettings, BadTry, TooLarge
from yurei.problems import BadProblem, Problem, Status, kind_of, problem_of
from yurei.problems.ghosts import Search, task_of
from yurei.rules.board import board_text, is_legal
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import read_try
from yurei_research.compose import faults_of, prover_of
from yurei_research.prove_ghosts import right_tries, without_ghosts

KIND, PROVER = kind_of("ghosts"), prover_of("ghosts")
ROW = ".W.B.W."
SEKI = "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W."
RACE = "........./........./........./........./........./BBBW...../.BBWWWW../BWWBBWW../.WW.B.W.."
"""The race of the rule page after Black A2 and White F2."""
INSIDE = ["A1", "C1", "E1", "G1"]


def capture(board: str, target: str, moves: int, to_move: str = "black", **more: Any) -> Problem:
    goal = {"goal": "capture", "target": target, "moves": moves}
    return posed("ghosts", "no-seki-go", board, to_move=to_move, **goal, **more)


SMALL = [*shipped_problems("ghosts", "7x1", 6), *shipped_problems("ghosts", "3x3", 6)]


def test_a_ghost_breaks_the_smallest_seki_of_the_rule_page() -> None:
    problem = proven(capture(ROW, "B1", 2))
    assert problem.answer == ("ghost C1",)
    assert problem.more["themes"] == ["ghost-first", "needs-ghosts"]
    assert not faults_of(problem)
    assert [step.tried for step in first_line(problem)] == ["ghost C1", "pass", "A1"]


@pytest.mark.parametrize(
    ("target", "to_move", "answers"),
    [
        ("A2", "black", ("ghost C1",)),
        ("G2", "black", ("ghost E1",)),
        ("D1", "white", ("ghost C1", "ghost E1")),  # "next E1 (or E1, then C1), captures the two black stones"
    ],
)
def test_both_sides_break_the_seki_of_the_rule_page(target: str, to_move: str, answers: tuple[str, ...]) -> None:
    problem = capture(SEKI, target, 2, to_move, fence=INSIDE)
    assert PROVER.prove(problem).answers == PROVER.confirm(problem).answers == answers


def test_under_go_the_seki_of_the_rule_page_is_a_seki() -> None:
    for problem in (capture(SEKI, "A2", 3, fence=INSIDE), capture(SEKI, "D1", 3, "white", fence=INSIDE)):
        task = without_ghosts(task_of(problem))
        assert not list(Search(task).list_winning_tries(task.state, task.moves))
        assert not right_tries(task, 3)


def test_black_wins_the_race_of_the_rule_page_by_a_ghost() -> None:
    problem = proven(capture(RACE, "B1", 3, fence=["A1", "A3", "D1", "F1", "H1"]))
    assert "ghost A1" in problem.answer
    assert PROVER.confirm(problem).answers == problem.answer
    task = without_ghosts(task_of(problem))
    assert not list(Search(task).list_winning_tries(task.state, task.moves))


@pytest.mark.parametrize(("width", "height", "moves"), [(5, 1, 3), (7, 1, 3), (3, 2, 3), (4, 2, 2), (3, 3, 2)])
def test_both_searches_find_the_same_right_tries_of_any_question(width: int, height: int, moves: int) -> None:
    counts = set()
    for task in map(task_of, random_questions(Size(width, height), moves, 15)):
        fast = set(Search(task).list_winning_tries(task.state, moves))
        assert fast == set(right_tries(task, moves))
        counts.add(min(len(fast), 2))
    assert {0, 2} <= counts


def random_questions(size: Size, moves: int, count: int) -> Iterator[Problem]:
    random = Random(str(size))
    while count:
        letters = random.choices(".BWbw", weights=(5, 4, 4, 1, 1), k=size.points)
        cells = bytes(".BWbw".index(letter) for letter in letters)
        targets = [size.name(point) for point, cell in enumerate(cells) if cell == 2]
        if targets and is_legal(cells, size):
            count -= 1
            yield capture(board_text(cells, size), random.choice(targets), moves)


@pytest.mark.parametrize("problem", SMALL[::2])
def test_every_other_first_try_is_refuted(problem: Problem) -> None:
    begun, size = KIND.begin(problem), problem.settings.size
    for text in [kind + size.name(point) for point in range(size.points) for kind in ("", "ghost ")]:
        state = KIND.after(problem, (text,))
        if text in problem.answer or state.board == begun.board:
            assert state.status is Status.OPEN
            assert text in problem.answer or (state.lines[0].told and state.lines[0].told.reason)
        else:
            assert state.status is Status.FAILED
            assert state.note
    for text in ("pass", "resign"):
        assert KIND.after(problem, (text,)).status is Status.FAILED


@pytest.mark.parametrize("problem", SMALL[::3])
def test_the_tree_of_the_solution_answers_every_reply(problem: Problem) -> None:
    """What answers a pass also answers every reply that is not listed."""
    task = task_of(problem)
    steps = [(task.state, KIND.solution(problem), task.moves)]
    ends = 0
    while steps:
        state, (own,), left = steps.pop()
        after = judge(state, read_try(own.tried, state.size)).after
        if not own.branches:
            assert task.is_captured(after.cells)
            ends += 1
            continue
        listed = {str(step.tried): step.branches for step in own.branches}
        for reply in task.tries(after):
            verdict = judge(after, reply)
            if verdict.accepted and reply.text(state.size) in listed:
                steps.append((verdict.after, listed[reply.text(state.size)], left - 1))
            elif verdict.accepted:
                right = right_tries(replace(task, state=verdict.after), left - 1)
                assert read_try(listed["pass"][0].tried, state.size) in right
    assert ends


def test_outside_the_fence_nothing_may_be_tried() -> None:
    problem = proven(capture(SEKI, "A2", 2, fence=INSIDE))
    with pytest.raises(BadTry, match="A7 is not one of them"):
        KIND.after(problem, ("A7",))
    assert KIND.begin(problem).marked["fence"] == tuple(problem.settings.size.point(each) for each in INSIDE)
    assert "marked points only" in str(KIND.prompt(problem))
    assert "marked points only" not in str(KIND.prompt(capture(ROW, "B1", 2)))


def test_a_hint_says_stone_or_ghost_and_no_point() -> None:
    problem = proven(capture(ROW, "B1", 2))
    assert str(KIND.hint(problem, ())) == "Place a ghost."
    assert str(KIND.hint(problem, ("ghost C1",))) == "The target is in atari."


def test_a_bad_ghost_problem_is_refused_with_the_reason() -> None:
    for more, message in (
        ({"target": "A1"}, "no stone of the opponent"),
        ({"moves": 0}, "whole number"),
        ({"goal": "kill"}, "goal"),
        ({"fence": "A1"}, "list of points"),
    ):
        with pytest.raises(BadProblem, match=message):
            PROVER.prove(problem_of({**capture(ROW, "B1", 2).values(), **more}))
    with pytest.raises(TooLarge, match="fence"):
        PROVER.prove(capture(SEKI, "A2", 2))
    with pytest.raises(TooLarge, match="6 moves"):
        PROVER.prove(capture(ROW, "B1", 7))
    for given in ({"ruleset": "go"}, {"referee": "common"}):
        with pytest.raises(BadSettings):
            PROVER.settings(given)
    assert [str(words) for words in faults_of(capture(ROW, "B1", 1))] == ["it has no right answer"]
