"""Both sides of a table, as everybody there sees them: player, connection, counters, clock."""

from __future__ import annotations

from typing import NamedTuple

from htpy import Element, Node, abbr, bdi, dd, div, dl, dt, input, label, li, p, section, span, ul
from markupsafe import Markup

from yurei import players
from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, chair_word, seat_word
from yurei.apps.web.table.sections.clock import clock, clock_note
from yurei.apps.web.table.sections.transcript import listens_as
from yurei.club.archive import stones_lost
from yurei.club.game.game import Game
from yurei.club.model.chairs import REFEREE
from yurei.club.model.sanitize import LONGEST_NAME
from yurei.languages import N_
from yurei.players import Player
from yurei.referee.referee import Captures
from yurei.referee.told import Outcome, Told
from yurei.referee.view import Fold, View
from yurei.rules.board import BLACK, WHITE, Colour

STATES = {
    "here": N_("connected"),
    "away": N_("away"),
    "free": N_("free"),
    "expected": N_("expected"),
    "program": N_("a program"),
}


def state_of(game: Game, chair: str) -> str:
    """Return the state of a chair: one of ``STATES``."""
    if chair in game.stored.players:
        return "program"
    if not game.taken(chair):
        return "expected" if "evening" in game.stored.terms and game.seats_of(chair) else "free"
    return "here" if game.around.connected(chair) else "away"


def name_of(game: Game, chair: str, say: Say) -> str:
    """Return the name of a chair's occupant in the reader's language; empty if the chair is free."""
    if chair in game.stored.players:
        return program_label(game.stored.players[chair], say)
    return (game.nickname(chair) or say(N_("Guest"))) if game.taken(chair) else ""


def program_label(stored: str, say: Say) -> str:
    """Return the name of a program, given with its parameters; its slug if it is no longer installed."""
    slug, _, parameters = stored.partition(":")
    level = next((each.partition("=")[2] for each in parameters.split(",") if each.startswith("level=")), None)
    return program_name(players.kind_of(slug), say, level) if players.is_ours(slug) else slug


def program_name(player: type[Player], say: Say, level: str | None = None) -> str:
    """Return the name of a program: the level for yurei, the slug for every other."""
    if player is not players.Yurei:
        return player.slug
    return say(N_("yurei, level {level}")).format(level=level or player.PARAMETERS["level"])


def compiling_note(say: Say) -> Element:
    """Draw the note that the levels above the lowest are still being compiled."""
    return p(".note.wide")[
        say(
            N_(
                "Levels 2 to 5 are being prepared on this server. This takes a few minutes, once; until then they play like level 1."
            )
        )
    ]


def levels(say: Say) -> list[tuple[str, str]]:
    """Return the levels to play against: form value, and label with a description."""
    return [
        (name, f"{say(N_('Level {level}')).format(level=number)} · {say(level.like)}")
        for name, (number, level) in zip(players.OFFERED, players.LEVELS.items(), strict=True)
    ]


def sides(page: Page, part: Sections) -> Markup:
    """Draw the two colours, each with players, counters and clock; and the referee, if there is one.

    A player's own colour comes second, nearer to the tools. For all others Black comes first.
    """
    game, view = page.game, page.game.view(listens_as(page))
    told = shown(view)
    if game.over:
        told = {colour: each._replace(lost=stones_lost(game, colour)) for colour, each in told.items()}
    own = {game.colour(seat) for seat in game.seats_of(page.chair)}
    colours = (WHITE, BLACK) if own == {BLACK} else (BLACK, WHITE)
    judge = _judge(page) if game.taken(REFEREE) else None
    return filled(
        _sides(page.say),
        [_side(page, colour, told[colour], part) for colour in colours],
        part.add("judge", judge),
        part.add("compiling", compiling_note(page.say) if _has_weak_program(game) else None),
        None if game.clocks.control is None else part.add("clock-note", clock_note(page)),
    )


def _judge(page: Page) -> Element:
    """Draw the person on the referee's chair, and whether they see the board."""
    sees = not page.game.over and page.game.third.shown
    return ul(".judge")[
        _seat(page, REFEREE), sees and li("#sees", class_="note")[page.say(N_("The referee sees the whole board."))]
    ]


