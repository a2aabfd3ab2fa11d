"""Routes of the profile page: name, games and records, a second device, and deletion."""

import io
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, StreamingResponse

from yurei import records
from yurei.apps.web.notifications.routes import Choices
from yurei.apps.web.shell.cookies import PERSON, keep_person, text, zone_of
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.shell.preference_routes import likes_of, way_back
from yurei.apps.web.tournaments.tables import running_evenings
from yurei.apps.web.you.page import MOST_RUNNING, ON_A_PAGE, You, you_page
from yurei.apps.web.you.past_games import PastPage
from yurei.apps.web.you.running_games import RunningGame
from yurei.club.club import Club
from yurei.club.model.sanitize import LONGEST_NAME, harmless
from yurei.club.model.secrets import digest
from yurei.club.model.stored import Wanted
from yurei.club.tournaments.evenings import EveningBook
from yurei.errors import BadValue
from yurei.languages import N_, translation
from yurei.records import Record


def you_routes(app: FastAPI, club: Club, evenings: EveningBook, choices: Choices) -> None:
    """Add the routes of the profile page."""

    @app.get("/you")
    async def you(request: Request, page: str = "1") -> HTMLResponse:
        """Show the profile page: the nickname and the games of this browser."""
        language = spoken_to(request)
        key = await club.people.recognised(request.cookies.get(PERSON))
        running = []
        for game, chair in await club.own.running(key, MOST_RUNNING):
            async with club.games.read(game, chair) as held:
                if not held.final:
                    running.append(RunningGame.of(held, chair, language))
        wanted, number = _wanted(request), _page_number(page)
        count, past = await club.own.past(key, wanted, (number - 1) * ON_A_PAGE, ON_A_PAGE)
        listed = PastPage(past, count, number, ON_A_PAGE, wanted, club.people.names, zone_of(request))
        name = club.people.names[digest(key)] if key else ""
        hosted = await evenings.running(digest(key), club.own.clock()) if key else []
        ways_back = running_evenings(hosted, digest(key or ""), translation(language).gettext)
        shown = You(name, running, listed, await club.own.tallies(key), likes_of(request.cookies), ways_back)
        return HTMLResponse(you_page(shown, language, await choices(request)))

    @app.get("/you/turns")
    async def turns(request: Request) -> JSONResponse:
        """Return the number of games in which it is this browser's turn."""
        return JSONResponse({"turns": await club.own.turns(request.cookies.get(PERSON))})

    @app.get("/you/records.zip")
    async def all_records(request: Request) -> Response:
        """Send the records of this browser's ended games."""
        found = club.own.records(request.cookies.get(PERSON) or "")
        name = f"yurei-records-{club.own.clock():%Y-%m-%d}.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(_zipped(found, club.own.clock()), media_type="application/zip", headers=headers)

    @app.post("/you")
    async def rename(request: Request) -> Response:
        """Save the nickname."""
        form = await request.form()
        key = await club.rename(request.cookies.get(PERSON), text(form, "nickname"))
        response = RedirectResponse(way_back(request, form), 303)
        keep_person(request, response, key)
        return response


def _wanted(request: Request) -> Wanted:
    given = request.query_params
    found = {name: harmless(given.get(name, "")[:64], "NFKC") for name in ("ruleset", "referee", "result", "opponent")}
    return Wanted(**found | {"opponent": found["opponent"][:LONGEST_NAME]})


def _page_number(number: str) -> int:
    """Return the number of a page of the list, from 1.

    Raises:
        BadValue: If it is not a number.
    """
    if not number.isdecimal() or len(number) > 9:
        raise BadValue(N_("{text} is no whole number here; give one such as 2"), text=repr(number[:20]))
    return max(1, int(number))


class _Parts(io.RawIOBase):
    """Buffer of packed bytes until they are fetched."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def fetch(self) -> bytes:
        """Return the bytes since the last call."""
        fetched, self.parts = b"".join(self.parts), []
        return fetched


async def _zipped(found: AsyncIterator[tuple[str, Record]], now: datetime) -> AsyncIterator[bytes]:
    """Yield the bytes of a zip archive of records by name; it is never whole in memory."""
    parts = _Parts()
    with ZipFile(parts, "w", ZIP_DEFLATED) as packed:
        async for name, record in found:
            entry = ZipInfo(f"{name}.jsonl", (record.started or now).timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            packed.writestr(entry, records.write(record))
            yield parts.fetch()
    yield parts.fetch()
