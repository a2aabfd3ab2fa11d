"""Overview of the problems: today's of each kind, and the series by kind and grade. It is the same for all readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date

from htpy import (
    Element,
    Node,
    a,
    caption,
    div,
    h1,
    h2,
    li,
    p,
    section,
    small,
    span,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)

from yurei.apps.web.board.board import Say
from yurei.apps.web.problems.drawing import small_board
from yurei.apps.web.problems.shown import address_of, front_page, series_address
from yurei.languages import N_, translation
from yurei.problems import KINDS, Problem, kind_of
from yurei.problems.problem import GRADES

ABOUT = {
    "plan": N_("Find the try that captures whatever the referee says."),
    "deduce": N_("Infer from the referee’s words alone what is certain."),
    "endgame": N_("Alter Igo: one move wins; play it out to the end."),
    "ghosts": N_("No Seki Go: capture with stones and ghosts."),
    "ear": N_("Set up the position that fits the sentences."),
}
"""The task of each kind of problem, in a sentence."""


def overview_page(todays: Sequence[Problem], problems: Collection[Problem], day: date, language: str) -> str:
    """Return the overview: the problem of the day (of UTC) of each kind, and the series of all problems."""
    say = translation(language).gettext
    return front_page(
        say(N_("Problems")),
        section("#problems", data_day=day.isoformat())[
            h1[say(N_("Problems"))],
            p(".summary")[
                say(N_("Puzzles of hidden Go. Each has exactly one right answer, proven by exhaustive work."))
            ],
            section("#practice", data_from="/you/problems")[
                p[a(href="/you/problems")[say(N_("Your progress, your streak, and what comes back today"))]]
            ],
            section[
                h2[say(N_("Today’s problems"))],
                p(".note")[say(N_("The same for everybody; new ones come at midnight UTC."))],
                div(".shelf")[(_today(problem, say) for problem in todays)],
            ],
            _series(problems, say),
            _more(say),
        ],
        language,
        "problems.js",
    )


def _today(problem: Problem, say: Say) -> Element:
    kind = kind_of(problem.kind)
    return a(".place.book", href=address_of(problem.id), data_kind=problem.kind)[
        small_board(problem, f"today-{problem.kind}", say),
        span[
            strong[say(kind.title)],
            small[say(ABOUT[problem.kind])],
            small[say(N_("Grade {grade}")).format(grade=problem.grade)],
        ],
    ]


def _series(problems: Collection[Problem], say: Say) -> Element:
    """Draw a table of the series: a row for each kind, a column for each grade."""
    counts = Counter((problem.kind, problem.grade) for problem in problems)
    kinds = [kind for kind in KINDS if any(counts[kind, grade] for grade in GRADES)]
    return section(".series")[
        h2[say(N_("Series, ten in a row"))],
        div(".wide")[
            table[
                caption[say(N_("Number of problems by kind and grade; 1 is the easiest"))],
                thead[tr[th(scope="col")[say(N_("Kind"))], (th(scope="col")[str(grade)] for grade in GRADES)]],
                tbody[(_row(kind, counts, say) for kind in kinds)],
            ]
        ],
    ]


def _row(kind: str, counts: Counter[tuple[str, int]], say: Say) -> Element:
    title = say(kind_of(kind).title)
    return tr[th(scope="row")[title], (td[_cell(kind, grade, counts[kind, grade], title, say)] for grade in GRADES)]


def _cell(kind: str, grade: int, count: int, title: str, say: Say) -> Node:
    if not count:
        return "–"
    words = say(N_("{kind}, grade {grade}; problems: {count}")).format(kind=title, grade=grade, count=count)
    return a(href=series_address(kind, grade), aria_label=words)[str(count)]


def _more(say: Say) -> Element:
    """Draw the links to the analysis board, the printed sheet and the file."""
    return section[
        h2[say(N_("More"))],
        ul[
            li[a(href="/analysis")[say(N_("Small boards of Alter Igo are solved: see the value of every move."))]],
            li[a(href="/problems/sheet")[say(N_("A sheet to print: six problems, solutions on the back"))]],
            li[a(href="/problems/collection.jsonl")[say(N_("The whole collection as a file, with the answers"))]],
        ],
    ]
