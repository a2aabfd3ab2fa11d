"""Installable app: manifest, service worker, and the offline page."""

import hashlib
import json

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from htpy import a, p

import yurei
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.shell.negotiation import say_to, spoken_to
from yurei.apps.web.shell.static_files import STATIC, hashed_folder, static_url
from yurei.languages import N_, translation

ICONS = [
    {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "/static/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]


def installed_routes(app: FastAPI) -> None:
    """Add the routes of the installable app."""
    worker = _worker()

    @app.get("/manifest.webmanifest")
    async def manifest(request: Request) -> Response:
        """Send the manifest: name and appearance of the installed app."""
        say = say_to(request.headers, request.cookies)
        told = {
            "id": "/",
            "name": "yurei",
            "short_name": "yurei",
            "description": say(N_("Go with hidden stones")),
            "lang": spoken_to(request),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f7f4ec",
            "theme_color": "#dcab58",
            "icons": ICONS,
        }
        return Response(json.dumps(told, ensure_ascii=False), media_type="application/manifest+json")

    @app.get("/sw.js")
    async def service_worker() -> Response:
        """Send the service worker, which shows notifications and caches public files for offline use."""
        return Response(worker, media_type="text/javascript")

    @app.get("/offline")
    async def offline(request: Request) -> HTMLResponse:
        """Send the page that the browser shows when it cannot reach the server."""
        return HTMLResponse(_offline_page(spoken_to(request)))


def _worker() -> str:
    """Return the worker script, with its list of cached files and a cache name that is new for every version."""
    kept = sorted(
        path.name for path in STATIC.iterdir() if path.suffix in (".css", ".js", ".svg") and path.stem != "sw"
    )
    digest = hashlib.sha256(f"{yurei.__version__} {hashed_folder()}".encode()).hexdigest()
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    shell = json.dumps(["/offline", "/learn", "/problems", *map(static_url, kept)])
    version, files = json.dumps(f"yurei-{digest[:12]}"), json.dumps(static_url(""))
    return script.replace('"VERSION"', version).replace('"FILES"', files).replace('["SHELL"]', shell)


def _offline_page(language: str) -> str:
    say = translation(language).gettext
    return panel_page(
        N_("No connection to the server"),
        [
            p[say(N_("Your games are safe there, and continue once it can be reached."))],
            p[a(href="/problems")[say(N_("Problems you have already opened can be read offline."))]],
            p[a(href="/learn")[say(N_("Lessons you have already opened work offline."))]],
        ],
        language,
    )
