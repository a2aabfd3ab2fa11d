"""The frame of every page: HTML head, navigation, and the reader's preferences with their routes."""

from collections.abc import Collection, Mapping, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache
from urllib.parse import quote

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from yurei.apps.web.frame.http import COOKIE, form_text, set_cookie
from yurei.apps.web.frame.security import static_url
from yurei.errors import unknown
from yurei.languages import N_, NAMES, Gettext, translation

PLAY, LOBBY, WATCH, LEARN, PROBLEMS, GAMES = "/", "/lobby", "/watch", "/learn", "/problems", "/you"
PLACES = (
    (PLAY, N_("Play"), '<circle cx="9" cy="10" r="5"/><path d="M15 5.4a5 5 0 1 1 0 9.2"/>'),
    (
        LOBBY,
        N_("Lobby"),
        '<path d="M3 19c0-7 10-7 10 0M13 13c3-3 8-1 8 6"/><circle cx="8" cy="9" r="3"/><path d="M15 5a3 3 0 0 1 0 6"/>',
    ),
    (WATCH, N_("Watch"), '<path d="M2 12c5-9 15-9 20 0-5 9-15 9-20 0z"/><circle cx="12" cy="12" r="3"/>'),
    (LEARN, N_("Learn"), '<path d="M12 6v14C8 17 5 17 2 18V5c3-1 6-1 10 1 4-2 7-2 10-1v13c-3-1-6-1-10 2"/>'),
    (
        PROBLEMS,
        N_("Problems"),
        '<path d="M4 4h16v16H4z"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.4 2.3q-.9.4-.9 1.5M12 16.3v.2"/>',
    ),
    (GAMES, N_("Your games"), '<path d="M4 4h16v16H4zM4 12h16M12 4v16"/>'),
)
"""Places: address, name, and icon for phones, 24 by 24."""


def navigation(here: str, say: Gettext) -> h.Element:
    """Draw the navigation; on a phone it is at the bottom of the screen.

    A script adds the number of games in which it is the reader's turn, so that the HTML is the same for everybody.
    """
    waiting = h.span("#turns", class_="badge", hidden=True, data_words=say(N_("games where it is your turn: {number}")))
    return h.nav(".navigation", aria_label=say(N_("Main menu")))[
        (
            h.a(href=address, aria_current="page" if address == here else None)[
                Markup(f'<svg aria-hidden="true" focusable="false" viewBox="0 0 24 24">{icon}</svg>'),
                h.span[say(words)],
                address == GAMES and waiting,
            ]
            for address, words, icon in PLACES
        )
    ]


TITLE = N_("Sound and appearance")
SWITCHES = {
    "sound": N_("Stone sounds"),
    "voice": N_("Read announcements aloud"),
    "vibrate": N_("Vibrate on announcements"),
    "bare": N_("No coordinates"),
    "unmarked": N_("Hide marks of refused moves and captures"),
    "keyless": N_("Turn off keyboard shortcuts"),
}
CHOICES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "tap": (
        N_("Tapping a point"),
        {
            "": N_("Plays there; small points ask for confirmation"),
            "confirm": N_("Always asks for confirmation"),
            "direct": N_("Plays without confirmation"),
        },
    ),
    "colours": (N_("Colours"), {"": N_("Like the device"), "light": N_("Light"), "dark": N_("Dark")}),
    "board": (
        N_("Board"),
        {
            "": N_("Kaya"),
            "bamboo": N_("Bamboo"),
            "night": N_("Night"),
            "clear": N_("High contrast, without wood and shadows"),
        },
    ),
    "stones": (N_("Stones"), {"": N_("Slate and shell"), "glass": N_("Glass"), "flat": N_("Flat")}),
}
"""Preferences with several values, by form field: heading, and labels by value; the first is the default."""
LIKES = frozenset((*SWITCHES, *(like for _, group in CHOICES.values() for like in group if like)))
USUAL = frozenset({"sound"})  # preferences of a reader without saved ones
READER = ContextVar("likes of the reader", default=USUAL)
"""Preferences of the current reader, for the colours of pages. Every request has its own."""
PLACE = ContextVar("place of the page", default="/")
"""Path and query of the current request, to which the forms of the header lead back."""
BACK_FIELD = Markup(str(h.input(type="hidden", name="back", value="")))
"""Field that names the page on which a form was sent, to be filled by ``draw_document``. Browsers name only the site."""


