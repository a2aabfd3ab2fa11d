"""Routes for the people at a table: chat, and the next game of a series."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from yurei.apps.web.shell.cookies import PERSON, game_cookie, keep_key, key_of, set_cookie, text
from yurei.club.club import Club

Answer = Callable[[Request, str, str], Awaitable[Response]]
"""Function that answers after an action from a chair."""


def people_routes(app: FastAPI, club: Club, answer: Answer) -> None:
    """Add the routes for chat and rematches."""

    @app.post("/g/{game}/{chair}/chat")
    async def say(request: Request, game: str, chair: str) -> Response:
        """Send a chat message to the table."""
        form = await request.form()
        key, person = key_of(request, game, chair), request.cookies.get(PERSON)
        await club.say(game, chair, key, person, text(form, "text"), text(form, "request"))
        return await answer(request, game, chair)

    @app.post("/g/{game}/{chair}/next")
    async def another(request: Request, game: str, chair: str) -> Response:
        """Ask for the next game of a series, colours swapped, and go there once it is agreed on."""
        key = key_of(request, game, chair)
        found = await club.request_next_game(game, chair, key)
        if found is None:
            return RedirectResponse(f"/g/{game}/{chair}", 303)
        response = RedirectResponse(f"/g/{found[0]}/{found[1]}", 303)
        if key is not None:
            keep_key(request, response, *found, key)
        if host := request.cookies.get(game_cookie(game, "host")):
            set_cookie(request, response, game_cookie(found[0], "host"), host, path=f"/g/{found[0]}")
        return response
