"""The people around a table, as everybody there sees them: who sits where, under which name, connected or not."""

from __future__ import annotations

from htpy import Element, Node, bdi, button, details, form, input, label, li, span, summary, ul

from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.context import Page, seat_word
from yurei.club.chairs import REFEREE
from yurei.club.game import Game
from yurei.club.sanitize import LONGEST_NAME
from yurei.languages import N_

STATES = {
    "here": N_("connected"),
    "away": N_("away"),
    "free": N_("free"),
    "program": N_("a program"),
}


def state_of(game: Game, chair: str) -> str:
    """How it is with a chair: one of ``STATES``."""
    if chair in game.stored.players:
        return "program"
    if not game.taken(chair):
        return "free"
    return "here" if game.around.connected(chair) else "away"


def name_of(game: Game, chair: str, say: Say) -> str:
    """What the one on a chair is called, in words that the reader understands; empty where nobody sits."""
    if chair in game.stored.players:
        return game.stored.players[chair].capitalize()
    return (game.nickname(chair) or say(N_("Guest"))) if game.taken(chair) else ""


def people(page: Page) -> Element | None:
    """Who sits where; nothing where one screen or one person serves all seats."""
    game = page.game
    if game.settings.seating.hands != "each":
        return None
    chairs = [seat.name for seat in game.settings.seating.seats]
    if game.taken(REFEREE):
        chairs.append(REFEREE)
    return ul("#people", class_="people", aria_label=page.say(N_("Who sits where")))[
        (_seat(page, chair) for chair in chairs)
    ]


def _seat(page: Page, chair: str) -> Element:
    say, state = page.say, state_of(page.game, chair)
    word = say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)
    name = name_of(page.game, chair, say)
    return li(id=f"at-{chair}", class_=f"seat {state}")[
        span(".dot", aria_hidden="true"),
        span(".chair")[word],
        name and [" ", bdi(class_="nickname")[name]],
        span(".state")[f" ({say(STATES[state])})"],
        _own_name(page) if chair == page.chair else None,
    ]


def _own_name(page: Page) -> Element:
    """Where one says what one wants to be called, and takes the seat along to another device."""
    return details(".naming", data_own="")[
        summary[page.say(N_("Your name and seat"))],
        form(method="post", action="/you")[
            name_field(page.say, page.game.nickname(page.chair)), button[page.say(N_("Call me that"))]
        ],
        form(method="post", action=f"{page.address}/along")[button[page.say(N_("Take this seat to another device"))]],
    ]


def name_field(say: Say, nickname: str) -> Node:
    """The field for a nickname, as it stands wherever one sits down."""
    return label(".field")[
        span[say(N_("Your name"))],
        input(
            type="text",
            name="nickname",
            value=nickname,
            maxlength=str(LONGEST_NAME),
            placeholder=say(N_("Guest")),
            autocomplete="nickname",
            dir="auto",
        ),
    ]
