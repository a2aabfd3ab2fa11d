"""WebSocket of a chair: sends the live part of its page, whole at first, then the sections that have changed."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial

from fastapi import FastAPI, WebSocket

from yurei.apps.web.limits.layer import TURN
from yurei.apps.web.measures import Measures
from yurei.apps.web.security import leads_to
from yurei.apps.web.shell.cookies import PERSON, key_of
from yurei.apps.web.shell.sections import Drawing, boards_in
from yurei.apps.web.shell.websockets import hang_up, send_frame, while_open
from yurei.apps.web.table.chair import page_for
from yurei.apps.web.table.context import Page
from yurei.apps.web.table.page import draw, padding, with_number
from yurei.apps.web.table.sections.clock import clock_data
from yurei.apps.web.table.socket_actions import LIVE, SocketActions
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.known_events import number_known
from yurei.club.model.chairs import CROWDS
from yurei.club.seats import Forbidden
from yurei.errors import YureiError

Turn = Callable[[], AbstractAsyncContextManager[None]]
MOST = 1024
"""Maximum number of cached drawings, over all games. A large one takes 100 kB."""
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


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

        Raises:
            Forbidden: If the browser's key no longer opens the chair.
        """
        self._club.seats.check(game, self.chair, self._key)
        if self._page is None or self._page.game is not game:
            self._page = page_for(game, self.chair, self._socket)
        number, drawing = number_known(game, self.chair), self._drawings.of(self._page)
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
