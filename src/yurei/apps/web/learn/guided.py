"""The guided first game: its pages, its coach, and its routes."""

from collections.abc import Collection, Iterable, Iterator

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from yurei.apps.web.frame.board import Picture, draw_board
from yurei.apps.web.frame.http import GUIDED, get_language, set_cookie, wants_fragment
from yurei.apps.web.frame.page import LEARN, draw_document, read_preferences
from yurei.apps.web.parts.game_parts import FIGURE, GHOST, PENCILS, STONE, outcome_word, seat_word, tool_label
from yurei.club import lessons as guided
from yurei.club.lessons import NEWCOMER, OPPONENT, LessonAction, LessonState, Mistake, Script, Step, replay_actions
from yurei.languages import N_, Gettext, any_of, number_text, translation
from yurei.referee.announce import name_try, speak, speak_result
from yurei.referee.told import Outcome, Told
from yurei.referee.view import last_known_try, lasting_marks, points_just_taken
from yurei.rules.board import BLACK, WHITE
from yurei.rules.scoring import territory

PART = "guided"
"""HTML id of the part that changes with every click; links and forms name it too."""
WHOSE = {NEWCOMER: N_("Your try:"), OPPONENT: N_("White’s try:")}
COUNTED = N_(
    "Black has {black} points and White {white}: all that stands, and the free points that one colour alone can reach."
)
NEXT_SIZE = "7"
"""Board size of the first game without a coach."""


def first_game_page(language: str) -> str:
    """Return the page with the list of guided games."""
    say = translation(language).gettext
    return draw_document(
        say(N_("Your first game")),
        [
            _draw_breadcrumbs(say),
            h.h1[say(N_("Your first game"))],
            h.p(".summary")[
                say(
                    N_("You play on a small board against White, whose moves are fixed; a coach explains what happens.")
                )
            ],
            draw_guided_list(say, N_("Choose a guided game")),
        ],
        language,
        extras=("front.css", "guided.css"),
        here=LEARN,
    )


def guided_address(script: Script, did: Iterable[str]) -> str:
    """Return the address of a guided game after the newcomer's actions so far."""
    done = ".".join(did)
    return f"/learn/first/{script.slug}{'?did=' if done else ''}{done}"


def guided_page(moment: LessonState, language: str, likes: frozenset[str]) -> str:
    """Return the page of a guided game in its current state."""
    say = translation(language).gettext
    return draw_document(
        say(N_("Your first game")),
        [_draw_breadcrumbs(say), h.h1[say(moment.script.title)], Markup(guided_part(moment, language))],
        language,
        extras=("front.css", "guided.css", "after.css", "front.js", "told.js"),
        here=LEARN,
        likes=likes,
    )


def _draw_breadcrumbs(say: Gettext) -> h.Element:
    return h.p(".note")[
        h.a(href="/learn")[say(N_("Learn"))], " / ", h.a(href="/learn/first")[say(N_("Your first game"))]
    ]


def guided_part(moment: LessonState, language: str) -> str:
    """Return the part of a guided game's page that changes with every click."""
    say = translation(language).gettext
    content = _draw_reveal(moment, language) if moment.reveal else _draw_own_board(moment, say)
    return str(
        h.section(f"#{PART}", class_="ended" if moment.reveal else None)[
            _draw_announcements(moment, language),
            draw_coach(moment, language),
            content,
            h.aside[_draw_ways_back(moment, say), _draw_transcript(moment, language)],
        ]
    )


# Announcements.


def _draw_announcements(moment: LessonState, language: str) -> h.Element:
    """Draw the announcements from the newcomer's last try on, and at the end the result."""
    say = translation(language).gettext
    kind = "ended" if moment.reveal else outcome_word(moment.news[0]) if moment.news else None
    lines = [
        h.p(class_="told-line", data_outcome=outcome_word(each))[
            h.span(".who")[say(WHOSE[each.seat])], " ", _format_announcement(moment, each, language)
        ]
        for each in moment.news
    ] or [h.p(".told-line")[say(N_("The referee is ready."))]]
    if moment.view.result is not None:
        lines.append(h.p(".told-line.result")[speak_result(moment.view.result, language, moment.view.settings.ruleset)])
    return h.section(".voice", data_told=str(len(moment.view.heard)), data_outcomes=kind)[
        FIGURE, h.h2[say(N_("The referee says:"))], h.div("#said", class_="said", role="status")[lines]
    ]


def _format_announcement(moment: LessonState, told: Told, language: str) -> str:
    return speak(moment.view.settings.referee, told, moment.view.settings.size, language)


def _draw_transcript(moment: LessonState, language: str) -> h.Node:
    """Draw all announcements, newest first, with the points of the newcomer's own tries."""
    if not moment.view.heard:
        return None
    say, lines = translation(language).gettext, reversed(moment.view.heard)
    return h.section(".transcript")[
        h.h2[say(N_("Referee’s announcements"))],
        h.ol("#heard", class_="heard", reversed=True)[(_draw_line(moment, told, language) for told in lines)],
    ]


