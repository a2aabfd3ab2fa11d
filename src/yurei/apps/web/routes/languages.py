"""The choice of a language, and the way back to where somebody was when he chose."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import Request
from htpy import Element, button, details, form, nav, summary
from starlette.routing import Match

from yurei.apps.web.security import leads_to
from yurei.languages import N_, NAMES, translation


def picker(language: str) -> Element:
    """The languages, each named in itself, folded under the one that is spoken."""
    others = [(slug, name) for slug, name in NAMES.items() if slug != language]
    return nav(".languages", aria_label=translation(language).gettext(N_("Language")))[
        details[
            summary[NAMES[language]],
            form(method="post", action="/language")[
                (button(name="to", value=slug, lang=slug)[name] for slug, name in others)
            ],
        ]
    ]


def way_back(request: Request) -> str:
    """The page from which somebody has chosen a language; the first page where that is none of ours to look at."""
    came_from = request.headers.get("referer", "/")
    if not leads_to(came_from, request.headers):
        return "/"
    split = urlsplit(came_from)
    # Two slashes at the beginning would lead to another host.
    path = "/" + split.path.lstrip("/\\")
    looked_at = {"type": "http", "method": "GET", "path": path}
    if not any(route.matches(looked_at)[0] is Match.FULL for route in request.app.routes):
        return "/"  # such a page answers forms only
    return f"{path}?{split.query}" if split.query else path
