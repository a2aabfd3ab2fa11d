"""Routes of a table: its pages, the actions from its chairs, chat and rematches, and the replay."""

from dataclasses import replace
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.replay.controls import Choice
from yurei.apps.web.replay.page import replay as replay_of
from yurei.apps.web.replay.page import replay_page
from yurei.apps.web.shell.cookies import PERSON, game_cookie, keep_host, keep_key, key_of, text
from yurei.apps.web.shell.negotiation import wants_fragment
from yurei.apps.web.table.context import AIMED, Aim, open_page, page_for
from yurei.apps.web.table.page import fragment, game_page, heard_page, links_page, projector_page
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.game.game import Game
from yurei.club.seats import Forbidden
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE


def table_routes(app: FastAPI, club: Club) -> None:
    """Add the routes of a table: its pages, actions, and the replay after the end."""
    _add_pages(app, club)
    _add_actions(app, club)


def aim_of(game: Game, request: Request) -> Aim | None:
    """Return the unconfirmed try in the address; None without one."""
    do, at = request.query_params.get("do", ""), request.query_params.get("aim")
    if at is None or do not in AIMED:
        return None
    return Aim(do, game.settings.size.name(game.settings.size.point(at)))


async def answer(club: Club, request: Request, game: str, chair: str) -> Response:
    """Answer an action: the changed fragment for a script, a redirect to the page otherwise."""
    if not wants_fragment(request):
        return RedirectResponse(f"/g/{game}/{chair}", 303)
    async with open_page(club, request, game, chair) as page:
        return HTMLResponse(fragment(page))


def _add_pages(app: FastAPI, club: Club) -> None:
    @app.get("/g/{game}/links")
    async def links(request: Request, game: str) -> HTMLResponse:
        """Show the links of a game to its maker."""
        host = request.cookies.get(game_cookie(game, "host"))
        async with club.games.read(game, AUDIENCE.name) as held:
            club.seats.check_host(held, host)
            return HTMLResponse(links_page(page_for(held, AUDIENCE.name, request)))

    @app.get("/g/{game}/{chair}")
    async def look(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the page of a chair, or its live part alone."""
        async with open_page(club, request, game, chair) as page:
            page = replace(page, aim=aim_of(page.game, request))
            club.seen(page.game, chair)
            return HTMLResponse(fragment(page) if wants_fragment(request) else game_page(page))

    @app.get("/g/{game}/{chair}/projector")
    async def projector(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the spectator's page in large, for the wall of a club."""
        async with open_page(club, request, game, chair) as page:
            if page.game.seats_of(chair):
                raise Forbidden(N_("a player’s board cannot be projected; open projector mode from the spectator page"))
            return HTMLResponse(projector_page(page))

    @app.get("/g/{game}/{chair}/heard")
    async def heard(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the announcements to this chair."""
        async with open_page(club, request, game, chair) as page:
            return HTMLResponse(heard_page(page))

    @app.get("/g/{game}/{chair}/replay")
    async def replay(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the replay of an ended game: the boards after a number of tries, and any referee's announcements."""
        choice = Choice.read(request.query_params)
        async with open_page(club, request, game, chair) as page:
            draw = replay_of if wants_fragment(request) else replay_page
            review, offered = await club.reviews.of(page.game), club.reviews.fits(page.game)
            return HTMLResponse(draw(page, choice, review, offered=offered))


def _add_actions(app: FastAPI, club: Club) -> None:
    @app.post("/g/{game}/{chair}")
    async def act(request: Request, game: str, chair: str) -> Response:
        """Act from a chair: try, pass, resign, mark and so on."""
        form = await request.form()
        do, at = text(form, "do"), text(form, "at")
        if form.get("aim") and do in AIMED and not wants_fragment(request):
            return RedirectResponse(f"/g/{game}/{chair}?{urlencode({'do': do, 'aim': at})}", 303)
        await club.perform(game, chair, key_of(request, game, chair), Action(do, at.strip(), text(form, "request")))
        return await answer(club, request, game, chair)

    @app.post("/g/{game}/{chair}/lift")
    async def lift(request: Request, game: str, chair: str) -> Response:
        """Lift the curtain of a shared screen."""
        form = await request.form()
        await club.lift_curtain(game, chair, key_of(request, game, chair), text(form, "seat"))
        return await answer(club, request, game, chair)

    @app.post("/g/{game}/{chair}/chat")
    async def say(request: Request, game: str, chair: str) -> Response:
        """Send a chat message to the table."""
        form = await request.form()
        key, person = key_of(request, game, chair), request.cookies.get(PERSON)
        await club.say(game, chair, key, person, text(form, "text"), text(form, "request"))
        return await answer(club, request, game, chair)

    @app.post("/g/{game}/{chair}/next")
    async def ask_for_next_game(request: Request, game: str, chair: str) -> Response:
        """Ask for the next game of a series, colours swapped, and go there once it is agreed on."""
        key = key_of(request, game, chair)
        found = await club.request_next_game(game, chair, key)
        if found is None:
            return RedirectResponse(f"/g/{game}/{chair}", 303)
        response = RedirectResponse(f"/g/{found[0]}/{found[1]}", 303)
        if key is not None:
            keep_key(request, response, *found, key)
        if host := request.cookies.get(game_cookie(game, "host")):
            keep_host(request, response, found[0], host)
        return response

    @app.post("/g/{game}/{chair}/review")
    async def review(request: Request, game: str, chair: str) -> RedirectResponse:
        """Request the analysis of an ended game; the replay shows it."""
        choice = Choice.read(request.query_params)
        async with open_page(club, request, game, chair) as page:
            await club.ask_review(page.game, key_of(request, game, chair))
        return RedirectResponse(f"/g/{game}/{chair}/replay{choice.address()}#review", 303)
