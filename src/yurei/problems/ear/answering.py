"""Solving: what was heard, and after the answer a position that fits."""

from __future__ import annotations

from yurei.languages import N_, Words
from yurei.problems.deduce.answering import FITTING, tried_text
from yurei.problems.ear.positions import START, Heard, first_fault, hidden_of, listen, question_of
from yurei.problems.problem import Problem
from yurei.problems.solving import Line, SolvingState, Status, Step, check_open
from yurei.problems.tries import view_of
from yurei.rules.board import BLACK_STONE, WHITE_STONE, board_text, read_board


def begin(problem: Problem) -> SolvingState:
    """Return the state before the answer: what was heard, and no board."""
    view = view_of(problem)
    lines = tuple(Line(told.mover, tried_text(told, problem.settings.size), told) for told in view.heard)
    return SolvingState(Status.OPEN, None, lines=lines)


def after(problem: Problem, answers: tuple[str, ...]) -> SolvingState:
    """Return the state after an answer.

    Raises:
        BadBoard: if it is no board.
        BadTry: if it comes after the end.
    """
    state = begin(problem)
    for answer in answers:
        check_open(state)
        state = _answered(problem, answer, state)
    return state


def _answered(problem: Problem, text: str, state: SolvingState) -> SolvingState:
    given, _ = read_board(text, problem.settings.size)
    heard = listen(problem)
    is_right = given in heard.fitting
    fault = None if is_right else _fault(problem, given)
    line = Line(problem.to_move, board_text(given, problem.settings.size), note=fault)
    return SolvingState(
        Status.SOLVED if is_right else Status.FAILED,
        given if is_right else heard.fitting[0],
        lines=(*state.lines, line),
        boards=len(heard.fitting),
        note=Words(FITTING, boards=len(heard.fitting)),
    )


def _fault(problem: Problem, given: bytes) -> Words:
    """Return why a position does not fit."""
    if question_of(problem) != START:
        return Words(N_("no game with these announcements leads to this position; this one fits"))
    black, white = hidden_of(problem)
    if (given.count(BLACK_STONE), given.count(WHITE_STONE)) != (black, white):
        return Words(
            N_("the game began with {black} black and {white} white stones; this position fits"),
            black=black,
            white=white,
        )
    return Words(
        N_("try {number} cannot be announced so from your position; this one fits"), number=first_fault(problem, given)
    )


def hint(problem: Problem) -> Words:
    """Return how many stones there are, or how far the announcements lead."""
    heard = listen(problem)
    if question_of(problem) == START:
        return Words(
            N_(
                "Of {all} positions with so many stones, {first} fit the first announcement, and {before} all but the last."
            ),
            all=len(heard.positions[0]),
            first=len(heard.positions[1]),
            before=len(heard.before),
        )
    first = heard.fitting[0]
    return Words(
        N_("Stones on the board: {black} black and {white} white."),
        black=first.count(BLACK_STONE),
        white=first.count(WHITE_STONE),
    )


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the tries with the number of positions that fit after each, and a position."""
    heard: Heard = listen(problem)
    step = Step(problem.to_move, board_text(heard.fitting[0], problem.settings.size))
    pairs = list(zip(heard.view.heard, heard.positions[1:], strict=True))
    for told, positions in reversed(pairs):
        note = Words(FITTING, boards=len(positions))
        step = Step(told.mover, tried_text(told, problem.settings.size), told, (step,), note)
    return (step,)


__all__ = ["after", "begin", "hint", "solution"]
