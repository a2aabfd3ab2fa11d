"""The referee's seal on the page: a quiet mark, unfolded to what can be kept."""

from __future__ import annotations

from htpy import a, code, p, summary
from markupsafe import Markup

from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.pieces import INSIDE, around, markup, piece
from yurei.languages import N_, translation

SHOWN = 8
"""So many digits of a seal are shown before it is unfolded."""


def seal_mark(page: Page) -> str:
    """The seal of all that has been tried so far; nothing where none are given."""
    latest = page.game.seals.latest
    if latest is None:
        return ""
    in_short, whole = around(_summary(page.language), latest[:SHOWN]), around(_seal(page.language), latest)
    return f'<details id="seal" class="seal" data-own="">{in_short}{whole}</details>'


@piece
def _summary(language: str) -> Markup:
    words = translation(language).gettext(N_("Sealed: {seal}"))
    return markup(summary[words.format(seal=INSIDE)])


@piece
def _seal(language: str) -> Markup:
    words = translation(language).gettext(N_("What a seal is good for"))
    return markup(p[code[INSIDE]]) + markup(p(".note")[a(href="/learn/seals")[words]])
