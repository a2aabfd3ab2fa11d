"""Error answers: one sentence in the reader's language, and its HTTP status."""

import asyncio
from functools import lru_cache

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.frame.http import CHECK, NoCookies, get_language, get_translator, set_cookie, wants_fragment
from yurei.apps.web.frame.page import PLACE, READER, wrong_page
from yurei.apps.web.frame.security import HEADERS, TOO_LONG, NoToken, error_answer, is_for_programs
from yurei.club.games import STOPS, ServerStopping
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.stored import DatabaseUnavailable, NotStored
from yurei.club.programs.reviews import NoReview
from yurei.club.seats import Forbidden
from yurei.errors import BadValue, GameOver, NoTable, NotOver, OutOfTurn, Unknown, YureiError
from yurei.languages import N_, Words, translation

STATUS: dict[type[YureiError], int] = {
    NoToken: 401,
    Forbidden: 403,
    Unknown: 404,
    OutOfTurn: 409,
    GameOver: 409,
    NotOver: 409,
    NoReview: 409,
    NoTable: 409,
    BadValue: 422,
    LimitExceeded: 429,
    NotStored: 503,
    DatabaseUnavailable: 503,
    ServerStopping: 503,
}
REFUSALS = {  # messages for requests that match no route, by status
    404: Words(N_("Page not found.")),
    405: Words(N_("This page cannot be used that way.")),
    413: TOO_LONG,
}
UNREADABLE = Words(N_("This request cannot be read; open the page again and try once more."))


def status_of(error: YureiError) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)


def error_response(connection: HTTPConnection, words: Words, status: int, after: int | None = None) -> Response:
    """Return an error answer of one sentence: JSON for the API, plain text for a page's script, else a page."""
    language = get_language(connection)
    sentence = words.said(translation(language).gettext)
    if is_for_programs(connection.url.path):
        answer = error_answer(words.said(get_translator(connection.headers, {})), status)
    elif wants_fragment(connection):
        answer = PlainTextResponse(sentence, status)
    else:
        answer = HTMLResponse(_render_page(sentence, language, READER.get()), status)
    if after is not None:
        answer.headers["Retry-After"] = str(after)
    return answer


@lru_cache(64)
def _render_page(sentence: str, language: str, _likes: frozenset[str]) -> str:
    # Cached, as drawing takes half a millisecond. ``_likes`` is part of the key: ``document`` reads it from READER.
    PLACE.set("/")  # set for the current request only, which ends with this page
    return wrong_page(sentence, language)


def answer_errors(app: FastAPI) -> None:
    @app.exception_handler(YureiError)
    async def _(request: Request, error: YureiError) -> Response:
        return error_response(request, error.words, status_of(error))

    @app.exception_handler(NoCookies)
    async def _(request: Request, error: NoCookies) -> Response:
        if CHECK in request.query_params:
            return error_response(request, error.words, 403)
        response = RedirectResponse(f"{request.url.path}?{CHECK}=1", 307)
        set_cookie(request, response, CHECK, "1", age=60)
        return response

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> Response:
        return error_response(request, REFUSALS.get(error.status_code, UNREADABLE), error.status_code)

    @app.exception_handler(ClientDisconnect)
    async def _(request: Request, error: ClientDisconnect) -> Response:
        # The client has gone and reads no answer; the status tells this case from failures in the log.
        return error_response(request, UNREADABLE, 400)

    @app.exception_handler(Exception)
    async def _(request: Request, error: Exception) -> Response:
        response = error_response(request, Words(N_("Something went wrong here; nothing was lost. Try again.")), 500)
        # This answer bypasses the security middleware.
        response.headers.update({**HEADERS, "Cache-Control": "no-store"})
        return response


class ShutdownMiddleware:
    """Middleware that answers 503 to a request that is cancelled when the server stops, instead of 500."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = False

        async def send_and_note(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        except asyncio.CancelledError:
            if scope["type"] != "http" or began:
                raise
            # The request may have been executed; repeated with the same id it has no second effect.
            await error_response(HTTPConnection(scope), Words(STOPS), 503)(scope, receive, send)
