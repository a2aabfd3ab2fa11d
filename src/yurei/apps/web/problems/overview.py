"""Pages with several problems: the overview, the series, a person’s progress, and a sheet to print."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import htpy as h
from markupsafe import Markup

from yurei import rules
from yurei.apps.web.frame.board import Picture, draw_picture
from yurei.apps.web.frame.html import draw_field, qr_code, select_of
from yurei.apps.web.frame.page import PROBLEMS, draw_document
from yurei.apps.web.problems import attempt
from yurei.club.model.stored import Attempts, Ending
from yurei.club.practice import Progress
from yurei.languages import N_, Gettext, translation
from yurei.problems import KINDS, Input, Problem, Step, kind_of, matching
from yurei.problems.problem import GRADES
from yurei.problems.wording import answer_text, game_text, line_text, rules_text, solution_lines, step_text

ABOUT = {
    "plan": N_("Find the try that reaches the goal whatever the referee says."),
    "deduce": N_("Infer from the referee’s words alone what is certain."),
    "endgame": N_("One move wins; play it out to the end."),
    "ghosts": N_("Capture with stones and ghosts."),
    "ear": N_("Set up the position that fits the sentences."),
}
"""The task of each kind of problem, in a sentence."""


def overview_page(
    todays: Sequence[Problem], problems: Collection[Problem], day: date, language: str, own: Progress, game: str = ""
) -> str:
    """Return the overview: today's problem of each kind, and the series of all problems or of one game."""
    say = translation(language).gettext
    return front_page(
        say(N_("Problems")),
        h.section("#problems", data_day=day.isoformat())[
            h.h1[say(N_("Problems"))],
            h.p(".summary")[
                say(N_("Puzzles of hidden Go. Each has exactly one right answer, proven by exhaustive work."))
            ],
            _draw_easiest(problems, say),
            h.section("#practice", data_from="/you/problems")[
                h.p[h.a(href="/you/problems")[say(N_("Your progress, your streak, and what comes back today"))]]
            ],
            h.section[
                h.h2[say(N_("Today’s problems"))],
                h.p(".note")[say(N_("The same for everybody; new ones come at midnight UTC."))],
                h.div(".shelf")[(_draw_todays_problem(each, own.results.get(each.id), language) for each in todays)],
            ],
            _draw_series(problems, game, say),
            _draw_further_links(game, say),
        ],
        language,
        "problems.js",
    )


def _draw_easiest(problems: Collection[Problem], say: Gettext) -> h.Element:
    """Draw the links for a beginner, to the easiest problem of each kind."""
    easiest = (
        min(matching(kind, problems=problems), key=lambda problem: problem.grade, default=None) for kind in KINDS
    )
    return h.nav("#easiest", class_="toolbar numbers", aria_labelledby="new-here")[
        h.span("#new-here")[say(N_("New here? The easiest of each kind:"))],
        (
            h.a(".button", href=attempt.problem_address(each.id))[say(kind_of(each.kind).title)]
            for each in easiest
            if each
        ),
    ]


def _draw_todays_problem(problem: Problem, result: Attempts | None, language: str) -> h.Element:
    say = translation(language).gettext
    return h.a(".place.book", href=attempt.problem_address(problem.id), data_kind=problem.kind)[
        attempt.small_board(problem, f"today-{problem.kind}", say),
        h.span[
            h.strong[attempt.problem_title(problem, say)],
            h.small[say(ABOUT[problem.kind])],
            h.small[game_text(problem.settings, language)],
            h.small[say(N_("Grade {grade}")).format(grade=problem.grade)],
            result is not None and _draw_mark(result, say),
        ],
    ]


def _draw_series(problems: Collection[Problem], game: str, say: Gettext) -> h.Element:
    """Draw a table of the series of one game or all games: a row for each kind, a column for each grade."""
    chosen = matching(ruleset=game or None, problems=problems)
    counts = Counter((problem.kind, problem.grade) for problem in chosen)
    kinds = [kind for kind in KINDS if any(counts[kind, grade] for grade in GRADES)]
    return h.section("#series", class_="series")[
        h.h2[say(N_("Series"))],
        game_filter(problems, game, lambda slug: attempt.overview_address(slug) if slug else f"{PROBLEMS}#series", say),
        h.div(".wide")[
            h.table[
                h.caption[say(N_("Number of problems by kind and grade; 1 is the easiest"))],
                h.thead[h.tr[h.th(scope="col")[say(N_("Kind"))], (h.th(scope="col")[str(grade)] for grade in GRADES)]],
                h.tbody[(_draw_row(kind, game, counts, say) for kind in kinds)],
            ]
        ],
    ]


