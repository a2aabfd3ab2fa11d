"""A player's own page while the game goes on: his board, his tools, and the curtain of a shared screen."""

from __future__ import annotations

from collections.abc import Iterable

from htpy import Node, aside, button, details, div, form, input, p, section, summary
from markupsafe import Markup

from yurei.apps.web.parts.boards import played_on, still
from yurei.apps.web.parts.chat import talk
from yurei.apps.web.parts.claim import claim
from yurei.apps.web.parts.context import Aim, Page, seat_word
from yurei.apps.web.parts.menu import menu
from yurei.apps.web.parts.pieces import (
    ASIDE,
    HERE,
    INSIDE,
    Parts,
    around,
    markup,
    once,
    parts,
    piece,
    placed,
    placed_around,
)
from yurei.apps.web.parts.takeback import takeback
from yurei.apps.web.parts.tools import toolbox
from yurei.apps.web.parts.transcript import heard, voice
from yurei.languages import N_, translation
from yurei.referee.seating import AUDIENCE
from yurei.referee.view import View
from yurei.rules.board import WHITE, Colour


def for_players(page: Page, seats: tuple[str, ...]) -> tuple[str, Node]:
    """What a player sees while the game goes on, and what kind of page that is."""
    hands = page.game.settings.seating.hands
    if hands == "shared" and page.game.lifted != page.game.to_move:
        return "curtained", _curtain(page)
    if hands == "one":
        return "alone", _alone(page, seats)
    seat = page.game.to_move if hands == "shared" else seats[0]
    assert seat is not None
    return "playing", _playing(page, seat)


def _playing(page: Page, seat: str) -> Parts:
    view = page.game.view(seat)
    return parts(voice(page, view, seat), _play_form(page, view, seat), _beside(page, view))


def _alone(page: Page, seats: tuple[str, ...]) -> Node:
    """One person on all seats: the seat to move tries on his own board, the others' boards lie beside it."""
    seat = page.game.to_move
    assert seat is not None
    others = [still(page, page.game.view(other), other) for other in seats if other != seat]
    view = page.game.view(seat)
    return parts(voice(page, view, seat), _play_form(page, view, seat), _beside(page, view, others))


def _curtain(page: Page) -> Node:
    """What lies on a shared screen between two turns: what all have heard, and nothing of any board."""
    say, seat = page.say, page.game.to_move
    assert seat is not None
    view = page.game.view(AUDIENCE.name)
    return [
        voice(page, view, None),
        section(".curtain")[
            p[say(N_("Hand the device to {seat}. Nobody else should look.")).format(seat=seat_word(seat, say))],
            form(method="post", action=f"{page.address}/lift", data_live="")[
                input(type="hidden", name="seat", value=seat),
                button(".primary")[say(N_("I am {seat}: show my board")).format(seat=seat_word(seat, say))],
            ],
        ],
        aside[heard(page, view)],
    ]


def _play_form(page: Page, view: View, seat: str) -> Parts:
    hand, referee = view.seat.colour, view.settings.referee
    assert hand is not None
    tools = _tools(page.language, page.game.settings.ruleset.ghosts, hand, referee.vanishes, "confirm" in page.likes)
    asked = placed_around(_FORM, page.address, played_on(page, view, seat), tools)
    confirm = placed(_confirm(page.language, page.aim), page.address)
    return around(_PLAY, asked, confirm, _actions(page, view, seat))


_FORM = markup(form("#play", method="post", action=HERE, data_live="")[Markup(INSIDE)])
_PLAY = markup(section(".play")[Markup(INSIDE)])
_ACTIONS = markup(section(".actions.toolbar")[Markup(INSIDE)])


@piece
def _tools(language: str, ghosts: bool, hand: Colour, vanishes: bool, confirms: bool) -> Parts:
    """What lies below the board: that stones on it may be gone, and what a click does."""
    words = translation(language).gettext(N_("Captured stones are not named: some stones on this board may be gone."))
    plate, aim = p(".plate")[words], input(type="hidden", name="aim", value="1")
    return parts(None if vanishes else plate, toolbox(language, ghosts, hand), aim if confirms else None, once())


@piece
def _confirm(language: str, aim: Aim | None) -> Parts:
    """The second half of a try that is aimed first. A script aims by itself, and unfolds this."""
    words = translation(language).gettext(N_("Try {point}"))
    return markup(
        form("#confirm", method="post", action=HERE, data_live="", hidden=aim is None)[
            input(type="hidden", name="do", value=aim.do if aim else "stone"),
            once(),
            button(".primary", name="at", value=aim.at if aim else "", data_words=words)[
                words.format(point=aim.at) if aim else ""
            ],
        ]
    )


@piece
def _typed(language: str) -> Parts:
    """A try by its name. A form of its own, so that the enter key presses its button and no point of the board."""
    say = translation(language).gettext
    return markup(
        form(".typed", method="post", action=HERE, data_live="")[
            input(type="hidden", name="do", value="stone"),
            once(),
            input(
                "#typed",
                name="at",
                size="8",
                maxlength="12",
                autocomplete="off",
                required=True,
                placeholder="E5",
                aria_label=say(N_("Or type a point:")),
            ),
            button[say(N_("Try"))],
        ]
    )


@piece
def _resign(language: str) -> Parts:
    say = translation(language).gettext
    return markup(
        details("#resign", class_="menu resign", data_own="")[
            summary(".button")[say(N_("Resign"))],
            div(".panel")[p[say(N_("Resign the game?"))], _act("resign", say(N_("Yes, resign")), "danger", "")],
        ]
    )


def _beside(page: Page, view: View, others: Iterable[Node] = ()) -> Parts:
    return around(ASIDE, claim(page), *others, heard(page, view), talk(page))


def _actions(page: Page, view: View, seat: str) -> Parts:
    say, ruleset = page.say, page.game.settings.ruleset
    passing = ruleset.passing.black or (ruleset.passing.white and view.seat.colour is WHITE)
    pass_ = act(page, "pass", say(N_("Pass"))) if passing else None
    offers = _offers(page, seat) if ruleset.draw_by_agreement else None
    rest = (placed(drawn(page.language), page.address) for drawn in (_resign, _typed))
    return around(_ACTIONS, pass_, offers, takeback(page, seat), *rest, menu(page))


def _offers(page: Page, seat: str) -> Node:
    say, offer = page.say, page.game.offer
    if offer is None:
        return act(page, "offer", say(N_("Offer a draw")))
    colour = page.game.settings.seating.seat
    if colour(offer).colour is colour(seat).colour and page.game.settings.seating.hands == "each":
        return p[say(N_("You offered a draw. Waiting for the opponent’s answer."))]
    return div(".offer")[
        p[say(N_("The opponent offers a draw."))],
        act(page, "accept", say(N_("Accept the draw"))),
        act(page, "decline", say(N_("Decline the draw"))),
    ]


def act(page: Page, do: str, words: str, *, kind: str | None = None, at: str = "") -> Parts:
    """A button of a form of its own."""
    return placed(_act(do, words, kind, at), page.address)


@piece
def _act(do: str, words: str, kind: str | None, at: str) -> Parts:
    return markup(
        form(method="post", action=HERE, data_live="")[
            at and input(type="hidden", name="at", value=at),
            once(),
            button(name="do", value=do, class_=kind)[words],
        ]
    )
