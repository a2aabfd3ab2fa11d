"""The kind of problems that are solved by listening: a question that follows from the referee's words alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from yurei.errors import BadSettings
from yurei.languages import N_, Words
from yurei.problems.deduce import answering, proving
from yurei.problems.deduce.candidates import candidates
from yurei.problems.deduce.questions import question_of
from yurei.problems.kinds import Kind, Proof
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.solving import Input, SolvingState, Step
from yurei.problems.tries import check_game
from yurei.referee.settings import Settings, read_settings


class Deduce(Kind):
    """Questions that follow from the referee's words alone, see ``yurei.problems.deduce.questions``."""

    slug = "deduce"
    title = N_("Deduce")
    sets_answers = True

    def settings(self, given: Mapping[str, Any]) -> Settings:
        return settings_of({"referee": "kriegspiel", "width": 4, "height": 4}, given)

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        return candidates(settings, random)

    def prove(self, problem: Problem) -> Proof:
        return proving.prove(problem)

    def confirm(self, problem: Problem) -> Proof:
        return proving.confirm(problem)

    def prompt(self, problem: Problem) -> Words:
        return question_of(problem).prompt(problem)

    def input(self, problem: Problem) -> Input:
        return question_of(problem).input

    def begin(self, problem: Problem) -> SolvingState:
        return answering.begin(problem)

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        return answering.after(problem, answers)

    def hint(self, problem: Problem, answers: tuple[str, ...]) -> Words:
        return answering.hint(problem)

    def solution(self, problem: Problem) -> tuple[Step, ...]:
        return answering.solution(problem)


def settings_of(usual: Mapping[str, Any], given: Mapping[str, Any]) -> Settings:
    """Return settings, for games of which problems with tries can be made.

    Raises:
        BadSettings: if there are none with such settings.
    """
    settings = read_settings({**usual, **{key: value for key, value in given.items() if value is not None}})
    try:
        check_game(settings)
    except BadProblem as error:
        raise BadSettings("{error}", error=error.words) from None
    return settings


__all__ = ["Deduce", "settings_of"]
