"""WebSocket of a chair: sends the live part of its page, whole at first, then the sections that have changed.

It receives actions: the same as by forms, with less overhead.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial

from fastapi import FastAPI, WebSocket

from yurei.apps.web.limits.layer import REFUSAL, TURN
from yurei.apps.web.measures import DEED, Measures
from yurei.apps.web.security import leads_to
from yurei.apps.web.shell.cookies import PERSON, key_of
from yurei.apps.web.shell.errors import UNREADABLE, status_of
from yurei.apps.web.shell.negotiation import say_to
from yurei.apps.web.shell.sections import Drawing, boards_in
from yurei.apps.web.shell.websockets import hang_up, send_frame, while_open
from yurei.apps.web.table.context import Page, page_for
from yurei.apps.web.table.page import draw, padding, with_number
from yurei.apps.web.table.sections import clock_data
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.game.game import Game
from yurei.club.model.chairs import CROWDS
from yurei.club.seats import Forbidden
from yurei.errors import YureiError
from yurei.languages import Words

Turn = Callable[[], AbstractAsyncContextManager[None]]
LIVE = "/g/{game}/{chair}/live"
FIELDS = ("do", "at", "id")
"""Fields of a message: the action, its point, and its request id, which a form calls ``request``."""
TURNS = "turns"
"""Action that asks for the number of games in which it is the browser's turn; it belongs to no table."""
MOST = 1024
"""Maximum number of cached drawings, over all games. A large one takes 100 kB."""
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Drawings:
    """Newest drawings of live pages, by all that their bytes depend on, see ``Page.alike``.

    With 500 spectators of one game, a page is drawn once for all who see the same.
    """

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, Drawing] = OrderedDict()

    def of(self, page: Page) -> Drawing:
        """Return the live part of a page, without the time on its clocks."""
        key = page.alike
        if key not in self._drawn:
            self._drawn[key] = draw(page)
        self._drawn.move_to_end(key)
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)
        return self._drawn[key]


class _Reader:
    """Browser at the other end of a socket, with the last frame sent to it."""

    def __init__(self, club: Club, drawings: Drawings, socket: WebSocket, game: str, chair: str) -> None:
        self._club, self._drawings, self._socket, self.chair = club, drawings, socket, chair
        self._key = key_of(socket, game, chair)
        # Pages of a crowd, each perhaps drawn apart, wait for those who play.
        self.turn: Turn = socket.scope.get(TURN, nullcontext) if chair in CROWDS else nullcontext
        self._page: Page | None = None
        self._sent: tuple[int, Drawing] | None = None

    def frame(self, game: Game) -> str | None:
        """Return the changes since the last frame; None if only the time on the clocks has changed.

        A frame is a JSON object: ``number``; ``sections``, their HTML by id, or ``table``, the whole page; and
        ``clocks``, see ``sections.clock``. Spaces may follow, see ``padding``.
        """
        self._club.seats.check(game, self.chair, self._key)
        if self._page is None or self._page.game is not game:
            self._page = page_for(game, self.chair, self._socket)
        number, drawing = game.number_known(self.chair), self._drawings.of(self._page)
        before, self._sent = self._sent, (number, drawing)
        changed = drawing.changed_since(before[1]) if before else None
        if before and changed == {} and before[0] == number:
            return None
        html = {"table": with_number(self._page, drawing)} if changed is None else {"sections": changed}
        frame = _as_json({"number": number, **html, "clocks": clock_data(self._page)})
        boards = boards_in(drawing.sections if changed is None else changed)
        return frame + padding(
            self._page, [_as_json({name: html})[1:] for name, html in boards.items()], whole=changed is None
        )


class SocketActions:
    """Performs the actions that are received on sockets."""

    def __init__(self, club: Club, measures: Measures) -> None:
        self._club = club
        self._measures = measures

    async def perform(self, socket: WebSocket, game: str, chair: str, asked: str) -> None:
        """Perform an action, and answer with its id, the status that a form would get, and a message if it is refused.

        ``asked`` is JSON with ``FIELDS``, each a text. The page is updated as for everybody else. The answer to
        ``TURNS`` also has a number.
        """
        began = self._measures.clock()
        fields = _read(asked)
        status, words, wait = await self._perform(socket, game, chair, fields)
        said = words.said(say_to(socket.headers, socket.cookies)) if words else ""
        answer = {"id": fields.get("id", ""), "status": status, "said": said, "after": wait}
        if status == 200 and fields["do"] == TURNS:
            answer[TURNS] = await self._club.own.turns(socket.cookies.get(PERSON))
        self._measures.ended(DEED, LIVE, status, self._measures.clock() - began)
        # In ASCII: the id may contain a lone surrogate, which no frame can.
        await send_frame(socket, json.dumps(answer))

    async def _perform(
        self, socket: WebSocket, game: str, chair: str, fields: Mapping[str, str]
    ) -> tuple[int, Words | None, int]:
        """Return the status, the message, and the seconds after which to try again."""
        if not fields:
            return 422, UNREADABLE, 0
        if refusal := socket.scope.get(REFUSAL, lambda: None)():
            return 429, *refusal
        if fields["do"] == TURNS:
            return 200, None, 0
        try:
            action = Action(fields["do"], fields["at"].strip(), fields["id"])
            await self._club.perform(game, chair, key_of(socket, game, chair), action)
        except YureiError as error:
            return status_of(error), error.words, 0
        return 200, None, 0


def _read(asked: str) -> dict[str, str]:
    """Return the fields; empty if they cannot be read."""
    try:
        read = json.loads(asked)
    except (ValueError, RecursionError):
        return {}
    fields = {name: read.get(name, "") for name in FIELDS} if isinstance(read, dict) else {}
    return fields if all(isinstance(value, str) for value in fields.values()) else {}


def live_routes(app: FastAPI, club: Club, measures: Measures) -> None:
    """Add the WebSocket that sends every change of a game and receives actions."""
    actions, drawings = SocketActions(club, measures), Drawings()

    @app.websocket(LIVE)
    async def live(socket: WebSocket, game: str, chair: str) -> None:
        """Stream the live part of a chair's page, then the sections that change, as JSON frames; perform actions."""
        if not leads_to(socket.headers.get("origin", ""), socket.headers):
            await socket.close(1008)
            return
        try:
            async with club.games.read(game, chair) as held:
                club.seats.check(held, chair, key_of(socket, game, chair))
        except YureiError:
            await socket.close(1008)
            return
        await socket.accept()
        reader = _Reader(club, drawings, socket, game, chair)
        with (
            club.connected(game, chair, socket.cookies.get(PERSON)),
            club.games.listeners.listening(game, chair) as changed,
        ):
            sending = _send_frames(club, reader, socket, game, changed)
            await while_open(socket, sending, partial(actions.perform, socket, game, chair))


async def _send_frames(club: Club, reader: _Reader, socket: WebSocket, game: str, changed: asyncio.Event) -> None:
    while True:
        changed.clear()
        try:
            async with reader.turn(), club.games.read(game, reader.chair) as held:
                frame = reader.frame(held)
        except Forbidden:  # the seat was moved to another device
            await hang_up(socket)
            return
        if frame is not None:
            await send_frame(socket, frame)
        await changed.wait()
