"""Solving of problems: the state after each answer, games without hidden pieces, and the kinds of problems."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module

from yurei.errors import BadBoard, BadTry, unknown
from yurei.languages import N_, Words
from yurei.problems.problem import BadProblem, Problem, colour_name
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Told, tell
from yurei.rules.board import Colour, board_text, read_board
from yurei.rules.judge import Verdict, judge
from yurei.rules.points import COLUMNS, Size
from yurei.rules.state import State, Try, read_try, start


class Status(StrEnum):
    """Status of a problem: open, solved or failed."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


class Input(StrEnum):
    """Form in which a problem is answered."""

    TRY = "try"
    """One try at a time, as in a game: ``C4``, ``ghost C1``, ``pass``."""
    POINTS = "points"
    """A set of points in one answer, by name, with spaces between: ``B3 C2 C4``."""
    CHOICE = "choice"
    """The number, from 1, of one of several boards: ``2``."""
    BOARD = "board"
    """A complete board in one answer, as board text."""


@dataclass(frozen=True)
class Line:
    """One line of the transcript: a try, and what the solver was told of it."""

    colour: Colour  # that tried
    tried: str | None  # the try or the answer as text; None if the solver does not know it
    told: Told | None = None  # None where there is no referee
    note: Words | None = None  # a remark on it for the solver, such as why an answer is wrong


@dataclass(frozen=True)
class SolvingState:
    """State of a problem after some answers, as shown to the solver. It depends only on the problem and these answers.

    Marks of points: ``hidden`` if a hidden stone may stand there; ``fence`` if moves are allowed only on these points;
    ``target`` pieces; ``certain`` points; and the ``last`` move.
    """

    status: Status
    board: bytes | None  # what the solver sees, one cell a point; after the end a true board
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # points by mark
    lines: tuple[Line, ...] = ()  # the transcript
    boards: int | None = None  # number of boards still possible; None if it is not counted, or must not be told yet
    note: Words | None = None  # sentence on the end for the solver; None while the problem is open


@dataclass(frozen=True)
class Step:
    """A step of a solution: a try and what is told of it, with the possible next steps as branches."""

    colour: Colour  # the colour that plays or answers
    tried: str | None  # the try as text; None if the solver does not hear it
    told: Told | None = None  # what is told; None if it is not needed to tell the step from other branches
    branches: tuple[Step, ...] = ()  # the possible next steps; empty at the end
    note: Words | None = None
    board: bytes | None = None  # the true board after it; None where it follows from the tries
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # points of that board by mark


class Solving(ABC):
    """Abstract base class of problems that are being solved, one class per kind."""

    now: SolvingState
    """The state after the answers so far. Before the first answer, the state reveals nothing of the solution."""

    @abstractmethod
    def answer(self, text: str) -> None:
        """Update the state with an answer of the solver; the problem must be open."""

    @abstractmethod
    def hint(self) -> Words:
        """Return a hint that does not reveal the next answer."""

    @abstractmethod
    def right_answer(self) -> str:
        """Return a right answer in the present state, which must be open; of several points only the first."""


def check_open(state: SolvingState) -> None:
    """Raise ``BadTry`` if a problem is not open."""
    if state.status is not Status.OPEN:
        raise BadTry(N_("this problem has been answered; begin it again"))


def seat_of(settings: Settings, colour: Colour) -> Seat:
    """Return the first seat of a colour in a game's seating."""
    return settings.seating.seats[settings.seating.first(colour)]


def tell_listener(settings: Settings, listener: Seat, board: bytes, verdict: Verdict) -> Told:
    """Return what a listener is told of a try; ``board`` is the listener's own board before it."""
    following = None if verdict.after.result else seat_of(settings, verdict.after.to_move).name
    return tell(settings.referee, verdict, seat_of(settings, verdict.mover), listener, board, following)


def make_transcript(heard: Iterable[Told], size: Size) -> tuple[Line, ...]:
    """Return what a listener was told as lines of a transcript, one per try."""
    return tuple(Line(told.mover, tried_text(told, size), told) for told in heard)


def group_by_turn(lines: Iterable[Line]) -> list[list[Line]]:
    """Return the lines of a transcript grouped by turn; a turn goes on after a refused try that does not end it."""
    found: list[list[Line]] = []
    for line in lines:
        last = found[-1][-1].told if found else None
        if last is not None and line.told is not None and last.to_move == last.seat:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def tried_text(told: Told, size: Size) -> str | None:
    """Return the try in a message as text; None if the listener does not know it."""
    return None if told.attempt is None else told.attempt.text(size)