def _draw_row(kind: str, game: str, counts: Counter[tuple[str, int]], say: Gettext) -> h.Element:
    title = say(kind_of(kind).title)

    def cell(grade: int) -> h.Node:
        if not (count := counts[kind, grade]):
            return "–"
        words = say(N_("{kind}, grade {grade}; problems: {count}")).format(kind=title, grade=grade, count=count)
        return h.a(href=attempt.series_address(kind, grade, game=game), aria_label=words)[str(count)]

    return h.tr[h.th(scope="row")[title], (h.td[cell(grade)] for grade in GRADES)]


def _draw_further_links(game: str, say: Gettext) -> h.Element:
    return h.section[
        h.h2[say(N_("More"))],
        h.ul[
            h.li[h.a(href="/analysis")[say(N_("Small boards of Alter Igo are solved: see the value of every move."))]],
            h.li[
                h.a(href=attempt.sheet_address(game=game))[
                    say(N_("A sheet to print: six problems, solutions on the back"))
                ]
            ],
            h.li[h.a(href="/problems/collection.jsonl")[say(N_("The whole collection as a file, with the answers"))]],
        ],
    ]


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
            h.p(".note")[h.a(href=PROBLEMS)[say(N_("Problems"))]],
            h.h1[say(N_("Your problems"))],
            Markup(progress_part(progress, problems, language)),
        ],
        language,
    )


def progress_part(progress: Progress, problems: Mapping[str, Problem], language: str) -> str:
    """Return the part of the page about a person's progress; ``problems`` are all problems by id."""
    say = translation(language).gettext
    due = [problems[name] for name in progress.due if name in problems]
    figures = (
        (N_("Streak, in days"), progress.streak),
        (N_("Solved"), progress.solved),
        (N_("Tried"), len(progress.results)),
        (N_("To repeat today"), len(due)),
    )
    return str(
        h.section("#practice", class_="panel")[
            h.dl(".figures")[(h.div[h.dt[say(words)], h.dd[str(number)]] for words, number in figures)],
            h.p(".note")[say(RULE)],
            bool(due)
            and [
                h.h2[say(N_("To repeat today"))],
                h.p(".due")[
                    (
                        h.a(".button", href=attempt.problem_address(problem.id))[
                            attempt.problem_title(problem, say), " ", h.small[_describe_game(problem, say)]
                        ]
                        for problem in due[:MOST_LISTED]
                    )
                ],
            ],
        ]
    )


def first_untried_series(series: Sequence[Sequence[Problem]], progress: Progress) -> int:
    """Return the number of the first series with an untried problem, or of the last if all were tried."""
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
    """Return the page of series ``number`` with a person's results; ``problems`` are the problems of all games."""
    say, problem = translation(language).gettext, series[0][0]
    kind = say(kind_of(problem.kind).title)
    title = say(N_("{kind}, grade {grade}")).format(kind=kind, grade=problem.grade)
    heading = f"{title} · {say(problem.settings.ruleset.title)}" if game else title
    return front_page(
        heading,
        [
            h.p(".note")[h.a(href=attempt.overview_address(game))[say(N_("Problems"))]],
            h.h1[heading],
            game_filter(
                problems, game, lambda slug: attempt.series_address(problem.kind, problem.grade, game=slug), say
            ),
            _draw_numbers(series, number, game, say),
            _draw_results(number, series[number - 1], progress, game, say),
            h.p[
                h.a(href=attempt.sheet_address(kind=problem.kind, grade=problem.grade, game=game))[
                    say(N_("A sheet to print: six problems, solutions on the back"))
                ]
            ],
        ],
        language,
    )


def _draw_numbers(series: Sequence[Sequence[Problem]], number: int, game: str, say: Gettext) -> h.Node:
    """Draw the links to all series of a kind and grade, if there are several."""
    if len(series) == 1:
        return None
    kind, grade = series[0][0].kind, series[0][0].grade
    return h.nav(".toolbar.numbers", aria_label=say(N_("Series")))[
        (
            h.a(
                ".button",
                href=attempt.series_address(kind, grade, each, game),
                aria_label=say(N_("Series {number}")).format(number=each),
                aria_current="true" if each == number else None,
            )[str(each)]
            for each in range(1, len(series) + 1)
        )
    ]


