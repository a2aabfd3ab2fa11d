"""The kinds of problems: each makes problems, proves them in two ways, and is solved answer by answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import Any

from yurei.errors import BadTry, unknown
from yurei.languages import N_, Words
from yurei.problems.problem import Problem, named
from yurei.problems.solving import Input, Solving, SolvingState, Status, Step, check_open
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import Colour, board_text, read_board
from yurei.rules.points import COLUMNS, Size
from yurei.rules.state import read_try

PLAYED = N_("You are {colour}. {opponent} answers each of your moves as well as possible. A refused try costs no move.")
MOST_REFUSED = 20
"""Largest number of refused tries in an attempt."""
NO_FURTHER = N_("There is no further hint.")
ANSWERED_ONCE = N_("Nobody replies: your first answer counts.")


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

    def put_into(self, problem: Problem) -> Problem:
        """Return the problem with everything that was proven of it."""
        more = MappingProxyType({**problem.more, **self.more})
        return replace(problem, answer=self.answers, grade=self.grade, more=more)


@dataclass(frozen=True)
class Kind:
    """A kind of problems. All functions are deterministic.

    Attributes:
        slug: The name in files and addresses.
        title: The name for people, marked for translation.
        usual: Settings of problems to be made, where others are not given.
        check_settings: Checks settings of problems to be made.
        candidates: Yields problems with one right answer, without end; None for every attempt in vain.
        prove: Finds all right answers, by compiled code where there is some. Raises ``BadProblem`` if it is no problem of
            this kind, ``TooLarge`` if it is too large to be proven.
        confirm: Finds all right answers by another way, which shares as little code as possible with ``prove``.
        prompt: Returns the task as a sentence.
        solving: Begins to solve a problem.
        solution: Returns the solution as a line or a tree.
        input: Returns how the solver answers.
        sets_answers: Whether ``answer`` is one answer of several points, and not a list of right tries.
    """

    slug: str
    title: str
    usual: Mapping[str, Any]
    check_settings: Callable[[Settings], None]
    candidates: Callable[[Settings, Random], Iterator[Problem | None]]
    prove: Callable[[Problem], Proof]
    confirm: Callable[[Problem], Proof]
    prompt: Callable[[Problem], Words]
    solving: Callable[[Problem], Solving]
    solution: Callable[[Problem], tuple[Step, ...]]
    input: Callable[[Problem], Input] = lambda problem: Input.TRY
    sets_answers: bool = False

    def settings(self, given: Mapping[str, Any]) -> Settings:
        """Return the settings of problems to be made: as given, else those that suit the kind.

        Raises:
            BadSettings: if the kind has no problems with such settings.
            TooLarge: if the board is too large for them.
        """
        settings = read_settings({**self.usual, **given})
        self.check_settings(settings)
        return settings

    def replies(self, problem: Problem) -> Words:
        """Return who answers the solver, and what a refused try costs."""
        if self.input(problem) is not Input.TRY:
            return Words(ANSWERED_ONCE)
        return Words(PLAYED, colour=named(problem.to_move), opponent=named(problem.to_move.opponent))

    def begin(self, problem: Problem) -> SolvingState:
        """Return the state before the first answer. It contains nothing of the answer."""
        return self.solving(problem).now

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        """Return the state after answers.

        Raises:
            BadTry, BadPoint, BadBoard: if one cannot be asked, or comes after the end.
        """
        return self._solved(problem, answers).now

    def hint(self, problem: Problem, answers: tuple[str, ...], level: int = 1) -> Words:
        """Return a hint for the next answer.

        The first is the kind's own and does not give it away; the second is the column of a right point, the third
        the point. Of boards to choose from, a wrong one is named.
        """
        solving, size = self._solved(problem, answers), problem.settings.size
        if level == 1:
            return solving.hint()
        check_open(solving.now)
        clues = [*_clues(solving.right_answer(), self.input(problem), size), Words(NO_FURTHER)]
        return clues[min(level - 2, len(clues) - 1)]

    def normal(self, problem: Problem, answer: str) -> str:
        """Return an answer as it is written: equal answers are equal texts.

        Raises:
            BadTry, BadPoint, BadBoard: if it cannot be read.
        """
        size, form = problem.settings.size, self.input(problem)
        if form is Input.TRY:
            return read_try(answer, size).text(size)
        if form is Input.BOARD:
            return board_text(read_board(answer, size)[0], size)
        return " ".join(answer.upper().split())

    def _solved(self, problem: Problem, answers: tuple[str, ...]) -> Solving:
        solving = self.solving(problem)
        refused = 0
        for text in answers:
            check_open(before := solving.now)
            solving.answer(text)
            refused += solving.now.status is Status.OPEN and solving.now.board == before.board
            if refused > MOST_REFUSED:
                raise BadTry(N_("more than {most} tries were refused; begin this problem again"), most=MOST_REFUSED)
        return solving


def _clues(right: str, form: Input, size: Size) -> Iterator[Words]:
    """Yield the column of a right answer, on a board of several lines, and its point; of boards a wrong one."""
    if form is Input.CHOICE:
        yield Words(N_("Board {number} does not fit."), number=1 if right != "1" else 2)
        return
    cells = read_board(right, size)[0] if form is Input.BOARD else b""
    point = next((each for each, cell in enumerate(cells) if cell), None) if cells else read_try(right, size).point
    if point is not None and size.height > 1:
        yield Words(N_("Look at column {column}."), column=COLUMNS[point % size.width])
    if cells and point is not None:
        yield Words(N_("{colour} has a stone on {point}."), colour=named(Colour(cells[point])), point=size.name(point))
    else:
        tried = Words("ghost {point}", point=right.removeprefix("ghost ")) if right.startswith("ghost ") else right
        yield Words(N_("Right: {tried}."), tried=tried)


def deferred(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module of this package that is imported at the first call: solving needs no proofs."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"yurei.problems.{module}"), name)(*given)

    return call


KINDS = {slug: f"yurei.problems.{slug}" for slug in ("plan", "deduce", "endgame", "ghosts", "ear")}
"""The module of each kind, in the order in which they are shown; it has the kind as ``KIND``."""


def kind_of(slug: str) -> Kind:
    """Return a kind by its name.

    Raises:
        Unknown: if there is none.
    """
    if slug not in KINDS:
        raise unknown("kind of problem", slug, KINDS)
    kind: Kind = import_module(KINDS[slug]).KIND
    return kind


__all__ = ["KINDS", "Kind", "Proof", "deferred", "kind_of"]