def _has_weak_program(game: Game) -> bool:
    """Return whether a program plays like the lowest level, because its code is still being compiled."""
    return (
        not game.over
        and game.around.compiling()
        and any(players.until_compiled(name) != name for name in game.programs.values())
    )


@kept
def _sides(say: Say) -> Element:
    return section("#people", class_="sides", aria_label=say(N_("Seats")))


def _side(page: Page, colour: Colour, told: Shown, part: Sections) -> Markup:
    game, seating = page.game, page.game.settings.seating
    to_move = game.count.playout.to_move if game.count.playout else game.to_move
    moves = to_move is not None and game.colour(to_move) is colour
    # If one screen or one person serves all seats, the colours alone are shown.
    seats = [seat.name for seat in seating.seats if seat.colour is colour] if seating.hands == "each" else []
    people = [_seat(page, seat) for seat in seats] or li(".seat")[span(".chair")[seat_word(colour.word, page.say)]]
    return filled(
        _SIDES[colour],
        _ICONS[colour],
        part.add(colour.word, filled(_MOVES if moves else _WAITS, people), _counters(page.say, told)),
        clock(page, colour, with_time=part.clocks),
    )


_SIDES = {colour: div(class_=f"side {colour.word}") for colour in (BLACK, WHITE)}
_ICONS = {
    colour: Markup(
        '<svg class="icon" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true" focusable="false">'
        f'<use href="#{colour.word}-stone"/></svg>'
    )
    for colour in (BLACK, WHITE)
}
_MOVES, _WAITS = ul(".moves"), ul


def _seat(page: Page, chair: str) -> Markup:
    game, state = page.game, state_of(page.game, chair)
    expected = game.stored.terms.get("expected", {}).get(chair, "") if state == "expected" else ""
    return _sits(page.say, chair, state, expected or name_of(game, chair, page.say))


@kept
def _sits(say: Say, chair: str, state: str, name: str) -> Element:
    return li(id=f"at-{chair}", class_=f"seat {state}")[
        span(".dot", aria_hidden="true"),
        span(".chair")[chair_word(chair, say)],
        name and [" ", bdi(class_="nickname")[name]],
        span(".state")[f" ({say(STATES[state])})"],
    ]


def name_field(say: Say, nickname: str) -> Node:
    """Draw the field for a nickname, the same on every form."""
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


class Shown(NamedTuple):
    """Counters of a colour: moves, stones lost, refused tries; None if not announced."""

    moves: int
    lost: int | None
    refused: int


class Counted(NamedTuple):
    """Numbers of a colour's moves, refused tries, stones announced as lost, and stones that vanished from the seat's board."""

    moves: int = 0
    refused: int = 0
    lost: int = 0
    vanished: int = 0


def shown(view: View) -> dict[Colour, Shown]:
    """Return the counters of each colour, as far as announced."""
    told = _told_of(view)
    return {colour: Shown(told[colour].moves, _lost(view, colour), told[colour].refused) for colour in (BLACK, WHITE)}


def _count(_: View, before: dict[Colour, Counted], told: Told) -> dict[Colour, Counted]:
    """Return the counters after an announcement."""
    now = {}
    for colour, count in before.items():
        own = told.mover is colour
        now[colour] = Counted(
            count.moves + (own and told.outcome is Outcome.MOVED),
            count.refused + (own and told.outcome is Outcome.ILLEGAL),
            count.lost + ((told.lost_count if own else told.captured_count) or 0),
            count.vanished + len(told.vanished or ()),
        )
    return now


@kept
def _counters(say: Say, told: Shown) -> Element:
    numbers = ((say(N_("moves")), told.moves), (say(N_("stones lost")), told.lost), (say(N_("refused")), told.refused))
    return dl(".counters", title=say(N_("As far as announced")))[
        (
            div[dt[words], dd[abbr(title=say(N_("not announced")))["?"] if number is None else str(number)]]
            for words, number in numbers
        )
    ]


def _lost(view: View, colour: Colour) -> int | None:
    """Return the number of stones a colour lost: as announced, else as its owner saw them vanish; None if unknown."""
    referee, told = view.settings.referee, _told_of(view)[colour]
    if referee.captures is not Captures.NOTHING:
        return told.lost
    return told.vanished if referee.vanishes and view.seat.colour is colour else None


_told_of = Fold[dict[Colour, Counted]](lambda view: {BLACK: Counted(), WHITE: Counted()}, _count)
