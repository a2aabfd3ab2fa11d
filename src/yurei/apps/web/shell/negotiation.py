"""Negotiation of the language, chosen or preferred by the browser, and of fragments for scripts."""

from collections.abc import Mapping

from babel.core import negotiate_locale
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from yurei.languages import ENGLISH, NAMES, translation
from yurei.wording import Gettext

COOKIE = "language"
"""Name of the cookie with the chosen language."""


def language_of(headers: Headers, cookies: Mapping[str, str]) -> str:
    """Return the chosen language, or else the browser's preferred one."""
    if (chosen := cookies.get(COOKIE)) in NAMES:
        return str(chosen)
    wanted = [_wish(part) for part in headers.get("accept-language", "").split(",")[:20]]
    ordered = [language for language, weight in sorted(wanted, key=lambda wish: -wish[1]) if language and weight]
    return negotiate_locale(ordered, list(NAMES)) or ENGLISH


def _wish(part: str) -> tuple[str, float]:
    """Return a language of the header ``de-AT;q=0.8`` and its weight; 1 if none is given."""
    name, _, weight = part.partition(";")
    text = weight.strip().lower().removeprefix("q=")
    known = text.replace(".", "", 1).isdecimal() and text.isascii()
    return name.strip().replace("-", "_").lower(), float(text) if known else 1.0


def spoken_to(asked: HTTPConnection) -> str:
    """Return the language in which a request is answered."""
    return language_of(asked.headers, asked.cookies)


def wants_fragment(asked: HTTPConnection) -> bool:
    """Return whether a script of our own pages asks: it takes the changed part alone."""
    return asked.headers.get("x-requested-with") == "yurei"


def say_to(headers: Headers, cookies: Mapping[str, str]) -> Gettext:
    """Return the translator into the reader's language."""
    return translation(language_of(headers, cookies)).gettext
