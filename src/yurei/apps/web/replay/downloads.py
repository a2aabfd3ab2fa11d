"""Downloads of an ended game: its record, as text, as SGF, and the knowledge of each side."""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse

import yurei
from yurei import records
from yurei.apps.web.board.board import Say
from yurei.apps.web.replay.page import facts
from yurei.apps.web.table.context import open_page, seat_word, tried_by
from yurei.club import archive
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.record import playout_record, record_of
from yurei.languages import N_, translation
from yurei.referee.announce import REASONS, speak, speak_result, try_word
from yurei.referee.plain import view_to_bytes
from yurei.referee.seating import AUDIENCE
from yurei.referee.told import Outcome, Told
from yurei.rules.board import board_text
from yurei.rules.points import COLUMNS, Size

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
        knew = await written(request, game, chair, lambda held, _: view_to_bytes(archive.final_view(held, of)))
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


def transcript(game: Game, language: str, of: str | None = None) -> str:
    """Return an ended game as text, or the view ``of`` a seat; raises NotOver before the end, Unknown for other seats."""
    truth, say = game.reference, translation(language).gettext
    lines = [facts(game.settings, language), ""]
    if of is None:
        lines += [*_all(game, say, language), "", *_ending(game, say, language), "", *_board(truth, game.settings.size)]
    else:
        view, seat = game.view(of), seat_word(of, say)
        lines += [say(N_("What {seat} heard and saw")).format(seat=seat), ""]
        lines += [*_heard(game, view.heard, say, language), "", *_ending(game, say, language), ""]
        lines += [say(N_("Board of {seat}")).format(seat=seat), "", *_board(view.board, game.settings.size)]
    return "\n".join(lines) + "\n"


def _ending(game: Game, say: Say, language: str) -> Iterator[str]:
    """Yield the result; dead stones, and a missing agreement, are mentioned too."""
    assert game.result is not None
    size, count = game.settings.size, game.count
    result = speak_result(game.result, language, game.settings.ruleset)
    yield say(N_("If both agree: {result}")).format(result=result) if game.counting else result
    if count.dead:
        yield say(N_("Marked dead: {points}.")).format(points=", ".join(size.names(count.dead)))
    if game.counting:
        yield say(N_("The players have not agreed on the score yet."))


def _all(game: Game, say: Say, language: str) -> Iterator[str]:
    size, referee = game.settings.size, game.settings.referee
    for number, (each, told) in enumerate(zip(game.judged, game.view(AUDIENCE.name).heard, strict=True), 1):
        refused = f" ({say(REASONS[each.verdict.reason])})" if each.verdict.reason else ""
        tried = f"{tried_by(each.seat, each.verdict.attempt, size, say)}{refused}"
        yield f"{number:>4}. {tried} – {speak(referee, told, size, language)}"


def _heard(game: Game, heard: tuple[Told, ...], say: Say, language: str) -> Iterator[str]:
    """Yield the announcements, with the points of the seat's own tries."""
    size, referee = game.settings.size, game.settings.referee
    for number, told in enumerate(heard, 1):
        own = (
            f": {try_word(told.attempt, size, say)}"
            if told.attempt is not None and told.attempt.point is not None
            else ""
        )
        named = own or told.outcome is Outcome.ILLEGAL or told.seat != told.mover.word
        who = f"{seat_word(told.seat, say)}{own} – " if named else ""
        yield f"{number:>4}. {who}{speak(referee, told, size, language)}"


def _board(cells: bytes, size: Size) -> Iterator[str]:
    columns = "    " + " ".join(COLUMNS[: size.width])
    yield columns
    for number, row in zip(range(size.height, 0, -1), board_text(cells, size).split("/"), strict=True):
        yield f"{number:>3} {' '.join(row)}"
