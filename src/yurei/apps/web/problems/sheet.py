"""A printed sheet: six problems on one side of A4, their solutions on the other, and a QR code to each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from htpy import Element, Node, a, button, div, form, h1, h2, li, ol, p, section

from yurei import rules
from yurei.apps.web.board.board import Picture, Say, pictured
from yurei.apps.web.problems.drawing import answer_board, choices_of, small_board
from yurei.apps.web.problems.free_play import only_line
from yurei.apps.web.problems.shown import address_of, front_page, name_of
from yurei.apps.web.shell.form_fields import field, select_of
from yurei.apps.web.shell.qr import qr_code
from yurei.languages import N_, translation
from yurei.problems import Input, Problem, Step, kind_of, matching
from yurei.problems.problem import GRADES
from yurei.problems.wording import answer_text, line_text, rules_text, solution_lines, step_text

ON_A_SHEET = 6
MOST_LINES = 14
"""Most lines of a solution that are printed."""


@dataclass(frozen=True)
class Sheet:
    """A sheet.

    Attributes:
        kind, grade, game: What was chosen; empty and None for any.
        page: The number of the sheet, from 1.
        pages: Number of sheets.
        printed: Its problems, with their solutions.
    """

    kind: str
    grade: int | None
    game: str
    page: int
    pages: int
    printed: Sequence[tuple[Problem, Sequence[Step]]]


def sheet_page(sheet: Sheet, kinds: Sequence[str], base: str, language: str) -> str:
    """Return the sheet, with a form to choose others; ``base`` is the address of this server."""
    say = translation(language).gettext
    heading, numbered = say(N_("Problems")), list(enumerate(sheet.printed, 1))
    if sheet.kind:
        heading = say(kind_of(sheet.kind).title)
    if sheet.grade:
        heading = say(N_("{kind}, grade {grade}")).format(kind=heading, grade=sheet.grade)
    if sheet.game:
        heading = f"{heading} · {say(rules.get(sheet.game).title)}"
    return front_page(
        say(N_("A sheet to print")),
        section(".sheet")[
            _choice(sheet, kinds, say),
            not sheet.printed and p(role="status")[say(N_("No problems of this kind, grade and game."))],
            bool(sheet.printed) and _papers(heading, numbered, base, language),
        ],
        language,
        "sheet.css",
    )


def _papers(
    heading: str, numbered: Sequence[tuple[int, tuple[Problem, Sequence[Step]]]], base: str, language: str
) -> list[Element]:
    """Draw the front and the back of a sheet."""
    return [
        section(".paper")[
            h1[heading, " – yurei"],
            div(".six")[(_question(number, each, base, language) for number, (each, _) in numbered)],
        ],
        section(".paper.back")[
            h1[translation(language).gettext(N_("Solutions"))],
            div(".six")[(_answer(number, each, solution, language) for number, (each, solution) in numbered)],
        ],
    ]


def _choice(sheet: Sheet, kinds: Sequence[str], say: Say) -> Element:
    """Draw the form that chooses a sheet; it is not printed."""
    every = ("", say(N_("All")))
    named = [every, *((kind, say(kind_of(kind).title)) for kind in kinds)]
    graded = [every, *((str(grade), str(grade)) for grade in GRADES)]
    pages = [(str(page), str(page)) for page in range(1, sheet.pages + 1)]
    games = [every, *((each.slug, say(each.title)) for each in rules.ALL if matching(ruleset=each.slug))]
    return form(".screen.row", method="get", action="/problems/sheet")[
        field(say(N_("Kind")), select_of("kind", named, sheet.kind)),
        field(say(N_("Grade")), select_of("grade", graded, "" if sheet.grade is None else str(sheet.grade))),
        field(say(N_("Game")), select_of("game", games, sheet.game)),
        field(say(N_("Sheet")), select_of("page", pages, str(sheet.page))),
        button[say(N_("Show"))],
        p(".note")[say(N_("Print it on both sides of the paper: the second page has the solutions."))],
    ]


def _question(number: int, problem: Problem, base: str, language: str) -> Element:
    say, kind = translation(language).gettext, kind_of(problem.kind)
    lines = [line_text(line, problem.settings, language) for line in kind.begin(problem).lines]
    address = f"{base}{address_of(problem.id)}"
    return section(".printed")[
        div(".qr-and-id")[qr_code(address, say(N_("QR code of this problem"))), a(href=address)[problem.id]],
        h2[f"{number}. {name_of(problem, say)}"],
        p(".variant")[rules_text(problem.settings, language)],
        p(".sentence")[kind.prompt(problem).said(say)],
        div(".told-and-pictures")[
            div(".pictures")[_pictures(problem, number, say)],
            bool(lines) and ol(".told")[(li[line] for line in lines)],
        ],
    ]


def _pictures(problem: Problem, number: int, say: Say) -> Iterator[Node]:
    """Yield the board that the solver sees, empty where they have to set it up, and the boards to choose from."""
    kind = kind_of(problem.kind)
    if kind.begin(problem).board is not None or kind.input(problem) is Input.BOARD:
        yield small_board(problem, f"sheet-{number}", say)
    for place, cells in enumerate(choices_of(problem), 1):
        name = say(N_("Board {number}")).format(number=place)
        yield div(".choice")[pictured(Picture(problem.settings.size, cells, f"sheet-{number}-{place}", name)), name]


def _answer(number: int, problem: Problem, solution: Sequence[Step], language: str) -> Element:
    say, is_board = translation(language).gettext, kind_of(problem.kind).input(problem) is Input.BOARD
    lines = _solution_lines(problem, solution, language)
    answers = [] if is_board else [answer_text(each, problem.settings, language) for each in problem.answer]
    return section(".printed")[
        h2[f"{number}. ", ", ".join(answers)],
        is_board and div(".pictures")[answer_board(problem, f"answer-{number}", say)],
        ol(".told")[(li[line] for line in lines[:MOST_LINES])],
        len(lines) > MOST_LINES and p(".note")[say(N_("The rest is on the problem’s page."))],
    ]


def _solution_lines(problem: Problem, solution: Sequence[Step], language: str) -> list[str]:
    """Return the solution: the moves in one line if it has no branches, else a line for each step."""
    settings, line = problem.settings, only_line(solution)
    if not line:
        return solution_lines(problem, solution, language)
    if kind_of(problem.kind).input(problem) is Input.BOARD:
        line = line[:-1]  # the board is drawn
    said = (answer_text(s.tried, settings, language) if s.tried else step_text(s, settings, language) for s in line)
    return [" ".join(f"{number}.\u00a0{words}" for number, words in enumerate(said, 1))]