def draw_preferences(likes: Collection[str], say: Gettext) -> h.Element:
    """Draw the form of the preferences. A script saves each change at once; without scripts there is a button."""

    def group(heading: str, kind: str, name: str, values: Mapping[str, str], chosen: Collection[str]) -> h.Element:
        return h.fieldset[
            h.legend[say(heading)],
            (
                h.label[h.input(type=kind, name=name, value=like, checked=like in chosen), say(words)]
                for like, words in values.items()
            ),
        ]

    return h.form("#likes.panel", method="post", action="/likes")[
        BACK_FIELD,
        group(N_("At the table"), "checkbox", "like", SWITCHES, likes),
        (
            group(heading, "radio", name, values, [next((like for like in values if like in likes), "")])
            for name, (heading, values) in CHOICES.items()
        ),
        h.button[say(N_("Save"))],
    ]


def _make_stops(*stops: tuple[float, str, float]) -> str:
    return "".join(
        f'<stop offset="{offset:g}" stop-color="{colour}"' + (f' stop-opacity="{opacity:g}"/>' if opacity < 1 else "/>")
        for offset, colour, opacity in stops
    )


_SHADE = '<ellipse cx=".05" cy=".09" rx=".52" ry=".51" fill="url(#shade)"/>'


# A yūrei has no feet: it fades away below.
_GHOST = "M-.35.42V-.08a.35.35 0 0 1 .7 0V.42q-.09-.15-.175 0t-.175 0-.175 0-.175 0z"
_EYES = (
    '<ellipse cx="-.12" cy="-.1" rx=".055" ry=".085"/><ellipse cx=".12" cy="-.1" rx=".055" ry=".085"/>'
    '<ellipse cy=".1" rx=".045" ry=".06"/>'
)


def _draw_ghost_icon(colour: str) -> str:
    return (
        f'<g id="{colour}-ghost" class="{colour} spirit"><circle r=".49" class="glow"/>'
        f'<path d="{_GHOST}"/><g class="eyes">{_EYES}</g></g>'
    )


PAINTS = Markup(
    '<svg class="paints" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
    f'<radialGradient id="slate" cx=".36" cy=".3" r=".8">'
    f"{_make_stops((0, '#83888f', 1), (0.3, '#464a50', 1), (0.7, '#1c1d20', 1), (1, '#08090a', 1))}</radialGradient>"
    f'<radialGradient id="shell" cx=".36" cy=".3" r=".85">'
    f"{_make_stops((0, '#fff', 1), (0.5, '#faf7f0', 1), (0.8, '#e6dfd0', 1), (1, '#b3a992', 1))}</radialGradient>"
    f'<radialGradient id="dark-glass" cx=".32" cy=".26" r=".95">'
    f"{_make_stops((0, '#d8fff4', 1), (0.12, '#4fae97', 1), (0.5, '#0d5a4c', 1), (1, '#012620', 1))}</radialGradient>"
    f'<radialGradient id="pale-glass" cx=".32" cy=".26" r=".95">'
    f"{_make_stops((0, '#fff', 1), (0.35, '#fbfdff', 1), (0.75, '#cfdcea', 1), (1, '#8fa3bb', 1))}</radialGradient>"
    f'<radialGradient id="shade">{_make_stops((0.72, "#1c0f02", 0.5), (1, "#1c0f02", 0))}</radialGradient>'
    '<pattern id="mist-bank" width="3" height="1.2" patternUnits="userSpaceOnUse"><rect class="haze" width="3" height="1.2"/>'
    '<path class="wisp" d="M.2.4q.35-.2.7 0t.7 0M1.7 1q.3-.16.6 0t.5 0"/></pattern>'
    f'<linearGradient id="dark-veil" x2="0" y2="1">'
    f"{_make_stops((0, '#15171b', 0.95), (0.6, '#15171b', 0.75), (1, '#15171b', 0.1))}</linearGradient>"
    f'<linearGradient id="pale-veil" x2="0" y2="1">'
    f"{_make_stops((0, '#fff', 1), (0.6, '#fff', 0.85), (1, '#fff', 0.12))}</linearGradient>"
    f'<g id="black-stone">{_SHADE}<circle r=".475" class="slate"/></g>'
    f'<g id="white-stone">{_SHADE}<circle r=".475" class="shell"/>'
    '<path class="growth" d="M-.3-.28Q.05-.12.34-.24M-.4-.08Q.04.1.42-.04M-.4.14Q.02.3.38.16"/></g>'
    f"{_draw_ghost_icon('black')}{_draw_ghost_icon('white')}"
    '<filter id="grain" x="0" y="0" width="100%" height="100%">'
    '<feTurbulence type="fractalNoise" baseFrequency=".005 .16" numOctaves="4" seed="7"/>'
    '<feColorMatrix values="0 0 0 0 .32 0 0 0 0 .17 0 0 0 0 .03 0 .75 0 0 -.2"/>'
    '<feComposite in2="SourceAlpha" operator="in"/><feBlend in2="SourceGraphic" mode="multiply"/></filter>'
    '<filter id="mist" x="0" y="0" width="100%" height="100%">'
    '<feTurbulence type="fractalNoise" baseFrequency=".009 .016" numOctaves="3" seed="3"/>'
    '<feColorMatrix values="0 0 0 0 .93 0 0 0 0 .93 0 0 0 0 .9 0 3 0 0 -1.15"/>'
    '<feComposite in2="SourceAlpha" operator="in"/></filter>'
    "</defs></svg>"
)


