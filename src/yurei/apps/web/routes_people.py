"""The routes of the people: what one is called, where one sits."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.asking import PERSON, keep_person, text
from yurei.apps.web.hall import Hall
from yurei.apps.web.languages import way_back
from yurei.apps.web.people import digest
from yurei.apps.web.readers import spoken_to
from yurei.apps.web.you import MOST_GAMES, OwnSeat, you_page


def people_routes(app: FastAPI, hall: Hall) -> None:
    """Add the routes of the people."""

    @app.get("/you")
    async def you(request: Request) -> HTMLResponse:
        """What this browser is called, and the games in which it sits."""
        language = spoken_to(request)
        key = await hall.people.recognised(request.cookies.get(PERSON))
        seats = []
        for game, chair in await hall.people.seats(key, MOST_GAMES):
            async with hall.game(game) as held:
                seats.append(OwnSeat.of(held, chair, language))
        name = hall.people.names[digest(key)] if key else ""
        return HTMLResponse(you_page(name, seats, language))

    @app.post("/you")
    async def rename(request: Request) -> Response:
        """Choose a nickname."""
        key = await hall.rename(request.cookies.get(PERSON), text(await request.form(), "nickname"))
        response = RedirectResponse(way_back(request), 303)
        keep_person(request, response, key)
        return response
