"""A person on the referee's chair, on the page: what all hear of it, and a player's way to let him see the board."""

from __future__ import annotations

from htpy import Node, details, p, summary

from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.forms import act
from yurei.club.chairs import REFEREE
from yurei.languages import N_


def referee_sits(page: Page) -> Node:
    """What all hear of who sits on the referee's chair: whether he sees the board, and who has let him."""
    say, game = page.say, page.game
    if not game.taken(REFEREE):
        return None
    if page.chair == REFEREE:
        return _own_note(page)
    if game.third.shown:
        return p("#judge", class_="note")[say(N_("The referee’s chair is taken: somebody watches the whole board."))]
    asks = say(N_("Somebody sits on the referee’s chair, and sees no more than the audience until all players agree."))
    return [p("#judge", class_="note")[asks, _admitted(page)], _let(page)]


def _own_note(page: Page) -> Node:
    """What who sits there himself is told, as long as he sees no more than the audience."""
    third, say = page.game.third, page.say
    if third.shown:
        return None
    if not third.may_be_shown:
        return p("#judge", class_="note")[
            say(N_("A program plays here, and does not agree that somebody sees its board before the end."))
        ]
    return p("#judge", class_="note")[
        say(N_("You see the whole board once all players have let you.")), _admitted(page)
    ]


def _admitted(page: Page) -> str:
    """Who has agreed so far."""
    admitted = page.game.third.admitted
    names = ", ".join(seat_word(seat, page.say) for seat in page.game.pencil if seat in admitted)
    return " " + page.say(N_("So far agreed: {seats}.")).format(seats=names) if names else ""


def _let(page: Page) -> Node:
    """A player's way to agree, with what it means said before."""
    say, third = page.say, page.game.third
    if not third.may_be_shown or third.admitted.issuperset(page.game.seats_of(page.chair)):
        return None
    return details("#admitting", class_="opening", data_own="")[
        summary[say(N_("Let the referee see the board"))],
        p[
            say(
                N_(
                    "Once all players agree, the referee sees the whole board to the end of the game, and it cannot be taken back. Agree only if you trust them."
                )
            )
        ],
        act(page, "admit", say(N_("I let the referee see the board"))),
    ]
