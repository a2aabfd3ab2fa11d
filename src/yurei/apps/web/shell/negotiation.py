"""Who reads: the language that somebody has chosen, or that his browser prefers; and whether a script reads for him."""

from __future__ import annotations

from collections.abc import Mapping

from babel.core import negotiate_locale
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from yurei.languages import ENGLISH, NAMES, translation
from yurei.wording import Gettext

COOKIE = "language"
"""Where a chosen language is kept."""


def language_of(headers: Headers, cookies: Mapping[str, str]) -> str:
    """The language that somebody has chosen, or that his browser prefers."""
    if (chosen := cookies.get(COOKIE)) in NAMES:
        return str(chosen)
    wanted = [_wish(part) for part in headers.get("accept-language", "").split(",")[:20]]
    ordered = [language for language, weight in sorted(wanted, key=lambda wish: -wish[1]) if language and weight]
    return negotiate_locale(ordered, list(NAMES)) or ENGLISH


def _wish(part: str) -> tuple[str, float]:
    """A language of the header, and how much it is wished for: ``de-AT;q=0.8``. Without a weight it is 1."""
    name, _, weight = part.partition(";")
    text = weight.strip().lower().removeprefix("q=")
    known = text.replace(".", "", 1).isdecimal() and text.isascii()
    return name.strip().replace("-", "_").lower(), float(text) if known else 1.0


def spoken_to(asked: HTTPConnection) -> str:
    """The language in which a request is answered."""
    return language_of(asked.headers, asked.cookies)


def wants_fragment(asked: HTTPConnection) -> bool:
    """Whether a script of our own pages asks: it takes the changed part alone."""
    return asked.headers.get("x-requested-with") == "yurei"


def say_to(headers: Headers, cookies: Mapping[str, str]) -> Gettext:
    """Translates into the language of who asks."""
    return translation(language_of(headers, cookies)).gettext
