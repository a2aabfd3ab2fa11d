"""Offers of the guided games: once to a first-time visitor, and at any time on the pages to learn from."""

from __future__ import annotations

from htpy import Element, a, button, div, form, h2, p, section, small, span, strong
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.club import lessons as guided
from yurei.languages import N_

_ICON = Markup(
    '<svg class="offered" viewBox="-1.1 -.6 2.2 1.2" aria-hidden="true" focusable="false">'
    '<use href="#white-ghost" x=".45"/><use href="#black-stone" x="-.45"/></svg>'
)


def guided_offer(say: Say) -> Element:
    """Draw the offer at the first visit, and the button that declines it."""
    return section(".panel.guided-offer")[
        _ICON,
        div[
            h2[say(N_("New to Go with hidden stones?"))],
            p[say(N_("Play a guided game on a small board. It takes three minutes, and a coach helps you."))],
        ],
        div(".toolbar")[
            a(".button.primary", href=f"/learn/first/{guided.ALL[0].slug}")[say(N_("Play a guided game"))],
            form(method="post", action="/learn/first")[button(".quiet")[say(N_("No, thank you"))]],
        ],
    ]


def guided_shelf(
    say: Say, heading: str = N_("Play your first game with a coach"), but: guided.Script | None = None
) -> Element:
    """Draw a list of every guided game but one."""
    return section(".guided-shelf")[
        h2[say(heading)],
        div(".guided-cards")[
            (
                a(".place", href=f"/learn/first/{script.slug}")[
                    span[strong[say(script.title)], small[say(script.promise)]]
                ]
                for script in guided.ALL
                if script != but
            )
        ],
    ]
