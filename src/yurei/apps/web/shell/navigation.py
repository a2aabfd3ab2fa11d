"""Main navigation: the same places on every page, the current one marked, and the number of games to move in."""

from htpy import Element, a, nav, span
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.languages import N_

PLAY, LOBBY, WATCH, LEARN, PROBLEMS, GAMES = "/", "/lobby", "/watch", "/learn", "/problems", "/you"
PLACES = (
    (PLAY, N_("Play"), '<circle cx="9" cy="10" r="5"/><path d="M15 5.4a5 5 0 1 1 0 9.2"/>'),
    (
        LOBBY,
        N_("Lobby"),
        '<path d="M3 19c0-7 10-7 10 0M13 13c3-3 8-1 8 6"/><circle cx="8" cy="9" r="3"/><path d="M15 5a3 3 0 0 1 0 6"/>',
    ),
    (WATCH, N_("Watch"), '<path d="M2 12c5-9 15-9 20 0-5 9-15 9-20 0z"/><circle cx="12" cy="12" r="3"/>'),
    (LEARN, N_("Learn"), '<path d="M12 6v14C8 17 5 17 2 18V5c3-1 6-1 10 1 4-2 7-2 10-1v13c-3-1-6-1-10 2"/>'),
    (
        PROBLEMS,
        N_("Problems"),
        '<path d="M4 4h16v16H4z"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.4 2.3q-.9.4-.9 1.5M12 16.3v.2"/>',
    ),
    (GAMES, N_("Your games"), '<path d="M4 4h16v16H4zM4 12h16M12 4v16"/>'),
)
"""Places: address, name, and icon for phones, 24 by 24."""


def navigation(here: str, say: Say) -> Element:
    """Draw the navigation; on a phone it is at the bottom of the screen.

    A script asks for the number of games to move in, so that every page is the same for all readers; without a script
    the profile page shows it.
    """
    return nav(".navigation", aria_label=say(N_("Main menu")))[
        (
            a(href=address, aria_current="page" if address == here else None)[
                Markup(f'<svg aria-hidden="true" focusable="false" viewBox="0 0 24 24">{icon}</svg>'),
                span[say(words)],
                address == GAMES and _waiting(say),
            ]
            for address, words, icon in PLACES
        )
    ]


def _waiting(say: Say) -> Element:
    """Draw the badge for the number of games in which it is the reader's turn; a script fills it in."""
    return span("#turns", class_="badge", hidden=True, data_words=say(N_("games where it is your turn: {number}")))
