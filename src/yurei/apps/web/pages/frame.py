"""Whole pages: the frame around the live part, a game, its links, what went wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from htpy import (
    Node,
    a,
    body,
    div,
    footer,
    h1,
    head,
    header,
    html,
    link,
    main,
    meta,
    p,
    script,
    section,
    span,
    title,
)
from markupsafe import Markup

from yurei.apps.web.pages.table import fragment
from yurei.apps.web.parts.clock import clock_words
from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.invitations import invitations
from yurei.apps.web.parts.paints import PAINTS
from yurei.apps.web.parts.transcript import heard, listens_as
from yurei.apps.web.routes.languages import picker
from yurei.apps.web.routes.preferences import USUAL, panel
from yurei.languages import N_, number_text, translation


def document(
    heading: str,
    content: Node,
    language: str,
    extras: Sequence[str] = (),
    likes: Collection[str] | None = None,
    head_more: Node = None,
) -> str:
    """A whole page.

    Args:
        heading: The page's title.
        content: What stands in its middle.
        language: The reader's language.
        extras: Style sheets and modules that this page needs besides.
        likes: How the reader likes the table, where there is one.
        head_more: Whatever else stands in its head.
    """
    say = translation(language).gettext
    return str(
        html(lang=language, data_likes=" ".join(sorted(USUAL if likes is None else likes)))[
            head[
                meta(charset="utf-8"),
                meta(name="viewport", content="width=device-width, initial-scale=1"),
                meta(name="color-scheme", content="light dark"),
                title[f"{heading} – yurei"],
                link(rel="stylesheet", href="/static/style.css"),
                link(rel="stylesheet", href="/static/table.css"),
                (link(rel="stylesheet", href=f"/static/{name}") for name in extras if name.endswith(".css")),
                link(rel="icon", href="/static/icon.svg", type="image/svg+xml"),
                script(type="module", src="/static/yurei.js"),
                (script(type="module", src=f"/static/{name}") for name in extras if name.endswith(".js")),
                head_more,
            ],
            body[
                PAINTS,
                header[
                    a(".name", href="/")["yurei"],
                    span(".motto")[say(N_("the Go you cannot see"))],
                    a(".you", href="/you")[say(N_("You"))],
                    likes is not None and panel(likes, language),
                    picker(language),
                ],
                main[content],
                footer[
                    span("#connection", role="status", data_lost=say(N_("The connection is lost; reconnecting …"))),
                    div("#notice", role="alert"),
                ],
            ],
        ]
    )


# A game.


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
    return document(heading, [about, Markup(fragment(page))], page.language, extras, page.likes)


def _komi(page: Page) -> str:
    komi = page.game.settings.komi
    words = page.say(N_("komi {komi}"))
    return "" if komi is None else " · " + words.format(komi=number_text(komi, page.language))


def heard_page(page: Page) -> str:
    """All that was said, as this chair has heard it."""
    view = page.game.view(listens_as(page))
    title = page.say(page.game.settings.ruleset.title)
    content = [h1[title], heard(page, view, latest=None), p[a(href=page.address)[page.say(N_("Back to the game"))]]]
    return document(page.say(N_("What the referee said")), content, page.language)


def links_page(page: Page) -> str:
    """The page of who made a game and sits nowhere."""
    heading = page.say(N_("The links of this game"))
    return document(heading, section[h1[heading], invitations(page)], page.language)


def wrong_page(sentence: str, language: str) -> str:
    """What went wrong, in one sentence, and the way back."""
    say = translation(language).gettext
    return document(
        say(N_("That did not work")),
        section(".wrong")[h1[say(N_("That did not work"))], p[sentence], p[a(href="/")[say(N_("To the first page"))]]],
        language,
    )
