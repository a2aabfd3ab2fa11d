"""The talk at a table, drawn: the newest line first, and a field to write in."""

from __future__ import annotations

from htpy import Element, Node, bdi, button, div, form, h2, input, label, li, ol, p, section, span

from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.forms import request_field
from yurei.apps.web.parts.sections import Sections
from yurei.club.chairs import REFEREE, WINDOW
from yurei.club.chat import Line
from yurei.club.sanitize import LONGEST_MESSAGE
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

SHOWN = 40
"""So many lines are shown; what is older nobody scrolls to."""


def talk(page: Page, part: Sections) -> Node:
    """What was said; nothing for who may not read it yet."""
    say, game = page.say, page.game
    if page.chair == WINDOW or not game.reads_chat(page.chair):
        return None
    lines = list(enumerate(game.chat.lines))[-SHOWN:]
    return section(".chat")[
        h2[say(N_("Talk"))],
        part.add("writing", _writing(page) if game.chat.written_by(page.chair, over=game.over) else None),
        div(role="log", aria_label=say(N_("What people say")))[
            part.add(
                "talk", ol("#talk", reversed=True)[(_line(page, number, line) for number, line in reversed(lines))]
            )
        ],
    ]


def _writing(page: Page) -> Element:
    say, hidden = page.say, page.game.chat.hidden and not page.game.over
    return form(method="post", action=f"{page.address}/chat", data_live="", data_clears="")[
        request_field(),
        label(for_="say")[say(N_("Say something:"))],
        input("#say", name="text", maxlength=str(LONGEST_MESSAGE), autocomplete="off", required=True, dir="auto"),
        button[say(N_("Send"))],
        hidden and p(".note")[_who_reads(page)],
    ]


def _who_reads(page: Page) -> str:
    if page.game.taken(REFEREE) and page.game.third.shown:
        return page.say(N_("The players read this, and so does the referee. The audience reads it after the end."))
    return page.say(N_("The players read this. The audience reads it after the end."))


def _line(page: Page, number: int, line: Line) -> Element:
    return li(id=f"line-{number}")[
        span(".who")[_chair(page, line.chair), " ", bdi[line.name or page.say(N_("Guest"))], ": "], bdi[line.text]
    ]


def _chair(page: Page, chair: str) -> str:
    if chair == REFEREE:
        return page.say(N_("Referee"))
    return page.say(N_("Audience")) if chair == AUDIENCE.name else seat_word(chair, page.say)
