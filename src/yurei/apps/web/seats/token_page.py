"""Page on which a player gives their chair to a program."""

from __future__ import annotations

from htpy import Element, a, button, form, h1, input, label, li, p, span, ul

from yurei.apps.web.board.board import Say
from yurei.apps.web.security import PROGRAMS
from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import Page
from yurei.languages import N_


def token_page(page: Page, address: str, token: str = "") -> str:
    """Return the page that gives a player's chair to a program.

    Args:
        page: The chair.
        address: Base address of this server.
        token: Token of this chair, if one was just made.
    """
    say, heading = page.say, N_("Let a program play this seat")
    here = f"{address}{PROGRAMS}/games/{page.game.stored.id}/{page.chair}"
    return document(
        say(heading),
        [
            h1[say(heading)],
            p[say(N_("A token gives access to this seat only. Anyone who has it sees your board and plays for you."))],
            p[say(N_("Only one token is valid at a time; a new one replaces the old one."))],
            ul(".links")[
                token and _to_copy(say(N_("Token")), token, say),
                _to_copy(say(N_("Address")), here, say),
            ],
            form(method="post")[button(".primary")[say(N_("Create token"))]],
            p[a(href=PROGRAMS)[say(N_("Commands and events for programs"))]],
            p[a(href=page.address)[say(N_("Back to the board"))]],
        ],
        page.language,
    )


def _to_copy(words: str, value: str, say: Say) -> Element:
    """Draw a value with a button that copies it."""
    return li[
        label[span[words], input(value=value, readonly=True, autocomplete="off")],
        button(type="button", data_copies=value)[say(N_("Copy"))],
    ]
