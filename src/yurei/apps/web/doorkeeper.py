"""The doorkeeper: headers on every answer, no requests from elsewhere, no bodies without end."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers then send "Origin: null" with our own forms, and no origin could be checked.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Doorkeeper:
    """Stands in front of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answered[name] = value
                kept = "no-cache" if scope["path"].startswith("/static/") else "no-store"
                answered["Cache-Control"] = kept
            await send(message)

        refusal = _refusal(scope["method"], headers)
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
        await self._app(scope, _limited(receive), send_with_headers)


def _refusal(method: str, headers: Headers) -> PlainTextResponse | None:
    if method in ("GET", "HEAD"):
        return None
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        return PlainTextResponse("this request comes from another site; open the page here and try again", 403)
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        return PlainTextResponse(f"a request has at most {LARGEST_BODY} bytes; this one has more", 413)
    return None


def _limited(receive: Receive) -> Receive:
    """Stop reading a body that is longer than it said, or that said nothing."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        return {"type": "http.disconnect"} if read > LARGEST_BODY else message

    return limited
