"""Routes for spectators, and downloads: the list of games, the projector, transcripts and records."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, PlainTextResponse

from yurei import records
from yurei.apps.web.replay.text_record import transcript
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.apps.web.shell.websockets import send_frame, while_open
from yurei.apps.web.table.chair import page_of
from yurei.apps.web.watch import watched_games
from yurei.apps.web.watch.page import list_page
from yurei.apps.web.watch.projector import projector_page
from yurei.apps.web.watch.watched_games import WatchedGames
from yurei.club.club import Club
from yurei.club.game.record import playout_record
from yurei.club.seats.seats import Forbidden
from yurei.languages import N_


def watch_routes(app: FastAPI, club: Club, games: WatchedGames) -> None:
    """Add the routes for spectators."""
    _list_routes(app, games)
    _game_routes(app, club)


def _list_routes(app: FastAPI, games: WatchedGames) -> None:
    """Add the list of games, and the socket that updates it."""

    @app.get("/watch")
    async def listed(request: Request) -> HTMLResponse:
        """List the games that everybody may watch."""
        language = spoken_to(request)
        part = (await games.listed(language)).html
        return HTMLResponse(part if wants_fragment(request) else list_page(part, language))

    @app.websocket("/watch/live")
    async def live(socket: WebSocket) -> None:
        """Stream the list: send it whenever it changes."""
        await socket.accept()
        await while_open(socket, _send_changes(games, socket))


async def _send_changes(games: WatchedGames, socket: WebSocket) -> None:
    language, sent = spoken_to(socket), None
    while True:
        drawn = await games.listed(language)
        if drawn.news != sent:
            await send_frame(socket, drawn.html)
            sent = drawn.news
        await asyncio.sleep(watched_games.PAUSE)


def _game_routes(app: FastAPI, club: Club) -> None:
    """Add the projector of a game, and its downloads."""

    @app.get("/g/{game}/{chair}/projector")
    async def projector(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the spectator's page in large, for the wall of a club."""
        async with club.games.game(game) as held:
            page = page_of(club, held, request, chair)
            if held.seats_of(chair):
                raise Forbidden(N_("a player’s board cannot be projected; open projector mode from the spectator page"))
            return HTMLResponse(projector_page(page))

    @app.get("/g/{game}/{chair}/transcript")
    async def text(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as text: the game, or one seat's knowledge."""
        async with club.games.game(game) as held:
            page = page_of(club, held, request, chair)
            told = transcript(held, page.language, of or None)
        return PlainTextResponse(told, headers=_as_file(f"{game}-{of}.txt" if of else f"{game}.txt"))

    @app.get("/g/{game}/{chair}/playout")
    async def playout(request: Request, game: str, chair: str) -> Response:
        """Send the record of the play-out of disputed stones."""
        async with club.games.game(game) as held:
            page_of(club, held, request, chair)
            text = records.write(playout_record(held))
        return Response(text, media_type="application/x-ndjson", headers=_as_file(f"{game}-playout.jsonl"))


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="yurei-{name}"'}
