"""What is done from a chair over its socket: the same as by a form, with less ado."""

from __future__ import annotations

import json

from fastapi import WebSocket

from yurei.apps.web.cookies import key_of
from yurei.apps.web.errors import UNREADABLE, status_of
from yurei.apps.web.limits.layer import REFUSAL
from yurei.apps.web.negotiation import say_to
from yurei.club.club import Club
from yurei.errors import YureiError
from yurei.languages import Words

FIELDS = ("do", "at", "id")
"""What a form has too: what is done, where, and the id with which it happens once."""


async def perform(club: Club, socket: WebSocket, game: str, chair: str, asked: str) -> None:
    """Do what was asked for, and answer with its id, a status as a form would have it, and a sentence where it is refused.

    What the page shows of it comes as for everybody else.

    Args:
        club: Where the game is played.
        socket: Of who sits on the chair.
        game: The game.
        chair: The chair.
        asked: JSON with ``FIELDS``, each a text.
    """
    fields = _read(asked)
    status, sentence, wait = 200, "", 0
    if fields is None:
        status, sentence = 422, _said(socket, UNREADABLE)
    elif refusal := socket.scope[REFUSAL]() if REFUSAL in socket.scope else None:
        words, wait = refusal
        status, sentence = 429, _said(socket, words)
    else:
        try:
            await club.perform(game, chair, key_of(socket, game, chair), fields["do"], fields["at"], fields["id"])
        except YureiError as error:
            status, sentence = status_of(error), _said(socket, error.words)
    answer = {"id": fields["id"] if fields else "", "status": status, "said": sentence, "after": wait}
    await socket.send_text(json.dumps(answer, ensure_ascii=False))


def _read(asked: str) -> dict[str, str] | None:
    """The fields; None where they cannot be read."""
    try:
        read = json.loads(asked)
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, dict):
        return None
    fields = {name: read.get(name, "") for name in FIELDS}
    return fields if all(isinstance(value, str) for value in fields.values()) else None


def _said(socket: WebSocket, words: Words) -> str:
    return words.said(say_to(socket.headers, socket.cookies))
