"""Board revealed to the audience: the explanation, the players who have agreed, and the public notice."""

from __future__ import annotations

from htpy import Element, Node, details, p, summary

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import kept
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import act_at
from yurei.languages import N_


def openness(page: Page) -> Node:
    """Draw the public notice: who has agreed, or that the audience sees the whole board."""
    say, audience = page.say, page.game.audience
    if audience.table_open:
        return p("#opened", class_="note")[say(N_("The board is revealed: spectators see the whole board."))]
    if not audience.opened:
        return None
    names = ", ".join(seat_word(seat, say) for seat in page.game.pencil if seat in audience.opened)
    words = say(N_("{seats} agreed to reveal the board to spectators. It stays hidden until all players agree."))
    return p("#opened", class_="note")[words.format(seats=names)]


def offer_to_open(page: Page) -> Node:
    """Draw the button by which a player agrees, with an explanation."""
    audience = page.game.audience
    if not audience.may_be_opened or audience.opened.issuperset(page.game.seats_of(page.chair)):
        return None
    return _offer(page.address, page.say, audience.who == "everybody")


@kept
def _offer(address: str, say: Say, everybody: bool) -> Element:
    return details("#opening", class_="opening", data_own="")[
        summary[say(N_("Reveal the board to spectators"))],
        p[_meaning(say, everybody)],
        act_at(address, "open", say(N_("Reveal the board"))),
    ]


def _meaning(say: Say, everybody: bool) -> str:
    return say(
        N_(
            "Once all players agree, all spectators see the whole board until the end of the game. "
            "This cannot be undone. Anyone can watch this game, your opponent too: agree only if "
            "you trust them not to look."
        )
        if everybody
        else N_(
            "Once all players agree, everyone with the spectator link sees the whole board until "
            "the end of the game. This cannot be undone. Your opponent may have that link too: "
            "agree only if you trust them not to look."
        )
    )
