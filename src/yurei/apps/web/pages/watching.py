"""The pages of who only watches while the game goes on: the audience, and the referee, once he may see the board."""

from __future__ import annotations

from htpy import Element, Node, a, aside, h2, li, ol, p, section, span

from yurei.apps.web.parts.board import Picture, drawn
from yurei.apps.web.parts.boards import still
from yurei.apps.web.parts.chat import talk
from yurei.apps.web.parts.context import Page, tried_by
from yurei.apps.web.parts.pieces import ASIDE, HERE, Parts, around, markup, parts, piece, placed
from yurei.apps.web.parts.transcript import heard, voice
from yurei.languages import N_, translation
from yurei.referee.announce import REASONS
from yurei.referee.seating import AUDIENCE

_HIDDEN = N_("The boards stay hidden until the end. You hear what everybody hears.")


def watched(page: Page) -> Parts:
    """What the audience sees and hears."""
    view = page.game.view(AUDIENCE.name)
    board: Node = _curtain(page.language)
    if not page.game.settings.referee.hides:
        board = still(page, view, AUDIENCE.name)
    elif page.game.audience.table_open:
        board = _reference(page)
    wall = placed(_to_the_wall(page.language), page.address)
    return parts(voice(page, view, None), board, around(ASIDE, heard(page, view), talk(page), wall))


@piece
def _curtain(language: str) -> Parts:
    return markup(section(".curtain")[p[translation(language).gettext(_HIDDEN)]])


def _reference(page: Page) -> Element:
    say, game = page.say, page.game
    picture = Picture(game.settings.size, game.third_board(), "reference", say(N_("Reference board")))
    return section(".reference")[h2[say(N_("Reference board"))], drawn(picture, say)]


@piece
def _to_the_wall(language: str) -> Parts:
    words = translation(language).gettext(N_("Projector mode"))
    return markup(p(".note")[a(href=f"{HERE}/projector")[words]])


def third_board(page: Page) -> Node:
    """The referee's page: the truth, the players' own boards, and every try."""
    game = page.game
    view = game.view(AUDIENCE.name)
    boards = [still(page, game.view(seat.name), seat.name) for seat in game.settings.seating.seats]
    return [
        voice(page, view, None),
        _reference(page),
        aside[_every_try(page), heard(page, view), talk(page), placed(_to_the_wall(page.language), page.address)],
        section(".boards")[boards],
    ]


def _every_try(page: Page) -> Element:
    say, size = page.say, page.game.settings.size
    tries = [
        li(class_=None if each.verdict.accepted else "refused")[
            span[tried_by(each.seat, each.verdict.attempt, size, say)],
            each.verdict.reason and span(".reason")[f" {say(REASONS[each.verdict.reason])}"],
        ]
        for each in reversed(page.game.judged)
    ]
    return section(".tries")[h2[say(N_("Every try"))], ol(".heard", reversed=True)[tries]]
