"""Absent players: whose answer is awaited, since when, and when the opponent may claim the game.

A player is away while they are not connected and do nothing. A player who thinks with an open page is not away; the
clock limits that. The time counts from when the player was awaited or last seen, and only while a server is running.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from yurei.clocks.timekeeper import passed
from yurei.club.model.stored import Event, EventKind
from yurei.errors import NotOver
from yurei.languages import N_, Words
from yurei.rules.board import Colour

if TYPE_CHECKING:
    from yurei.club.game.game import Game

CLAIM_AFTER: dict[str, tuple[timedelta | None, str]] = {
    "never": (None, N_("never")),
    "5m": (timedelta(minutes=5), N_("5 minutes")),
    "15m": (timedelta(minutes=15), N_("15 minutes")),
    "1d": (timedelta(days=1), N_("1 day")),
    "3d": (timedelta(days=3), N_("3 days")),
    "7d": (timedelta(days=7), N_("7 days")),
}
"""Times of absence after which the opponent may claim the game, with their labels, by the value of the term."""
ZERO = timedelta(0)
LATE = "time"
"""The text of the event that agrees to a count because its time ran out."""
USUAL = "7d"


def claim_words(terms: Mapping[str, Any]) -> str:
    """Return the label of the agreed time. Games without the term can never be claimed."""
    return CLAIM_AFTER[terms.get("claim_after", "never")][1]


@dataclass(frozen=True, slots=True)
class Away:
    """An absent opponent whose answer is awaited.

    Attributes:
        seats: The seats whose answer is awaited; the players of all of them are away.
        left: How long they may still stay away; zero if the game can be claimed.
    """

    seats: tuple[str, ...]
    left: timedelta


def away(game: Game, chair: str) -> Away | None:
    """Return the absent opponent that a chair waits for; None if there is none, or nothing can be claimed."""
    own = game.colours_of(chair)
    if len(own) != 1 or CLAIM_AFTER[game.stored.terms.get("claim_after", "never")][0] is None:
        return None
    seats = tuple(seat for seat in awaited_seats(game) if game.colour(seat) not in own)
    return Away(seats, _left(game, seats)) if seats and _all_away(game, seats) else None


def next_change(game: Game) -> timedelta | None:
    """Return the time until a clock display changes or a claim becomes possible; None if nothing runs."""
    return min((wait for wait in (game.clocks.next_change(), _next_claim(game)) if wait is not None), default=None)


def _next_claim(game: Game) -> timedelta | None:
    """Return the time until the game can be claimed; None if no absence is being timed."""
    if game.final or CLAIM_AFTER[game.stored.terms.get("claim_after", "never")][0] is None:
        return None
    if all(map(game.around.connected, awaited_seats(game))):
        return None
    waits = [found.left for chair in game.chairs if (found := away(game, chair)) and found.left > ZERO]
    return min(waits, default=None)


def overdue(game: Game) -> list[Event]:
    """Return the events that follow from time that has run out: a loss, or agreement to the count as marked.

    A player whose time runs out in a play-out gives in.
    """
    if (loss := game.clocks.loss(game.to_move)) is not None:
        return [loss]
    if not game.clocks.count_is_overdue:
        return []
    late = {game.colour(seat): seat for seat in reversed(awaited_seats(game))}
    return [
        game.event(seat, EventKind.GIVE_IN if game.count.playing_out else EventKind.SETTLE, LATE)
        for seat in late.values()
    ]


def check_claim(game: Game, chair: str) -> Away:
    """Check that the player on a chair may claim the game now."""
    found = away(game, chair)
    if found is None:
        raise NotOver(N_("your opponent is not away, so you cannot claim the win"))
    if found.left > ZERO:
        raise NotOver(
            N_("you can claim victory in {time} if {seat} is still away"),
            time=_text(found.left),
            seat=Words(found.seats[0]),
        )
    if game.count.proposing:  # the claim takes that proposal, not the marks before it
        raise NotOver(N_("the random playouts are still running; claim the score in a moment"))
    return found


def awaited_seats(game: Game) -> tuple[str, ...]:
    """Return the seats that are to move, or whose side has yet to answer the count; none once all is settled."""
    count = game.count
    if count.playing_out and count.playout is not None:
        return (str(count.playout.to_move),)
    if game.counting:
        return tuple(seat for seat in game.pencil if game.colour(seat) not in count.settled)
    return () if game.to_move is None else (game.to_move,)


def answering_colours(game: Game) -> frozenset[Colour]:
    """Return the colours whose answer to the count is awaited; none when nothing is counted."""
    return frozenset(map(game.colour, awaited_seats(game))) if game.counting else frozenset()


def _all_away(game: Game, seats: tuple[str, ...]) -> bool:
    """Return whether all players' seats are taken, and people who are away sit on these. Programs are never away."""
    people = [seat for seat in game.pencil if seat not in game.programs]
    if not all(seat in game.chairs and game.taken(seat) for seat in people):
        return False
    return all(seat in people and not game.around.connected(seat) for seat in seats)


def _left(game: Game, seats: tuple[str, ...]) -> timedelta:
    allowed = CLAIM_AFTER[game.stored.terms["claim_after"]][0]
    assert allowed is not None
    done = [event.at for event in game.events if event.chair in seats]
    seen = [when for seat in seats if (when := game.chairs[seat].seen)]
    since = max([game.waiting.since, *done[-1:], *seen])
    return max(ZERO, allowed - passed(since, game.now(), game.waiting.pauses))


def _text(left: timedelta) -> str:
    """Return a length of time as hours, minutes and seconds."""
    seconds = -(-left // timedelta(seconds=1))
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
