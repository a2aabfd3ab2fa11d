"""The routes of the people: what one is called, where one sits, what one says, and another game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.cookies import PERSON, game_cookie, keep_key, keep_person, key_of, set_cookie, text
from yurei.apps.web.negotiation import spoken_to
from yurei.apps.web.pages.you import MOST_GAMES, OwnSeat, you_page
from yurei.apps.web.routes.languages import way_back
from yurei.club.club import Club
from yurei.club.people import digest

Answer = Callable[[Request, str, str], Awaitable[Response]]
"""Answers after something was done at a chair of a game."""


def people_routes(app: FastAPI, club: Club, answer: Answer) -> None:
    """Add the routes of the people."""

    @app.get("/you")
    async def you(request: Request) -> HTMLResponse:
        """What this browser is called, and the games in which it sits."""
        language = spoken_to(request)
        key = await club.people.recognised(request.cookies.get(PERSON))
        seats = []
        for game, chair in await club.people.seats(key, MOST_GAMES):
            async with club.games.game(game) as held:
                seats.append(OwnSeat.of(held, chair, language))
        name = club.people.names[digest(key)] if key else ""
        return HTMLResponse(you_page(name, seats, language))

    @app.post("/you")
    async def rename(request: Request) -> Response:
        """Choose a nickname."""
        key = await club.rename(request.cookies.get(PERSON), text(await request.form(), "nickname"))
        response = RedirectResponse(way_back(request), 303)
        keep_person(request, response, key)
        return response

    @app.post("/g/{game}/{chair}/chat")
    async def say(request: Request, game: str, chair: str) -> Response:
        """Say something to the others at the table."""
        said = text(await request.form(), "text")
        await club.say(game, chair, key_of(request, game, chair), request.cookies.get(PERSON), said)
        return await answer(request, game, chair)

    @app.post("/g/{game}/{chair}/next")
    async def another(request: Request, game: str, chair: str) -> Response:
        """Ask for the next game of a series, colours swapped, and go there once it is agreed on."""
        key = key_of(request, game, chair)
        found = await club.another(game, chair, key)
        if found is None:
            return RedirectResponse(f"/g/{game}/{chair}", 303)
        response = RedirectResponse(f"/g/{found[0]}/{found[1]}", 303)
        if key is not None:
            keep_key(request, response, *found, key)
        if host := request.cookies.get(game_cookie(game, "host")):
            set_cookie(request, response, game_cookie(found[0], "host"), host, path=f"/g/{found[0]}")
        return response
