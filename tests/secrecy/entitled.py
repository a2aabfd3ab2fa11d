"""What each observer must be told of each try: section 4 of the rules, written a second time.

Written from the rules alone. It imports nothing of yurei; the oracle computes the true game.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tests.oracle.board import COLOUR, GHOST, STONE, Point, board_text, distance, other, point_names
from tests.oracle.play import (
    Game,
    Try,
    Turn,
    captured,
    lose_turn,
    lost,
    newly_in_atari,
    play,
    replaced_ghost,
    why_illegal,
)


@dataclass(frozen=True)
class Observer:
    """A seat or the audience: its name, its colour, and its board."""

    name: str
    colour: str | None
    board: str


AUDIENCE = Observer("audience", None, "none")
# "`duel`: Black and White in turn."  "`rengo`: four seats, Black 1, White 1, Black 2, White 2, in turn."
FOUR = (("black-1", "black"), ("white-1", "white"), ("black-2", "black"), ("white-2", "white"))
SEATINGS = {
    "duel": (Observer("black", "black", "black"), Observer("white", "white", "white")),
    # "Option `boards`: `own` (a seat sees the stones that it placed itself)"
    "rengo": tuple(Observer(name, colour, name) for name, colour in FOUR),
    # "or `shared` (… Black 1 and White 1 sit at one board and see each other's moves on it, Black 2 and White 2 at the other)"
    "rengo-shared": tuple(Observer(name, colour, name[-1]) for name, colour in FOUR),
}


@dataclass(frozen=True)
class Referee:
    """A referee: a row of the table in the rules, and its options."""

    name: str
    lone_self_atari: bool = False
    option: int | None = None  # "The option `sight` … goes with every referee but `open` and `hamburg`"

    @property
    def sight(self) -> int:
        """How far stones see; under `open` everybody has the reference board instead."""
        if self.option is not None:
            return self.option
        return 1 if self.name == "fog" else 0  # "`fog` is the row of `kriegspiel` with sight 1"

    @property
    def points_to_all(self) -> bool:
        return self.name in ("common", "olympiad", "open")  # "exactly which stones, to all"

    @property
    def counts_to_all(self) -> bool:
        return self.name in ("hamburg", "counted")  # "only how many, to all" / "how many, to all"

    @property
    def vanishes(self) -> bool:
        return self.name != "hamburg"  # "**nothing vanishes**: nobody is told which stones went"

    @property
    def says_atari(self) -> bool:
        return self.name in ("common", "hamburg", "open")

    @property
    def gives_reasons(self) -> bool:
        return self.name in ("hamburg", "open")


@dataclass(frozen=True)
class Event:
    """One try, with the game before and after it, and the reason if it was refused."""

    seating: str
    before: Game
    tried: Try
    reason: str | None
    after: Game

    @property
    def mover(self) -> Observer:
        return seat_of_turn(self.seating, self.before, len(self.before.turns))

    @property
    def turn(self) -> Turn | None:
        """The accepted placement; None for a pass, a resignation and a refused try."""
        if self.reason is None and self.tried.point is not None:
            return self.after.turns[-1]
        return None


def seat_of_turn(seating: str, game: Game, number: int) -> Observer:
    seats = SEATINGS[seating]
    first = 0 if game.settings["first"] == "black" else 1
    return seats[(first + number) % len(seats)]


def happen(seating: str, game: Game, tried: Try) -> Event:
    """Return the event of a try by the seat to move."""
    reason = why_illegal(game, tried)
    if reason is None:
        return Event(seating, game, tried, None, play(game, tried))
    # "`retry` (…) or `lose-turn` (…): a refused try ends the turn"
    after = lose_turn(game, tried) if game.settings["failed_try"] == "lose-turn" else game
    return Event(seating, game, tried, reason, after)


def owed_at_first(referee: Referee, seating: str, observer: Observer, game: Game) -> Hashable:
    """Return what an observer must see before the first try: the set-up stones on its own board."""
    if referee.name == "open":
        return board_text(game.start)
    mine = {point: piece if is_set_up_for(seating, observer, piece) else "." for point, piece in game.start.items()}
    return board_text(mine), in_sight(referee, seating, observer, game)


def owed(referee: Referee, observer: Observer, event: Event, record: Record) -> Hashable:
    """Return all that an observer must be told of one try; ``record`` has every try up to this one."""
    return (
        *("mover", event.mover.name, outcome(event), "next", next_seat(event)),
        *("own", own_try(referee, observer, event)),
        *("reason", event.reason if referee.gives_reasons else None),
        *("gone", gone(referee, event)),
        *("vanished", vanished(referee, observer, event)),
        *("in sight", in_sight(referee, event.seating, observer, event.after)),
        *("atari", atari(referee, event)),
        *("end", end(event, record)),
    )


def outcome(event: Event) -> str:
    """Return the outcome of a try, which everybody hears."""
    return "illegal" if event.reason else event.tried.kind if event.tried.point is None else "moved"


def next_seat(event: Event) -> str | None:
    # "whose turn it is"; "A move that ends the game is announced as usual, although nobody is to move."
    return None if event.after.result else seat_of_turn(event.seating, event.after, len(event.after.turns)).name


def own_try(referee: Referee, observer: Observer, event: Event) -> Hashable:
    """Return the try if the observer may know it: "to the seat that tried it, and to nobody else"."""
    sees_the_move = event.reason is None and (referee.name == "open" or observer.board == event.mover.board)
    if observer == event.mover or sees_the_move:
        return event.tried.kind, event.tried.point
    return None


def gone(referee: Referee, event: Event) -> Hashable:
    """Return what is announced of removed stones, captured and own: their points, their numbers, or None."""
    if event.turn is None:
        return None
    both = captured(event.turn), lost(event.turn)
    if referee.points_to_all:
        return tuple(tuple(point_names(points)) for points in both)
    return tuple(len(points) for points in both) if referee.counts_to_all else None


def vanished(referee: Referee, observer: Observer, event: Event) -> Hashable:
    """Return the points of pieces that vanish from the observer's own board."""
    if event.turn is None or not referee.vanishes:
        return None
    removed = {point for piece in "BWbw" for point in event.turn.removed(piece)}
    replaced = replaced_ghost(event.turn)
    # "An enemy ghost that is replaced counts as one captured piece"; of one's own the new stone takes the place on the
    # board at which it was played, and from a partner's board the ghost goes: it "shows its own pieces … as they truly are".
    if replaced == other(event.turn.colour) or (replaced and observer.board != event.mover.board):
        removed |= {event.turn.tried.at}
    under = event.turn.tried.at if replaced else None  # of the new stone: the ghost there is meant
    return tuple(
        point_names({point for point in removed if lies(event.seating, observer, event.after, point, point == under)})
    )