def _draw_line(moment: LessonState, told: Told, language: str) -> h.Element:
    say, own = translation(language).gettext, told.attempt
    whose = (
        told.outcome is Outcome.ILLEGAL
        and h.span(".who")[say(N_("{seat}:")).format(seat=seat_word(told.seat, say)), " "]
    )
    point = own and own.point is not None and h.i[f" ({name_try(own, moment.view.settings.size, say)})"]
    return h.li[whose, _format_announcement(moment, told, language), point or None]


# Actions.


def _draw_own_board(moment: LessonState, say: Gettext) -> h.Element:
    """Draw the newcomer's board, with the tools and buttons introduced so far; highlight the next action."""
    script, did = moment.script, ".".join(moment.actions)
    awaited = {deed.do for deed in moment.awaited}
    return h.section(".play")[
        h.form("#play", method="get", action=f"/learn/first/{script.slug}", data_part=PART)[
            h.input(type="hidden", name="did", value=did),
            draw_board(_make_picture(moment, say), say),
            _draw_tools(moment, awaited, say),
        ],
        "pass" in awaited
        and h.form(".passing", method="get", action=f"/learn/first/{script.slug}", data_part=PART)[
            h.input(type="hidden", name="did", value=did),
            h.button(".primary", name="do", value="pass")[say(N_("Pass"))],
        ],
    ]


def _draw_tools(moment: LessonState, awaited: Collection[str], say: Gettext) -> h.Node:
    """Draw the selection of tools, or a hidden field if there is only one."""
    if moment.tools == {STONE.do}:
        return h.input(type="hidden", name="do", value=STONE.do)
    return h.div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        (
            tool_label(
                tool, BLACK, say, held=tool.do == moment.tool, pointed=tool.do in awaited and tool.do != moment.tool
            )
            for tool in TOOLS
            if tool.do in moment.tools
        )
    ]


def _make_picture(moment: LessonState, say: Gettext) -> Picture:
    size = moment.view.settings.size
    return Picture(
        size=size,
        cells=moment.view.board,
        name="own",
        label=say(N_("Board of {seat}")).format(seat=seat_word(NEWCOMER, say)),
        pencil=moment.pencil,
        last=last_known_try(moment.view),
        clickable=True,
        taken=points_just_taken(moment.view),
        marks=lasting_marks(moment.view),
        hand=NEWCOMER,
        pointed=[size.point(deed.at) for deed in moment.awaited if deed.at],
    )


def _draw_ways_back(moment: LessonState, say: Gettext) -> h.Node:
    back = guided_address(moment.script, moment.actions[:-1])
    return h.nav(".steps", aria_label=say(N_("Step through the game")))[
        moment.actions and h.a(href=back, data_part=PART)[say(N_("One step back"))],
        moment.actions and h.a(href=guided_address(moment.script, ()), data_part=PART)[say(N_("Start again"))],
        h.a(href="/learn/first")[say(N_("Another guided game"))],
    ]


def _draw_reveal(moment: LessonState, language: str) -> h.Element:
    """Draw the end of a guided game: the newcomer's view, the true board, correct guesses, count and links."""
    say, size, reveal = translation(language).gettext, moment.view.settings.size, moment.reveal
    assert reveal is not None
    counted = reveal.result.margin is not None
    area = territory(reveal.board, size)
    owners = {point: int(colour) for colour, own in ((BLACK, area.black), (WHITE, area.white)) for point in own}
    saw, there = say(N_("Your view")), say(N_("True board"))
    pictures = (
        Picture(size, moment.view.board, "saw", saw, pencil=moment.pencil, wrong=moment.wrong_guesses),
        Picture(size, reveal.board, "reference", there, known=moment.view.board, owners=owners if counted else {}),
    )
    return h.section(".revealed")[
        h.div(".boards")[(h.section(".still")[h.h2[each.label], draw_board(each, say)] for each in pictures)],
        [h.p[sentence] for sentence in _describe_result(moment, language)],
        _draw_next_games(moment, say),
    ]


def _describe_result(moment: LessonState, language: str) -> Iterator[str]:
    """Yield a sentence about the correct pencil marks if marks were made, and the score if the game was counted."""
    say, (right, guesses) = translation(language).gettext, moment.guesses
    if guesses:
        yield say(N_("Correct pencil marks: {right} of {guesses}.")).format(right=right, guesses=guesses)
    result = moment.view.result
    if result is not None and result.margin is not None:
        yield say(COUNTED).format(
            black=number_text(result.black or 0, language), white=number_text(result.white or 0, language)
        )


