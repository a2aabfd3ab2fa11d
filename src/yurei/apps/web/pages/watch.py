"""The pages of those who watch: the list of games that everybody may watch, and the projector of a club."""

from __future__ import annotations

from collections.abc import Sequence

from htpy import Element, a, div, h1, li, p, section, small, span, strong, ul
from markupsafe import Markup

from yurei.apps.web.pages.frame import document
from yurei.apps.web.pages.table import fragment
from yurei.apps.web.parts.context import Page
from yurei.club.game import Game
from yurei.languages import N_, translation
from yurei.referee.announce import speak, speak_result
from yurei.referee.seating import AUDIENCE


def entry(game: Game, language: str) -> Element:
    """A game in the list: what is played, and what all have heard last."""
    say, settings = translation(language).gettext, game.settings
    view = game.view(AUDIENCE.name)
    if game.result is not None:
        newest = speak_result(game.result, language)
    elif view.heard:
        newest = speak(settings.referee, view.heard[-1], settings.size, language)
    else:
        newest = say(N_("Nothing has been tried yet."))
    return li(class_="over" if game.over else "going-on")[
        a(href=f"/g/{game.stored.id}/{AUDIENCE.name}")[
            strong[say(settings.ruleset.title)],
            small[f"{settings.size} · ", say(N_("referee: {title}")).format(title=say(settings.referee.title))],
            span[newest],
            span(".note")[say(N_("The game is over.")) if game.over else say(N_("The game goes on."))],
        ]
    ]


def list_page(entries: Sequence[Element], language: str) -> str:
    """The games that everybody may watch, the newest first."""
    say = translation(language).gettext
    heading = say(N_("Watch"))
    empty = p[say(N_("No game is open to everybody just now. Who makes one can choose that everybody may watch."))]
    return document(
        heading,
        section(".watch")[
            h1[heading],
            p(".note")[say(N_("You hear what all hear. The boards are shown after the end."))],
            ul(".games")[entries] if entries else empty,
        ],
        language,
        extras=["after.css"],
    )


def projector_page(page: Page) -> str:
    """What a watcher's page shows, large, for the wall of a club."""
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
        ["after.css", "told.js"],
        page.likes,
    )
