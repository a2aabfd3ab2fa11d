"""Board shown before the end once all players agree: to spectators, or to the person on the referee's chair."""

from collections.abc import Collection

from htpy import Element, Node, details, p, summary

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import kept
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import act_at
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_

TO_EVERYBODY = N_(
    "Once all players agree, all spectators see the whole board until the end of the game. "
    "This cannot be undone. Anyone can watch this game, your opponent too: agree only if "
    "you trust them not to look."
)
TO_LINK = N_(
    "Once all players agree, everyone with the spectator link sees the whole board until "
    "the end of the game. This cannot be undone. Your opponent may have that link too: "
    "agree only if you trust them not to look."
)
TO_REFEREE = N_(
    "Once all players agree, the referee sees the whole board until the end of the game. "
    "This cannot be undone. Agree only if you trust them."
)
"""Explanations of what a player agrees to."""


def openness(page: Page) -> Node:
    """Draw the public notice: who has agreed, or that the audience sees the whole board."""
    say, audience = page.say, page.game.audience
    if audience.table_open:
        return p("#opened", class_="note")[say(N_("The board is revealed: spectators see the whole board."))]
    if not audience.opened:
        return None
    words = say(N_("{seats} agreed to reveal the board to spectators. It stays hidden until all players agree."))
    agrees = audience.may_be_opened and bool(page.game.seats_of(page.chair))
    return [
        p("#opened", class_="note")[words.format(seats=_names(page, audience.opened))],
        agrees and _offer_to_open(page),
    ]


def offer_to_open(page: Page) -> Node:
    """Draw the button by which a player proposes to show the board to spectators, with an explanation."""
    audience = page.game.audience
    return _offer_to_open(page) if audience.may_be_opened and not audience.opened else None


def _offer_to_open(page: Page) -> Node:
    audience = page.game.audience
    if audience.opened.issuperset(page.game.seats_of(page.chair)):
        return None
    meaning = TO_EVERYBODY if audience.who == "everybody" else TO_LINK
    words = N_("Reveal the board to spectators"), meaning, N_("Reveal the board")
    return _offer(page.address, page.say, "opening", "open", *words)


def referee_sits(page: Page) -> Node:
    """Draw the notice that somebody sits on the referee's chair, who has agreed to show the board, and the button to agree."""
    say, game = page.say, page.game
    if not game.taken(REFEREE):
        return None
    if page.chair == REFEREE:
        return _note_for_referee(page)
    if game.third.shown:
        return None  # it stands beside their name
    asks = say(N_("The referee’s seat is taken. The referee sees no more than spectators until all players agree."))
    note = p("#judge", class_="note")[asks, _admitted(page)]
    if not game.third.may_be_shown or game.third.admitted.issuperset(game.seats_of(page.chair)):
        return note
    words = N_("Show the board to the referee"), TO_REFEREE, N_("Yes, show the board to the referee")
    return [note, _offer(page.address, say, "admitting", "admit", *words)]


def _note_for_referee(page: Page) -> Node:
    """Draw the note for the referee themselves, as long as they see no more than the audience."""
    third, say = page.game.third, page.say
    if third.shown:
        return None
    if third.may_be_shown:
        words = say(N_("You will see the whole board once all players agree.")), _admitted(page)
    else:
        words = say(N_("A program plays here, and does not agree that somebody sees its board before the end.")), ""
    return p("#judge", class_="note")[words]


def _admitted(page: Page) -> str:
    """Return the names of the players who have agreed to show the board to the referee."""
    names = _names(page, page.game.third.admitted)
    return " " + page.say(N_("Agreed so far: {seats}.")).format(seats=names) if names else ""


def _names(page: Page, agreed: Collection[str]) -> str:
    return ", ".join(seat_word(seat, page.say) for seat in page.game.pencil if seat in agreed)


@kept
def _offer(address: str, say: Say, name: str, do: str, heading: str, meaning: str, yes: str) -> Element:
    """Draw the button by which a player agrees, with an explanation."""
    return details(f"#{name}", class_="opening", data_own="")[
        summary[say(heading)], p[say(meaning)], act_at(address, do, say(yes))
    ]
