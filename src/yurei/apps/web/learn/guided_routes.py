"""Routes of the guided games for newcomers. The server stores nothing: the address holds the newcomer's actions."""

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.learn.guided_page import first_game_page, guided_address, guided_page, guided_part
from yurei.apps.web.shell.cookies import PERSON, set_cookie
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.preference_routes import likes_of
from yurei.club import lessons as guided
from yurei.club.lessons import Deed, play

OFFERED = "yurei-guided"
"""Cookie of a browser whose reader has played or declined the offered guided game."""


def is_new(cookies: Mapping[str, str]) -> bool:
    """Return whether a browser has neither been at a table here nor answered the offer of a guided game."""
    return not {PERSON, OFFERED} & cookies.keys()


def guided_routes(app: FastAPI) -> None:
    """Add the routes of the guided games."""

    @app.get("/learn/first")
    async def choose(request: Request) -> HTMLResponse:
        """List the guided games."""
        return HTMLResponse(first_game_page(spoken_to(request)))

    @app.post("/learn/first")
    async def decline(request: Request) -> Response:
        """Decline the offer, which is not made again."""
        return _answered(request, RedirectResponse("/", 303))

    @app.get("/learn/first/{course}")
    async def play_guided(request: Request, course: str) -> Response:
        """Show a guided game after the actions in the address and a new action from the board."""
        script, given, language = guided.get(course), request.query_params, spoken_to(request)
        did = [text for text in given.get("did", "").split(".") if text]
        if asked := given.get("do", ""):
            did.append(str(Deed.of(asked, given.get("at", ""), script.settings.size)))
        moment = play(script, did)
        if wants_fragment(request):
            return HTMLResponse(guided_part(moment, language))
        if asked or did != [*moment.did]:
            return RedirectResponse(guided_address(script, moment.did), 303)
        return _answered(request, HTMLResponse(guided_page(moment, language, likes_of(request.cookies))))


def _answered(request: Request, response: Response) -> Response:
    """Set the cookie that marks the offer as answered."""
    if OFFERED not in request.cookies:
        set_cookie(request, response, OFFERED, "answered")
    return response
