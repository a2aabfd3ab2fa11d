"""Person on the referee's chair: the public notice, and the button by which a player shows them the board."""

from __future__ import annotations

from htpy import Element, Node, details, p, summary

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import kept
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import act_at
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_


def referee_sits(page: Page) -> Node:
    """Draw the public notice about the referee's chair: whether they see the board, and which players have agreed."""
    say, game = page.say, page.game
    if not game.taken(REFEREE):
        return None
    if page.chair == REFEREE:
        return _own_note(page)
    if game.third.shown:
        return p("#judge", class_="note")[say(N_("The referee’s seat is taken: the referee sees the whole board."))]
    asks = say(N_("The referee’s seat is taken. The referee sees no more than spectators until all players agree."))
    return [p("#judge", class_="note")[asks, _admitted(page)], _let(page)]


def _own_note(page: Page) -> Node:
    """Draw the note for the referee themselves, as long as they see no more than the audience."""
    third, say = page.game.third, page.say
    if third.shown:
        return None
    if not third.may_be_shown:
        return p("#judge", class_="note")[
            say(N_("A program plays here, and does not agree that somebody sees its board before the end."))
        ]
    return p("#judge", class_="note")[say(N_("You will see the whole board once all players agree.")), _admitted(page)]


def _admitted(page: Page) -> str:
    """Return the names of the players who have agreed so far."""
    admitted = page.game.third.admitted
    names = ", ".join(seat_word(seat, page.say) for seat in page.game.pencil if seat in admitted)
    return " " + page.say(N_("Agreed so far: {seats}.")).format(seats=names) if names else ""


def _let(page: Page) -> Node:
    """Draw the button by which a player agrees, with an explanation."""
    third = page.game.third
    if not third.may_be_shown or third.admitted.issuperset(page.game.seats_of(page.chair)):
        return None
    return _offer(page.address, page.say)


@kept
def _offer(address: str, say: Say) -> Element:
    return details("#admitting", class_="opening", data_own="")[
        summary[say(N_("Show the board to the referee"))],
        p[
            say(
                N_(
                    "Once all players agree, the referee sees the whole board until the end of the game. "
                    "This cannot be undone. Agree only if you trust them."
                )
            )
        ],
        act_at(address, "admit", say(N_("Yes, show the board to the referee"))),
    ]