def in_sight(referee: Referee, seating: str, observer: Observer, game: Game) -> tuple[tuple[Point, str], ...]:
    """Return the opponent's pieces in sight of the observer's stones on its own board."""
    if not referee.sight or observer.colour is None:
        return ()
    own = [
        point
        for point, piece in game.board.items()
        if piece == STONE[observer.colour] and lies(seating, observer, game, point)
    ]
    return tuple(
        (point, piece)
        for point, piece in sorted(game.board.items())
        if COLOUR[piece] == other(observer.colour)
        and not lies(seating, observer, game, point)  # what lies on his board is no news, seen or not
        and any(distance(game.board, point, stone) <= referee.sight for stone in own)
    )


def lies(seating: str, observer: Observer, game: Game, point: Point, before_the_last: bool = False) -> bool:
    """Return whether the piece placed last (or before the last) on a point is on the observer's own board.

    The own board holds the pieces placed by seats at that board, and those set up there.
    """
    placed = [number for number, turn in enumerate(game.turns) if turn.event == "placement" and turn.tried.at == point]
    if placed := placed[:-1] if before_the_last else placed:
        return seat_of_turn(seating, game, placed[-1]).board == observer.board
    return is_set_up_for(seating, observer, game.start[point])


def is_set_up_for(seating: str, observer: Observer, piece: str) -> bool:
    return COLOUR[piece] in {seat.colour for seat in SEATINGS[seating] if seat.board == observer.board}


def atari(referee: Referee, event: Event) -> Hashable:
    """Return whether atari on the opponent, and on the mover, is announced; None if atari never is."""
    if event.turn is None or not referee.says_atari:
        return None
    colour = event.turn.colour
    on_opponent, on_mover = newly_in_atari(event.turn, other(colour)), newly_in_atari(event.turn, colour)
    return on_opponent, on_mover and (on_opponent or referee.lone_self_atari)


Record = tuple[tuple[str, Try, str | None], ...]
"""Every try of a game: the seat, the try, and the reason if it was illegal."""


def end(event: Event, record: Record) -> Hashable:
    """Return what is revealed to all after the end: result, true board and record; None before the end."""
    result = event.after.result
    return None if result is None else (*sorted(map(str, result.items())), board_text(event.after.board), record)


def is_try(referee: Referee, seating: str, game: Game, tried: Try, record: Record) -> bool:
    """Return whether a try is put to the referee: none where the seat knows of a piece, see decision 0051."""
    if tried.point is None:
        return True
    mover = seat_of_turn(seating, game, len(game.turns))
    piece = known_pieces(referee, seating, mover, game, record).get(tried.point)
    return piece is None or (piece in GHOST.values() and tried.kind == "stone")


def known_pieces(referee: Referee, seating: str, observer: Observer, game: Game, record: Record) -> dict[Point, str]:
    """Return the pieces that an observer knows to be on the true board: those on its own board and in sight.

    If nothing vanishes: its own pieces and those in reasons of refusals, until their colour loses a piece.
    """
    if referee.vanishes:
        seen = {point for point, _ in in_sight(referee, seating, observer, game)}
        return {
            point: piece
            for point, piece in game.board.items()
            if piece != "." and (referee.name == "open" or point in seen or lies(seating, observer, game, point))
        }
    known = {point: piece for point, piece in game.start.items() if is_set_up_for(seating, observer, piece)}
    number = 0
    for mover, tried, reason in record:
        colour = seat_of_turn(seating, game, number).colour
        assert colour is not None
        if reason is None and tried.point is not None:
            turn = game.turns[number]
            for loser, gone in ((colour, lost(turn)), (other(colour), captured(turn))):
                if gone:
                    known = {point: piece for point, piece in known.items() if COLOUR[piece] != loser}
            if seat_of_turn(seating, game, number).board == observer.board and not lost(turn):
                known[tried.at] = (STONE if tried.kind == "stone" else GHOST)[colour]
        elif mover == observer.name and reason in ("opponent-stone", "own-stone"):
            known[tried.at] = STONE[colour if reason == "own-stone" else other(colour)]
        number += reason is None or game.settings["failed_try"] == "lose-turn"
    return known
