"""The page after the end, which shows all the same: the reveal, the score, the dead stones, what can be taken home."""

from __future__ import annotations

from htpy import (
    Element,
    Node,
    a,
    aside,
    button,
    details,
    div,
    figcaption,
    figure,
    form,
    h2,
    input,
    label,
    li,
    link,
    p,
    section,
    summary,
    ul,
)

from yurei.apps.web.parts.board import Picture, drawn, pictured
from yurei.apps.web.parts.chat import talk
from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.count import awaited, played_out, settling, told_of
from yurei.apps.web.parts.pieces import once
from yurei.apps.web.parts.score import counted, explained
from yurei.apps.web.parts.series import another
from yurei.apps.web.parts.transcript import FIGURE, aloud, heard, listens_as
from yurei.club.chairs import REFEREE, WINDOW
from yurei.languages import N_, number_text
from yurei.referee.announce import speak_result
from yurei.referee.view import View

OF_A_SEAT = {
    "transcript?of={seat}": N_("What {seat} heard and saw"),
    "sgf?of={seat}": N_("What {seat} knew, as SGF"),
    "knew?of={seat}": N_("What {seat} knew, as JSON"),
}
"""What can be taken home of each seat, by its address."""


def ended(page: Page) -> Node:
    """The reveal, the count, and where one can go from here."""
    return [
        link(rel="stylesheet", href="/static/count.css"),
        played_out(page) if page.game.count.playing_out else [_said(page), _reference(page), _beside(page)],
    ]


def _said(page: Page) -> Element:
    """What the referee says: a question while the players count, and the result once there is one."""
    game, told = page.game, told_of(page)
    assert game.result is not None
    if game.counting:
        return section(".voice", data_told=str(told), data_outcomes="ended")[
            FIGURE,
            aloud(page.say(N_("Both have passed, and the board is revealed. Is this right?")), told),
            awaited(page),
        ]
    return section(".voice.result", data_told=str(told), data_outcomes="ended")[
        FIGURE, aloud(speak_result(game.result, page.language), told), p("#turn", class_="turn")[_score_line(page)]
    ]


def _reference(page: Page) -> Element:
    marking = page.game.counting and bool(page.game.seats_of(page.chair))
    board = drawn(_revealed(page, marking), page.say)
    return section(".reference")[
        h2[page.say(N_("The reference board"))],
        form("#play", method="post", action=page.address, data_live="")[
            input(type="hidden", name="do", value="dead"), once(), board
        ]
        if marking
        else board,
        _legend(page),
        _boards(page),
    ]


def _boards(page: Page) -> Node:
    """What each had before him in the end, once the game is final: the other half of the reveal."""
    game, say = page.game, page.say
    if not game.final or not game.settings.referee.hides:
        return None
    seats = game.settings.seating.seats
    views = {seat.board: game.view(seat.name) for seat in reversed(seats)}
    return div(".believed", role="group", aria_label=say(N_("What each player saw")))[
        (
            figure[
                pictured(Picture(game.settings.size, view.board, view.seat.name, _board_of(page, view))),
                figcaption[_board_of(page, view)],
            ]
            for view in reversed(views.values())
        )
    ]


def _board_of(page: Page, view: View) -> str:
    return page.say(N_("Board of {seat}")).format(seat=seat_word(view.seat.name, page.say))


def _beside(page: Page) -> Element:
    game, say = page.game, page.say
    return aside[
        settling(page),
        another(page) if page.chair != WINDOW else None,
        section(".after")[
            a(".primary" if game.final else ".button", href=f"{page.address}/replay")[
                say(N_("Replay, all boards side by side"))
            ],
            _share(page),
            _downloads(page),
            a(href="/")[say(N_("A new game"))],
        ],
        explained(game, say, page.language),
        talk(page),
        heard(page, game.view(listens_as(page))),
    ]


def _knew(page: Page) -> bytes | None:
    """What who looks had seen of the board when the game ended; None for who saw everything, or was not there."""
    own = page.game.seats_of(page.chair)
    if len(own) > 1 or page.chair in (REFEREE, WINDOW):
        return None
    return page.game.view(listens_as(page)).board


def _revealed(page: Page, marking: bool) -> Picture:
    game = page.game
    count = counted(game)
    return Picture(
        size=game.settings.size,
        cells=game.reference,
        name="reference",
        label=page.say(N_("The reference board")),
        dead=game.count.dead,
        owners=count.owners if count else {},
        asked=marking,
        known=_knew(page),
    )


def _legend(page: Page) -> Node:
    known, game = _knew(page), page.game
    if known is None or not game.seats_of(page.chair) or known == game.reference:
        return None
    return p(".note")[page.say(N_("Rings mark the stones that you had not seen."))]


def _score_line(page: Page) -> str:
    result, say = page.game.result, page.say
    if result is None or result.margin is None:
        return say(N_("The true board is revealed."))
    komi = page.game.settings.komi or 0
    return say(N_("Points: Black {black}, White {white} plus {komi} komi.")).format(
        black=result.black, white=result.white, komi=number_text(komi, page.language)
    )


def _share(page: Page) -> Element:
    """A link to the game for everybody, which opens no chair."""
    say = page.say
    address = f"{page.base}/g/{page.game.stored.id}/{WINDOW}"
    return div(".share")[
        label[say(N_("Public link, view only:")), input(value=address, readonly=True)],
        button(type="button", data_copies=address)[say(N_("Copy"))],
    ]


def _downloads(page: Page) -> Element:
    say, game = page.say, page.game
    views = [
        (address.format(seat=seat.name), say(words).format(seat=seat_word(seat.name, say)))
        for seat in game.settings.seating.seats
        for address, words in OF_A_SEAT.items()
    ]
    files = [
        ("record", say(N_("The record, for programs"))),
        ("sgf", say(N_("The game as SGF, for other programs"))),
        ("sgf?of=viewers", say(N_("The game as SGF, for viewers without these rules"))),
        ("transcript", say(N_("All tries and announcements, as text"))),
        *views,
    ]
    if game.count.playout is not None:
        files.append(("playout", say(N_("The record of the play-out"))))
    return details(".downloads", data_own="")[
        summary[say(N_("Download"))], ul[(li[a(href=f"{page.address}/{name}")[words]] for name, words in files)]
    ]
