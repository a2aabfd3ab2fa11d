"""Routes of an evening for spectators and players: the plan, the wall, a player's own page."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.seats.routes import followed_by_hand
from yurei.apps.web.shell.cookies import PERSON, keep_person
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.websockets import send_changes, while_open
from yurei.apps.web.tournaments.host_routes import evening_host_routes
from yurei.apps.web.tournaments.page import (
    plan_page,
    plan_part,
    player_page,
    player_part,
    wall_page,
    wall_part,
    welcome_page,
)
from yurei.apps.web.tournaments.tables import EveningView
from yurei.apps.web.tournaments.view import player_view, read_number, view_of
from yurei.club.club import Club
from yurei.club.tournaments.evenings import Evenings, check_link
from yurei.errors import YureiError

Draw = Callable[[EveningView], str]


def evening_routes(app: FastAPI, club: Club, evenings: Evenings) -> None:
    """Add the routes of evenings."""
    evening_host_routes(app, club, evenings)
    _reading_routes(app, evenings)
    _joining_routes(app, evenings)
    _live_routes(app, evenings)


def _reading_routes(app: FastAPI, evenings: Evenings) -> None:
    @app.get("/evening/{evening}")
    async def plan(request: Request, evening: str) -> HTMLResponse:
        """Show the plan: rounds, tables, results, standings."""
        view = await view_of(evenings, request, evening)
        return HTMLResponse((plan_part if wants_fragment(request) else plan_page)(view))

    @app.get("/evening/{evening}/wall")
    async def wall(request: Request, evening: str) -> HTMLResponse:
        """Show the evening for a projector."""
        view = await view_of(evenings, request, evening)
        return HTMLResponse((wall_part if wants_fragment(request) else wall_page)(view))

    @app.get("/evening/{evening}/mine")
    async def mine(request: Request, evening: str) -> Response:
        """Lead back from a game to the player's own page, or to the plan."""
        view = await view_of(evenings, request, evening)
        return RedirectResponse(f"{view.address}/p/{view.number}" if view.number else view.address, 303)

    @app.get("/evening/{evening}/p/{number}")
    async def own(request: Request, evening: str, number: str) -> HTMLResponse:
        """Show a player's own page, with their present table."""
        view = await player_view(evenings, request, evening, number)
        return HTMLResponse((player_part if wants_fragment(request) else player_page)(view))


def _joining_routes(app: FastAPI, evenings: Evenings) -> None:
    @app.get("/evening/{evening}/p/{number}/{link}")
    async def follow(request: Request, evening: str, number: str, link: str) -> Response:
        """Join an evening by a player's link, or ask whether to."""
        if followed_by_hand(request):
            return await _join(request, evening, number, link)
        found = await evenings.book.get(evening)
        player = check_link(found, read_number(number), link)
        return HTMLResponse(welcome_page(request.url.path, player.name, spoken_to(request)))

    @app.post("/evening/{evening}/p/{number}/{link}")
    async def come(request: Request, evening: str, number: str, link: str) -> Response:
        """Join an evening by a player's link."""
        return await _join(request, evening, number, link)

    async def _join(request: Request, evening: str, number: str, link: str) -> Response:
        # The secret moves from the address into a cookie.
        key = await evenings.claim(evening, read_number(number), link, request.cookies.get(PERSON))
        response = RedirectResponse(f"/evening/{evening}/p/{read_number(number)}", 303)
        keep_person(request, response, key)
        return response

    @app.post("/evening/{evening}/p/{number}")
    async def sit_down(request: Request, evening: str, number: str) -> Response:
        """Sit down at the player's table of this round."""
        key = request.cookies.get(PERSON)
        game, chair = await evenings.sit_down(evening, read_number(number), key)
        return RedirectResponse(f"/g/{game}/{chair}", 303)


def _live_routes(app: FastAPI, evenings: Evenings) -> None:
    @app.websocket("/evening/{evening}/live")
    async def plan(socket: WebSocket, evening: str) -> None:
        """Stream the plan: send it whenever it changes."""
        await _stream(evenings, socket, evening, None, plan_part)

    @app.websocket("/evening/{evening}/wall/live")
    async def wall(socket: WebSocket, evening: str) -> None:
        """Stream the wall: send it whenever it changes."""
        await _stream(evenings, socket, evening, None, wall_part)

    @app.websocket("/evening/{evening}/p/{number}/live")
    async def own(socket: WebSocket, evening: str, number: str) -> None:
        """Stream a player's own page: send it whenever it changes."""
        await _stream(evenings, socket, evening, number, player_part)


async def _stream(evenings: Evenings, socket: WebSocket, name: str, number: str | None, draw: Draw) -> None:
    """Send changes to a reader with access until the socket closes. Received messages are ignored."""

    async def drawn() -> str:
        if number is None:
            return draw(await view_of(evenings, socket, name))
        return draw(await player_view(evenings, socket, name, number))

    try:
        await drawn()
    except YureiError:
        await socket.close(1008)
        return
    await socket.accept()
    with evenings.book.listeners.listening(name) as changed:
        await while_open(socket, send_changes(socket, changed, drawn))
