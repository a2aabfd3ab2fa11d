"""Takebacks on the page: the request, the answer, and the notice."""

from __future__ import annotations

from htpy import Node, div, p

from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import act
from yurei.club.game.takeback import asking_seat, last_move
from yurei.languages import N_


def takeback_request(page: Page, seat: str) -> Node:
    """Draw the opponent's or player's request, or the notice of a takeback; nothing if the referee hides anything."""
    game, say = page.game, page.say
    asked = game.takeback.asked
    if game.settings.referee.hides:
        return None
    if asked is None:
        if game.takeback.done:
            taken_back = say(N_("A move was taken back. Play continues from the position before it."))
            return p("#taken-back", class_="note", role="status")[taken_back]
        if game.takeback.declined == game.moves:
            return p("#takeback-declined", class_="note", role="status")[say(N_("The takeback was declined."))]
        return None
    if game.colour(asked) is game.colour(seat):
        return p("#takeback", class_="note")[say(N_("You requested a takeback. Waiting for the opponent’s answer."))]
    return div("#takeback", class_="offer")[
        p[say(N_("{seat} requests a takeback.")).format(seat=seat_word(asked, say))],
        act(page, "takeback-accept", say(N_("Accept takeback"))),
        act(page, "takeback-decline", say(N_("Decline"))),
    ]


def takeback_button(page: Page, seat: str) -> Node:
    """Draw the button that requests a takeback; nothing if it is not possible."""
    game, say = page.game, page.say
    if game.settings.referee.hides or game.takeback.asked is not None:
        return None
    if last_move(game, asking_seat(game, seat)) is None or game.takeback.declined == game.moves:
        return None
    asks = game.settings.seating.hands == "each" and not game.programs
    words = N_("Request takeback") if asks else N_("Take back the last move")
    return act(page, "takeback", say(words))
