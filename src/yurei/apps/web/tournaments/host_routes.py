"""Routes of an evening's host: making it, its rounds, results by hand, its players, the printed sheet."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import FormData

from yurei.apps.web.new_game.form import FIELDS, read_plan
from yurei.apps.web.shell.cookies import PERSON, keep_person, set_cookie, text
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.tournaments.host_page import print_page
from yurei.apps.web.tournaments.new_page import CLAIM_AFTER, new_evening
from yurei.apps.web.tournaments.view import host_cookie, read_number, view_of
from yurei.club.club import Club
from yurei.club.model.chat import TooMuch
from yurei.club.tournaments.book import check_host
from yurei.club.tournaments.evenings import Evenings
from yurei.club.tournaments.hosting import EveningPlan
from yurei.errors import BadValue, Unknown, unknown
from yurei.languages import translation

CHANGES = ("gone", "back", "free")
"""Changes of a player that a host can make."""


def evening_host_routes(app: FastAPI, club: Club, evenings: Evenings) -> None:
    """Add the routes of an evening's host."""
    _new_evening_routes(app, club, evenings)
    _round_routes(app, evenings)
    _player_routes(app, evenings)


def _new_evening_routes(app: FastAPI, club: Club, evenings: Evenings) -> None:
    @app.get("/evenings/new")
    async def new(request: Request) -> HTMLResponse:
        """Show the form for a new evening."""
        return HTMLResponse(new_evening(spoken_to(request), {}))

    @app.post("/evenings")
    async def make(request: Request) -> Response:
        """Make an evening."""
        form = await request.form()
        try:
            wanted = _wanted(form)
            key = await club.people.welcome(request.cookies.get(PERSON))
            name, host = await evenings.hosting.make(wanted, key)
        except (BadValue, Unknown, TooMuch) as error:
            filled = {field: value for field, value in form.items() if isinstance(value, str)}
            language = spoken_to(request)
            wrong = error.words.said(translation(language).gettext)
            return HTMLResponse(new_evening(language, filled, wrong), 429 if isinstance(error, TooMuch) else 422)
        response = RedirectResponse(f"/evening/{name}", 303)
        set_cookie(request, response, host_cookie(name), host, path=f"/evening/{name}")
        keep_person(request, response, key)
        return response


def _wanted(form: FormData) -> EveningPlan:
    """Return the evening that the form describes.

    Raises:
        BadValue, Unknown: If a value is not available.
    """
    game = {field: text(form, field)[:40] for field in FIELDS if field not in ("opponent", "colour", "program")}
    return EveningPlan(
        title=text(form, "title"),
        names=text(form, "names"),
        rounds=read_number(text(form, "rounds").strip()),
        system=text(form, "system"),
        plan=read_plan({**game, "claim_after": game["claim_after"] or CLAIM_AFTER, "opponent": "friend"}),
    )


def _round_routes(app: FastAPI, evenings: Evenings) -> None:
    printing = asyncio.Lock()  # one sheet at a time, so that at most one of them takes processor time from the players

    @app.get("/evening/{evening}/print")
    async def sheet(request: Request, evening: str) -> HTMLResponse:
        """Show the links of all players, for printing."""
        view = await view_of(evenings, request, evening)
        check_host(view.evening, view.host)
        async with printing:
            return HTMLResponse(await asyncio.to_thread(print_page, view))

    @app.post("/evening/{evening}/next")
    async def pair(request: Request, evening: str) -> Response:
        """Pair the next round."""
        await evenings.hosting.pair(evening, _host(request, evening))
        return RedirectResponse(f"/evening/{evening}", 303)

    @app.post("/evening/{evening}/result")
    async def decide(request: Request, evening: str) -> Response:
        """Enter the result of a table by hand."""
        form = await request.form()
        at = read_number(text(form, "round")), read_number(text(form, "table"))
        await evenings.hosting.decide(evening, _host(request, evening), at, text(form, "result"))
        return RedirectResponse(f"/evening/{evening}", 303)

    @app.post("/evening/{evening}/end")
    async def end(request: Request, evening: str) -> Response:
        """End the evening."""
        await evenings.hosting.end(evening, _host(request, evening))
        return RedirectResponse(f"/evening/{evening}", 303)


def _player_routes(app: FastAPI, evenings: Evenings) -> None:
    @app.post("/evening/{evening}/players")
    async def add(request: Request, evening: str) -> Response:
        """Add a late player."""
        name = text(await request.form(), "name")
        await evenings.hosting.add(evening, _host(request, evening), name)
        return RedirectResponse(f"/evening/{evening}?unfolded=players", 303)

    @app.post("/evening/{evening}/players/{number}")
    async def change(request: Request, evening: str, number: str) -> Response:
        """Mark a player as gone or back, or reactivate their link."""
        do, host = text(await request.form(), "do"), _host(request, evening)
        await evenings.book.get(evening)  # an unknown evening is reported before an unknown action
        if do not in CHANGES:
            raise unknown("thing to do", do, CHANGES)
        if do == "free":
            await evenings.hosting.free_link(evening, host, read_number(number))
        else:
            await evenings.hosting.note_gone(evening, host, read_number(number), gone=do == "gone")
        return RedirectResponse(f"/evening/{evening}?unfolded=players#player-{number}", 303)


def _host(request: Request, evening: str) -> str | None:
    return request.cookies.get(host_cookie(evening))