def draw_document(
    heading: str,
    content: h.Node,
    language: str,
    extras: Sequence[str] = (),
    likes: Collection[str] | None = None,
    head_more: h.Node = None,
    here: str = "",
    turn: str | None = None,
    table: bool = True,
) -> str:
    """Return a complete HTML page around ``content``.

    ``extras`` are style sheets and modules, ``likes`` the preferences for a table, ``here`` the current address in the
    navigation, ``table`` whether the page has parts of a table. ``turn`` is "Your turn", empty if that may appear
    later, None on a page without a game.
    """
    page = str(
        h.html(lang=language, data_likes=" ".join(sorted(READER.get() if likes is None else likes)))[
            _draw_head(heading, ("table.css", "table.js", *extras) if table else extras, head_more, turn),
            h.body[
                h.a(".skip", href="#content")[translation(language).gettext(N_("To the content"))],
                _draw_header(here, None if likes is None else frozenset(likes), language),
                h.main("#content", tabindex="-1")[content],
                _draw_bottom(language, table),
            ],
        ]
    )
    return page.replace(BACK_FIELD, str(h.input(type="hidden", name="back", value=PLACE.get())))


@lru_cache(maxsize=512)
def _draw_header(here: str, likes: frozenset[str] | None, language: str) -> Markup:
    """Draw the header: navigation, preferences or a link to them, and the folded list of languages."""
    say = translation(language).gettext
    preferences = h.a(".preferences-link", href="/you#likes")[say(TITLE)]
    if likes is not None:
        preferences = h.details(".menu.preferences")[h.summary[say(TITLE)], draw_preferences(likes, say)]
    languages = h.form(method="post", action="/language")[
        BACK_FIELD,
        (h.button(name="to", value=slug, lang=slug)[name] for slug, name in NAMES.items() if slug != language),
    ]
    return Markup(PAINTS) + Markup(
        h.header[
            h.a(".name", href="/")["yurei"],
            navigation(here, say),
            preferences,
            h.nav(".languages", aria_label=say(N_("Language")))[h.details[h.summary[NAMES[language]], languages]],
        ]
    )


@cache
def _draw_bottom(language: str, table: bool) -> Markup:
    say = translation(language).gettext
    unknown = N_("No answer from the server. Check the board before you try again: your move may have been played.")
    return Markup(
        h.footer[
            h.span("#connection", role="status", data_lost=say(N_("Connection lost; reconnecting …"))),
            h.span("#news", role="status"),
            h.span(
                "#sending",
                role="status",
                data_again=say(N_("No answer yet; sending again …")),
                data_unknown=say(unknown),
                data_wait=say(N_("it is not your turn; wait for the referee")) if table else None,
            ),
            h.div("#notice", role="alert"),
        ]
    )


