"""Projector page for clubs: the spectator's page in large."""

from __future__ import annotations

from htpy import div, h1, section
from markupsafe import Markup

from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import Page
from yurei.apps.web.table.page import fragment
from yurei.languages import N_


def projector_page(page: Page) -> str:
    """Return the spectator's page in large, for the wall of a club."""
    say, game = page.say, page.game
    about = div(".about")[
        h1[say(game.settings.ruleset.title)],
        f" · {game.settings.size} · ",
        say(N_("referee: {title}")).format(title=say(game.settings.referee.title)),
    ]
    return document(
        say(N_("Projector")),
        section(".projector")[about, Markup(fragment(page))],
        page.language,
        ["after.css", "count.css", "told.js"],
        page.likes,
    )
