"""The routes: who asks for what, with which key. What is answered is drawn elsewhere."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from random import SystemRandom
from secrets import token_urlsafe
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from yurei import records
from yurei.apps.web.address import AtPublicUrl, PublicUrl, base_of, join_link
from yurei.apps.web.api.routes import NoToken, add_api
from yurei.apps.web.cookies import game_cookie, key_of, set_cookie, text
from yurei.apps.web.health import add_health
from yurei.apps.web.logbook import Logbook
from yurei.apps.web.negotiation import COOKIE, say_to, spoken_to, wants_fragment
from yurei.apps.web.pages import frame as pages
from yurei.apps.web.pages.replay import replay as replay_of
from yurei.apps.web.pages.replay import replay_page
from yurei.apps.web.pages.table import fragment, without_clocks
from yurei.apps.web.parts.clock import with_clocks
from yurei.apps.web.parts.context import AIMED, Aim, Page
from yurei.apps.web.routes.front import add_front, add_lessons
from yurei.apps.web.routes.join import add_joining
from yurei.apps.web.routes.languages import way_back
from yurei.apps.web.routes.lobby import lobby_routes
from yurei.apps.web.routes.make_game import Reception
from yurei.apps.web.routes.move_seat import Moving, add_moving
from yurei.apps.web.routes.people import people_routes
from yurei.apps.web.routes.preferences import add_preferences, likes_of
from yurei.apps.web.routes.tokens import add_tokens
from yurei.apps.web.routes.watch import add_watching
from yurei.apps.web.security import HEADERS, TOO_LONG, Doorkeeper, error_answer, is_for_programs, leads_to
from yurei.apps.web.sockets import while_open
from yurei.club.chat import TooMuch
from yurei.club.dead_stones import Proposer, nobody
from yurei.club.game import Game
from yurei.club.games import Forbidden, Hall, NotKept, link_secret
from yurei.club.lobby import Lobby
from yurei.club.people import Secrets, digest
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.errors import BadValue, GameOver, NotOver, OutOfTurn, Unknown, YureiError, unknown
from yurei.languages import N_, NAMES, Words, translation
from yurei.referee.seating import AUDIENCE

STATUS: dict[type[YureiError], int] = {
    NoToken: 401,
    Forbidden: 403,
    Unknown: 404,
    OutOfTurn: 409,
    GameOver: 409,
    NotOver: 409,
    BadValue: 422,
    TooMuch: 429,
    NotKept: 503,
}
REFUSALS = {
    404: Words(N_("There is no such page here.")),
    405: Words(N_("This page cannot be used that way.")),
    413: TOO_LONG,
}
"""What to say of requests that come to no page of ours, by the status of the answer."""
UNREADABLE = Words(N_("This request cannot be read; open the page again and try once more."))


def make_app(
    database_url: str,
    *,
    clock: Callable[[], datetime] | None = None,
    secrets: Secrets = lambda: token_urlsafe(24),
    public: PublicUrl | None = None,
    propose: Proposer = nobody,
) -> FastAPI:
    """The web application on a database; ``public`` is where people find it, where a proxy stands before it.

    Who proposes dead stones is handed in, as are time and chance.
    """
    clock = clock or SteadyClock()
    store = Store(database_url)
    hall = Hall(store, clock, secrets, propose)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await store.open()
        await hall.open()
        yield
        await hall.close()
        await store.close()

    app = FastAPI(title="yurei", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    app.add_middleware(Doorkeeper)
    app.add_middleware(Logbook)
    if public is not None:
        app.add_middleware(AtPublicUrl, url=public)
    _answer_errors(app)
    add_health(app, store)
    add_api(app, hall)
    lobby = Lobby(hall, secrets, SystemRandom())
    reception = Reception(hall, lobby, SystemRandom())
    add_front(app, reception)
    add_lessons(app, reception)
    _routes(app, hall)
    add_preferences(app)
    people_routes(app, hall, partial(_answer, hall))
    lobby_routes(app, hall, lobby)
    add_moving(app, hall, Moving(clock, secrets))
    add_joining(app, hall)
    add_tokens(app, hall, partial(_page, hall))
    add_watching(app, hall, _page)
    return app


def _answer_errors(app: FastAPI) -> None:
    def answer(request: Request, words: Words, status: int) -> Response:
        if is_for_programs(request.url.path):
            return error_answer(words.said(say_to(request.headers, {})), status)
        language = spoken_to(request)
        sentence = words.said(translation(language).gettext)
        if wants_fragment(request):
            return PlainTextResponse(sentence, status)
        return HTMLResponse(pages.wrong_page(sentence, language), status)

    @app.exception_handler(YureiError)
    async def _(request: Request, error: YureiError) -> Response:
        status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
        return answer(request, error.words, status)

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> Response:
        return answer(request, REFUSALS.get(error.status_code, UNREADABLE), error.status_code)

    @app.exception_handler(Exception)
    async def _(request: Request, error: Exception) -> Response:
        response = answer(request, Words(N_("Something went wrong here; nothing was lost. Try again.")), 500)
        # This answer does not pass the doorkeeper.
        response.headers.update({**HEADERS, "Cache-Control": "no-store"})
        return response


def _routes(app: FastAPI, hall: Hall) -> None:
    @app.post("/language")
    async def language(request: Request) -> Response:
        """Choose a language."""
        chosen = text(await request.form(), "to")
        if chosen not in NAMES:
            raise unknown("language", chosen, NAMES)
        response = RedirectResponse(way_back(request), 303)
        set_cookie(request, response, COOKIE, chosen)
        return response

    @app.get("/g/{game}/links")
    async def links(request: Request, game: str) -> HTMLResponse:
        """The links of a game, for who made it."""
        host = request.cookies.get(game_cookie(game, "host"))
        async with hall.game(game) as held:
            hall.check_host(held, host)
            return HTMLResponse(pages.links_page(_page_for(held, AUDIENCE.name, request)))

    @app.get("/g/{game}/{chair}")
    async def look(request: Request, game: str, chair: str) -> HTMLResponse:
        """The page of a chair, or its live part alone."""
        async with hall.game(game) as held:
            page = replace(_page(hall, held, request, chair), aim=_aim(held, request))
            hall.seen(held, chair)
            if wants_fragment(request):
                return HTMLResponse(fragment(page))
            return HTMLResponse(pages.game_page(page))

    @app.post("/g/{game}/{chair}")
    async def act(request: Request, game: str, chair: str) -> Response:
        """Try, pass, resign, mark: whatever can be done from a chair."""
        form = await request.form()
        do, at = text(form, "do"), text(form, "at")
        if form.get("aim") and do in AIMED and not wants_fragment(request):
            return RedirectResponse(f"/g/{game}/{chair}?{urlencode({'do': do, 'aim': at})}", 303)
        await hall.perform(game, chair, key_of(request, game, chair), do, at)
        return await _answer(hall, request, game, chair)

    @app.post("/g/{game}/{chair}/lift")
    async def lift(request: Request, game: str, chair: str) -> Response:
        """Lift the curtain of a shared screen."""
        form = await request.form()
        await hall.lift(game, chair, key_of(request, game, chair), text(form, "seat"))
        return await _answer(hall, request, game, chair)

    @app.get("/g/{game}/{chair}/replay")
    async def replay(request: Request, game: str, chair: str, at: str = "0") -> HTMLResponse:
        """All boards after so many tries, once the game has ended."""
        if not at.isdecimal() or len(at) > 9:
            raise BadValue(N_("{at} is no number of tries; give one such as 17"), at=repr(at[:20]))
        async with hall.game(game) as held:
            page = _page(hall, held, request, chair)
            draw = replay_of if wants_fragment(request) else replay_page
            return HTMLResponse(draw(page, int(at)))

    @app.get("/g/{game}/{chair}/heard")
    async def heard(request: Request, game: str, chair: str) -> HTMLResponse:
        """All that the referee has said to this chair."""
        async with hall.game(game) as held:
            return HTMLResponse(pages.heard_page(_page(hall, held, request, chair)))

    @app.get("/g/{game}/{chair}/record")
    async def record(request: Request, game: str, chair: str) -> Response:
        """The record, once the game has ended."""
        async with hall.game(game) as held:
            _page(hall, held, request, chair)
            written = records.write(held.record())
        name = f"yurei-{game}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(written, media_type="application/x-ndjson", headers=headers)

    @app.websocket("/g/{game}/{chair}/live")
    async def live(socket: WebSocket, game: str, chair: str) -> None:
        """The live part of a chair's page, whole, whenever it has changed."""
        if not _same_origin(socket.headers):
            await socket.close(1008)
            return
        try:
            async with hall.game(game) as held:
                hall.check(held, chair, key_of(socket, game, chair))
        except YureiError:
            await socket.close(1008)
            return
        await socket.accept()
        await _stream(hall, socket, game, chair)


