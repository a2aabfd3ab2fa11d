"""The routes of those who watch, and of what is taken home: the list of games, the projector, the downloads."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from yurei import records
from yurei.apps.web.negotiation import spoken_to
from yurei.apps.web.pages import watch
from yurei.apps.web.pages.text_record import transcript
from yurei.apps.web.parts.context import Page
from yurei.club.club import Club
from yurei.club.game import Game
from yurei.club.game_record import playout_record
from yurei.club.seats import Forbidden
from yurei.languages import N_

MOST_LISTED = 40
PageOf = Callable[[Club, Game, Request, str], Page]
"""The page of a chair for who holds its key."""


def watch_routes(app: FastAPI, club: Club, page_of: PageOf) -> None:
    """Add the routes to the application."""

    @app.get("/watch")
    async def listed(request: Request) -> HTMLResponse:
        """The games that everybody may watch."""
        language = spoken_to(request)
        entries = []
        for name in await club.games.listed(MOST_LISTED):
            async with club.games.game(name) as game:
                entries.append(watch.entry(game, language))
        return HTMLResponse(watch.list_page(entries, language))

    @app.get("/g/{game}/{chair}/projector")
    async def projector(request: Request, game: str, chair: str) -> HTMLResponse:
        """What a watcher's page shows, for the wall of a club."""
        async with club.games.game(game) as held:
            page = page_of(club, held, request, chair)
            if held.seats_of(chair):
                raise Forbidden(N_("a player's board is not for the wall; open the projector from the audience's page"))
            return HTMLResponse(watch.projector_page(page))

    @app.get("/g/{game}/{chair}/transcript")
    async def text(request: Request, game: str, chair: str, of: str = "") -> Response:
        """The game as text, or what one seat had heard and seen, once the game has ended."""
        async with club.games.game(game) as held:
            page = page_of(club, held, request, chair)
            return PlainTextResponse(transcript(held, page.language, of or None), headers=_as_file(f"{game}.txt"))

    @app.get("/g/{game}/{chair}/playout")
    async def playout(request: Request, game: str, chair: str) -> Response:
        """The record of what was played out to find out which stones are dead."""
        async with club.games.game(game) as held:
            page_of(club, held, request, chair)
            text = records.write(playout_record(held))
        return Response(text, media_type="application/x-ndjson", headers=_as_file(f"{game}-playout.jsonl"))


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="yurei-{name}"'}
