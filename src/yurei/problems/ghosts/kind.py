"""The kind of problems ``ghosts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from yurei.languages import N_, Words
from yurei.problems.ghosts import plain, solving
from yurei.problems.ghosts.answers import sorted_tries, tree
from yurei.problems.ghosts.grading import chance_of, grade_of, tempting_tries, themes_of
from yurei.problems.ghosts.making import random_position
from yurei.problems.ghosts.region import GOAL, check_settings, task_of, without_ghosts
from yurei.problems.ghosts.search import Search
from yurei.problems.grade_shares import GradeShares
from yurei.problems.images import images
from yurei.problems.kinds import Kind, Proof
from yurei.problems.open_game import named
from yurei.problems.problem import Problem, problem_of
from yurei.problems.solving import Input, SolvingState, Step
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import Colour, string_at, strings
from yurei.rules.points import Size
from yurei.rules.state import Try

USUAL = {"ruleset": "no-seki-go", "referee": "open", "width": 4, "height": 3}
LEAST_MOVES, MOST_MOVES = 2, 4
"""Numbers of moves of problems that are made."""
SMALL = 7
"""Greatest number of points on which problems of four moves are made."""


class Ghosts(Kind):
    """Problems of No Seki Go: capture a string in a number of moves."""

    slug = "ghosts"
    title = N_("Ghosts")
    sets_answers = False

    def settings(self, given: Mapping[str, Any]) -> Settings:
        settings = read_settings({**USUAL, **given})
        check_settings(settings)
        return settings

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        shares = GradeShares(random)
        while True:
            found = random_position(settings.size, random)
            if found is None:
                yield None
                continue
            for target in _targets(found[0], settings.size):
                problem = _problem(settings, *found, target)
                yield problem if problem and shares.accepts(problem.grade) else None

    def prove(self, problem: Problem) -> Proof:
        task = task_of(problem)
        search = Search(task)
        answers = sorted_tries(list(search.winning(task.state, task.moves)), task.state.size)
        names = _names(answers, task.state.size)
        if len(answers) != 1:
            return Proof(names, 1)
        chance = chance_of(search, task, task.state, task.moves)
        grade = grade_of(chance, sum(1 for _ in tempting_tries(search, task, answers[0])))
        turns = search.captures_in(task.state, task.moves)
        return Proof(names, grade, {"moves": turns, "themes": themes_of(search, task, answers[0])})

    def confirm(self, problem: Problem) -> Proof:
        """Find all right tries by the judge alone, see ``plain``."""
        task = task_of(problem)
        right = plain.right_tries(task, task.moves)
        answers = sorted_tries(list(right), task.state.size)
        names = _names(answers, task.state.size)
        if len(answers) != 1:
            return Proof(names, 1)
        grade = grade_of(right[answers[0]] * plain.count_tries(task), plain.count_tempting(task, answers[0]))
        turns = next(turns for turns in range(1, task.moves + 1) if plain.right_tries(task, turns))
        return Proof(names, grade, {"moves": turns, "themes": themes_of(Search(task), task, answers[0])})

    def prompt(self, problem: Problem) -> Words:
        task = task_of(problem)
        key = (
            N_("{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does.")
            if task.fence is None
            else N_(
                "{colour} to move. Capture the marked stones in {moves} moves, whatever {opponent} does. "
                "Both play on the marked points only."
            )
        )
        return Words(
            key, colour=named(problem.to_move), opponent=named(problem.to_move.opponent), moves=problem.more["moves"]
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
        task = task_of(problem)
        return (tree(problem, Search(task), task, task.state, task.moves),)


def _names(tries: list[Try], size: Size) -> tuple[str, ...]:
    return tuple(attempt.text(size) for attempt in tries)


def _targets(cells: bytes, size: Size) -> Iterator[int]:
    """Yield a point of each string that could take several moves to capture."""
    for stones, liberties in strings(cells, size):
        if LEAST_MOVES <= len(liberties) <= MOST_MOVES:
            yield min(stones)


def _problem(settings: Settings, cells: bytes, fence: frozenset[int] | None, target: int) -> Problem | None:
    """Return the problem to capture a string in as few moves as can be; None if ghosts are not needed for it, several
    moves do it, or it takes too many.
    """
    size = settings.size
    task = task_of(_bare(settings, cells, fence, target, MOST_MOVES))
    liberties = string_at(cells, size.neighbours, target)[1]
    if fence is not None and not fence >= {target, *liberties}:
        return None
    points = size.points if fence is None else len(fence)
    search, bare = Search(task), without_ghosts(task)
    in_go = Search(bare)
    for moves in range(len(liberties), (MOST_MOVES if points <= SMALL else MOST_MOVES - 1) + 1):
        if next(in_go.winning(bare.state, moves), None):
            return None
        right = list(islice(search.winning(task.state, moves), 2))
        if right:
            return _proven(_bare(settings, cells, fence, target, moves)) if len(right) == 1 else None
    return None


def _bare(settings: Settings, cells: bytes, fence: frozenset[int] | None, target: int, moves: int) -> Problem:
    size, solver = settings.size, Colour(cells[target]).opponent
    more = {"goal": GOAL, "target": size.name(target), "moves": moves}
    marked = {} if fence is None else {"fence": list(size.names(fence))}
    return Problem("ghosts", "ghosts", settings, cells, solver, (), 1, {**more, **marked})


def _proven(bare: Problem) -> Problem:
    """Return a problem with its answer, in the image with the smallest text and with the first stone as target, so
    that problems that are alike become equal.
    """
    values = [each for each in images(bare) if each["width"] == bare.settings.size.width]
    first = problem_of(min(values, key=lambda each: (each["board"], each["target"], each.get("fence", []))))
    assert first.board is not None
    size = first.settings.size
    string = string_at(first.board, size.neighbours, size.point(first.more["target"]))[0]
    fence = first.more.get("fence")
    points = None if fence is None else frozenset(size.point(each) for each in fence)
    bare = _bare(first.settings, first.board, points, min(string), first.more["moves"])
    proof = KIND.prove(bare)
    return replace(bare, answer=proof.answers, grade=proof.grade, more={**bare.more, **proof.more})


KIND = Ghosts()

__all__ = ["KIND", "Ghosts"]
