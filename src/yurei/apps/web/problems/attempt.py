"""An attempt at a problem, as its page sends it: all answers so far, and what was done after the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from yurei.apps.web.shell.cookies import text
from yurei.errors import BadTry, BadValue
from yurei.languages import N_
from yurei.problems import Input, Problem, kind_of
from yurei.rules.board import (
    BLACK_GHOST,
    BLACK_STONE,
    EMPTY,
    WHITE_GHOST,
    WHITE_STONE,
    board_text,
    empty_board,
    put,
    read_board,
)
from yurei.rules.points import Size, shortened
from yurei.rules.state import Kind, Try

MOST_ANSWERS = 200
LONGEST_ANSWER = 700
MOST_HINTS = 3
TRIES = ("stone", "ghost", "pass")
PIECES = {
    "put-black": BLACK_STONE,
    "put-white": WHITE_STONE,
    "put-black-ghost": BLACK_GHOST,
    "put-white-ghost": WHITE_GHOST,
    "put-nothing": EMPTY,
}
"""The cell that a click sets up on its point, by the action."""
TOOLS = ("stone", "ghost", *PIECES)
"""The actions of the tools for a click."""


@dataclass(frozen=True)
class Attempt:
    """Attempt at a problem, as the fields of a form bring it.

    Attributes:
        answers: All answers so far.
        draft: The answer in the making: chosen points, or a board that is set up; empty before the first click.
        hinted: 0 before the first hint; else one more than the number of hints for the next answer.
        given_up: Whether the solution was asked for.
        walk: The step of the solution that is shown after the end: the numbers of branches with points between them,
            ``START`` for the position of the problem; empty for its last position.
        tried: Free tries from there.
        look: The number of turns of the transcript after which the board is shown; None for the present. It is not
            brought again: every other action leads back to the present.
    """

    answers: tuple[str, ...] = ()
    draft: str = ""
    hinted: int = 0
    given_up: bool = False
    walk: str = ""
    tried: tuple[str, ...] = ()
    look: int | None = None

    @classmethod
    def read(cls, form: FormData) -> Attempt:
        """Return the attempt of a form; raises BadValue if it is too long."""
        return cls(
            answers=_texts(form, "answer"),
            draft=text(form, "draft")[:LONGEST_ANSWER],
            hinted=min(number_in(text(form, "hinted")) or 0, MOST_HINTS + 1),
            given_up=bool(form.get("given-up")),
            walk=text(form, "walk")[:LONGEST_ANSWER],
            tried=_texts(form, "tried"),
        )

    def fields(self) -> list[tuple[str, str]]:
        """Return the fields of a form that bring this attempt again."""
        return [
            *(("answer", answer) for answer in self.answers),
            *((name, value) for name, value in (("draft", self.draft), ("walk", self.walk)) if value),
            *((name, str(int(n))) for name, n in (("hinted", self.hinted), ("given-up", self.given_up)) if n),
            *(("tried", tried) for tried in self.tried),
        ]

    def answered(self, answer: str) -> Attempt:
        """Return the attempt with one more answer."""
        return replace(self, answers=(*self.answers, answer), draft="", hinted=min(self.hinted, 1))


START = "start"


def _texts(form: FormData, name: str) -> tuple[str, ...]:
    given = [value for value in form.getlist(name) if isinstance(value, str)]
    if len(given) > MOST_ANSWERS or any(len(value) > LONGEST_ANSWER for value in given):
        raise BadValue(N_("an attempt has at most {most} answers; begin this problem again"), most=MOST_ANSWERS)
    return tuple(given)


def _try_text(do: str, at: str, size: Size) -> str:
    """Return the try of a click as text; raises BadPoint if the point is invalid."""
    return do if do == Kind.PASS else Try(Kind(do), size.point(at.strip())).text(size)


def acted(attempt: Attempt, problem: Problem, do: str, at: str) -> Attempt:
    """Return an open attempt after an action on its page.

    Args:
        attempt: The attempt so far.
        problem: The problem.
        do: The action.
        at: Its point, or the number of a board.

    Raises:
        BadTry, BadPoint, BadBoard: if it cannot be done.
    """
    size, asked = problem.settings.size, kind_of(problem.kind).input(problem)
    if do == "hint":
        return replace(attempt, hinted=min(max(attempt.hinted, 1), MOST_HINTS) + 1)
    if do == "give-up":
        return replace(attempt, given_up=True, draft="")
    if asked is Input.TRY and do in TRIES:
        return attempt.answered(_try_text(do, at, size))
    if asked is Input.CHOICE and do == "choose":
        return attempt.answered(at)
    if asked is Input.POINTS and do == "mark":
        return replace(attempt, draft=_toggled(attempt.draft, at, size))
    if asked is Input.BOARD and do in PIECES:
        return replace(attempt, draft=_set_up(attempt.draft, problem, PIECES[do], size.point(at)))
    if asked in (Input.POINTS, Input.BOARD) and do == "answer":
        return attempt.answered(attempt.draft or board_text(first_draft(problem), size))
    raise BadTry(N_("{do} cannot be done in this problem"), do=shortened(do))


def freely_acted(attempt: Attempt, size: Size, do: str, at: str) -> Attempt:
    """Return an ended attempt after an action on its page; raises BadTry or BadPoint if it cannot be done."""
    if do in TRIES:
        return replace(attempt, tried=(*attempt.tried, _try_text(do, at, size)))
    if do == "back":
        return replace(attempt, tried=attempt.tried[:-1])
    if do == "walk":
        return replace(attempt, walk=at, tried=())
    raise BadTry(N_("{do} cannot be done in this problem"), do=shortened(do))


def number_in(given: str) -> int | None:
    """Return the number of a text; None if it is none, or has more than three digits."""
    return int(given) if given.isdecimal() and len(given) < 4 else None


def chosen_points(draft: str, size: Size) -> list[int]:
    """Return the points of a draft; raises BadPoint if one is invalid."""
    return [size.point(name) for name in draft.split()]


def _toggled(draft: str, at: str, size: Size) -> str:
    points = {*chosen_points(draft, size)} ^ {size.point(at)}
    return " ".join(size.names(size.in_order(points)))


def first_draft(problem: Problem) -> bytes:
    """Return the board from which a whole board is set up."""
    return problem.board or empty_board(problem.settings.size)


def draft_board(draft: str, problem: Problem) -> bytes:
    """Return the board that is set up so far; raises BadBoard if it is invalid."""
    return read_board(draft, problem.settings.size)[0] if draft else first_draft(problem)


def _set_up(draft: str, problem: Problem, cell: int, point: int) -> str:
    """Return a draft with a piece on a point; a second click with the same piece takes it away."""
    cells = draft_board(draft, problem)
    return board_text(put(cells, [point], EMPTY if cells[point] == cell else cell), problem.settings.size)
