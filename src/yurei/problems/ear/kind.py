"""The kind of problems that are heard only: set up the position that fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from yurei.languages import N_, Words
from yurei.problems.deduce.kind import settings_of
from yurei.problems.ear import answering, proving
from yurei.problems.ear.candidates import candidates
from yurei.problems.ear.positions import START, hidden_of, question_of
from yurei.problems.kinds import Kind, Proof
from yurei.problems.problem import Problem
from yurei.problems.solving import Input, SolvingState, Step
from yurei.referee.announce import COLOURS
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings


class Ear(Kind):
    """Positions that are set up from announcements alone, see ``yurei.problems.ear.positions``.

    The answer lists every position that fits; any of them is right, for they are alike.
    """

    slug = "ear"
    title = N_("By ear")
    sets_answers = True

    def settings(self, given: Mapping[str, Any]) -> Settings:
        return settings_of({"referee": "common", "width": 3, "height": 3}, given)

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        return candidates(settings, random)

    def prove(self, problem: Problem) -> Proof:
        return proving.prove(problem)

    def confirm(self, problem: Problem) -> Proof:
        return proving.confirm(problem)

    def prompt(self, problem: Problem) -> Words:
        if question_of(problem) == START:
            black, white = hidden_of(problem)
            return Words(
                N_(
                    "The game began with {black} black and {white} white stones on the board. Set up the position "
                    "before the first try."
                ),
                black=black,
                white=white,
            )
        if problem.more.get("seat") == AUDIENCE.name:
            return Words(N_("The board was empty at first. Set up the position after the last try."))
        return Words(
            N_("You are {seat}; the board was empty at first. Set up the position after the last try."),
            seat=Words(COLOURS[problem.to_move]),
        )

    def input(self, problem: Problem) -> Input:
        return Input.BOARD

    def begin(self, problem: Problem) -> SolvingState:
        return answering.begin(problem)

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        return answering.after(problem, answers)

    def hint(self, problem: Problem, answers: tuple[str, ...]) -> Words:
        return answering.hint(problem)

    def solution(self, problem: Problem) -> tuple[Step, ...]:
        return answering.solution(problem)


__all__ = ["Ear"]