def _same_origin(headers: Headers) -> bool:
    return leads_to(headers.get("origin", ""), headers)


async def _stream(hall: Hall, socket: WebSocket, game: str, chair: str) -> None:
    """Send the fragment at once and after every change, until the socket closes. What it says is not listened to."""
    with hall.connected(game, chair), hall.listening(game) as bell:
        await while_open(socket, _send_changes(hall, socket, game, chair, bell))


async def _send_changes(hall: Hall, socket: WebSocket, game: str, chair: str, bell: asyncio.Event) -> None:
    sent = None
    while True:
        bell.clear()
        async with hall.game(game) as held:
            try:
                hall.check(held, chair, key_of(socket, game, chair))
            except Forbidden:  # the seat has been taken along to another device
                await socket.close(1008)
                return
            page = _page_for(held, chair, socket)
            drawn = without_clocks(page)
            news = with_clocks(page, drawn, timeless=True)
            drawn = with_clocks(page, drawn)
        if news != sent:
            await socket.send_text(drawn)
            sent = news
        await bell.wait()


def _page(hall: Hall, game: Game, request: Request, chair: str) -> Page:
    hall.check(game, chair, key_of(request, game.stored.id, chair))
    return _page_for(game, chair, request)


def _page_for(game: Game, chair: str, asked: HTTPConnection) -> Page:
    """The page of a chair for who asks; the links to the other chairs only for who has made the game."""
    name = game.stored.id
    host = asked.cookies.get(game_cookie(name, "host"))
    links = {}
    if host is not None and hmac.compare_digest(game.stored.host, digest(host)):
        links = {seat: join_link(asked, name, seat, link_secret(host, seat)) for seat in game.order}
    return Page(game, chair, spoken_to(asked), links, base_of(asked), likes_of(asked.cookies))


def _aim(game: Game, request: Request) -> Aim | None:
    """What the address says that somebody is about to try.

    Raises:
        BadValue: where that is no point.
    """
    do, at = request.query_params.get("do", ""), request.query_params.get("aim")
    if at is None or do not in AIMED:
        return None
    return Aim(do, game.settings.size.name(game.settings.size.point(at)))


async def _answer(hall: Hall, request: Request, game: str, chair: str) -> Response:
    """After something was done: the changed fragment for a script, the page for a browser without."""
    if not wants_fragment(request):
        return RedirectResponse(f"/g/{game}/{chair}", 303)
    async with hall.game(game) as held:
        return HTMLResponse(fragment(_page(hall, held, request, chair)))
