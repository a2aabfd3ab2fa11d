"""Routes of a table: pages, actions, chat, and the socket for its live part."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.frame import http
from yurei.apps.web.frame.errors import UNREADABLE, status_of
from yurei.apps.web.frame.html import Drawing, boards_in
from yurei.apps.web.frame.http import PERSON, form_text, game_cookie, get_chair_key, wants_fragment
from yurei.apps.web.frame.limits import REFUSAL, TURN
from yurei.apps.web.frame.logbook import DEED, Measures
from yurei.apps.web.frame.security import has_requested_host
from yurei.apps.web.parts.game_parts import AIMED, Page, UnconfirmedTry, clock_data, open_page, page_for
from yurei.apps.web.table import page as pages
from yurei.apps.web.table.page import draw_live_part, game_page, live_part_html
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.game.game import Game
from yurei.club.model.chairs import CROWDS
from yurei.club.seats import Forbidden
from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.referee.seating import AUDIENCE


def table_routes(app: FastAPI, club: Club) -> None:
    @app.get("/g/{game}/links")
    async def links(request: Request, game: str) -> HTMLResponse:
        """Show the links of a game to its maker."""
        host = request.cookies.get(game_cookie(game, "host"))
        async with club.games.read(game, AUDIENCE.name) as held:
            club.seats.check_host(held, host)
            return HTMLResponse(pages.links_page(page_for(held, AUDIENCE.name, request)))

    @app.get("/g/{game}/{chair}")
    async def show_page(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the page of a chair, or only its live part."""
        async with open_page(club, request, game, chair) as page:
            page = replace(page, aim=read_unconfirmed_try(page.game, request))
            club.note_page_load(page.game, chair)
            return HTMLResponse(live_part_html(page) if wants_fragment(request) else game_page(page))

    @app.get("/g/{game}/{chair}/projector")
    async def projector(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show a large version of the spectators' page, for a projector."""
        async with open_page(club, request, game, chair) as page:
            if page.game.seats_of(chair):
                raise Forbidden(N_("a player’s board cannot be projected; open projector mode from the spectator page"))
            return HTMLResponse(pages.projector_page(page))

    @app.get("/g/{game}/{chair}/heard")
    async def show_announcements(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show all announcements to this chair."""
        async with open_page(club, request, game, chair) as page:
            return HTMLResponse(pages.heard_page(page))

    @app.post("/g/{game}/{chair}")
    async def act(request: Request, game: str, chair: str) -> Response:
        """Perform an action from a chair, such as a try, pass, resignation or mark."""
        form = await request.form()
        do, at = form_text(form, "do"), form_text(form, "at")
        if form.get("aim") and do in AIMED and not wants_fragment(request):
            return RedirectResponse(f"/g/{game}/{chair}?{urlencode({'do': do, 'aim': at})}", 303)
        await club.perform(
            game, chair, get_chair_key(request, game, chair), Action(do, at.strip(), form_text(form, "request"))
        )
        return await answer_action(club, request, game, chair)

    @app.post("/g/{game}/{chair}/lift")
    async def lift_curtain(request: Request, game: str, chair: str) -> Response:
        """Lift the curtain of a shared screen."""
        form = await request.form()
        await club.lift_curtain(game, chair, get_chair_key(request, game, chair), form_text(form, "seat"))
        return await answer_action(club, request, game, chair)

    @app.post("/g/{game}/{chair}/chat")
    async def say(request: Request, game: str, chair: str) -> Response:
        """Send a chat message to the table."""
        form = await request.form()
        key, person = get_chair_key(request, game, chair), request.cookies.get(PERSON)
        await club.say(game, chair, key, person, form_text(form, "text"), form_text(form, "request"))
        return await answer_action(club, request, game, chair)

    @app.post("/g/{game}/{chair}/next")
    async def ask_for_next_game(request: Request, game: str, chair: str) -> Response:
        """Ask for the next game of a series, with colours swapped, and redirect there if it is agreed on."""
        key = get_chair_key(request, game, chair)
        found = await club.request_next_game(game, chair, key)
        if found is None:
            return RedirectResponse(f"/g/{game}/{chair}", 303)
        response = RedirectResponse(f"/g/{found[0]}/{found[1]}", 303)
        if key is not None:
            http.set_key_cookie(request, response, *found, key)
        if host := request.cookies.get(game_cookie(game, "host")):
            http.set_host_cookie(request, response, found[0], host)
        return response


async def answer_action(club: Club, request: Request, game: str, chair: str) -> Response:
    """Return the answer to an action: the live part for a script, otherwise a redirect to the page."""
    if not wants_fragment(request):
        return RedirectResponse(f"/g/{game}/{chair}", 303)
    async with open_page(club, request, game, chair) as page:
        return HTMLResponse(live_part_html(page))


def read_unconfirmed_try(game: Game, request: Request) -> UnconfirmedTry | None:
    do, at = request.query_params.get("do", ""), request.query_params.get("aim")
    if at is None or do not in AIMED:
        return None
    return UnconfirmedTry(do, game.settings.size.name(game.settings.size.point(at)))


LIVE = "/g/{game}/{chair}/live"
FIELDS = ("do", "at", "id")
"""Fields of a message: the action, its point, and its request id, which a form calls ``request``."""
TURNS = "turns"  # action that requests the number of games in which it is the browser's turn, on no particular table
MOST = 1024  # maximum number of cached drawings of all games; a large one takes 100 kB
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Drawings:
    """Cache of the latest drawings of live pages, by ``Page.cache_key``."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, Drawing] = OrderedDict()

    def of(self, page: Page) -> Drawing:
        """Return the live part of a page, without the time on its clocks."""
        key = page.cache_key
        if key not in self._drawn:
            self._drawn[key] = draw_live_part(page)
        self._drawn.move_to_end(key)
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)
        return self._drawn[key]


class _SocketReader:
    """The browser at the other end of a socket, with the last frame sent to it."""

    def __init__(self, club: Club, drawings: Drawings, socket: WebSocket, game: str, chair: str) -> None:
        self._club, self._drawings, self._socket, self.chair = club, drawings, socket, chair
        self._key = get_chair_key(socket, game, chair)
        # Pages of spectators, which may need separate drawings, wait for those of players.
        self.turn = socket.scope.get(TURN, nullcontext) if chair in CROWDS else nullcontext
        self._page: Page | None = None
        self._sent: tuple[int, Drawing] | None = None

    def frame(self, game: Game) -> str | None:
        """Return a frame with the changes since the last one; None if only the time on the clocks has changed.

        A frame is a JSON object with ``number``; with the HTML of changed ``sections`` by id, or of the ``table``; with
        ``clocks``, see ``ClockData``; and with ``at``, their time in milliseconds. ``padding`` may follow.
        """
        self._club.seats.check(game, self.chair, self._key)
        if self._page is None or self._page.game is not game:
            self._page = page_for(game, self.chair, self._socket)
        number, drawing = game.number_known(self.chair), self._drawings.of(self._page)
        before, self._sent = self._sent, (number, drawing)
        changed = drawing.changed_since(before[1]) if before else None
        if before and changed == {} and before[0] == number:
            return None
        html = {"table": pages.add_number(self._page, drawing)} if changed is None else {"sections": changed}
        at = round(game.clocks.now.timestamp() * 1000)
        frame = _as_json({"number": number, **html, "clocks": clock_data(self._page), "at": at})
        boards = boards_in(drawing.sections if changed is None else changed)
        return frame + pages.make_padding(
            self._page, [_as_json({name: html})[1:] for name, html in boards.items()], whole=changed is None
        )


class SocketActions:
    """Performs actions that are received on sockets."""

    def __init__(self, club: Club, measures: Measures) -> None:
        self._club = club
        self._measures = measures

    async def perform(self, socket: WebSocket, game: str, chair: str, asked: str) -> None:
        """Perform an action, and send the result: its id, an HTTP status, and a message if it was refused.

        ``asked`` is a JSON object with ``FIELDS``, all texts. The answer to ``TURNS`` also contains a number.
        """
        began = self._measures.clock()
        fields = _read_action_fields(asked)
        status, words, wait = await self._perform(socket, game, chair, fields)
        said = words.said(http.get_translator(socket.headers, socket.cookies)) if words else ""
        answer = {"id": fields.get("id", ""), "status": status, "said": said, "after": wait}
        if status == 200 and fields["do"] == TURNS:
            answer[TURNS] = await self._club.own.turns(socket.cookies.get(PERSON))
        self._measures.count_answer(DEED, LIVE, status, self._measures.clock() - began)
        # In ASCII, as the id may contain a lone surrogate, which a frame cannot contain.
        await http.send_frame(socket, json.dumps(answer))

    async def _perform(
        self, socket: WebSocket, game: str, chair: str, fields: Mapping[str, str]
    ) -> tuple[int, Words | None, int]:
        """Perform an action; return the status, the message, and the seconds after which to try again."""
        if not fields:
            return 422, UNREADABLE, 0
        if refusal := socket.scope.get(REFUSAL, lambda: None)():
            return 429, *refusal
        if fields["do"] == TURNS:
            return 200, None, 0
        try:
            action = Action(fields["do"], fields["at"].strip(), fields["id"])
            await self._club.perform(game, chair, get_chair_key(socket, game, chair), action)
        except YureiError as error:
            return status_of(error), error.words, 0
        return 200, None, 0


def _read_action_fields(asked: str) -> dict[str, str]:
    """Return the fields of an action; empty if they are invalid."""
    try:
        read = json.loads(asked)
    except (ValueError, RecursionError):
        return {}
    fields = {name: read.get(name, "") for name in FIELDS} if isinstance(read, dict) else {}
    return fields if all(isinstance(value, str) for value in fields.values()) else {}


def live_routes(app: FastAPI, club: Club, measures: Measures) -> None:
    actions, drawings = SocketActions(club, measures), Drawings()

    @app.websocket(LIVE)
    async def live(socket: WebSocket, game: str, chair: str) -> None:
        """Send the live part of a chair's page, then changed sections, as JSON frames; perform received actions."""
        if not has_requested_host(socket.headers.get("origin", ""), socket.headers):
            await socket.close(1008)
            return
        try:
            async with club.games.read(game, chair) as held:
                club.seats.check(held, chair, get_chair_key(socket, game, chair))
        except YureiError:
            await socket.close(1008)
            return
        await socket.accept()
        reader = _SocketReader(club, drawings, socket, game, chair)
        with (
            club.count_open_page(game, chair, socket.cookies.get(PERSON)),
            club.games.listeners.listening(game, chair) as changed,
        ):
            sending = _send_frames(club, reader, socket, game, changed)
            await http.serve_socket(
                socket,
                sending,
                http.send_turns(socket, club, game),
                heard=partial(actions.perform, socket, game, chair),
            )


async def _send_frames(club: Club, reader: _SocketReader, socket: WebSocket, game: str, changed: asyncio.Event) -> None:
    while True:
        changed.clear()
        try:
            async with reader.turn(), club.games.read(game, reader.chair) as held:
                frame = reader.frame(held)
        except Forbidden:  # the seat was moved to a different device
            await http.close_socket(socket)
            return
        if frame is not None:
            await http.send_frame(socket, frame)
        await changed.wait()
