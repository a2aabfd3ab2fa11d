"""Security middleware (headers of answers, origin checks, limits of bodies), and static files with digests."""

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurei.apps.web.frame.http import get_translator
from yurei.errors import YureiError
from yurei.languages import N_, Words

STATIC = Path(__file__).parents[1] / "static"
ASKED_AGAIN = ("/sw.js", "/manifest.webmanifest")  # addresses that a browser must revalidate each time
_DIGEST = re.compile("[0-9a-f]{12}")
_COMMENT = re.compile(
    rb"^[ \t]*/\*.*?\*/[ \t]*\n|(?<=[;{]) // [^\n]*|(?<=[;{}]) /\*[^\n]*\*/$", re.MULTILINE | re.DOTALL
)
_SPACE_OF_STYLES = re.compile(rb"(?<=[;:,{}]) | (?=[{}])")


@cache
def hashed_folder() -> str:
    digest = hashlib.sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


def static_url(name: str) -> str:
    return f"{hashed_folder()}/{name}"


@cache
def read_without_comments(path: Path) -> bytes:
    """Return a style sheet or script without comments and indents, and a style sheet also without needless spaces."""
    text = re.sub(rb"\n\s+", b"\n", _COMMENT.sub(b"", path.read_bytes()))
    return _SPACE_OF_STYLES.sub(b"", text) if path.suffix == ".css" else text


class HashedFiles(StaticFiles):
    """The static files, with or without a digest in their address.

    A page that was open during an upgrade gets the files of the new version instead of an error.
    """

    def get_path(self, scope: Scope) -> str:
        path = super().get_path(scope)
        first, _, rest = path.partition(os.sep)
        return rest if rest and _DIGEST.fullmatch(first) else path

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a static file; style sheets and scripts are sent without comments."""
        response = await super().get_response(path, scope)
        if not isinstance(response, FileResponse) or not path.endswith((".css", ".js")):
            return response
        kept = {name: response.headers[name] for name in ("etag", "last-modified")}
        return Response(read_without_comments(Path(response.path)), headers=kept, media_type=response.media_type)


FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
MULTIPART = "multipart/form-data"
MAILS = "/mail/"
"""Prefix of links in mails: mail programs post to them with a body of either kind (RFC 8058), which is not read."""
PROGRAMS = "/api"
LARGEST_BODY = 64 * 1024
TOO_LONG = Words(N_("a request has at most {most} bytes; this one has more"), most=LARGEST_BODY)
FROM_ELSEWHERE = Words(N_("this request comes from another site; open the page here and try again"))
NOT_READ = {
    FORM: Words(N_("a form comes as {form}; this came as something else"), form=FORM),
    JSON: Words(N_("programs speak {kind}; this came as something else"), kind=JSON),
}
FOR_EVER = f"public, max-age={365 * 24 * 3600}, immutable"
ONLY_TLS = f"max-age={365 * 24 * 3600}"  # one year, without subdomains, which may belong to others
AFTER = {429: 60, 503: 5}  # default of Retry-After in seconds, by status
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # An address may contain a secret, which logs must not contain. With "no-referrer" browsers send "Origin: null" with
    # our own forms, and no origin could be checked.
    "Referrer-Policy": "strict-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Security:
    """Middleware that checks requests and puts headers on answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers, secure = Headers(scope=scope), scope["scheme"] in ("https", "wss")
        if scope["type"] == "websocket":
            # A browser sends cookies with every socket, whichever site opens it, and always reports that site.
            if is_same_origin(headers.get("origin", ""), headers, secure=secure):
                await self._app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answered[name] = value
                if secure:
                    answered["Strict-Transport-Security"] = ONLY_TLS
                answered["Cache-Control"] = _choose_cache_control(scope["path"], message["status"])
                if message["status"] in AFTER:
                    answered.setdefault("Retry-After", str(AFTER[message["status"]]))
            await send(message)

        programs = is_for_programs(scope["path"])
        refusal = _find_refusal(scope["method"], scope["path"], JSON if programs else FORM, headers, secure=secure)
        if refusal is not None:
            words, status = refusal
            said = words.said(get_translator(headers, {} if programs else HTTPConnection(scope).cookies))
            answer = error_answer(said, status) if programs else PlainTextResponse(said, status)
            await answer(scope, receive, send_with_headers)
            return
        await self._app(scope, _limit_body(receive), send_with_headers)


def _choose_cache_control(path: str, status: int) -> str:
    """Return the value of Cache-Control for an answer."""
    if path.startswith(f"{hashed_folder()}/") and status in (200, 304):
        return FOR_EVER
    return "no-cache" if path.startswith("/static/") or path in ASKED_AGAIN else "no-store"


def is_for_programs(path: str) -> bool:
    """Return whether a path belongs to the API, which uses JSON and no cookies."""
    return path.startswith(f"{PROGRAMS}/")


def error_answer(sentence: str, status: int) -> Response:
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return Response(json.dumps({"error": sentence}), status, headers, media_type=JSON)


def has_requested_host(address: str, headers: Headers) -> bool:
    """Return whether a URL from a header has the requested host."""
    try:
        return urlsplit(address).netloc == headers.get("host")
    except ValueError:
        return False


def is_same_origin(origin: str, headers: Headers, *, secure: bool) -> bool:
    """Return whether an origin is this server: the requested host, with HTTPS if the request uses TLS."""
    return has_requested_host(origin, headers) and (not secure or origin.startswith("https://"))


def _find_refusal(method: str, path: str, kind: str, headers: Headers, *, secure: bool) -> tuple[Words, int] | None:
    """Return the message and status with which to refuse a request; None to accept it."""
    if method in ("GET", "HEAD"):
        return None
    origin = headers.get("origin")
    if origin is not None and not is_same_origin(origin, headers, secure=secure):
        return FROM_ELSEWHERE, 403
    # Our pages and programs send nothing else. So the multipart parser is never used.
    given = headers.get("content-type", kind).partition(";")[0].strip().lower()
    if given != kind and not (given == MULTIPART and path.startswith(MAILS)):
        return NOT_READ[kind], 415
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        return TOO_LONG, 413
    return None


def _limit_body(receive: Receive) -> Receive:
    """Wrap ``receive`` so that it raises an error when the received body gets too long."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > LARGEST_BODY:
            raise HTTPException(413)
        return message

    return limited


class NoToken(YureiError):
    """Raised if an API request has no token."""
