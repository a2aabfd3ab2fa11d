"""A person's progress in problems: streak, what comes back, and the results of a series."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from htpy import Element, Node, a, dd, div, dl, dt, h1, h2, li, ol, p, section, small, span
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.problems.drawing import small_board
from yurei.apps.web.problems.shown import address_of
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PROBLEMS
from yurei.club.model.stored import Ending, Practised
from yurei.club.practice.practice import Progress
from yurei.languages import N_, translation
from yurei.problems import Problem, kind_of

RULE = N_(
    "A streak counts the days in a row (UTC) on which you solved at least one new problem at the first attempt, "
    "without a hint."
)
MARKS = {
    "solved": ("✓", N_("solved")),
    "hinted": ("✓", N_("solved with a hint")),
    "again": ("✓", N_("solved later")),
    "failed": ("✗", N_("not solved")),
    "new": ("", N_("new")),
}
MOST_LISTED = 50


def progress_page(progress: Progress, problems: Collection[str], language: str) -> str:
    """Return the page of a person's progress."""
    say = translation(language).gettext
    return document(
        say(N_("Your problems")),
        [
            p(".note")[a(href=PROBLEMS)[say(N_("Problems"))]],
            h1[say(N_("Your problems"))],
            Markup(progress_part(progress, problems, language)),
        ],
        language,
        extras=("front.css", "problems.css"),
        here=PROBLEMS,
        table=False,
    )


def progress_part(progress: Progress, problems: Collection[str], language: str) -> str:
    """Return the part of the overview for a person; ``problems`` are the ids of all problems."""
    say = translation(language).gettext
    due = [name for name in progress.due if name in problems]
    return str(
        section("#practice", class_="panel")[
            dl(".figures")[
                _figure(say(N_("Streak, in days")), progress.streak),
                _figure(say(N_("Solved")), progress.solved),
                _figure(say(N_("Tried")), len(progress.results)),
                _figure(say(N_("Comes back today")), len(due)),
            ],
            p(".note")[say(RULE)],
            bool(due) and _due(due, say),
        ]
    )


def _figure(words: str, number: int) -> Element:
    return div[dt[words], dd[str(number)]]


def _due(due: Sequence[str], say: Say) -> Node:
    return [
        h2[say(N_("Comes back today"))],
        p(".due")[(a(".button", href=address_of(name))[name] for name in due[:MOST_LISTED])],
    ]


# Series.


def series_page(kind: str, grade: int, series: Sequence[Sequence[Problem]], progress: Progress, language: str) -> str:
    """Return the page with the series of a kind and a grade, and a person's results."""
    say = translation(language).gettext
    title = say(N_("{kind}, grade {grade}")).format(kind=say(kind_of(kind).title), grade=grade)
    return document(
        title,
        [
            p(".note")[a(href=PROBLEMS)[say(N_("Problems"))]],
            h1[title],
            [_series(number, problems, progress, say) for number, problems in enumerate(series, 1)],
            p[
                a(href=f"/problems/sheet?kind={kind}&grade={grade}")[
                    say(N_("A sheet to print: six problems, solutions on the back"))
                ]
            ],
        ],
        language,
        extras=("front.css", "problems.css"),
        here=PROBLEMS,
        table=False,
    )


def _series(number: int, problems: Sequence[Problem], progress: Progress, say: Say) -> Element:
    results = [progress.results.get(problem.id) for problem in problems]
    first = sum(result is not None and result.first_attempt is Ending.SOLVED for result in results)
    tried = sum(result is not None for result in results)
    return section(".ten")[
        h2[say(N_("Series {number}")).format(number=number)],
        tried > 0
        and p(".note")[say(N_("Solved at the first attempt: {solved} of {tried}")).format(solved=first, tried=tried)],
        ol(".cards")[(_card(problem, result, say) for problem, result in zip(problems, results, strict=True))],
    ]


def _card(problem: Problem, result: Practised | None, say: Say) -> Element:
    kind = mark_of(result)
    sign, words = MARKS[kind]
    return li[
        a(class_=f"place {kind}", href=address_of(problem.id))[
            small_board(problem, kind_of(problem.kind).begin(problem), problem.id, say),
            span(".id")[problem.id],
            small[span(aria_hidden="true")[sign], " ", say(words)],
        ]
    ]


def mark_of(result: Practised | None) -> str:
    """Return how a person stands with a problem, in a word of ``MARKS``."""
    if result is None:
        return "new"
    if not result.solved:
        return "failed"
    return "again" if result.first_attempt is Ending.FAILED else result.first_attempt.value
