"""The kinds of problems: each makes problems, proves them in two ways, and is solved answer by answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any, Protocol

from yurei.errors import unknown
from yurei.languages import Words
from yurei.problems.problem import Problem
from yurei.problems.solving import Input, SolvingState, Step
from yurei.referee.settings import Settings


@dataclass(frozen=True)
class Proof:
    """Result of an exhaustive search of a problem.

    Attributes:
        answers: All right first answers, sorted as they are written; empty if there is none.
        grade: The difficulty from 1 to 9; meaningless unless there is one answer.
        more: Keys of the kind that follow from the work, such as ``moves``, ``boards``, ``plies``.
    """

    answers: tuple[str, ...]
    grade: int
    more: Mapping[str, Any] = field(default_factory=dict)


class Kind(Protocol):
    """A kind of problems. All methods are deterministic."""

    slug: str
    title: str
    """The name for people, marked for translation."""
    sets_answers: bool
    """Whether ``answer`` is one answer of several points, and not a list of right tries."""

    def settings(self, given: Mapping[str, Any]) -> Settings:
        """Return the settings of problems to be made: as given, else those that suit the kind.

        Raises:
            BadSettings: if the kind has no problems with such settings.
        """

    def candidates(self, settings: Settings, random: Random) -> Iterator[Problem | None]:
        """Yield problems with one right answer, without end; None for every attempt in vain."""

    def prove(self, problem: Problem) -> Proof:
        """Find all right answers, by compiled code where there is some.

        Raises:
            BadProblem: if it is no problem of this kind.
            TooLarge: if it is too large to be proven.
        """

    def confirm(self, problem: Problem) -> Proof:
        """Find all right answers by another way, which shares as little code as possible with ``prove``."""

    def prompt(self, problem: Problem) -> Words:
        """Return the task as a sentence."""

    def input(self, problem: Problem) -> Input:
        """Return how the solver answers."""

    def begin(self, problem: Problem) -> SolvingState:
        """Return the state before the first answer. It contains nothing of the answer."""

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        """Return the state after answers.

        Raises:
            BadTry, BadPoint, BadBoard: if one cannot be asked, or comes after the end.
        """

    def hint(self, problem: Problem, answers: tuple[str, ...]) -> Words:
        """Return a hint for the next answer, which does not give it away."""

    def solution(self, problem: Problem) -> tuple[Step, ...]:
        """Return the solution as a line or a tree."""


KINDS = {
    "plan": "yurei.problems.plan",
    "deduce": "yurei.problems.deduce",
    "endgame": "yurei.problems.endgame",
    "ghosts": "yurei.problems.ghosts",
    "ear": "yurei.problems.ear",
}
"""The package of each kind, in the order in which they are shown; it has the kind as ``KIND``."""


def kind_of(slug: str) -> Kind:
    """Return a kind by its name.

    Raises:
        Unknown: if there is none.
    """
    if slug not in KINDS:
        raise unknown("kind of problem", slug, KINDS)
    kind: Kind = import_module(KINDS[slug]).KIND
    return kind


__all__ = ["KINDS", "Kind", "Proof", "kind_of"]
