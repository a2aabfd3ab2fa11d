"""The page that asks whether to sit down."""

from __future__ import annotations

from htpy import bdi, button, form, h1, p, section

from yurei.apps.web.pages.frame import document
from yurei.languages import N_, translation


def invited_page(address: str, language: str) -> str:
    say, heading = translation(language).gettext, N_("You are invited")
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[say(N_("This link gives a seat in a game. The first person to sit down keeps it."))],
            form(method="post", action=address)[button(".primary")[say(N_("Sit down here"))]],
        ],
        language,
    )


def welcome_page(address: str, name: str, language: str) -> str:
    """The page that asks whether somebody is the player whose link he has opened."""
    say, heading = translation(language).gettext, N_("Welcome to the evening")
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[say(N_("This link belongs to one player. The first browser that opens it keeps it for the evening."))],
            form(method="post", action=address)[button(".primary")[say(N_("I am")), " ", bdi[name]]],
        ],
        language,
    )