def _draw_head(heading: str, extras: Sequence[str], more: h.Node, turn: str | None) -> h.Element:
    plain = f"{heading} – yurei"
    return h.head[
        h.meta(charset="utf-8"),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.meta(name="color-scheme", content="light dark"),
        h.title(data_plain=None if turn is None else plain)[f"{turn} – {plain}" if turn else plain],
        h.link(rel="stylesheet", href=static_url("style.css")),
        h.link(rel="stylesheet", href=static_url("board.css")),
        (h.link(rel="stylesheet", href=static_url(name)) for name in extras if name.endswith(".css")),
        h.link(rel="icon", href=static_url("icon-turn.svg" if turn else "icon.svg"), type="image/svg+xml"),
        h.link(rel="manifest", href="/manifest.webmanifest"),
        h.script(type="module", src=static_url("yurei.js")),
        h.script(type="module", src=static_url("notify.js")),
        (h.script(type="module", src=static_url(name)) for name in extras if name.endswith(".js")),
        more,
    ]


def panel_page(
    heading: str, content: h.Node, language: str, *, extras: Sequence[str] = (), here: str = "", kind: str = "panel"
) -> str:
    said = translation(language).gettext(heading)
    return draw_document(said, h.section(class_=kind)[h.h1[said], content], language, extras, here=here)


def wrong_page(sentence: str, language: str) -> str:
    home = h.p[h.a(href="/")[translation(language).gettext(N_("Back to home"))]]
    return panel_page(N_("That did not work"), [h.p[sentence], home], language, kind="wrong")


LIKES_COOKIE = "likes"


def read_preferences(cookies: Mapping[str, str]) -> frozenset[str]:
    """Return the reader's preferences, or the defaults without a cookie; ignore unknown words."""
    if LIKES_COOKIE not in cookies:
        return USUAL
    return frozenset(cookies[LIKES_COOKIE].split(".")) & LIKES


def find_return_address(request: Request, form: FormData) -> str:
    """Return the address of the page that sent the form, or the home page if this server has no such page."""
    path, _, query = form_text(form, "back").partition("?")
    path = "/" + path.lstrip("/\\")  # a path with two slashes at the start would lead to a different host
    looked_at = {"type": "http", "method": "GET", "path": path}
    if not any(route.matches(looked_at)[0] is Match.FULL for route in request.app.routes):
        return "/"  # such a page accepts forms only
    return f"{path}?{query}" if query else path


class PreferencesMiddleware:
    """Middleware that makes the reader's preferences and the address of the request available to the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            READER.set(read_preferences(HTTPConnection(scope).cookies))
            query = scope["query_string"].decode("latin-1")
            PLACE.set(quote(scope["path"]) + (f"?{query}" if query else ""))
        await self._app(scope, receive, send)


def preference_routes(app: FastAPI) -> None:
    @app.post("/likes")
    async def likes(request: Request) -> Response:
        """Save the preferences for the table in a cookie."""
        # The default value of a preference has no word.
        form = await request.form()
        given = [like for field in ("like", *CHOICES) for like in form.getlist(field) if isinstance(like, str) and like]
        for like in given:
            if like not in LIKES:
                raise unknown("preference", like, LIKES)
        response = RedirectResponse(find_return_address(request, form), 303)
        # A dot stands for no preferences, as an empty cookie would be deleted.
        set_cookie(request, response, LIKES_COOKIE, ".".join(sorted(set(given))) or ".")
        return response

    @app.post("/language")
    async def language(request: Request) -> Response:
        """Store the chosen language in a cookie."""
        form = await request.form()
        chosen = form_text(form, "to")
        if chosen not in NAMES:
            raise unknown("language", chosen, NAMES)
        response = RedirectResponse(find_return_address(request, form), 303)
        set_cookie(request, response, COOKIE, chosen)
        return response
