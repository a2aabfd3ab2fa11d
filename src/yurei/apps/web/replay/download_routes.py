"""Download routes of an ended game: its record, as text, as SGF, and the knowledge of each side."""

import re
from collections.abc import Callable
from typing import TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse

import yurei
from yurei import records
from yurei.apps.web.replay.text_record import transcript
from yurei.apps.web.table.chair import open_page
from yurei.club import archive
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.record import playout_record, record_of
from yurei.referee.canonical import view_to_bytes

Written = TypeVar("Written")
VIEWERS = "viewers"
"""Value of ``of`` for the SGF of the true board for viewers, in place of a seat."""


def taken_home_routes(app: FastAPI, club: Club) -> None:
    """Add the download routes."""

    async def written(request: Request, game: str, chair: str, write: Callable[[Game, str], Written]) -> Written:
        """Return what ``write`` makes of an ended game, in the reader's language."""
        async with open_page(club, request, game, chair) as page:
            page.game.table.reveal()
            language = page.language
        return await club.long_work.run(lambda held: write(held, language), club.games.game(game))

    @app.get("/g/{game}/{chair}/sgf")
    async def sgf(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as SGF: the game, the game for viewers, or one seat's knowledge."""
        text = await written(request, game, chair, lambda held, language: _sgf(held, of, language))
        return Response(text, media_type="application/x-go-sgf", headers=_as_file(f"{game}-{of}", "sgf"))

    @app.get("/g/{game}/{chair}/knew")
    async def knew(request: Request, game: str, chair: str, of: str = "audience") -> Response:
        """Send one seat's knowledge of an ended game in its canonical bytes."""
        knew = await written(request, game, chair, lambda held, _: view_to_bytes(archive.known(held, of)))
        return Response(knew, media_type="application/json", headers=_as_file(f"{game}-{of}", "json"))

    @app.get("/g/{game}/{chair}/transcript")
    async def text_of_game(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as text: the game, or one seat's knowledge."""
        told = await written(request, game, chair, lambda held, language: transcript(held, language, of or None))
        return PlainTextResponse(told, headers=_as_file(f"{game}-{of}", "txt"))

    @app.get("/g/{game}/{chair}/record")
    async def record(request: Request, game: str, chair: str) -> Response:
        """Send the record of an ended game."""
        lines = await written(request, game, chair, lambda held, _: records.write(record_of(held)))
        return _record_file(lines, game)

    @app.get("/g/{game}/{chair}/playout")
    async def playout(request: Request, game: str, chair: str) -> Response:
        """Send the record of the play-out of disputed stones."""
        lines = await written(request, game, chair, lambda held, _: records.write(playout_record(held)))
        return _record_file(lines, f"{game}-playout")


def _record_file(lines: str, name: str) -> Response:
    return Response(lines, media_type="application/x-ndjson", headers=_as_file(name, "jsonl"))


def _as_file(name: str, ending: str) -> dict[str, str]:
    plain = re.sub(r"[^\w-]+", "", name, flags=re.ASCII).strip("-")
    return {"Content-Disposition": f'attachment; filename="yurei-{plain}.{ending}"'}


def _sgf(game: Game, of: str, language: str) -> str:
    """Return an ended game as SGF: the game if ``of`` is empty, the game for viewers, or the knowledge of a seat."""
    if not of:
        return archive.as_sgf(game, language, yurei.__version__)
    if of == VIEWERS:
        return archive.for_viewers(game, language, yurei.__version__)
    return archive.known_as_sgf(game, of, language, yurei.__version__)
