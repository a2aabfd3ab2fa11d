"""What the referee says of a position that repeats, and the button that claims a draw for it."""

from __future__ import annotations

from htpy import Node, div, p

from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.forms import act
from yurei.languages import N_


def repetition(page: Page, *, plays: bool) -> Node:
    """That the position repeats; for who plays, with the button. Nothing where it does not."""
    if not page.game.repeating:
        return None
    say = page.say
    words = p("#repeats", role="status")[
        say(N_("The position repeats. Until the next move either side may claim a draw."))
    ]
    return div(".repeats")[words, act(page, "draw", say(N_("Claim the draw"))) if plays else None]
