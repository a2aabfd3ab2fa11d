"""The live part of a game's page, as one chair sees it. Drawn from views while the game goes on."""

from __future__ import annotations

from functools import partial

from htpy import link
from markupsafe import escape

from yurei.apps.web.pages.ended import ended
from yurei.apps.web.pages.playing import for_players
from yurei.apps.web.pages.watching import third_board, watched
from yurei.apps.web.parts.clock import with_clocks
from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.invitations import invitations, lacks_players
from yurei.apps.web.parts.people import sides
from yurei.apps.web.parts.pieces import CUT, whole, written
from yurei.apps.web.parts.series import score
from yurei.club.chairs import REFEREE
from yurei.languages import N_


def fragment(page: Page) -> str:
    """The live part of a page as HTML: one element with the id ``table``."""
    return whole(with_clocks(page, without_clocks(page)))


def turn_of(page: Page) -> str:
    """What stands in the title where it is the turn of who looks; empty where it is not, or always is."""
    game = page.game
    own = game.settings.seating.hands == "each" and game.to_move in game.seats_of(page.chair)
    return page.say(N_("Your turn")) if own else ""


def without_clocks(page: Page) -> str:
    """The same with holes for the clocks, which ``with_clocks`` fills, and in parts, see ``CUT``.

    It is drawn once for all who are shown the same.
    """
    return page.game.drawings.once(page.alike, partial(_drawn, page))


def _drawn(page: Page) -> str:
    if page.game.over:
        kind, content = "ended", ended(page)
    elif page.chair == REFEREE and page.game.third.shown:
        kind, content = "refereed", third_board(page)
    elif seats := page.game.seats_of(page.chair):
        kind, content = for_players(page, seats)
    else:
        kind, content = "watched", watched(page)
    address, turn = escape(page.address), turn_of(page)
    on_turn = f' data-turn="{escape(turn)}"' if turn else ""
    first = written(
        # What only an ended game needs is loaded once it has ended.
        page.game.over and link(rel="stylesheet", href="/static/after.css"),
        # Who is missing is asked for first; an audience can be invited from the menu.
        lacks_players(page) and not page.game.over and invitations(page),
    )
    head = f'data-number="{page.game.number(page.chair)}" data-live="{address}/live" data-page="{address}"{on_turn}'
    parts = (f'<div id="table" class="{kind}" {head}>', first, sides(page), written(score(page)), written(content))
    return f"{CUT.join(parts)}</div>"
