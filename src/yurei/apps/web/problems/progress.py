"""A person's progress in problems: streak, what comes back, and the results of a series."""

from collections.abc import Collection, Mapping, Sequence

from htpy import Element, Node, a, dd, div, dl, dt, h1, h2, li, nav, ol, p, section, small, span
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.problems.drawing import small_board
from yurei.apps.web.problems.shown import (
    address_of,
    front_page,
    game_filter,
    name_of,
    overview_address,
    series_address,
    sheet_address,
)
from yurei.apps.web.shell.navigation import PROBLEMS
from yurei.club.model.stored import Ending, Practised
from yurei.club.practice import Progress
from yurei.languages import N_, translation
from yurei.problems import Problem, kind_of

RULE = N_(
    "A streak counts the days in a row on which you solved at least one new problem at the first attempt, "
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


def progress_page(progress: Progress, problems: Mapping[str, Problem], language: str) -> str:
    """Return the page of a person's progress."""
    say = translation(language).gettext
    return front_page(
        say(N_("Your problems")),
        [
            p(".note")[a(href=PROBLEMS)[say(N_("Problems"))]],
            h1[say(N_("Your problems"))],
            Markup(progress_part(progress, problems, language)),
        ],
        language,
    )


def progress_part(progress: Progress, problems: Mapping[str, Problem], language: str) -> str:
    """Return the part of the overview for a person; ``problems`` are all problems by id."""
    say = translation(language).gettext
    due = [problems[name] for name in progress.due if name in problems]
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


def _due(due: Sequence[Problem], say: Say) -> Node:
    return [
        h2[say(N_("Comes back today"))],
        p(".due")[
            (
                a(".button", href=address_of(problem.id))[
                    name_of(problem, say), " ", small[_game_and_referee(problem, say)]
                ]
                for problem in due[:MOST_LISTED]
            )
        ],
    ]


# Series.


def first_undone(series: Sequence[Sequence[Problem]], progress: Progress) -> int:
    """Return the number of the first series with a problem that was not tried; that of the last if there is none."""
    undone = (any(each.id not in progress.results for each in problems) for problems in series)
    return next((number for number, is_undone in enumerate(undone, 1) if is_undone), len(series))


def series_page(
    series: Sequence[Sequence[Problem]],
    number: int,
    progress: Progress,
    language: str,
    game: str,
    problems: Collection[Problem],
) -> str:
    """Return the page with one of the series of a kind and a grade, and a person's results.

    Args:
        series: The series: of one game, or of all.
        number: The number of the series that is shown, from 1.
        progress: The person's results.
        language: The reader's language.
        game: The slug of the game to which the series are narrowed; empty for all.
        problems: The problems of the kind and the grade, of all games.
    """
    say, problem = translation(language).gettext, series[0][0]
    kind = say(kind_of(problem.kind).title)
    title = say(N_("{kind}, grade {grade}")).format(kind=kind, grade=problem.grade)
    heading = f"{title} · {say(problem.settings.ruleset.title)}" if game else title
    return front_page(
        heading,
        [
            p(".note")[a(href=overview_address(game))[say(N_("Problems"))]],
            h1[heading],
            game_filter(problems, game, lambda slug: series_address(problem.kind, problem.grade, game=slug), say),
            _numbers(series, number, game, say),
            _series(number, series[number - 1], progress, game, say),
            p[
                a(href=sheet_address(kind=problem.kind, grade=problem.grade, game=game))[
                    say(N_("A sheet to print: six problems, solutions on the back"))
                ]
            ],
        ],
        language,
    )


def _numbers(series: Sequence[Sequence[Problem]], number: int, game: str, say: Say) -> Node:
    """Draw the links to all series, if there are several."""
    if len(series) == 1:
        return None
    kind, grade = series[0][0].kind, series[0][0].grade
    return nav(".toolbar.numbers", aria_label=say(N_("Series")))[
        (
            a(
                ".button",
                href=series_address(kind, grade, each, game),
                aria_label=say(N_("Series {number}")).format(number=each),
                aria_current="true" if each == number else None,
            )[str(each)]
            for each in range(1, len(series) + 1)
        )
    ]


def _series(number: int, problems: Sequence[Problem], progress: Progress, game: str, say: Say) -> Element:
    results = [progress.results.get(problem.id) for problem in problems]
    first = sum(result is not None and result.first_attempt is Ending.SOLVED for result in results)
    tried = sum(result is not None for result in results)
    return section(".ten")[
        h2[say(N_("Series {number}")).format(number=number)],
        tried > 0
        and p(".note")[say(N_("Solved at the first attempt: {solved} of {tried}")).format(solved=first, tried=tried)],
        ol(".cards")[(_card(problem, result, game, say) for problem, result in zip(problems, results, strict=True))],
    ]


def _card(problem: Problem, result: Practised | None, game: str, say: Say) -> Element:
    kind = mark_of(result)
    sign, words = MARKS[kind]
    return li[
        a(class_=f"place {kind}", href=address_of(problem.id, game))[
            small_board(problem, problem.id, say),
            span(".id")[name_of(problem, say)],
            small[_game_and_referee(problem, say)],
            small[span(aria_hidden="true")[sign], " ", say(words)],
        ]
    ]


def _game_and_referee(problem: Problem, say: Say) -> str:
    return f"{say(problem.settings.ruleset.title)} · {say(problem.settings.referee.title)}"


def mark_of(result: Practised | None) -> str:
    """Return how a person stands with a problem, in a word of ``MARKS``."""
    if result is None:
        return "new"
    if not result.solved:
        return "failed"
    return "again" if result.first_attempt is Ending.FAILED else result.first_attempt.value
