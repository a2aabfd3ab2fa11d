"""Cookies and form fields of requests: the keys of a person, and what they have filled in."""

from __future__ import annotations

from fastapi import Request, Response
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection

from yurei.referee.seating import AUDIENCE

YEAR = 365 * 24 * 3600
PERSON = "yurei-person"
"""Cookie with the key of a browser, which opens every chair of this person."""

FOR_ALL_ADDRESSES = frozenset({PERSON, "likes", "language", "yurei-guided"})
"""Cookies that browsers send to every address of the server."""


def game_cookie(game: str, what: str) -> str:
    """Return the name of the cookie with a secret of one game: its links, or the audience's chair."""
    return f"yurei-{game}-{what}"


def key_of(asked: HTTPConnection, game: str, chair: str) -> str | None:
    """Return the browser's key to a chair: the person's own, or the audience's."""
    return asked.cookies.get(game_cookie(game, chair) if chair == AUDIENCE.name else PERSON)


def keep_key(request: Request, response: Response, game: str, chair: str, key: str) -> None:
    """Store the key to a chair in the browser."""
    if chair == AUDIENCE.name:
        set_cookie(request, response, game_cookie(game, chair), key, path=f"/g/{game}")
    else:
        keep_person(request, response, key)


def keep_host(request: Request, response: Response, game: str, host: str) -> None:
    """Store the secret of a game's maker in their browser."""
    set_cookie(request, response, game_cookie(game, "host"), host, path=f"/g/{game}")


def keep_person(request: Request, response: Response, key: str) -> None:
    """Store the key that identifies a person in their browser, unless it is there already."""
    if request.cookies.get(PERSON) != key:
        set_cookie(request, response, PERSON, key)


def set_cookie(
    request: Request, response: Response, name: str, value: str, *, path: str = "/", keep: bool = True
) -> None:
    """Set a cookie hidden from scripts and other sites; without ``keep`` it ends when the browser is closed."""
    age = YEAR if keep else None
    response.set_cookie(
        name, value, max_age=age, path=path, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


def text(form: FormData, name: str) -> str:
    """Return a field of a form; empty if it is missing."""
    value = form.get(name)
    return value if isinstance(value, str) else ""