class OpenGame:
    """The game of a problem in which nothing is hidden, with the transcript of all tries."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.state = first_state(problem)
        self.lines: list[Line] = []  # all tries so far
        self.last: int | None = None  # the point of the last move; None before the first and after a pass

    def attempt(self, attempt: Try) -> Verdict:
        """Make a try of the colour to move, and record what the solver is told of it."""
        verdict, settings = judge(self.state, attempt), self._problem.settings
        told = tell_listener(settings, seat_of(settings, self._problem.to_move), self.state.cells, verdict)
        self.lines.append(Line(verdict.mover, attempt.text(self.state.size), told))
        if verdict.accepted:
            self.last = attempt.point
        self.state = verdict.after
        return verdict

    def shown_state(self, status: Status, note: Words | None = None, **marked: tuple[int, ...]) -> SolvingState:
        """Return the state to show to the solver, with these marks and a mark of the last move."""
        last = {} if self.last is None else {"last": (self.last,)}
        return SolvingState(status, self.state.cells, {**last, **marked}, tuple(self.lines), note=note)


def step_of(
    problem: Problem, state: State, attempt: Try, branches: tuple[Step, ...] = (), note: Words | None = None
) -> Step:
    """Return a try in a state as a step of a solution."""
    verdict = judge(state, attempt)
    told = tell_listener(problem.settings, seat_of(problem.settings, problem.to_move), state.cells, verdict)
    return Step(verdict.mover, attempt.text(state.size), told, branches, note)


def first_state(problem: Problem) -> State:
    """Return a problem's state before the first move; raise ``BadProblem`` if anything is hidden or illegal."""
    settings = problem.settings
    if problem.board is None:
        raise BadProblem(N_("it has no {key}"), key="board")
    if settings.referee.hides:
        raise BadProblem(N_("nothing is hidden in a problem of this kind; leave the referee out"))
    try:
        setup = board_text(problem.board, settings.size)
        return start(settings.ruleset, settings.size, settings.komi, problem.to_move, setup)
    except BadBoard as error:
        raise BadProblem("{error}", error=error.words) from None


MOST_REFUSED = 20
"""Largest number of refused tries in an attempt."""


@dataclass(frozen=True)
class Kind:
    """A kind of problem. All functions are deterministic."""

    slug: str  # the name in files and addresses
    title: str  # the name for people, marked for translation
    prompt: Callable[[Problem], Words]  # returns the task as a sentence
    solving: Callable[[Problem], Solving]
    solution: Callable[[Problem], tuple[Step, ...]]  # a line or a tree
    input: Callable[[Problem], Input] = lambda problem: Input.TRY

    def replies(self, problem: Problem) -> Words:
        """Return a sentence on who replies to the solver, and what a refused try costs."""
        if self.input(problem) is not Input.TRY:
            return Words(N_("Nobody replies: your first answer counts."))
        text = N_(
            "You are {colour}. {opponent} answers each of your moves as well as possible. A refused try costs no move."
        )
        return Words(text, colour=colour_name(problem.to_move), opponent=colour_name(problem.to_move.opponent))

    def begin(self, problem: Problem) -> SolvingState:
        """Return the state of a problem before the first answer. It reveals nothing of the solution."""
        return self.solving(problem).now

    def after(self, problem: Problem, answers: tuple[str, ...]) -> SolvingState:
        """Return a problem's state after some answers; raise a ``YureiError`` if one is invalid or after the end."""
        return self._replay_answers(problem, answers).now

    def hint(self, problem: Problem, answers: tuple[str, ...], level: int = 1) -> Words:
        """Return a hint: level 1 is the kind's own, later ones tell a column and a point, or a wrong board."""
        solving, size = self._replay_answers(problem, answers), problem.settings.size
        if level == 1:
            return solving.hint()
        check_open(solving.now)
        clues = [*_clues(solving.right_answer(), self.input(problem), size), Words(N_("There is no further hint."))]
        return clues[min(level - 2, len(clues) - 1)]

    def normal(self, problem: Problem, answer: str) -> str:
        """Return the canonical text of an answer: equal answers have equal texts."""
        size, form = problem.settings.size, self.input(problem)
        if form is Input.TRY:
            return read_try(answer, size).text(size)
        if form is Input.BOARD:
            return board_text(read_board(answer, size)[0], size)
        return " ".join(answer.upper().split())

    def _replay_answers(self, problem: Problem, answers: tuple[str, ...]) -> Solving:
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
    """Yield ever clearer hints: the column and then the point of a right answer, or for a choice a wrong board."""
    if form is Input.CHOICE:
        yield Words(N_("Board {number} does not fit."), number=1 if right != "1" else 2)
        return
    cells = read_board(right, size)[0] if form is Input.BOARD else b""
    point = next((each for each, cell in enumerate(cells) if cell), None) if cells else read_try(right, size).point
    if point is not None and size.height > 1:
        yield Words(N_("Look at column {column}."), column=COLUMNS[point % size.width])
    if cells and point is not None:
        yield Words(
            N_("{colour} has a stone on {point}."), colour=colour_name(Colour(cells[point])), point=size.name(point)
        )
    else:
        tried = Words("ghost {point}", point=right.removeprefix("ghost ")) if right.startswith("ghost ") else right
        yield Words(N_("Right: {tried}."), tried=tried)


KINDS = {slug: f"yurei.problems.{slug}" for slug in ("plan", "deduce", "endgame", "ghosts", "ear")}
"""The module of each kind, in the order in which they are shown; it has the kind as ``KIND``."""


def kind_of(slug: str) -> Kind:
    """Return the kind of problem with a slug; raise ``Unknown`` if there is none."""
    if slug not in KINDS:
        raise unknown("kind of problem", slug, KINDS)
    kind: Kind = import_module(KINDS[slug]).KIND
    return kind
