"""The new-game page and its routes."""

from collections.abc import Iterable

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from yurei import players
from yurei.apps.web.frame.html import draw_field, select_of
from yurei.apps.web.frame.http import PERSON, get_language, wants_fragment
from yurei.apps.web.frame.page import PLAY, draw_document
from yurei.apps.web.parts import fields
from yurei.club.club import Club
from yurei.club.model.chairs import Plan
from yurei.club.model.limits import LimitExceeded
from yurei.errors import BadValue, Unknown, YureiError
from yurei.languages import N_, closed, translation


def plan_or_error(chosen: fields.NewGameForm) -> Plan | YureiError:
    try:
        return chosen.plan()
    except YureiError as error:
        return error


def plan_part(language: str, form: fields.NewGameForm, plan: Plan | YureiError) -> str:
    """Return the summary of the chosen game: position, choices in sentences, address; or an error message."""
    say = translation(language).gettext
    if isinstance(plan, YureiError):
        return str(
            h.section("#plan")[h.h2[say(N_("Summary"))], h.p(".wrong", aria_live="polite")[plan.words.said(say)]]
        )
    return str(
        h.section("#plan")[
            h.h2[say(N_("Summary"))],
            fields.draw_opening(plan.settings, plan.terms.get(fields.SETUP), say),
            h.ul(aria_live="polite")[(h.li[sentence] for sentence in fields.describe_plan(plan, language))],
            (h.p(".note")[sentence] for sentence in _list_warnings(plan, language)),
            h.p(".note")[
                h.a("#address", href=fields.form_address(form.address_fields))[say(N_("Link to these settings"))]
            ],
            h.p(".note")[say(N_("Bookmark it to use these settings again."))],
        ]
    )


def _list_warnings(plan: Plan, language: str) -> Iterable[str]:
    """Yield warnings about a komi that decides the game, and about a program that plays this game weakly."""
    say = translation(language).gettext
    yield from map(say, plan.settings.cautions)
    if plan.program and (weakness := players.weakness(plan.program, plan.settings)):
        yield closed(weakness.said(say), language)


def new_game_page(
    language: str,
    chosen: fields.NewGameForm,
    plan: Plan | YureiError,
    nickname: str = "",
    wrong: YureiError | None = None,
    *,
    compiling: bool = False,
) -> str:
    """Return the new-game page with the form, its plan or an error, and the error ``wrong`` of a failed creation."""
    say = translation(language).gettext
    # The levels, and a further program if the address names one.
    programs = fields.level_choices(say) + [(chosen.program, chosen.program)] * (chosen.program not in players.OFFERED)
    return draw_document(
        say(N_("A new game")),
        [
            h.h1[say(N_("A new game"))],
            h.p(".wrong", role="alert")[wrong.words.said(say)] if wrong else None,
            h.form("#new", method="post", action="/games")[
                h.div(".choices")[
                    h.fieldset(".row")[
                        h.legend[say(N_("Opponent"))],
                        fields.select_field(say, N_("Play against"), "opponent", fields.OPPONENTS, chosen),
                        fields.select_field(say, N_("Your colour"), "colour", fields.COLOURS, chosen, "seats"),
                        draw_field(say(N_("Program")), select_of("program", programs, chosen.program), "program"),
                        compiling and h.div(".needs-program")[fields.draw_compiling_note(say)],
                        fields.draw_name_field(say, nickname),
                    ],
                    fields.game_choices(say, chosen),
                ],
                h.div(".beside")[
                    Markup(plan_part(language, chosen, plan)),
                    h.button(".primary")[say(N_("Create game"))],
                    h.button(".quiet", formmethod="get", formaction="/new")[say(N_("Update the summary"))],
                ],
            ],
        ],
        language,
        extras=("front.css", "front.js"),
        here=PLAY,
    )


def new_game_routes(app: FastAPI, club: Club, tables: fields.TableMaker) -> None:
    @app.get("/new")
    async def new(request: Request) -> Response:
        """Show the new-game form, filled in from its address."""
        chosen, language = fields.NewGameForm.read(fields.cut_texts(request.query_params)), get_language(request)
        plan = plan_or_error(chosen)
        wrong = plan if isinstance(plan, YureiError) else None
        status = 422 if wrong else 200
        if wants_fragment(request):
            return HTMLResponse(plan_part(language, chosen, plan), status)
        nickname = await club.people.nickname(request.cookies.get(PERSON))
        page = new_game_page(language, chosen, plan, nickname, wrong, compiling=club.turns.compiling)
        return HTMLResponse(page, status)

    @app.post("/games")
    async def make(request: Request) -> Response:
        """Create a game, and redirect its maker to the requested chair."""
        texts = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
        plan = plan_or_error(fields.NewGameForm.read(texts))
        try:
            if isinstance(plan, YureiError):
                raise plan
            return await tables.create_game_and_redirect(request, plan, texts.get("nickname"))
        except (BadValue, Unknown, LimitExceeded) as error:
            texts = fields.cut_texts(texts)
            chosen, nickname = fields.NewGameForm.read(texts), texts.get("nickname", "")
            page = new_game_page(get_language(request), chosen, plan, nickname, error)
            return HTMLResponse(page, 429 if isinstance(error, LimitExceeded) else 422)
