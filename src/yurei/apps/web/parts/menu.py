"""What a player rarely needs, folded into one menu: name and seat, invitations, a program on the seat, keys."""

from __future__ import annotations

from htpy import Element, a, button, details, div, form, h2, section, summary

from yurei.apps.web.parts.context import Page
from yurei.apps.web.parts.invitations import invitations, lacks_players
from yurei.apps.web.parts.open_table import offer_to_open
from yurei.apps.web.parts.people import name_field
from yurei.apps.web.parts.tools import keys_help
from yurei.languages import N_


def menu(page: Page) -> Element:
    """The menu of a player's seat."""
    say, hands = page.say, page.game.settings.seating.hands
    return details("#more", class_="menu more", data_own="")[
        summary(".button")[say(N_("More"))],
        div(".panel")[
            _own_seat(page) if hands == "each" else None,
            a(".button.program", href=f"{page.address}/program")[say(N_("Let a program sit here"))]
            if hands != "shared"
            else None,
            offer_to_open(page),
            page.links and not lacks_players(page) and invitations(page),
            keys_help(page),
        ],
    ]


def _own_seat(page: Page) -> Element:
    """Where one says what one wants to be called, and takes the seat along to another device."""
    say = page.say
    return section(".naming")[
        h2[say(N_("Your name and seat"))],
        form(method="post", action="/you")[
            name_field(say, page.game.nickname(page.chair)), button[say(N_("Call me that"))]
        ],
        form(method="post", action=f"{page.address}/along")[button[say(N_("Take this seat to another device"))]],
    ]
