"""The talk at a table, drawn: the newest line first, and a field to write in."""

from __future__ import annotations

from htpy import Element, bdi, button, div, form, h2, input, label, li, ol, p, section, span
from markupsafe import Markup

from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.pieces import HERE, INSIDE, Parts, around, markup, once, piece, placed
from yurei.club.chairs import REFEREE, WINDOW
from yurei.club.chat import Line
from yurei.club.sanitize import LONGEST_MESSAGE
from yurei.languages import N_, translation
from yurei.referee.seating import AUDIENCE

SHOWN = 40
"""So many lines are shown; what is older nobody scrolls to."""


def talk(page: Page) -> Parts:
    """What was said; nothing for who may not read it yet."""
    game = page.game
    if page.chair == WINDOW or not game.reads_chat(page.chair):
        return Parts()
    lines = list(enumerate(game.chat.lines))[-SHOWN:]
    said = around(_log(page.language), *(_line(page, number, line) for number, line in reversed(lines)))
    field = _field(page) if game.chat.written_by(page.chair, over=game.over) else None
    return around(_section(page.language), field, said)


@piece
def _section(language: str) -> Parts:
    return markup(section(".chat")[h2[translation(language).gettext(N_("Chat"))], Markup(INSIDE)])


@piece
def _log(language: str) -> Parts:
    label = translation(language).gettext(N_("Chat messages"))
    return markup(div(role="log", aria_label=label)[ol("#talk", reversed=True)[Markup(INSIDE)]])


def _field(page: Page) -> Parts:
    hidden = page.game.chat.hidden and not page.game.over
    return placed(_writing(page.language, _who_reads(page) if hidden else ""), page.address)


@piece
def _writing(language: str, note: str) -> Parts:
    say = translation(language).gettext
    return markup(
        form(method="post", action=f"{HERE}/chat", data_live="", data_clears="")[
            once(),
            label(for_="say")[say(N_("Message:"))],
            input("#say", name="text", maxlength=str(LONGEST_MESSAGE), autocomplete="off", required=True, dir="auto"),
            button[say(N_("Send"))],
            p(".note")[note] if note else None,
        ]
    )


def _who_reads(page: Page) -> str:
    if page.game.taken(REFEREE) and page.game.third.shown:
        return page.say(N_("Visible to the players and the referee; to spectators after the end."))
    return page.say(N_("Visible to the players; to spectators after the end."))


def _line(page: Page, number: int, line: Line) -> Element:
    return li(id=f"line-{number}")[
        span(".who")[_chair(page, line.chair), " ", bdi[line.name or page.say(N_("Guest"))], ": "], bdi[line.text]
    ]


def _chair(page: Page, chair: str) -> str:
    if chair == REFEREE:
        return page.say(N_("Referee"))
    return page.say(N_("Spectator")) if chair == AUDIENCE.name else seat_word(chair, page.say)
