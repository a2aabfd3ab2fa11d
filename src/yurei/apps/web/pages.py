"""Whole pages: the frame around the live part, the form for a new game, the links, the replay, what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from htpy import (
    Element,
    Node,
    a,
    body,
    button,
    div,
    footer,
    form,
    h1,
    h2,
    head,
    header,
    html,
    input,
    label,
    link,
    main,
    meta,
    nav,
    p,
    script,
    section,
    span,
    strong,
    title,
)
from markupsafe import Markup

from yurei.apps.web.board import Picture, drawn
from yurei.apps.web.fragment import fragment
from yurei.apps.web.inviting import invitations
from yurei.apps.web.languages import picker
from yurei.apps.web.looking import Page, seat_word
from yurei.apps.web.paints import PAINTS
from yurei.languages import N_, number_text, translation
from yurei.referee.announce import speak
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table
from yurei.referee.view import View


def document(heading: str, content: Node, language: str, extras: Sequence[str] = ()) -> str:
    """A whole page.

    Args:
        heading: The page's title.
        content: What stands in its middle.
        language: The reader's language.
        extras: Style sheets and modules that this page needs besides.
    """
    say = translation(language).gettext
    return str(
        html(lang=language)[
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
            ],
            body[
                PAINTS,
                header[
                    a(".name", href="/")["yurei"],
                    span(".motto")[say(N_("the Go you cannot see"))],
                    a(".you", href="/you")[say(N_("You"))],
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
    ]
    return document(heading, [about, Markup(fragment(page))], page.language)


def _komi(page: Page) -> str:
    komi = page.game.settings.komi
    words = page.say(N_("komi {komi}"))
    return "" if komi is None else " · " + words.format(komi=number_text(komi, page.language))


def links_page(page: Page) -> str:
    """The page of who made a game and sits nowhere."""
    heading = page.say(N_("The links of this game"))
    return document(heading, section[h1[heading], invitations(page)], page.language)


# The replay.


def replay_page(page: Page, moment: int) -> str:
    """All boards side by side after so many tries, with a slider. Only after the end."""
    return document(page.say(N_("Replay")), Markup(replay(page, moment)), page.language)


def replay(page: Page, moment: int) -> str:
    """The part of the replay that changes with the slider.

    Raises:
        NotOver: before the end.
    """
    say, game = page.say, page.game
    truth = game.reference
    last = len(game.judged)
    moment = min(moment, last)
    settings = game.settings
    empty = Table.of(settings, game.setup)
    listened = {
        seat.name: View.of(empty.view(seat.name), game.view(seat.name).heard[:moment])
        for seat in settings.seating.seats
    }
    boards = [(seat_word(name, say), name, view.board) for name, view in listened.items()]
    tried = game.judged[moment - 1] if moment else None
    if moment < last:
        truth = tried.verdict.after.cells if tried else game.opening.cells
    boards.append((say(N_("Reference board")), "reference", truth))
    told = game.view(AUDIENCE.name).heard[moment - 1] if moment else None
    point = tried.verdict.attempt.point if tried else None
    mark = (point, not tried.verdict.accepted) if tried and point is not None else None
    return str(
        div("#replay")[
            h1[say(N_("Replay"))],
            form(".slider", method="get", action=f"{page.address}/replay")[
                label(for_="moment")[say(N_("Try {moment} of {last}")).format(moment=moment, last=last)],
                input(
                    "#moment",
                    type="range",
                    name="at",
                    min="0",
                    max=str(last),
                    value=str(moment),
                    data_replay=page.address,
                ),
                button(".go")[say(N_("Show"))],
                nav(".steps")[
                    _step(page, 0, say(N_("Start"))),
                    _step(page, max(0, moment - 1), say(N_("Back"))),
                    _step(page, min(last, moment + 1), say(N_("Forward"))),
                    _step(page, last, say(N_("End"))),
                ],
            ],
            p("#tried", class_="tried")[
                strong[f"{seat_word(tried.seat, say)}: {tried.verdict.attempt.text(settings.size)}"]
                if tried
                else say(N_("The game begins."))
            ],
            p("#said", class_="said", role="status")[
                speak(settings.referee, told, settings.size, page.language) if told else " "
            ],
            div(".boards")[
                (
                    section(".still")[
                        h2[words],
                        Markup(drawn(Picture(settings.size, cells, name, words, last=mark), say)),
                    ]
                    for words, name, cells in boards
                )
            ],
            p[a(href=page.address)[say(N_("Back to the game"))]],
        ]
    )


def _step(page: Page, moment: int, words: str) -> Element:
    return a(href=f"{page.address}/replay?at={moment}", data_moment=str(moment))[words]


def wrong_page(sentence: str, language: str) -> str:
    """What went wrong, in one sentence, and the way back."""
    say = translation(language).gettext
    return document(
        say(N_("That did not work")),
        section(".wrong")[h1[say(N_("That did not work"))], p[sentence], p[a(href="/")[say(N_("To the first page"))]]],
        language,
    )
