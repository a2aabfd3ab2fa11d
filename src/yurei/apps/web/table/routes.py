"""Routes of a table: its pages, and the actions from its chairs."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei import records
from yurei.apps.web.replay.choice import Choice
from yurei.apps.web.replay.page import replay as replay_of
from yurei.apps.web.replay.page import replay_page
from yurei.apps.web.shell.cookies import game_cookie, key_of, text
from yurei.apps.web.shell.negotiation import wants_fragment
from yurei.apps.web.table.chair import aim_of, answer, page_for, page_of
from yurei.apps.web.table.context import AIMED
from yurei.apps.web.table.game_page import game_page, heard_page, links_page
from yurei.apps.web.table.page import fragment
from yurei.club.club import Club
from yurei.club.game.record import record_of
from yurei.club.model.action import Action
from yurei.referee.seating import AUDIENCE


def table_routes(app: FastAPI, club: Club) -> None:
    """Add the routes of a table: its pages, actions, and downloads after the end."""
    _looking(app, club)
    _acting(app, club)
    _afterwards(app, club)


def _looking(app: FastAPI, club: Club) -> None:

    @app.get("/g/{game}/links")
    async def links(request: Request, game: str) -> HTMLResponse:
        """Show the links of a game to its maker."""
        host = request.cookies.get(game_cookie(game, "host"))
        async with club.games.game(game) as held:
            club.seats.check_host(held, host)
            return HTMLResponse(links_page(page_for(held, AUDIENCE.name, request)))

    @app.get("/g/{game}/{chair}")
    async def look(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the page of a chair, or its live part alone."""
        async with club.games.game(game) as held:
            page = replace(page_of(club, held, request, chair), aim=aim_of(held, request))
            club.seen(held, chair)
            if wants_fragment(request):
                return HTMLResponse(fragment(page))
            return HTMLResponse(game_page(page))


def _acting(app: FastAPI, club: Club) -> None:
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


def _afterwards(app: FastAPI, club: Club) -> None:
    @app.get("/g/{game}/{chair}/replay")
    async def replay(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the replay of an ended game: the boards after a number of tries, and any referee's announcements."""
        choice = Choice.read(request.query_params)
        async with club.games.game(game) as held:
            page = page_of(club, held, request, chair)
            draw = replay_of if wants_fragment(request) else replay_page
            return HTMLResponse(draw(page, choice, await club.reviews.of(held), offered=club.reviews.fits(held)))

    @app.post("/g/{game}/{chair}/review")
    async def review(request: Request, game: str, chair: str) -> RedirectResponse:
        """Request the analysis of an ended game; the replay shows it."""
        choice = Choice.read(request.query_params)
        async with club.games.game(game) as held:
            page_of(club, held, request, chair)
            await club.ask_review(held, key_of(request, game, chair))
        return RedirectResponse(f"/g/{game}/{chair}/replay{choice.address()}#review", 303)

    @app.get("/g/{game}/{chair}/heard")
    async def heard(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the announcements to this chair."""
        async with club.games.game(game) as held:
            return HTMLResponse(heard_page(page_of(club, held, request, chair)))

    @app.get("/g/{game}/{chair}/record")
    async def record(request: Request, game: str, chair: str) -> Response:
        """Send the record of an ended game."""
        async with club.games.game(game) as held:
            page_of(club, held, request, chair)
            written = records.write(record_of(held))
        name = f"yurei-{game}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(written, media_type="application/x-ndjson", headers=headers)
