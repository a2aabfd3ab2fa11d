"""Referee's seal on the page, folded until the reader wants to keep it."""

from __future__ import annotations

from htpy import Node, a, code, details, p, summary

from yurei.apps.web.table.context import Page
from yurei.club.game.record import latest_seal
from yurei.languages import N_

SHOWN = 8
"""Number of digits of the seal shown while it is folded."""


def seal_mark(page: Page) -> Node:
    """Draw the seal of all tries so far; nothing if the game has none."""
    say, latest = page.say, latest_seal(page.game)
    return (
        latest
        and details("#seal", class_="seal", data_own="")[
            summary[say(N_("Sealed: {seal}")).format(seal=latest[:SHOWN])],
            p[code[latest]],
            p(".note")[a(href="/learn/seals")[say(N_("What seals are for"))]],
        ]
    )
