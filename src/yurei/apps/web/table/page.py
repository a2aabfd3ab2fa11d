"""The live part of a game's page, as one chair sees it. Drawn from views while the game goes on."""

from __future__ import annotations

from htpy import Element, Node, div

from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.shell.sections import Drawing, Sections
from yurei.apps.web.table.context import Page
from yurei.apps.web.table.ended.page import ended
from yurei.apps.web.table.playing import for_players
from yurei.apps.web.table.sections.invitations import invitations, lacks_players
from yurei.apps.web.table.sections.players import sides
from yurei.apps.web.table.sections.series import score
from yurei.apps.web.table.watching import third_board, watched
from yurei.club.game.known_events import number_known
from yurei.club.model.chairs import REFEREE


def fragment(page: Page) -> str:
    """The live part of a page as HTML, with the time on its clocks: one element with the id ``table``."""
    return with_number(page, draw(page, clocks=True))


def with_number(page: Page, drawing: Drawing) -> str:
    """A drawing with the number by which an older one is told from a newer one."""
    return drawing.html.replace(">", f' data-number="{number_known(page.game, page.chair)}">', 1)


def draw(page: Page, *, clocks: bool = False) -> Drawing:
    """Draw the live part of a page in sections.

    Args:
        page: Whose.
        clocks: Whether clocks show their time. Without it the drawing depends on ``Page.alike`` alone.
    """
    part = Sections(clocks=clocks)
    kind, content = _content(page, part)
    # Who is missing is asked for first; an audience can be invited from the menu.
    missing = lacks_players(page) and not page.game.over and invitations(page)
    whole = part.add("invitations", missing), sides(page, part), part.add("score", score(page)), content
    return part.drawing(filled(_table(kind, page.address), whole))


@kept
def _table(kind: str, address: str) -> Element:
    return div("#table", class_=kind, data_live=f"{address}/live", data_page=address)


def _content(page: Page, part: Sections) -> tuple[str, Node]:
    """Return the kind of a chair's page, and its content."""
    if page.game.over:
        return "ended", ended(page, part)
    if page.chair == REFEREE and page.game.third.shown:
        return "refereed", third_board(page, part)
    if seats := page.game.seats_of(page.chair):
        return for_players(page, seats, part)
    return "watched", watched(page, part)
