"""The pages of a game: the frame around the live part, all that was said, and the links to its chairs."""

from __future__ import annotations

from htpy import a, div, h1, p, section, span
from markupsafe import Markup

from yurei.apps.web.pages.frame import document
from yurei.apps.web.pages.table import fragment, turn_of
from yurei.apps.web.parts.clock import clock_words
from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.invitations import invitations
from yurei.apps.web.parts.pieces import with_ids
from yurei.apps.web.parts.transcript import heard, listens_as
from yurei.languages import N_, number_text


def game_page(page: Page) -> str:
    """The page of one chair."""
    say, game = page.say, page.game
    heading = f"{say(game.settings.ruleset.title)}, {seat_word(page.chair, say)}"
    about = div(".about")[
        h1[say(game.settings.ruleset.title)],
        f" · {game.settings.size} · ",
        span(title=say(game.settings.referee.summary))[
            say(N_("referee: {title}")).format(title=say(game.settings.referee.title))
        ],
        _komi(page),
        (words := clock_words(page)) and f" · {words}",
    ]
    extras = ["told.js", *(() if game.clocks.control is None else ("clocks.css", "clocks.js"))]
    turn = turn_of(page)
    return document(
        heading, [about, Markup(with_ids(fragment(page), page.request))], page.language, extras, page.likes, turn=turn
    )


def _komi(page: Page) -> str:
    komi = page.game.settings.komi
    words = page.say(N_("komi {komi}"))
    return "" if komi is None else " · " + words.format(komi=number_text(komi, page.language))


def heard_page(page: Page) -> str:
    """All that was said, as this chair has heard it."""
    view = page.game.view(listens_as(page))
    title = page.say(page.game.settings.ruleset.title)
    said = heard(page, view, whole=True)
    back = p[a(href=page.address)[page.say(N_("Back to the game"))]]
    return document(page.say(N_("Referee’s announcements")), [h1[title], said, back], page.language)


def links_page(page: Page) -> str:
    """The page of who made a game and sits nowhere."""
    heading = page.say(N_("The links of this game"))
    return document(heading, section[h1[heading], invitations(page)], page.language)
