"""Routes of the home page, the new-game form, and the pages to learn from. They know of no game in play."""

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.home.page import home_page
from yurei.apps.web.learn.guided import is_new
from yurei.apps.web.new_game.form import FIELDS, address_of, cut, read_plan
from yurei.apps.web.new_game.page import new_game
from yurei.apps.web.new_game.plan import plan_part
from yurei.apps.web.new_game.routes import TableMaker
from yurei.apps.web.shell.cookies import PERSON
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.club.club import Club
from yurei.club.model.chat import TooMuch
from yurei.errors import BadValue, Unknown, YureiError
from yurei.languages import translation


def front_routes(app: FastAPI, club: Club, tables: TableMaker) -> None:
    """Add the routes of the home page and of the new-game form; ``tables`` makes the games."""

    @app.get("/")
    async def home(request: Request) -> Response:
        """Home: every way to play, to watch and to learn. An address with a set-up in it leads to the form."""
        chosen = _filled(request)
        if chosen:
            return RedirectResponse(address_of(chosen), 303)
        compiling = club.turns.compiling
        return HTMLResponse(home_page(spoken_to(request), offered=is_new(request.cookies), compiling=compiling))

    @app.get("/new")
    async def new(request: Request) -> Response:
        """Show the new-game form, filled in from its address."""
        chosen, language = _filled(request), spoken_to(request)
        wrong = _what_is_wrong(chosen, language)
        status = 422 if wrong else 200
        if wants_fragment(request):
            return HTMLResponse(plan_part(language, chosen), status)
        nickname = await club.people.nickname(request.cookies.get(PERSON))
        return HTMLResponse(new_game(language, chosen, nickname, wrong, compiling=club.turns.compiling), status)

    @app.post("/games")
    async def make(request: Request) -> Response:
        """Make a game, and lead its maker to the chair that was asked for."""
        form = await request.form()
        chosen = {key: value for key, value in form.items() if isinstance(value, str)}
        try:
            return await tables.lead(request, read_plan(chosen), chosen)
        except (BadValue, Unknown, TooMuch) as error:
            status = 429 if isinstance(error, TooMuch) else 422
            chosen, language = {key: cut(key, value) for key, value in chosen.items()}, spoken_to(request)
            wrong = error.words.said(translation(language).gettext)
            return HTMLResponse(new_game(language, chosen, chosen.get("nickname", ""), wrong), status)


def _filled(request: Request) -> dict[str, str]:
    """Return the form fields that the address fills in."""
    given = request.query_params
    return {key: cut(key, given[key]) for key in FIELDS if given.get(key, "").strip()}


def _what_is_wrong(chosen: Mapping[str, str], language: str) -> str | None:
    """Return the error message about form fields; None if they make a plan."""
    try:
        read_plan(chosen)
    except YureiError as error:
        return error.words.said(translation(language).gettext)
    return None