def _draw_results(number: int, problems: Sequence[Problem], progress: Progress, game: str, say: Gettext) -> h.Element:
    results = [progress.results.get(problem.id) for problem in problems]
    first = sum(result is not None and result.first_attempt is Ending.SOLVED for result in results)
    tried = sum(result is not None for result in results)
    return h.section(".ten")[
        h.h2[say(N_("Series {number}")).format(number=number)],
        tried > 0
        and h.p(".note")[say(N_("Solved at the first attempt: {solved} of {tried}")).format(solved=first, tried=tried)],
        h.ol(".cards")[
            (_draw_card(problem, result, game, say) for problem, result in zip(problems, results, strict=True))
        ],
    ]


def _draw_card(problem: Problem, result: Attempts | None, game: str, say: Gettext) -> h.Element:
    return h.li[
        h.a(class_=f"place {_find_mark(result)}", href=attempt.problem_address(problem.id, game))[
            attempt.small_board(problem, problem.id, say),
            h.span(".id")[attempt.problem_title(problem, say)],
            h.small[_describe_game(problem, say)],
            _draw_mark(result, say),
        ]
    ]


def _find_mark(result: Attempts | None) -> str:
    if result is None or not result.solved:
        return "new" if result is None else "failed"
    return "again" if result.first_attempt is Ending.FAILED else result.first_attempt.value


def _draw_mark(result: Attempts | None, say: Gettext) -> h.Element:
    sign, words = MARKS[_find_mark(result)]
    return h.small[h.span(aria_hidden="true")[sign], " ", say(words)]


def _describe_game(problem: Problem, say: Gettext) -> str:
    return f"{say(problem.settings.ruleset.title)} · {say(problem.settings.referee.title)}"


ON_A_SHEET = 6
MOST_LINES = 14
"""Most lines of a solution that are printed."""


@dataclass(frozen=True)
class Sheet:
    """A sheet of problems with solutions; ``kind``, ``grade`` and ``game`` are the chosen filters, if any."""

    kind: str
    grade: int | None
    game: str
    page: int
    pages: int
    printed: Sequence[tuple[Problem, Sequence[Step]]]


def sheet_page(sheet: Sheet, kinds: Sequence[str], base: str, language: str) -> str:
    """Return the page of a sheet, with a form to choose a different one; ``base`` is the address of this server."""
    say = translation(language).gettext
    heading = say(N_("Problems"))
    if sheet.kind:
        heading = say(kind_of(sheet.kind).title)
    if sheet.grade:
        heading = say(N_("{kind}, grade {grade}")).format(kind=heading, grade=sheet.grade)
    if sheet.game:
        heading = f"{heading} · {say(rules.get(sheet.game).title)}"
    return front_page(
        say(N_("A sheet to print")),
        h.section(".sheet")[
            _draw_choice(sheet, kinds, say),
            not sheet.printed and h.p(role="status")[say(N_("No problems of this kind, grade and game."))],
            bool(sheet.printed)
            and [
                h.section(".paper")[
                    h.h1[heading, " – yurei"],
                    h.div(".six")[
                        (_draw_question_text(n, each, base, language) for n, (each, _) in enumerate(sheet.printed, 1))
                    ],
                ],
                h.section(".paper.back")[
                    h.h1[say(N_("Solutions"))],
                    h.div(".six")[(_draw_answer(n, *each, language) for n, each in enumerate(sheet.printed, 1))],
                ],
            ],
        ],
        language,
        "sheet.css",
    )


def _draw_choice(sheet: Sheet, kinds: Sequence[str], say: Gettext) -> h.Element:
    """Draw the form that chooses a sheet; it is not printed."""
    every = ("", say(N_("All")))
    named = [every, *((kind, say(kind_of(kind).title)) for kind in kinds)]
    graded = [every, *((str(grade), str(grade)) for grade in GRADES)]
    pages = [(str(page), str(page)) for page in range(1, sheet.pages + 1)]
    games = [every, *((each.slug, say(each.title)) for each in rules.ALL if matching(ruleset=each.slug))]
    return h.form(".screen.row", method="get", action="/problems/sheet")[
        draw_field(say(N_("Kind")), select_of("kind", named, sheet.kind)),
        draw_field(say(N_("Grade")), select_of("grade", graded, "" if sheet.grade is None else str(sheet.grade))),
        draw_field(say(N_("Game")), select_of("game", games, sheet.game)),
        draw_field(say(N_("Sheet")), select_of("page", pages, str(sheet.page))),
        h.button[say(N_("Show"))],
        h.p(".note")[say(N_("Print it on both sides of the paper: the second page has the solutions."))],
    ]


