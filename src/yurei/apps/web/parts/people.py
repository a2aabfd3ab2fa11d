"""Both sides of a table, as everybody there sees them: who plays, connected or not, what was told of them, their clock."""

from __future__ import annotations

from htpy import Element, Node, bdi, div, input, label, li, p, section, span, ul
from markupsafe import Markup

from yurei import players
from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.clock import hole
from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.counters import Shown, counters, shown
from yurei.apps.web.parts.pieces import INSIDE, Parts, around, html, markup, piece
from yurei.apps.web.parts.transcript import listens_as, told_so_far
from yurei.club.chairs import REFEREE
from yurei.club.game import Game
from yurei.club.sanitize import LONGEST_NAME
from yurei.languages import N_, translation
from yurei.players import Player
from yurei.rules.board import BLACK, WHITE, Colour

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
        return _program_at(game, chair, say)
    return (game.nickname(chair) or say(N_("Guest"))) if game.taken(chair) else ""


def _program_at(game: Game, chair: str, say: Say) -> str:
    """What the program is called that was let sit on a chair; by its own name where it is not installed any more."""
    slug, _, parameters = game.stored.players[chair].partition(":")
    level = next((each.partition("=")[2] for each in parameters.split(",") if each.startswith("level=")), None)
    return program_name(players.kind_of(slug), say, level) if players.is_ours(slug) else slug


def program_name(player: type[Player], say: Say, level: str | None = None) -> str:
    """What a program is called: ours by its level, as far as one was set, every other by its own name."""
    if player is not players.Yurei:
        return player.slug
    return say(N_("yurei, level {level}")).format(level=level or player.PARAMETERS["level"])


def compiling_note(say: Say) -> Element:
    """What is said beside the levels as long as those above the lowest are being compiled."""
    return p(".note.wide")[
        say(
            N_(
                "The higher levels are being compiled for this machine, once; until that is done yurei plays at level 1."
            )
        )
    ]


def levels(say: Say) -> list[tuple[str, str]]:
    """Whom one may play against at once: his name for forms, and what he is called."""
    return [(name, program_name(type(players.get(name)), say, name.rpartition("=")[2])) for name in players.OFFERED]


def sides(page: Page) -> Parts:
    """Black and White, each with who plays it, what was told of it, and its clock; and the referee, where one sits."""
    game, view = page.game, page.game.view(listens_as(page))
    told = shown(view, told_so_far(page, view).counts)
    black, white = (_side(page, colour, told[colour]) for colour in (BLACK, WHITE))
    judge = ul(".judge")[_seat(page, REFEREE)] if game.taken(REFEREE) else None
    return around(_sides(page.language), black, white, judge, hole("note") if game.clocks.control is not None else None)


@piece
def _sides(language: str) -> Parts:
    label = translation(language).gettext(N_("Seats"))
    return markup(section("#people", class_="sides", aria_label=label)[Markup(INSIDE)])


def _side(page: Page, colour: Colour, told: Shown) -> Parts:
    game, seating = page.game, page.game.settings.seating
    moves = game.to_move is not None and game.colour(game.to_move) is colour
    # Where one screen or one person serves all seats there is no more to say of who sits there.
    seats = [seat.name for seat in seating.seats if seat.colour is colour] if seating.hands == "each" else []
    sitting = tuple((seat, state_of(game, seat), name_of(game, seat, page.say)) for seat in seats)
    return _one_side(page.language, colour.word, moves, sitting, told, game.clocks.control is not None)


@piece
def _one_side(
    language: str, colour: str, moves: bool, sitting: tuple[tuple[str, str, str], ...], told: Shown, clock: bool
) -> Parts:
    """A side, which looks alike in many games.

    Args:
        sitting: Each chair, its state, and the name of who sits there; none where one serves all seats.
    """
    seats = (_sits(language, *each) for each in sitting) if sitting else (_serves(language, colour),)
    around_all = _around_side(colour, moves)
    return around(
        around_all, html("<ul>"), *seats, html("</ul>"), counters(language, told), hole(colour) if clock else None
    )


@piece
def _serves(language: str, colour: str) -> Parts:
    return markup(li(".seat")[span(".chair")[seat_word(colour, translation(language).gettext)]])


@piece
def _around_side(colour: str, moves: bool) -> Parts:
    svg = Markup(
        '<svg class="icon" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true" focusable="false">'
        f'<use href="#{colour}-stone"/></svg>'
    )
    return markup(div(class_=f"side {colour}" + " moves" * moves)[svg, Markup(INSIDE)])


def _seat(page: Page, chair: str) -> Parts:
    return _sits(page.language, chair, state_of(page.game, chair), name_of(page.game, chair, page.say))


@piece
def _sits(language: str, chair: str, state: str, name: str) -> Parts:
    say = translation(language).gettext
    word = say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)
    return markup(
        li(id=f"at-{chair}", class_=f"seat {state}")[
            span(".dot", aria_hidden="true"),
            span(".chair")[word],
            name and [" ", bdi(class_="nickname")[name]],
            span(".state")[f" ({say(STATES[state])})"],
        ]
    )


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
