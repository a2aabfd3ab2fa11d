"""Pages of spectators while the game goes on: the audience, and the referee, once allowed to see the board."""

from htpy import Element, Node, a, aside, h2, li, ol, p, section, span

from yurei.apps.web.board.board import Picture, Say, drawn
from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, tried_by
from yurei.apps.web.table.playing import still
from yurei.apps.web.table.sections.chat import talk
from yurei.apps.web.table.sections.transcript import heard, voice
from yurei.languages import N_
from yurei.referee.announce import REASONS
from yurei.referee.seating import AUDIENCE


def watched(page: Page, part: Sections) -> Node:
    """Draw the audience's page."""
    view = page.game.view(AUDIENCE.name)
    board: Node = _curtain(page.say)
    if not page.game.settings.referee.hides:
        board = still(page, view, AUDIENCE.name, part)
    elif page.game.audience.table_open:
        board = _reference(page, part)
    return [voice(page, view, None, part), board, filled(aside, _said(page, part))]


@kept
def _curtain(say: Say) -> Element:
    hidden = say(N_("The boards stay hidden until the end. You hear what everybody hears."))
    return section(".curtain")[p[hidden]]


def _said(page: Page, part: Sections) -> Node:
    view = page.game.view(AUDIENCE.name)
    return [part.add("transcript", heard(page, view)), talk(page, part), _projector(page.address, page.say)]


@kept
def _projector(address: str, say: Say) -> Element:
    return p(".note")[a(href=f"{address}/projector")[say(N_("Projector mode"))]]


def _reference(page: Page, part: Sections) -> Element:
    say, game = page.say, page.game
    picture = Picture(game.settings.size, game.third_board(), "reference", say(N_("Reference board")))
    return section(".reference")[h2[say(N_("Reference board"))], part.board(drawn(picture, say))]


def third_board(page: Page, part: Sections) -> Node:
    """Draw the referee's page: the true board, the players' own boards, and every try."""
    game = page.game
    boards = [still(page, game.view(seat.name), seat.name, part) for seat in game.settings.seating.seats]
    return [
        voice(page, game.view(AUDIENCE.name), None, part),
        _reference(page, part),
        aside[part.add("tries", _every_try(page)), _said(page, part)],
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
