"""What a player rarely needs, folded into one menu: name and seat, invitations, a program on the seat, keys."""

from __future__ import annotations

from htpy import Element, a, button, details, div, form, h2, section, summary
from markupsafe import Markup

from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.invitations import invitations, lacks_players
from yurei.apps.web.parts.open_table import offer_to_open
from yurei.apps.web.parts.people import name_field
from yurei.apps.web.parts.pieces import HERE, INSIDE, Parts, around, html, markup, piece, placed_around
from yurei.apps.web.parts.tools import keys_help
from yurei.languages import N_, translation


def menu(page: Page) -> Parts:
    """The menu of a player's seat."""
    settings, offer = page.game.settings, offer_to_open(page)
    own = _own_menu(
        page.language, settings.seating.hands, page.game.nickname(page.chair), offer, settings.ruleset.ghosts
    )
    invites = page.links and not lacks_players(page) and invitations(page)
    return placed_around(own, page.address, invites)


@piece
def _own_menu(language: str, hands: str, nickname: str, offer: Parts | None, ghosts: bool) -> Parts:
    """All of it, with room for who may be invited."""
    return around(_menu(language), _seat(language, hands, nickname), offer, html(INSIDE), keys_help(language, ghosts))


@piece
def _menu(language: str) -> Parts:
    words = translation(language).gettext(N_("More"))
    return markup(
        details("#more", class_="menu more", data_own="")[summary(".button")[words], div(".panel")[Markup(INSIDE)]]
    )


@piece
def _seat(language: str, hands: str, nickname: str) -> Parts:
    """What can be done with the seat itself."""
    say = translation(language).gettext
    own = hands == "each" and _own_seat(say, nickname)
    program = (
        hands != "shared" and a(".button.program", href=f"{HERE}/program")[say(N_("Let a program play this seat"))]
    )
    return markup(own, program)


def _own_seat(say: Say, nickname: str) -> Element:
    """Where one says what one wants to be called, and takes the seat along to another device."""
    return section(".naming")[
        h2[say(N_("Your name and seat"))],
        form(method="post", action="/you")[name_field(say, nickname), button[say(N_("Save name"))]],
        form(method="post", action=f"{HERE}/along")[button[say(N_("Move this seat to another device"))]],
    ]
