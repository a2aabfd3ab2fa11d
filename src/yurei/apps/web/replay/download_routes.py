"""Download routes of an ended game: its record, as text, as SGF, and the knowledge of each side."""

import asyncio
import re

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse

import yurei
from yurei import records
from yurei.apps.web.replay.text_record import transcript
from yurei.apps.web.table.chair import open_page
from yurei.club.archive import downloads as taken_home
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.record import playout_record, record_of
from yurei.records import Record
from yurei.referee.canonical import view_to_bytes

VIEWERS = "viewers"
"""Value of ``of`` for the SGF of the true board for viewers, in place of a seat."""


def taken_home_routes(app: FastAPI, club: Club) -> None:
    """Add the download routes."""

    @app.get("/g/{game}/{chair}/sgf")
    async def sgf(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as SGF: the game, the game for viewers, or one seat's knowledge."""
        async with open_page(club, request, game, chair) as page:
            language = page.language
        async with club.games.game(game) as held:
            text = await asyncio.to_thread(_sgf, held, of, language)  # long for thousands of tries
        return Response(text, media_type="application/x-go-sgf", headers=_as_file(f"{game}-{of}", "sgf"))

    @app.get("/g/{game}/{chair}/knew")
    async def knew(request: Request, game: str, chair: str, of: str = "audience") -> Response:
        """Send one seat's knowledge of an ended game in its canonical bytes."""
        async with open_page(club, request, game, chair) as page:
            written = view_to_bytes(taken_home.known(page.game, of))
        return Response(written, media_type="application/json", headers=_as_file(f"{game}-{of}", "json"))

    @app.get("/g/{game}/{chair}/transcript")
    async def text_of_game(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as text: the game, or one seat's knowledge."""
        async with open_page(club, request, game, chair) as page:
            told = transcript(page.game, page.language, of or None)
        return PlainTextResponse(told, headers=_as_file(f"{game}-{of}", "txt"))

    @app.get("/g/{game}/{chair}/record")
    async def record(request: Request, game: str, chair: str) -> Response:
        """Send the record of an ended game."""
        async with open_page(club, request, game, chair) as page:
            return _record_file(record_of(page.game), game)

    @app.get("/g/{game}/{chair}/playout")
    async def playout(request: Request, game: str, chair: str) -> Response:
        """Send the record of the play-out of disputed stones."""
        async with open_page(club, request, game, chair) as page:
            return _record_file(playout_record(page.game), f"{game}-playout")


def _record_file(record: Record, name: str) -> Response:
    return Response(records.write(record), media_type="application/x-ndjson", headers=_as_file(name, "jsonl"))


def _as_file(name: str, ending: str) -> dict[str, str]:
    plain = re.sub(r"[^\w-]+", "", name, flags=re.ASCII).strip("-")
    return {"Content-Disposition": f'attachment; filename="yurei-{plain}.{ending}"'}


def _sgf(game: Game, of: str, language: str) -> str:
    """Return an ended game as SGF: the game if ``of`` is empty, the game for viewers, or the knowledge of a seat."""
    if not of:
        return taken_home.as_sgf(game, language, yurei.__version__)
    if of == VIEWERS:
        return taken_home.for_viewers(game, language, yurei.__version__)
    return taken_home.known_as_sgf(game, of, language, yurei.__version__)
