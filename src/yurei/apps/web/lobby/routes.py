"""Routes of the lobby: its page, its socket, and challenges."""

from contextlib import nullcontext

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.requests import HTTPConnection

from yurei.apps.web.address import base_of
from yurei.apps.web.lobby.challenges import challenge_page
from yurei.apps.web.lobby.page import LobbyPart, lobby_page
from yurei.apps.web.shell.cookies import PERSON, check_cookies, keep_host, keep_person, set_cookie, text
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.preference_routes import likes_of
from yurei.apps.web.shell.websockets import send_changes, while_open
from yurei.apps.web.watch import WatchedGames
from yurei.club.club import Club
from yurei.club.lobby import Lobby
from yurei.club.model.secrets import Secrets, digest

VISIT = "yurei-visit"
"""Cookie that counts a browser without a key once in the lobby. Nothing else is stored of it."""


def lobby_routes(app: FastAPI, club: Club, lobby: Lobby, watched: WatchedGames, secrets: Secrets) -> None:
    """Add the routes of the lobby."""
    part = LobbyPart(lobby, club.people)

    async def drawn(asked: HTTPConnection, person: str | None) -> str:
        language = spoken_to(asked)
        return part.drawn(person, (await watched.listed(language)).running, base_of(asked), language)

    @app.get("/lobby")
    async def lobby_of_reader(request: Request) -> HTMLResponse:
        """Show the lobby: open challenges, and the reader's own."""
        person = await _person(club, request)
        await lobby.reload_challenges()
        if person is not None:
            lobby.presence.seen(person)
            lobby.listed.seen(person)
            await _forget_ended_game(club, lobby, person)
        html = await drawn(request, person)
        if wants_fragment(request):
            return HTMLResponse(html)
        nickname = club.people.names.get(person or "", "")
        waiting = [each.plan for each in lobby.challenges.values() if each.person == person]
        page = lobby_page(html, nickname, spoken_to(request), likes_of(request.cookies), next(reversed(waiting), None))
        response = HTMLResponse(page)
        if person is None and VISIT not in request.cookies:
            set_cookie(request, response, VISIT, secrets(), path="/lobby", age=None)
        return response

    @app.websocket("/lobby/live")
    async def live(socket: WebSocket) -> None:
        """Stream the lobby: send it whenever it changes."""
        person, visit = await _person(club, socket), socket.cookies.get(VISIT)
        guest = None if visit is None else lobby.guest(visit)
        if person is not None and guest is not None:
            lobby.presence.gone(guest)  # the guest has a key by now
            lobby.listed.gone(guest)
        here = person or guest
        await socket.accept()
        with lobby.connected(here) if here else nullcontext(), lobby.listening() as bell:
            await while_open(socket, send_changes(socket, bell, lambda: drawn(socket, person)))

    _challenges(app, club, lobby)


def _challenges(app: FastAPI, club: Club, lobby: Lobby) -> None:
    @app.get("/challenge/{challenge}")
    async def offered(request: Request, challenge: str) -> HTMLResponse:
        """Show an open challenge, by its link."""
        found = await lobby.challenge(challenge)
        person = await _person(club, request)
        name, nickname = (club.people.names.get(each or "", "") for each in (found.person, person))
        own, language = person == found.person, spoken_to(request)
        return HTMLResponse(challenge_page(found, name, nickname, language, own=own, base=base_of(request)))

    @app.post("/lobby/{challenge}")
    async def accept(request: Request, challenge: str) -> Response:
        """Accept a challenge, and sit down under the nickname in the form."""
        check_cookies(request)
        await lobby.challenge(challenge)  # a challenge that is gone needs no new key
        key, form = request.cookies.get(PERSON), await request.form()
        if "nickname" in form:
            key = await club.rename(key, text(form, "nickname"))
        key = await club.people.welcome(key)
        async with club.own.room(key):
            met = await lobby.accept(challenge, key)
        response = RedirectResponse(f"/g/{met.game}/{met.chair}", 303)
        keep_host(request, response, met.game, met.host)
        keep_person(request, response, key)
        return response

    @app.post("/lobby/{challenge}/withdraw")
    async def withdraw(request: Request, challenge: str) -> Response:
        """Withdraw one of the reader's own challenges."""
        await lobby.withdraw(challenge, request.cookies.get(PERSON))
        return RedirectResponse("/lobby", 303)


async def _person(club: Club, asked: HTTPConnection) -> str | None:
    key = await club.people.recognised(asked.cookies.get(PERSON))
    return None if key is None else digest(key)


async def _forget_ended_game(club: Club, lobby: Lobby, person: str) -> None:
    if begun := lobby.begun.get(person):
        async with club.games.read(*begun) as held:
            over = held.over
        if over:
            await lobby.forget_begun(person)
