"""The routes of the lobby."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.cookies import PERSON, keep_person
from yurei.apps.web.negotiation import spoken_to, wants_fragment
from yurei.apps.web.pages.lobby import lobby_page, lobby_part
from yurei.apps.web.security import leads_to
from yurei.apps.web.sockets import while_open
from yurei.club.club import Club
from yurei.club.lobby import Lobby
from yurei.club.people import digest


def lobby_routes(app: FastAPI, club: Club, lobby: Lobby) -> None:
    """Add the routes of the lobby."""

    @app.get("/lobby")
    async def look(request: Request) -> HTMLResponse:
        """Who looks for an opponent, and what one looks for oneself."""
        person = await _person(club, request)
        if person is not None:
            lobby.presence.seen(person)
            await _forget_what_is_over(club, lobby, person)
        names, language = club.people.names, spoken_to(request)
        if wants_fragment(request):
            return HTMLResponse(lobby_part(lobby, person, names, language))
        return HTMLResponse(lobby_page(lobby, person, names.get(person or "", ""), names, language))

    @app.post("/lobby/{challenge}")
    async def accept(request: Request, challenge: str) -> Response:
        """Accept a challenge, and sit down."""
        lobby.challenge(challenge)  # who comes too late need not be remembered
        key = await club.people.welcome(request.cookies.get(PERSON))
        game, chair = await lobby.accept(challenge, key)
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_person(request, response, key)
        return response

    @app.post("/lobby/{challenge}/withdraw")
    async def withdraw(request: Request, challenge: str) -> Response:
        """Take one's own challenge back."""
        lobby.withdraw(challenge, request.cookies.get(PERSON))
        return RedirectResponse("/lobby", 303)

    @app.websocket("/lobby/live")
    async def live(socket: WebSocket) -> None:
        """The lobby, whole, whenever it has changed."""
        if not leads_to(socket.headers.get("origin", ""), socket.headers):
            await socket.close(1008)
            return
        person = await _person(club, socket)
        await socket.accept()
        with lobby.presence.connected(person) if person else nullcontext(), lobby.listening() as bell:
            await while_open(socket, _send_changes(club, lobby, socket, person, bell))


async def _person(club: Club, asked: Request | WebSocket) -> str | None:
    key = await club.people.recognised(asked.cookies.get(PERSON))
    return None if key is None else digest(key)


async def _forget_what_is_over(club: Club, lobby: Lobby, person: str) -> None:
    if begun := lobby.begun.get(person):
        async with club.games.game(begun[0]) as held:
            if held.over:
                del lobby.begun[person]


async def _send_changes(club: Club, lobby: Lobby, socket: WebSocket, person: str | None, bell: asyncio.Event) -> None:
    sent = None
    while True:
        bell.clear()
        drawn = lobby_part(lobby, person, club.people.names, spoken_to(socket))
        if drawn != sent:
            await socket.send_text(drawn)
            sent = drawn
        await bell.wait()
