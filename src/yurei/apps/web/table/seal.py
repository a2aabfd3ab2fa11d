"""The referee's seal on the page: a quiet mark, unfolded to what can be kept."""

from __future__ import annotations

from htpy import Node, a, code, details, p, summary

from yurei.apps.web.table.context import Page
from yurei.club.game.record import latest_seal
from yurei.languages import N_

SHOWN = 8
"""So many digits of a seal are shown before it is unfolded."""


def seal_mark(page: Page) -> Node:
    """The seal of all that has been tried so far; nothing where none are given."""
    say, latest = page.say, latest_seal(page.game)
    return (
        latest
        and details("#seal", class_="seal", data_own="")[
            summary[say(N_("Sealed: {seal}")).format(seal=latest[:SHOWN])],
            p[code[latest]],
            p(".note")[a(href="/learn/seals")[say(N_("What seals are for"))]],
        ]
    )
