"""Frame of whole pages: head, header and footer around the content; and the error page."""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from htpy import (
    Element,
    Node,
    a,
    body,
    button,
    details,
    div,
    footer,
    form,
    h1,
    head,
    header,
    html,
    input,
    link,
    main,
    meta,
    nav,
    p,
    script,
    section,
    span,
    summary,
    title,
)
from markupsafe import Markup

from yurei.apps.web.board.paints import PAINTS
from yurei.apps.web.shell.navigation import navigation
from yurei.apps.web.shell.preferences import BACK_FIELD, PLACE, READER, panel
from yurei.apps.web.shell.static_files import static_url
from yurei.languages import N_, NAMES, translation


def document(
    heading: str,
    content: Node,
    language: str,
    extras: Sequence[str] = (),
    likes: Collection[str] | None = None,
    head_more: Node = None,
    here: str = "",
    turn: str | None = None,
    table: bool = True,
) -> str:
    """Return a whole page.

    Args:
        heading: The page's title.
        content: Its content.
        language: The reader's language.
        extras: Further style sheets and modules of this page.
        likes: Preferences of the reader for the table, if there is one.
        head_more: Further elements of the head.
        here: The current place in ``shell.navigation``; empty for none.
        turn: "Your turn", if it is the reader's; empty if it may become so; None on a page without a game.
        table: Whether it shows parts of a table, such as tools and announcements.
    """
    page = str(
        html(lang=language, data_likes=" ".join(sorted(READER.get() if likes is None else likes)))[
            _head(heading, ("table.css", "table.js", *extras) if table else extras, head_more, turn),
            body[
                a(".skip", href="#content")[translation(language).gettext(N_("To the content"))],
                _top(here, None if likes is None else frozenset(likes), language),
                main("#content", tabindex="-1")[content],
                _bottom(language, table),
            ],
        ]
    )
    return page.replace(BACK_FIELD, str(input(type="hidden", name="back", value=PLACE.get())))


# Much the same on every page, and drawn once.


@lru_cache(maxsize=512)
def _top(here: str, likes: frozenset[str] | None, language: str) -> Markup:
    """Draw the header: navigation, preferences and languages."""
    say = translation(language).gettext
    return Markup(PAINTS) + Markup(
        header[
            a(".name", href="/")["yurei"],
            navigation(here, say),
            panel(likes, say),
            _languages(language),
        ]
    )


def _languages(language: str) -> Element:
    """Draw the languages, each by its own name, folded under the current one."""
    others = [(slug, name) for slug, name in NAMES.items() if slug != language]
    return nav(".languages", aria_label=translation(language).gettext(N_("Language")))[
        details[
            summary[NAMES[language]],
            form(method="post", action="/language")[
                BACK_FIELD, (button(name="to", value=slug, lang=slug)[name] for slug, name in others)
            ],
        ]
    ]


@cache
def _bottom(language: str, table: bool) -> Markup:
    """Draw the footer: the state of the connection, and notices."""
    say = translation(language).gettext
    lost = say(N_("Connection lost; reconnecting …"))
    again = say(N_("No answer yet; sending again …"))
    unknown = say(
        N_("No answer from the server. Check the board before you try again: your move may have been played.")
    )
    wait = say(N_("it is not your turn; wait for the referee"))
    return Markup(
        footer[
            span("#connection", role="status", data_lost=lost),
            span("#news", role="status"),
            span("#sending", role="status", data_again=again, data_unknown=unknown, data_wait=wait if table else None),
            div("#notice", role="alert"),
        ]
    )


def _head(heading: str, extras: Sequence[str], more: Node, turn: str | None) -> Element:
    """Draw the head: metadata, style sheets and scripts."""
    plain = f"{heading} – yurei"
    return head[
        meta(charset="utf-8"),
        meta(name="viewport", content="width=device-width, initial-scale=1"),
        meta(name="color-scheme", content="light dark"),
        title(data_plain=None if turn is None else plain)[f"{turn} – {plain}" if turn else plain],
        link(rel="stylesheet", href=static_url("style.css")),
        link(rel="stylesheet", href=static_url("board.css")),
        (link(rel="stylesheet", href=static_url(name)) for name in extras if name.endswith(".css")),
        link(rel="icon", href=static_url("icon-turn.svg" if turn else "icon.svg"), type="image/svg+xml"),
        link(rel="manifest", href="/manifest.webmanifest"),
        script(type="module", src=static_url("yurei.js")),
        script(type="module", src=static_url("notify.js")),
        (script(type="module", src=static_url(name)) for name in extras if name.endswith(".js")),
        more,
    ]


def panel_page(
    heading: str,
    content: Node,
    language: str,
    *,
    extras: Sequence[str] = (),
    here: str = "",
    kind: str = "panel",
) -> str:
    """Return a page with one heading and one section.

    Args:
        heading: The page's title and heading, untranslated.
        content: The content below the heading.
        language: The reader's language.
        extras, here: As in ``document``.
        kind: Class of the section.
    """
    said = translation(language).gettext(heading)
    return document(said, section(class_=kind)[h1[said], content], language, extras, here=here)


def wrong_page(sentence: str, language: str) -> str:
    """Return the error page: one sentence, and a link home."""
    home = p[a(href="/")[translation(language).gettext(N_("Back to home"))]]
    return panel_page(N_("That did not work"), [p[sentence], home], language, kind="wrong")
