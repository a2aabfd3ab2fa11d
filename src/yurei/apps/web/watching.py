"""The pages of who only watches while the game goes on: the audience, and the referee, who sees everything."""

from __future__ import annotations

from htpy import Element, Node, aside, h2, li, ol, p, section, span
from markupsafe import Markup

from yurei.apps.web.board import Picture, drawn
from yurei.apps.web.boards import still
from yurei.apps.web.counters import counters
from yurei.apps.web.looking import Page, seat_word
from yurei.apps.web.talking import talk
from yurei.apps.web.voice import heard, voice
from yurei.languages import N_
from yurei.referee.announce import REASONS
from yurei.referee.seating import AUDIENCE

_HIDDEN = N_("The boards stay hidden until the end. You hear what all hear.")


def watched(page: Page) -> Node:
    """What the audience sees and hears."""
    view = page.game.view(AUDIENCE.name)
    board = page.game.settings.referee.shows_board
    return [
        voice(page, view, None),
        still(page, view, AUDIENCE.name) if board else section(".curtain")[p[page.say(_HIDDEN)]],
        aside[counters(view, page.say), heard(page, view), talk(page)],
    ]


def third_board(page: Page) -> Node:
    """The referee's page: the truth, the players' own boards, and every try."""
    say, game = page.say, page.game
    view = game.view(AUDIENCE.name)
    picture = Picture(game.settings.size, game.third_board(), "reference", say(N_("Reference board")))
    boards = [still(page, game.view(seat.name), seat.name) for seat in game.settings.seating.seats]
    return [
        voice(page, view, None),
        section(".reference")[h2[say(N_("Reference board"))], Markup(drawn(picture, say))],
        aside[_every_try(page), heard(page, view), talk(page)],
        section(".boards")[boards],
    ]


def _every_try(page: Page) -> Element:
    say, size = page.say, page.game.settings.size
    tries = [
        li(class_=None if each.verdict.accepted else "refused")[
            span[f"{seat_word(each.seat, say)}: {each.verdict.attempt.text(size)}"],
            each.verdict.reason and span(".reason")[f" {say(REASONS[each.verdict.reason])}"],
        ]
        for each in reversed(page.game.judged)
    ]
    return section(".tries")[h2[say(N_("Every try"))], ol(".heard", reversed=True)[tries]]
