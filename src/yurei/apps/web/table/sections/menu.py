"""Menu of rarely needed things: name and seat, invitations, a program on the seat, keys."""

from __future__ import annotations

from htpy import Element, a, button, details, div, form, h2, section, summary
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.table.context import Page
from yurei.apps.web.table.sections.invitations import invitations, lacks_players
from yurei.apps.web.table.sections.players import name_field
from yurei.apps.web.table.sections.reveal import offer_to_open
from yurei.apps.web.table.sections.tools import keys_help
from yurei.languages import N_


def menu(page: Page) -> Markup:
    """Draw the menu of a player's seat."""
    hands, ruleset = page.game.settings.seating.hands, page.game.settings.ruleset
    panel = filled(
        _PANEL,
        _own_seat(page.address, page.say, page.game.nickname(page.chair)) if hands == "each" else None,
        _program(page.address, page.say) if hands != "shared" else None,
        offer_to_open(page),
        page.links and not lacks_players(page) and invitations(page),
        keys_help(page.say, ruleset.ghosts, ruleset.passing.white > 0),
    )
    return filled(_MORE, _summary(page.say), panel)


_MORE, _PANEL = details("#more", class_="menu more", data_own=""), div(".panel")


@kept
def _summary(say: Say) -> Element:
    return summary(".button")[say(N_("More"))]


@kept
def _program(address: str, say: Say) -> Element:
    words = say(N_("Let a program play this seat"))
    return a(".button.program", href=f"{address}/program")[words]


@kept
def _own_seat(address: str, say: Say, nickname: str) -> Element:
    """Draw the forms that save the nickname and move the seat to another device."""
    return section(".naming")[
        h2[say(N_("Your name and seat"))],
        form(method="post", action="/you")[name_field(say, nickname), button[say(N_("Save name"))]],
        form(method="post", action=f"{address}/along")[button[say(N_("Move this seat to another device"))]],
    ]
