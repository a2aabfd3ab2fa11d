"""Request ids: an action sent twice with the same id happens once, so that a client without an answer may retry."""

from __future__ import annotations

from yurei.club.game.game import Game
from yurei.club.game.known_events import known_on, number_known


def happened_before(game: Game, chair: str, request: str) -> int | None:
    """Return the place among the events of what a chair asked for with a request id; None if there is none."""
    own = {chair, *game.seats_of(chair)} if request else ()
    return min((game.requests[each, request] for each in own if (each, request) in game.requests), default=None)


def number_before(game: Game, chair: str, request: str) -> int:
    """Return the number of events that a chair knew before it sent a request id."""
    place = happened_before(game, chair, request)
    if place is None:
        return number_known(game, chair)
    after = {id(event) for event in game.events[place:]}
    return sum(id(event) not in after for event in known_on(game, chair))
