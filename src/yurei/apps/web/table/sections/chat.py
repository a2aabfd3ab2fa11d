"""Chat of a table: the newest message first, and a field to write in."""

from htpy import Element, Node, bdi, button, div, form, h2, input, li, ol, p, section, span

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, chair_word
from yurei.apps.web.table.forms import REQUEST_FIELD
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.club.model.chat import Line
from yurei.club.model.sanitize import LONGEST_MESSAGE
from yurei.languages import N_

SHOWN = 40
"""Number of messages shown."""


def talk(page: Page, part: Sections) -> Node:
    """Draw the chat; nothing for a reader who may not read it yet."""
    game = page.game
    if page.chair == WINDOW or not game.reads_chat(page.chair):
        return None
    lines = list(enumerate(game.chat.lines))[-SHOWN:]
    said = [_line(line, number, page.say) for number, line in reversed(lines)]
    writing = _field(page.address, page.say, _who_reads(page) if game.chat.hidden and not game.over else "")
    return filled(
        _CHAT,
        _heading(page.say),
        part.add("writing", writing if game.chat.written_by(page.chair, over=game.over) else None),
        filled(_log(page.say), part.add("talk", filled(_TALK, said))),
    )


_CHAT, _TALK = section(".chat"), ol("#talk", reversed=True)


@kept
def _heading(say: Say) -> Element:
    return h2[say(N_("Chat"))]


@kept
def _log(say: Say) -> Element:
    return div(role="log", aria_label=say(N_("Chat messages")))


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


@kept
def _line(line: Line, number: int, say: Say) -> Element:
    author = chair_word(line.chair, say), " ", bdi[line.name or say(N_("Guest"))], ": "
    return li(id=f"line-{number}")[span(".who")[author], bdi[line.text]]
