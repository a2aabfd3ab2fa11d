"""How somebody likes the table: its sounds, its voice, its colours, and whether a try is confirmed. Kept in a cookie."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from htpy import Element, button, details, fieldset, form, input, label, legend, span, summary

from yurei.apps.web.cookies import set_cookie
from yurei.apps.web.routes.languages import way_back
from yurei.errors import unknown
from yurei.languages import N_, translation

COOKIE = "likes"
LIKES = {
    "sound": N_("Sounds of stones"),
    "voice": N_("The referee speaks aloud"),
    "clear": N_("Clear colours, without wood and shadows"),
    "confirm": N_("Tap a point first, then confirm"),
    "keyless": N_("Letters on the keyboard do nothing"),
}
"""What can be liked."""
USUAL = frozenset({"sound"})
"""What is liked by who has said nothing."""


def likes_of(cookies: Mapping[str, str]) -> frozenset[str]:
    """What somebody likes. A cookie that makes no sense says nothing."""
    if COOKIE not in cookies:
        return USUAL
    return frozenset(cookies[COOKIE].split(".")) & LIKES.keys()


def panel(likes: Collection[str], language: str) -> Element:
    """The choices, folded. A script sends each at once; without one there is a button."""
    say = translation(language).gettext
    return details(".preferences")[
        summary[say(N_("Sound and look"))],
        form("#likes", method="post", action="/likes")[
            fieldset[
                legend[say(N_("At the table"))],
                (
                    label[input(type="checkbox", name="like", value=like, checked=like in likes), span[say(words)]]
                    for like, words in LIKES.items()
                ),
            ],
            button[say(N_("Remember"))],
        ],
    ]


def add_preferences(app: FastAPI) -> None:
    """The route by which likes are kept."""

    @app.post("/likes")
    async def likes(request: Request) -> Response:
        """Say how one likes the table; kept in a cookie."""
        given = [like for like in (await request.form()).getlist("like") if isinstance(like, str)]
        for like in given:
            if like not in LIKES:
                raise unknown("preference", like, LIKES)
        response = RedirectResponse(way_back(request), 303)
        # A dot stands where nothing is liked: an empty cookie would be none.
        set_cookie(request, response, COOKIE, ".".join(like for like in LIKES if like in given) or ".")
        return response