def _draw_question_text(number: int, problem: Problem, base: str, language: str) -> h.Element:
    say, kind = translation(language).gettext, kind_of(problem.kind)
    lines = [line_text(line, problem.settings, language) for line in kind.begin(problem).lines]
    address = f"{base}{attempt.problem_address(problem.id)}"
    return h.section(".printed")[
        h.div(".qr-and-id")[qr_code(address, say(N_("QR code of this problem"))), h.a(href=address)[problem.id]],
        h.h2[f"{number}. {attempt.problem_title(problem, say)}"],
        h.p(".variant")[rules_text(problem.settings, language)],
        h.p(".sentence")[kind.prompt(problem).said(say)],
        h.div(".told-and-pictures")[
            h.div(".pictures")[_draw_pictures(problem, number, say)],
            bool(lines) and h.ol(".told")[(h.li[line] for line in lines)],
        ],
    ]


def _draw_pictures(problem: Problem, number: int, say: Gettext) -> Iterator[h.Node]:
    """Yield the board that the solver sees (empty if it has to be set up), and the boards to choose from."""
    kind = kind_of(problem.kind)
    if kind.begin(problem).board is not None or kind.input(problem) is Input.BOARD:
        yield attempt.small_board(problem, f"sheet-{number}", say)
    for at, cells in enumerate(attempt.list_choices(problem), 1):
        name = say(N_("Board {number}")).format(number=at)
        yield h.div(".choice")[draw_picture(Picture(problem.settings.size, cells, f"sheet-{number}-{at}", name)), name]


def _draw_answer(number: int, problem: Problem, solution: Sequence[Step], language: str) -> h.Element:
    say, form = translation(language).gettext, kind_of(problem.kind).input(problem)
    lines = _list_solution_lines(problem, solution, language)
    answers = [answer_text(each, problem.settings, language) for each in problem.answer]
    if form is Input.BOARD:
        answers = [attempt.problem_title(problem, say)]
    elif form is Input.CHOICE:
        answers = [say(N_("Board {number}")).format(number=each) for each in answers]
    return h.section(".printed")[
        h.h2[f"{number}. ", ", ".join(answers)],
        form is Input.BOARD and h.div(".pictures")[attempt.answer_board(problem, f"answer-{number}", say)],
        h.ol(".told")[(h.li[line] for line in lines[:MOST_LINES])],
        len(lines) > MOST_LINES and h.p(".note")[say(N_("The rest is on the problem’s page."))],
    ]


def _list_solution_lines(problem: Problem, solution: Sequence[Step], language: str) -> list[str]:
    """Return the solution in lines: all moves in one line if it has no branches, else a line for each step."""
    settings, line = problem.settings, attempt.unbranched_line(solution)
    if not line:
        return solution_lines(problem, solution, language)
    if kind_of(problem.kind).input(problem) is Input.BOARD:
        line = [step for step in line if step.told is not None]  # the board is drawn
    said = (answer_text(s.tried, settings, language) if s.tried else step_text(s, settings, language) for s in line)
    return [" ".join(f"{number}.\u00a0{words}" for number, words in enumerate(said, 1))]


def game_filter(problems: Collection[Problem], chosen: str, address: Callable[[str], str], say: Gettext) -> h.Node:
    """Draw links that filter problems by game, if there are several; ``address`` returns the address for a slug."""
    slugs = {problem.settings.ruleset.slug for problem in problems}
    if len(slugs) < 2 and not chosen:
        return None
    named = [("", say(N_("All games"))), *((each.slug, say(each.title)) for each in rules.ALL if each.slug in slugs)]
    return h.nav(".toolbar.numbers", aria_label=say(N_("Game")))[
        (
            h.a(".button", href=address(slug), aria_current="true" if slug == chosen else None)[title]
            for slug, title in named
        )
    ]


def front_page(title: str, content: h.Node, language: str, *extras: str) -> str:
    """Return a page about problems without an answer form; ``extras`` are further style sheets and scripts."""
    extras = ("front.css", "problems.css", *extras)
    return draw_document(title, content, language, extras=extras, here=PROBLEMS, table=False)
