"""Actions from a chair over its WebSocket: the same as by forms, with less overhead."""

import json
from collections.abc import Mapping

from fastapi import WebSocket

from yurei.apps.web.limits.layer import REFUSAL
from yurei.apps.web.measures import DEED, Measures
from yurei.apps.web.shell.cookies import PERSON, key_of
from yurei.apps.web.shell.errors import UNREADABLE, status_of
from yurei.apps.web.shell.negotiation import say_to
from yurei.apps.web.shell.websockets import send_frame
from yurei.club.club import Club
from yurei.club.model.action import Action
from yurei.errors import YureiError
from yurei.languages import Words

LIVE = "/g/{game}/{chair}/live"
FIELDS = ("do", "at", "id")
"""Fields of a message: the action, its point, and its request id, which a form calls ``request``."""
TURNS = "turns"
"""Action that asks for the number of games in which it is the browser's turn; it belongs to no table."""


class SocketActions:
    """Performs the actions that are received on sockets.

    Args:
        club: The club that holds the games.
        measures: Counters of the actions.
    """

    def __init__(self, club: Club, measures: Measures) -> None:
        self._club = club
        self._measures = measures

    async def perform(self, socket: WebSocket, game: str, chair: str, asked: str) -> None:
        """Perform an action, and answer with its id, the status that a form would get, and a message if it is refused.

        The page is updated as for everybody else. The answer to ``TURNS`` also has a number.

        Args:
            socket: The socket of the chair's player.
            game: The game.
            chair: The chair.
            asked: JSON with ``FIELDS``, each a text.
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
