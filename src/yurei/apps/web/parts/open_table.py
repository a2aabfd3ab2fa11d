"""The table opened to the audience, on the page: what it means, who has agreed to it, and what all hear of it."""

from __future__ import annotations

from htpy import Node, details, p, summary

from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.forms import act
from yurei.languages import N_


def openness(page: Page) -> Node:
    """What all hear of it: who has opened the table, and that the audience sees the whole board."""
    say, audience = page.say, page.game.audience
    if audience.table_open:
        return p("#opened", class_="note")[say(N_("The table is open: the audience sees the whole board."))]
    if not audience.opened:
        return None
    names = ", ".join(seat_word(seat, say) for seat in page.game.pencil if seat in audience.opened)
    words = say(N_("{seats} would open the table to the audience. The board stays hidden until all players agree."))
    return p("#opened", class_="note")[words.format(seats=names)]


def offer_to_open(page: Page) -> Node:
    """A player's way to open the table, with what it means said before."""
    say, audience = page.say, page.game.audience
    if not audience.may_be_opened or audience.opened.issuperset(page.game.seats_of(page.chair)):
        return None
    return details("#opening", class_="opening", data_own="")[
        summary[say(N_("Open the table to the audience"))],
        p[_meaning(say, audience.who == "everybody")],
        act(page, "open", say(N_("I open the table"))),
    ]


def _meaning(say: Say, everybody: bool) -> str:
    return say(
        N_(
            "Once all players agree, everybody who watches sees the whole board at once, to the end of the game, and it cannot be taken back. Everybody may watch this game, your opponent too: agree only if you trust him not to look."
        )
        if everybody
        else N_(
            "Once all players agree, whoever has the audience’s link sees the whole board at once, to the end of the game, and it cannot be taken back. Your opponent may have that link too: agree only if you trust him not to look."
        )
    )
