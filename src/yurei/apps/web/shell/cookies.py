"""What a request brings along: the keys of who asks, and what he has filled in."""

from __future__ import annotations

from fastapi import Request, Response
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection

from yurei.referee.seating import AUDIENCE

YEAR = 365 * 24 * 3600
PERSON = "yurei-person"
"""The cookie with the key of a browser, which opens every chair that it sits on."""

FOR_ALL_ADDRESSES = frozenset({PERSON, "likes", "language", "yurei-guided"})
"""The cookies that browsers send to every address of the server."""


def game_cookie(game: str, what: str) -> str:
    """The cookie with a secret that opens something of one game alone: its links, the audience's chair."""
    return f"yurei-{game}-{what}"


def key_of(asked: HTTPConnection, game: str, chair: str) -> str | None:
    """The key to a chair that a browser has brought along: its own, or the audience's."""
    return asked.cookies.get(game_cookie(game, chair) if chair == AUDIENCE.name else PERSON)


def keep_key(request: Request, response: Response, game: str, chair: str, key: str) -> None:
    """Give the key to a chair to the browser."""
    if chair == AUDIENCE.name:
        set_cookie(request, response, game_cookie(game, chair), key, path=f"/g/{game}")
    else:
        keep_person(request, response, key)


def keep_host(request: Request, response: Response, game: str, host: str) -> None:
    """Keep the secret of whoever has made a game in their browser."""
    set_cookie(request, response, game_cookie(game, "host"), host, path=f"/g/{game}")


def keep_person(request: Request, response: Response, key: str) -> None:
    """Give a browser the key by which it is recognised, where that is not the one that it has."""
    if request.cookies.get(PERSON) != key:
        set_cookie(request, response, PERSON, key)


def set_cookie(
    request: Request, response: Response, name: str, value: str, *, path: str = "/", keep: bool = True
) -> None:
    """Set a cookie that neither scripts nor other sites get; without ``keep`` it goes when the browser is closed."""
    age = YEAR if keep else None
    response.set_cookie(
        name, value, max_age=age, path=path, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


def text(form: FormData, name: str) -> str:
    """A field of a form; empty where it is missing."""
    value = form.get(name)
    return value if isinstance(value, str) else ""
