"""The page after the end, which shows all the same: the reveal, the score, the dead stones, what can be taken home."""

from __future__ import annotations

from htpy import Element, Node, a, aside, button, details, div, form, h2, input, label, li, p, section, summary, ul
from markupsafe import Markup

from yurei.apps.web.parts.board import Picture, drawn
from yurei.apps.web.parts.chat import talk
from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.count import played_out, settling
from yurei.apps.web.parts.score import counted, explained
from yurei.apps.web.parts.series import another
from yurei.apps.web.parts.transcript import FIGURE, aloud, heard, listens_as
from yurei.club.chairs import REFEREE, WINDOW
from yurei.languages import N_, number_text
from yurei.referee.announce import speak_result


def ended(page: Page) -> Node:
    """The reveal, the count, and where one can go from here."""
    say, game = page.say, page.game
    result = game.result
    assert result is not None
    if game.count.playing_out:
        return played_out(page)
    heard_by = game.view(listens_as(page)).heard
    marking = game.counting and bool(game.seats_of(page.chair))
    board = Markup(drawn(_revealed(page, marking), say))
    return [
        section(".voice", data_told=str(len(heard_by) + 1), data_outcome="ended")[
            FIGURE,
            aloud(speak_result(result, page.language), len(heard_by) + 1),
            p("#turn", class_="turn")[_score_line(page)],
        ],
        section(".reference")[
            h2[say(N_("The reference board"))],
            form("#play", method="post", action=page.address, data_live="")[
                input(type="hidden", name="do", value="dead"), board
            ]
            if marking
            else board,
            _legend(page),
        ],
        aside[
            settling(page),
            another(page) if page.chair != WINDOW else None,
            section(".after")[
                a(".great", href=f"{page.address}/replay")[say(N_("Replay, all boards side by side"))],
                _share(page),
                _downloads(page),
                a(href="/")[say(N_("A new game"))],
            ],
            explained(game, say, page.language),
            talk(page),
            heard(page, game.view(listens_as(page))),
        ],
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
    return p(".note")[page.say(N_("A ring is around every stone that you had not seen."))]


def _score_line(page: Page) -> str:
    result, say = page.game.result, page.say
    if result is None or result.margin is None:
        return say(N_("The board is open: see what was there."))
    komi = page.game.settings.komi or 0
    return say(N_("Black has {black}; White has {white} and {komi} komi.")).format(
        black=result.black, white=result.white, komi=number_text(komi, page.language)
    )


def _share(page: Page) -> Element:
    """A link to the game for everybody, which opens no chair."""
    say = page.say
    address = f"{page.base}/g/{page.game.stored.id}/{WINDOW}"
    return div(".share")[
        label[say(N_("A link to this game for everybody, only to look at:")), input(value=address, readonly=True)],
        button(type="button", data_copies=address)[say(N_("Copy"))],
    ]


def _downloads(page: Page) -> Element:
    say, game = page.say, page.game
    views = [
        (f"transcript?of={seat.name}", say(N_("What {seat} heard and saw")).format(seat=seat_word(seat.name, say)))
        for seat in game.settings.seating.seats
    ]
    files = [
        ("record", say(N_("The record, for programs"))),
        ("transcript", say(N_("Every try and what was said, as text"))),
        *views,
    ]
    if game.count.playout is not None:
        files.append(("playout", say(N_("The record of the play-out"))))
    return details(".downloads", data_own="")[
        summary[say(N_("Download"))], ul[(li[a(href=f"{page.address}/{name}")[words]] for name, words in files)]
    ]
