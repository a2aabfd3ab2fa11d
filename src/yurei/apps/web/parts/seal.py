"""The referee's seal on the page: a quiet mark, unfolded to what can be kept."""

from __future__ import annotations

from htpy import a, code, p, summary

from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.pieces import INSIDE, Parts, around, html, markup, parts, piece
from yurei.languages import N_, translation

SHOWN = 8
"""So many digits of a seal are shown before it is unfolded."""


def seal_mark(page: Page) -> Parts:
    """The seal of all that has been tried so far; nothing where none are given."""
    latest = page.game.seals.latest
    return Parts() if latest is None else _mark(page.language, latest)


@piece
def _mark(language: str, latest: str) -> Parts:
    """The same for all at the table."""
    folded, whole = html(str(around(_summary(language), latest[:SHOWN]))), around(_seal(language), latest)
    return parts(html('<details id="seal" class="seal" data-own="">'), folded, whole, html("</details>"))


@piece
def _summary(language: str) -> Parts:
    words = translation(language).gettext(N_("Sealed: {seal}"))
    return markup(summary[words.format(seal=INSIDE)])


@piece
def _seal(language: str) -> Parts:
    words = translation(language).gettext(N_("What seals are for"))
    return markup(p[code[INSIDE]], p(".note")[a(href="/learn/seals")[words]])
