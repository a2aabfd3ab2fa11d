"""A printed sheet: six problems on one side of A4, their solutions on the other, and a QR code to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from htpy import Element, Node, a, button, div, form, h1, h2, li, ol, p, section

from yurei.apps.web.board.board import Picture, Say, pictured
from yurei.apps.web.problems.drawing import choices_of, small_board
from yurei.apps.web.problems.result import is_line
from yurei.apps.web.problems.shown import address_of
from yurei.apps.web.shell.form_fields import field, select_of
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PROBLEMS
from yurei.apps.web.shell.qr import qr_code
from yurei.languages import N_, translation
from yurei.problems import Input, Problem, SolvingState, Step, kind_of
from yurei.problems.problem import GRADES
from yurei.problems.wording import answer_text, line_text, solution_lines, step_text
from yurei.rules.board import read_board

ON_A_SHEET = 6
MOST_LINES = 14
"""Most lines of a solution that are printed."""


@dataclass(frozen=True)
class Printed:
    """A problem to print: with its state before the first answer, and its solution."""

    problem: Problem
    state: SolvingState
    solution: Sequence[Step]


@dataclass(frozen=True)
class Sheet:
    """A sheet.

    Attributes:
        kind, grade: What was chosen; empty and None for any.
        page: The number of the sheet, from 1.
        pages: Number of sheets.
        printed: Its problems.
    """

    kind: str
    grade: int | None
    page: int
    pages: int
    printed: Sequence[Printed]


def sheet_page(sheet: Sheet, kinds: Sequence[str], base: str, language: str) -> str:
    """Return the sheet, with a form to choose others; ``base`` is the address of this server."""
    say = translation(language).gettext
    heading = say(N_("Problems"))
    if sheet.kind:
        heading = say(kind_of(sheet.kind).title)
    if sheet.grade:
        heading = say(N_("{kind}, grade {grade}")).format(kind=heading, grade=sheet.grade)
    return document(
        say(N_("A sheet to print")),
        section(".sheet")[
            _choice(sheet, kinds, say),
            section(".paper")[h1[heading, " – yurei"], div(".six")[_each(sheet, base, language, front=True)]],
            section(".paper.back")[h1[say(N_("Solutions"))], div(".six")[_each(sheet, base, language, front=False)]],
        ],
        language,
        extras=("front.css", "problems.css", "sheet.css"),
        here=PROBLEMS,
        table=False,
    )


def _choice(sheet: Sheet, kinds: Sequence[str], say: Say) -> Element:
    """Draw the form that chooses a sheet; it is not printed."""
    every = ("", say(N_("All")))
    named = [every, *((kind, say(kind_of(kind).title)) for kind in kinds)]
    graded = [every, *((str(grade), str(grade)) for grade in GRADES)]
    pages = [(str(page), str(page)) for page in range(1, sheet.pages + 1)]
    return form(".screen.row", method="get", action="/problems/sheet")[
        field(say(N_("Kind")), select_of("kind", named, sheet.kind)),
        field(say(N_("Grade")), select_of("grade", graded, "" if sheet.grade is None else str(sheet.grade))),
        field(say(N_("Sheet")), select_of("page", pages, str(sheet.page))),
        button[say(N_("Show"))],
        p(".note")[say(N_("Print it on both sides of the paper: the second page has the solutions."))],
    ]


def _each(sheet: Sheet, base: str, language: str, *, front: bool) -> list[Element]:
    draw = _question if front else _answer
    return [draw(number, printed, base, language) for number, printed in enumerate(sheet.printed, 1)]


def _question(number: int, printed: Printed, base: str, language: str) -> Element:
    say, problem = translation(language).gettext, printed.problem
    kind = kind_of(problem.kind)
    lines = [line_text(line, problem.settings, language) for line in printed.state.lines]
    address = f"{base}{address_of(problem.id)}"
    return section(".printed")[
        h2[f"{number}. {say(kind.title)}"],
        p(".sentence")[kind.prompt(problem).said(say)],
        bool(lines) and ol(".told")[(li[line] for line in lines)],
        div(".pictures")[_pictures(printed, number, say)],
        div(".qr-and-id")[qr_code(address, say(N_("QR code of this problem"))), a(href=address)[problem.id]],
    ]


def _pictures(printed: Printed, number: int, say: Say) -> Node:
    problem = printed.problem
    shown = [] if printed.state.board is None else [small_board(problem, printed.state, f"sheet-{number}", say)]
    size = problem.settings.size
    labels = [
        (say(N_("Board {number}")).format(number=place), cells) for place, cells in enumerate(choices_of(problem), 1)
    ]
    return [*shown, *(pictured(Picture(size, cells, f"sheet-{number}-{name}", name)) for name, cells in labels)]


def _answer(number: int, printed: Printed, base: str, language: str) -> Element:
    say, problem = translation(language).gettext, printed.problem
    lines = _solution_lines(printed, language)
    answers = [] if _has_board(problem) else [answer_text(each, problem.settings, language) for each in problem.answer]
    more = len(lines) - MOST_LINES
    return section(".printed")[
        h2[f"{number}. ", ", ".join(answers)],
        _has_board(problem)
        and div(".pictures")[
            pictured(
                Picture(
                    problem.settings.size,
                    read_board(problem.answer[0], problem.settings.size)[0],
                    f"answer-{number}",
                    say(N_("Right answer")),
                )
            )
        ],
        ol(".told")[(li[line] for line in lines[:MOST_LINES])],
        more > 0 and p(".note")[say(N_("The rest is on the problem’s page."))],
    ]


def _solution_lines(printed: Printed, language: str) -> list[str]:
    """Return the solution: the moves in one line if it has no branches, else a line for each step."""
    if not is_line(printed.solution):
        return solution_lines(printed.problem, printed.solution, language)
    moves: list[str] = []
    steps = printed.solution
    while steps:
        moves.append(
            f"{len(moves) + 1}.\u00a0{answer_text(steps[0].tried, printed.problem.settings, language)}"
            if steps[0].tried
            else step_text(steps[0], printed.problem.settings, language)
        )
        steps = steps[0].branches
    return [" ".join(moves)]


def _has_board(problem: Problem) -> bool:
    return kind_of(problem.kind).input(problem) is Input.BOARD
