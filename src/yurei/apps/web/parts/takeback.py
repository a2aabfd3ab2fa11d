"""A move taken back, on the page: the question, the answer, and that it has happened."""

from __future__ import annotations

from htpy import Element, Node, button, div, form, p

from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.pieces import once
from yurei.club.takeback import asking_seat, last_move
from yurei.languages import N_


def takeback(page: Page, seat: str) -> Node:
    """What a player can ask or answer about taking a move back; nothing where the referee hides something."""
    game, say = page.game, page.say
    if game.settings.referee.hides:
        return None
    asked = game.takeback.asked
    if asked is None:
        return [game.takeback.done and _done(page), _ask(page, seat)]
    if game.colour(asked) is game.colour(seat):
        return p("#takeback", class_="note")[say(N_("You requested a takeback. Waiting for the opponent’s answer."))]
    return div("#takeback", class_="offer")[
        p[say(N_("{seat} requests a takeback.")).format(seat=seat_word(asked, say))],
        _button(page, "takeback-accept", say(N_("Accept takeback"))),
        _button(page, "takeback-decline", say(N_("Decline"))),
    ]


def _done(page: Page) -> Element:
    return p("#taken-back", class_="note", role="status")[
        page.say(N_("A move was taken back. Play continues from the position before it."))
    ]


def _ask(page: Page, seat: str) -> Node:
    game, say = page.game, page.say
    if last_move(game, asking_seat(game, seat)) is None or game.takeback.declined == game.moves:
        return None
    asks = game.settings.seating.hands == "each" and not game.programs
    words = N_("Request takeback") if asks else N_("Take back the last move")
    return _button(page, "takeback", say(words))


def _button(page: Page, do: str, words: str) -> Element:
    return form(method="post", action=page.address, data_live="")[once(), button(name="do", value=do)[words]]
