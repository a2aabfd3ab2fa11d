"""Parts of the guided games: their offers, once to a first-time visitor and on the pages to learn from; and the coach."""

from htpy import Element, a, button, div, form, h2, p, progress, section, small, span, strong
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.table.sections.tools import GHOST, PENCILS, STONE
from yurei.club import lessons as guided
from yurei.club.lessons import Aside, LessonState, Step
from yurei.languages import N_, any_of, translation

TOOLS = (STONE, GHOST, *PENCILS)
ASIDES = {
    Aside.OWN: N_("Your own stone stands there already. It is still your turn."),
    Aside.REFUSED: N_("Refused! The referee does not say why; perhaps a stone stands there. It is still your turn."),
    Aside.ELSEWHERE: N_("Keep that idea for your next game! In this one White’s moves are fixed."),
    Aside.MARKED: N_("Noted with your pencil; only you see it. To place a stone, choose “Try a stone” first."),
    Aside.WRONG_TOOL: N_("You hold “{held}”. This step needs “{needed}”: take it below the board first."),
}
"""The first sentence of the coach after a wrong action."""

_ICON = Markup(
    '<svg class="offered" viewBox="-1.1 -.6 2.2 1.2" aria-hidden="true" focusable="false">'
    '<use href="#white-ghost" x=".45"/><use href="#black-stone" x="-.45"/></svg>'
)


def guided_offer(say: Say) -> Element:
    """Draw the offer at the first visit, and the button that declines it."""
    return section(".panel.guided-offer")[
        _ICON,
        div[
            h2[say(N_("New to Go with hidden stones?"))],
            p[say(N_("Play a guided game on a small board. It takes three minutes, and a coach helps you."))],
        ],
        div(".toolbar")[
            a(".button", href=f"/learn/first/{guided.ALL[0].slug}")[say(N_("Play a guided game"))],
            form(method="post", action="/learn/first")[button(".quiet")[say(N_("No, thank you"))]],
        ],
    ]


def guided_shelf(
    say: Say, heading: str = N_("Play your first game with a coach"), but: guided.Script | None = None
) -> Element:
    """Draw a list of every guided game but one."""
    return section(".guided-shelf")[
        h2[say(heading)],
        div(".guided-cards")[
            (
                a(".place", href=f"/learn/first/{script.slug}")[
                    span[strong[say(script.title)], small[say(script.promise)]]
                ]
                for script in guided.ALL
                if script != but
            )
        ],
    ]


def coach(moment: LessonState, language: str) -> Element:
    """Draw the coach: what just happened, and the next task."""
    say = translation(language).gettext
    step, last = moment.step, len(moment.script.steps)
    return section(".coach")[
        h2[say(N_("Your coach"))],
        div(role="status")[
            [p[say(sentence)] for sentence in moment.script.closing]
            if step is None
            else [p[_last_event(moment, step, say)], p(".todo")[strong[todo_words(moment, step, language)]]],
        ],
        progress(value=str(moment.number), max=str(last), aria_label=say(N_("Progress of the game"))),
    ]


def _last_event(moment: LessonState, step: Step, say: Say) -> str:
    if moment.aside is None:
        return say(step.happened)
    words = {tool.do: say(tool.words) for tool in TOOLS}
    needed = next((words[deed.do] for deed in moment.awaited if deed.at), "")
    return say(ASIDES[moment.aside]).format(held=words[moment.held], needed=needed)


def todo_words(moment: LessonState, step: Step, language: str) -> str:
    """Return the coach's task, with the points that are left to choose from."""
    points = [deed.at for deed in moment.awaited]
    return translation(language).gettext(step.todo).format(points=any_of(points, language))
