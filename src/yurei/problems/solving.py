"""Solving a problem: what the solver sees and hears after each answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Told, tell
from yurei.rules.board import Colour
from yurei.rules.judge import Verdict
from yurei.rules.points import Size


class Status(StrEnum):
    """Whether a problem is still open."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


class Input(StrEnum):
    """Kind of answer that is asked for."""

    TRY = "try"
    """One try at a time, as in a game: ``C4``, ``ghost C1``, ``pass``."""
    POINTS = "points"
    """A set of points in one answer, by name, with spaces between: ``B3 C2 C4``."""
    CHOICE = "choice"
    """One of several boards, by its number from 1: ``2``."""
    BOARD = "board"
    """A whole board in one answer, as board text."""


@dataclass(frozen=True)
class Line:
    """One line of the transcript: a try, and what the solver was told of it.

    Attributes:
        colour: The colour that tried.
        tried: The try or the answer as text; None if the solver does not know it.
        told: The referee's message to the solver; None where there is no referee.
        note: A remark on it for the solver, such as why an answer is wrong; None if there is none.
    """

    colour: Colour
    tried: str | None
    told: Told | None = None
    note: Words | None = None


@dataclass(frozen=True)
class SolvingState:
    """A problem between two answers. It follows from the problem and the answers alone.

    Attributes:
        status: Whether the problem is open, solved or failed.
        board: What the solver sees, one cell a point; after the end a true board. None if there is no board.
        marked: Points that the board marks, by mark: ``hidden`` points where a hidden stone may stand, ``fence`` points
            where alone moves may be made, ``target`` pieces, points that are ``certain``, ``last`` move.
        lines: The transcript.
        boards: Number of boards that are still possible; None if it is not counted, or not to be told yet.
        note: What the end means, for the solver; None while the problem is open.
    """

    status: Status
    board: bytes | None
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    boards: int | None = None
    note: Words | None = None


@dataclass(frozen=True)
class Step:
    """A step of a solution: a line if each step has one branch, else a tree.

    Attributes:
        colour: The colour that plays or answers.
        tried: The try as text; None for one that the solver does not hear.
        told: What the solver hears of it; None if it is not needed to tell it from other branches.
        branches: What may follow; empty at the end.
        note: A remark; None if there is none.
    """

    colour: Colour
    tried: str | None
    told: Told | None = None
    branches: tuple[Step, ...] = ()
    note: Words | None = None


class Solving(ABC):
    """A problem that is being solved, made from the problem.

    Attributes:
        now: The state after the answers so far. Before the first it contains nothing of the answer.
    """

    now: SolvingState

    @abstractmethod
    def answer(self, text: str) -> None:
        """Take an answer to the problem, which is open.

        Raises:
            BadTry, BadPoint, BadBoard: if it cannot be asked.
        """

    @abstractmethod
    def hint(self) -> Words:
        """Return a hint for the next answer, which does not give it away.

        Raises:
            BadTry: if it depends on the answers, and the problem has been answered.
        """

    @abstractmethod
    def right_answer(self) -> str:
        """Return a right next answer to the problem, which is open; of several points in one answer the first."""


def check_open(state: SolvingState) -> None:
    """Check that a problem can still be answered.

    Raises:
        BadTry: if it is solved or failed.
    """
    if state.status is not Status.OPEN:
        raise BadTry(N_("this problem has been answered; begin it again"))


def seat_of(settings: Settings, colour: Colour) -> Seat:
    """Return the first seat of a colour."""
    return settings.seating.seats[settings.seating.first(colour)]


def told_of(settings: Settings, listener: Seat, board: bytes, verdict: Verdict) -> Told:
    """Return what a listener, whose own board was ``board``, is told of a try."""
    following = None if verdict.after.result else seat_of(settings, verdict.after.to_move).name
    return tell(settings.referee, verdict, seat_of(settings, verdict.mover), listener, board, following)


def lines_of(heard: Iterable[Told], size: Size) -> tuple[Line, ...]:
    """Return what a listener was told, as lines of a transcript."""
    return tuple(Line(told.mover, tried_text(told, size), told) for told in heard)


def turns(lines: Iterable[Line]) -> list[list[Line]]:
    """Return the lines of a transcript by turn: a refused try that leaves its seat to move begins no turn of its own."""
    found: list[list[Line]] = []
    for line in lines:
        last = found[-1][-1].told if found else None
        if last is not None and line.told is not None and last.to_move == last.seat:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def tried_text(told: Told, size: Size) -> str | None:
    """Return the try as text; None if the listener does not know it."""
    return None if told.attempt is None else told.attempt.text(size)


__all__ = [
    "Input",
    "Line",
    "Solving",
    "SolvingState",
    "Status",
    "Step",
    "check_open",
    "lines_of",
    "seat_of",
    "told_of",
    "tried_text",
    "turns",
]
