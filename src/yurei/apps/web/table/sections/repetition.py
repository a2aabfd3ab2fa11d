"""Notice that a position repeats, and the button that claims a draw."""

from __future__ import annotations

from htpy import Node, div, p

from yurei.apps.web.table.context import Page
from yurei.apps.web.table.forms import act
from yurei.languages import N_


def repetition(page: Page, *, plays: bool) -> Node:
    """Draw the notice that the position repeats, with the button for a player; nothing if it does not repeat."""
    if not page.game.repeating:
        return None
    say = page.say
    words = p("#repeats", role="status")[
        say(N_("The position repeats. Until the next move either side may claim a draw."))
    ]
    return div(".repeats")[words, act(page, "draw", say(N_("Claim the draw"))) if plays else None]
