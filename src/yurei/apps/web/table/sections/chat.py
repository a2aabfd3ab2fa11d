"""Chat of a table: the newest message first, and a field to write in."""

from __future__ import annotations

from htpy import Element, Node, bdi, button, div, form, h2, input, li, ol, p, section, span
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import REQUEST_FIELD
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.club.model.chat import Line
from yurei.club.model.sanitize import LONGEST_MESSAGE
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

SHOWN = 40
"""Number of messages shown."""


def talk(page: Page, part: Sections) -> Node:
    """Draw the chat; nothing for a reader who may not read it yet."""
    game = page.game
    if page.chair == WINDOW or not game.reads_chat(page.chair):
        return None
    lines = list(enumerate(game.chat.lines))[-SHOWN:]
    said = [_line(*_author(page, line), number, line.text) for number, line in reversed(lines)]
    return filled(
        _CHAT,
        _heading(page.say),
        part.add("writing", _writing(page) if game.chat.written_by(page.chair, over=game.over) else None),
        filled(_log(page.say), part.add("talk", filled(_TALK, said))),
    )


_CHAT, _TALK = section(".chat"), ol("#talk", reversed=True)


@kept
def _heading(say: Say) -> Element:
    return h2[say(N_("Chat"))]


@kept
def _log(say: Say) -> Element:
    return div(role="log", aria_label=say(N_("Chat messages")))


def _writing(page: Page) -> Markup:
    hidden = page.game.chat.hidden and not page.game.over
    return _field(page.address, page.say, _who_reads(page) if hidden else "")


@kept
def _field(address: str, say: Say, note: str) -> Element:
    return form(method="post", action=f"{address}/chat", data_live="", data_clears="")[
        REQUEST_FIELD,
        input(
            "#say",
            name="text",
            maxlength=str(LONGEST_MESSAGE),
            autocomplete="off",
            required=True,
            dir="auto",
            placeholder=say(N_("Message:")),
            aria_label=say(N_("Message:")),
        ),
        button[say(N_("Send"))],
        note and p(".note")[note],
    ]


def _who_reads(page: Page) -> str:
    if page.game.taken(REFEREE) and page.game.third.shown:
        return page.say(N_("Visible to the players and the referee; to spectators after the end."))
    return page.say(N_("Visible to the players; to spectators after the end."))


def _author(page: Page, line: Line) -> tuple[str, str]:
    return _chair(page, line.chair), line.name or page.say(N_("Guest"))


@kept
def _line(chair: str, name: str, number: int, text: str) -> Element:
    return li(id=f"line-{number}")[span(".who")[chair, " ", bdi[name], ": "], bdi[text]]


def _chair(page: Page, chair: str) -> str:
    if chair == REFEREE:
        return page.say(N_("Referee"))
    return page.say(N_("Spectator")) if chair == AUDIENCE.name else seat_word(chair, page.say)
