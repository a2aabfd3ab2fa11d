"""Overview of the problems: today's of each kind, and the series by kind and grade. It is the same for all readers."""

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
    nav,
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
from yurei.languages import N_, translation
from yurei.problems import KINDS, Problem, kind_of, matching
from yurei.problems.problem import GRADES
from yurei.problems.wording import game_text

ABOUT = {
    "plan": N_("Find the try that reaches the goal whatever the referee says."),
    "deduce": N_("Infer from the referee’s words alone what is certain."),
    "endgame": N_("One move wins; play it out to the end."),
    "ghosts": N_("Capture with stones and ghosts."),
    "ear": N_("Set up the position that fits the sentences."),
}
"""The task of each kind of problem, in a sentence."""


def overview_page(
    todays: Sequence[Problem], problems: Collection[Problem], day: date, language: str, game: str = ""
) -> str:
    """Return the overview: the problem of the day (of UTC) of each kind, and the series of all problems or one game."""
    say = translation(language).gettext
    return front_page(
        say(N_("Problems")),
        section("#problems", data_day=day.isoformat())[
            h1[say(N_("Problems"))],
            p(".summary")[
                say(N_("Puzzles of hidden Go. Each has exactly one right answer, proven by exhaustive work."))
            ],
            _easiest(problems, say),
            section("#practice", data_from="/you/problems")[
                p[a(href="/you/problems")[say(N_("Your progress, your streak, and what comes back today"))]]
            ],
            section[
                h2[say(N_("Today’s problems"))],
                p(".note")[say(N_("The same for everybody; new ones come at midnight UTC."))],
                div(".shelf")[(_today(problem, language) for problem in todays)],
            ],
            _series(problems, game, say),
            _more(game, say),
        ],
        language,
        "problems.js",
    )


def _easiest(problems: Collection[Problem], say: Say) -> Element:
    """Draw where a beginner starts: a link to the easiest problem of each kind."""
    easiest = (
        min(matching(kind, problems=problems), key=lambda problem: problem.grade, default=None) for kind in KINDS
    )
    return nav("#easiest", class_="toolbar numbers", aria_labelledby="new-here")[
        span("#new-here")[say(N_("New here? The easiest of each kind:"))],
        (a(".button", href=address_of(each.id))[say(kind_of(each.kind).title)] for each in easiest if each),
    ]


def _today(problem: Problem, language: str) -> Element:
    say = translation(language).gettext
    return a(".place.book", href=address_of(problem.id), data_kind=problem.kind)[
        small_board(problem, f"today-{problem.kind}", say),
        span[
            strong[name_of(problem, say)],
            small[say(ABOUT[problem.kind])],
            small[game_text(problem.settings, language)],
            small[say(N_("Grade {grade}")).format(grade=problem.grade)],
        ],
    ]


def _series(problems: Collection[Problem], game: str, say: Say) -> Element:
    """Draw a table of the series, of all games or of one: a row for each kind, a column for each grade."""
    chosen = matching(ruleset=game or None, problems=problems)
    counts = Counter((problem.kind, problem.grade) for problem in chosen)
    kinds = [kind for kind in KINDS if any(counts[kind, grade] for grade in GRADES)]
    return section("#series", class_="series")[
        h2[say(N_("Series"))],
        game_filter(problems, game, lambda slug: overview_address(slug) if slug else f"{PROBLEMS}#series", say),
        div(".wide")[
            table[
                caption[say(N_("Number of problems by kind and grade; 1 is the easiest"))],
                thead[tr[th(scope="col")[say(N_("Kind"))], (th(scope="col")[str(grade)] for grade in GRADES)]],
                tbody[(_row(kind, game, counts, say) for kind in kinds)],
            ]
        ],
    ]


def _row(kind: str, game: str, counts: Counter[tuple[str, int]], say: Say) -> Element:
    title = say(kind_of(kind).title)

    def cell(grade: int) -> Node:
        if not (count := counts[kind, grade]):
            return "–"
        words = say(N_("{kind}, grade {grade}; problems: {count}")).format(kind=title, grade=grade, count=count)
        return a(href=series_address(kind, grade, game=game), aria_label=words)[str(count)]

    return tr[th(scope="row")[title], (td[cell(grade)] for grade in GRADES)]


def _more(game: str, say: Say) -> Element:
    """Draw the links to the analysis board, the printed sheet and the file."""
    return section[
        h2[say(N_("More"))],
        ul[
            li[a(href="/analysis")[say(N_("Small boards of Alter Igo are solved: see the value of every move."))]],
            li[a(href=sheet_address(game=game))[say(N_("A sheet to print: six problems, solutions on the back"))]],
            li[a(href="/problems/collection.jsonl")[say(N_("The whole collection as a file, with the answers"))]],
        ],
    ]
