"""The live part of a game's page, as one chair sees it. Drawn from views while the game goes on."""

from __future__ import annotations

from functools import partial

from htpy import Node, link
from markupsafe import escape

from yurei.apps.web.pages.ended import ended
from yurei.apps.web.pages.playing import for_players
from yurei.apps.web.pages.watching import third_board, watched
from yurei.apps.web.parts.clock import with_clocks
from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.invitations import invitations, lacks_players
from yurei.apps.web.parts.people import sides
from yurei.apps.web.parts.pieces import Drawing, parts
from yurei.apps.web.parts.series import score
from yurei.club.chairs import REFEREE
from yurei.languages import N_


def fragment(page: Page) -> str:
    """The live part of a page as HTML: one element with the id ``table``."""
    return with_clocks(page, without_clocks(page)).html


def turn_of(page: Page) -> str:
    """What stands in the title where it is the turn of who looks; empty where it is not, or always is."""
    game = page.game
    own = game.settings.seating.hands == "each" and game.to_move in game.seats_of(page.chair)
    return page.say(N_("Your turn")) if own else ""


def without_clocks(page: Page) -> Drawing:
    """The same with holes for the clocks, which ``with_clocks`` fills; drawn once for all who are shown the same."""
    return page.game.drawings.once(page.alike, partial(_drawn, page))


def _drawn(page: Page) -> Drawing:
    kind: str
    content: Node
    if page.game.over:
        kind, content = "ended", ended(page)
    elif page.chair == REFEREE and page.game.third.shown:
        kind, content = "refereed", third_board(page)
    elif seats := page.game.seats_of(page.chair):
        kind, content = for_players(page, seats)
    else:
        kind, content = "watched", watched(page)
    # What only an ended game needs is loaded once it has ended.
    after = page.game.over and link(rel="stylesheet", href="/static/after.css")
    # Who is missing is asked for first; an audience can be invited from the menu.
    missing = lacks_players(page) and not page.game.over and invitations(page)
    rest = parts(after, missing, sides(page), score(page), content)
    return Drawing([_begins(page, kind), *rest, "</div>"])


def _begins(page: Page, kind: str) -> str:
    address, turn = escape(page.address), turn_of(page)
    on_turn = f' data-turn="{escape(turn)}"' if turn else ""
    number = page.game.number(page.chair)
    return f'<div id="table" class="{kind}" data-number="{number}" data-live="{address}/live" data-page="{address}"{on_turn}>'
