"""A simple kind of problem for tests: capture a stone by one move on a small board."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from yurei.languages import Words
from yurei.problems import Kind, Line, Problem, SolvingState, Status, Step
from yurei.problems.solving import Solving, first_state
from yurei.referee.settings import Settings
from yurei.rules import BLACK, judge
from yurei.rules.board import is_legal, strings
from yurei.rules.state import State, read_try
from yurei_research.compose import Proof, Prover


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    while True:
        cells = bytes(random.choice((0, 0, 1, 2)) for _ in range(settings.size.points))
        if not is_legal(cells, settings.size):
            yield None
            continue
        problem = Problem("", "snatch", settings, cells, BLACK, (), 1)
        proof = prove(problem)
        yield proof.put_into(problem) if len(proof.answers) == 1 else None


def prove(problem: Problem) -> Proof:
    state, size = first_state(problem), problem.settings.size
    assert problem.board is not None
    answers = tuple(sorted(each.text(size) for each in state.tries() if captures(state, each.text(size))))
    return Proof(answers, 1 + problem.board.count(0) % 9, {"boards": 1})


def confirm(problem: Problem) -> Proof:
    """Find the answers by counting liberties, not by trying moves."""
    assert problem.board is not None
    size = problem.settings.size
    last = {
        size.name(liberties.pop())
        for stones, liberties in ((s, set(free)) for s, free in strings(problem.board, size))
        if problem.board[stones[0]] == problem.to_move.opponent and len(liberties) == 1
    }
    return Proof(tuple(sorted(last)), 1 + problem.board.count(0) % 9, {"boards": 1})


class Snatching(Solving):
    """A problem in which any move that captures is right."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.now, self._state = SolvingState(Status.OPEN, problem.board), first_state(problem)

    def answer(self, text: str) -> None:
        state = self._state
        verdict = judge(state, read_try(text, state.size))
        line = Line(state.to_move, verdict.attempt.text(state.size))
        if not verdict.accepted:
            self.now = replace(self.now, lines=(*self.now.lines, replace(line, note=Words("That is illegal."))))
            return
        good = captures(state, text)
        note = Words("Right.") if good else Words("Nothing is captured.")
        status = Status.SOLVED if good else Status.FAILED
        self.now = SolvingState(status, verdict.after.cells, {}, (*self.now.lines, line), 1, note)

    def hint(self) -> Words:
        return Words("Count liberties.")

    def right_answer(self) -> str:
        return next(iter(prove(self._problem).answers))


def solution(problem: Problem) -> tuple[Step, ...]:
    return (Step(problem.to_move, problem.answer[0], note=Words("That was the last liberty.")),)


def captures(state: State, text: str) -> bool:
    verdict = judge(state, read_try(text, state.size))
    return verdict.accepted and verdict.after.lost != state.lost


KIND = Kind("snatch", "Snatch", lambda problem: Words("Capture something."), Snatching, solution)
PROVERS = {
    "snatch": Prover(
        slug="snatch",
        usual={"ruleset": "go", "referee": "open", "width": 3, "height": 3},
        check_settings=lambda settings: None,
        candidates=candidates,
        prove=prove,
        confirm=confirm,
    )
}