def _draw_next_games(moment: LessonState, say: Gettext) -> h.Element:
    """Draw the links to a real game and to the other guided games."""
    ruleset = moment.script.slug
    return h.section(".onward.panel")[
        h.h2[say(N_("And now without a coach"))],
        h.div(".toolbar")[
            h.form(method="post", action="/games")[
                h.input(type="hidden", name="ruleset", value=ruleset),
                h.input(type="hidden", name="size", value=NEXT_SIZE),
                h.button(".primary", name="opponent", value="yurei")[say(N_("Play against yurei"))],
                h.button(name="opponent", value="friend")[say(N_("Play with a friend"))],
            ],
            h.small(".note")[
                say(N_("On {size} × {size} lines; the program sees no more than you.")).format(size=NEXT_SIZE)
            ],
        ],
        draw_guided_list(say, N_("Or one more guided game"), exclude=moment.script),
    ]


TOOLS = (STONE, GHOST, *PENCILS)
MISTAKES = {
    Mistake.OWN: N_("Your own stone stands there already. It is still your turn."),
    Mistake.REFUSED: N_("Refused! The referee does not say why; perhaps a stone stands there. It is still your turn."),
    Mistake.ELSEWHERE: N_("Keep that idea for your next game! In this one White’s moves are fixed."),
    Mistake.MARKED: N_("Noted with your pencil; only you see it. To place a stone, choose “Try a stone” first."),
    Mistake.WRONG_TOOL: N_("You hold “{held}”. This step needs “{needed}”: take it below the board first."),
}
"""The first sentence of the coach after a wrong action."""


def draw_guided_list(
    say: Gettext, heading: str = N_("Play your first game with a coach"), exclude: guided.Script | None = None
) -> h.Element:
    """Draw the list of guided games, without the game ``exclude``."""
    return h.section(".guided-shelf")[
        h.h2[say(heading)],
        h.div(".guided-cards")[
            (
                h.a(".place", href=f"/learn/first/{script.slug}")[
                    h.span[h.strong[say(script.title)], h.small[say(script.promise)]]
                ]
                for script in guided.ALL
                if script != exclude
            )
        ],
    ]


def draw_coach(moment: LessonState, language: str) -> h.Element:
    """Draw the coach's comment on what just happened, and the next task."""
    say = translation(language).gettext
    step, last = moment.step, len(moment.script.steps)
    return h.section(".coach")[
        h.h2[say(N_("Your coach"))],
        h.div(role="status")[
            [h.p[say(sentence)] for sentence in moment.script.closing]
            if step is None
            else [
                h.p[_describe_last_event(moment, step, say)],
                h.p(".todo")[h.strong[describe_task(moment, step, language)]],
            ],
        ],
        h.progress(value=str(moment.number), max=str(last), aria_label=say(N_("Progress of the game"))),
    ]


def _describe_last_event(moment: LessonState, step: Step, say: Gettext) -> str:
    if moment.mistake is None:
        return say(step.happened)
    words = {tool.do: say(tool.words) for tool in TOOLS}
    needed = next((words[deed.do] for deed in moment.awaited if deed.at), "")
    return say(MISTAKES[moment.mistake]).format(held=words[moment.tool], needed=needed)


def describe_task(moment: LessonState, step: Step, language: str) -> str:
    """Return the text of the coach's task, with the names of the remaining points."""
    points = [deed.at for deed in moment.awaited]
    return translation(language).gettext(step.todo).format(points=any_of(points, language))


def guided_routes(app: FastAPI) -> None:
    """Add the routes of the guided games."""

    @app.get("/learn/first")
    async def list_guided_games(request: Request) -> HTMLResponse:
        """List the guided games."""
        return HTMLResponse(first_game_page(get_language(request)))

    @app.post("/learn/first")
    async def decline(request: Request) -> Response:
        """Decline the offer of a guided game permanently."""
        return _remember_offer_answered(request, RedirectResponse("/", 303))

    @app.get("/learn/first/{course}")
    async def play_guided(request: Request, course: str) -> Response:
        """Show a guided game after the list of actions in its address; a click on the board adds an action."""
        script, given, language = guided.get_script(course), request.query_params, get_language(request)
        did = [text for text in given.get("did", "").split(".") if text]
        if asked := given.get("do", ""):
            did.append(str(LessonAction.of(asked, given.get("at", ""), script.settings.size)))
        moment = replay_actions(script, did)
        if wants_fragment(request):
            return HTMLResponse(guided_part(moment, language))
        if asked or did != [*moment.actions]:
            return RedirectResponse(guided_address(script, moment.actions), 303)
        return _remember_offer_answered(
            request, HTMLResponse(guided_page(moment, language, read_preferences(request.cookies)))
        )


def _remember_offer_answered(request: Request, response: Response) -> Response:
    if GUIDED not in request.cookies:
        set_cookie(request, response, GUIDED, "answered")
    return response
