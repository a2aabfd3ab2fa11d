"""A kind of problems for tests of everything around the kinds: capture a stone by one move on a small board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from yurei.languages import Words
from yurei.problems import Input, Line, Problem, Proof, SolvingState, Status, Step
from yurei.problems.problem import BadProblem
from yurei.problems.solving import check_open
from yurei.referee.settings import Settings, read_settings
from yurei.rules import BLACK, judge
from yurei.rules.board import board_text, is_legal, strings
from yurei.rules.state import State, read_try, start


class Snatch:
    """Capture one stone."""

    slug = "snatch"
    title = "Snatch"
    sets_answers = False

    def settings(self, given: Mapping[str, Any]) -> Settings:
        return read_settings({"ruleset": "go", "referee": "open", "width": 3, "height": 3} | dict(given))

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        while True:
            cells = bytes(random.choice((0, 0, 1, 2)) for _ in range(settings.size.points))
            if not is_legal(cells, settings.size):
                yield None
                continue
            problem = Problem("", self.slug, settings, cells, BLACK, (), 1)
            proof = self.prove(problem)
            single = len(proof.answers) == 1
            yield replace(problem, answer=proof.answers, grade=proof.grade, more=proof.more) if single else None

    def prove(self, problem: Problem) -> Proof:
        if problem.board is None:
            raise BadProblem("it has no board")
        state, size = beginning(problem), problem.settings.size
        answers = tuple(sorted(each.text(size) for each in state.tries() if captures(state, each.text(size))))
        return Proof(answers, 1 + problem.board.count(0) % 9, {"boards": 1})

    def confirm(self, problem: Problem) -> Proof:
        """Find them by liberties instead of moves."""
        assert problem.board is not None
        size = problem.settings.size
        last = {
            size.name(liberties.pop())
            for stones, liberties in ((s, set(free)) for s, free in strings(problem.board, size))
            if problem.board[stones[0]] == problem.to_move.opponent and len(liberties) == 1
        }
        return Proof(tuple(sorted(last)), 1 + problem.board.count(0) % 9, {"boards": 1})

    def prompt(self, problem: Problem) -> Words:
        return Words("Capture something.")

    def input(self, problem: Problem) -> Input:
        return Input.TRY

    def begin(self, problem: Problem) -> SolvingState:
        return SolvingState(Status.OPEN, problem.board)

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        current, state = self.begin(problem), beginning(problem)
        for answer in answers:
            check_open(current)
            verdict = judge(state, read_try(answer, state.size))
            line = Line(state.to_move, verdict.attempt.text(state.size))
            if not verdict.accepted:
                current = replace(current, lines=(*current.lines, replace(line, note=Words("That is illegal."))))
                continue
            good = captures(state, answer)
            note = Words("Right.") if good else Words("Nothing is captured.")
            status = Status.SOLVED if good else Status.FAILED
            current = SolvingState(status, verdict.after.cells, {}, (*current.lines, line), 1, note)
        return current

    def hint(self, problem: Problem, answers: tuple[str, ...]) -> Words:
        return Words("Count liberties.")

    def solution(self, problem: Problem) -> tuple[Step, ...]:
        return (Step(problem.to_move, problem.answer[0], note=Words("That was the last liberty.")),)


def beginning(problem: Problem) -> State:
    assert problem.board is not None
    settings = problem.settings
    text = board_text(problem.board, settings.size)
    return start(settings.ruleset, settings.size, settings.komi, problem.to_move, text)


def captures(state: State, text: str) -> bool:
    verdict = judge(state, read_try(text, state.size))
    return verdict.accepted and verdict.after.lost != state.lost


KIND = Snatch()
