"""Secrecy of events: which chairs may know of what happens at a table.

An action sent twice with the same request id happens once, so that a client without an answer may retry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from yurei.club.model.chairs import REFEREE
from yurei.club.model.stored import Event, EventKind
from yurei.referee.seating import AUDIENCE

if TYPE_CHECKING:
    from yurei.club.game.game import Game


def hears(game: Game, chair: str, event: Event) -> bool:
    """Return whether a chair may know of an event, or at least that it has happened."""
    if event.kind is EventKind.CHAT:
        return game.reads_chat(chair)
    return event.kind is not EventKind.PENCIL or event.chair in game.seats_of(chair)


def who_hears(game: Game | None, happened: Collection[Event]) -> Callable[[str], bool]:
    """Return a test for the chairs that may know of any of these events; all chairs for a change without events."""
    if game is None or not happened:
        return lambda _: True
    return lambda chair: any(hears(game, chair, event) for event in happened)


def known_on(game: Game, chair: str) -> list[Event]:
    """Return the events that a chair may know of, in the order in which they became known there."""
    first = game.reads_since.get(chair, 0)
    before = [event for event in game.events[:first] if hears(game, chair, event)]
    # Chat that became readable later follows what the chair knew by that time.
    said = [event for event in before if event.kind is EventKind.CHAT]
    rest = [event for event in before if event.kind is not EventKind.CHAT] if said else before
    return [*rest, *said, *(event for event in game.events[first:] if hears(game, chair, event))]


def number_known(game: Game, chair: str) -> int:
    """Return the number of events that a chair may know of, see ``known_on``; counted as they happen, for speed."""
    own = sum(game.happened[EventKind.PENCIL, seat] for seat in game.seats_of(chair))
    return game.happened["known to all", ""] + own + game.happened[EventKind.CHAT, ""] * game.reads_chat(chair)


def note(game: Game, event: Event) -> None:
    """Count an event, and note when the audience (at the end) and the referee (if allowed) can first read the chat."""
    kind = event.kind if event.kind in (EventKind.CHAT, EventKind.PENCIL) else "known to all"
    game.happened[kind, event.chair if kind is EventKind.PENCIL else ""] += 1
    game.happened["of a chair", event.chair] += 1
    for chair in (AUDIENCE.name, REFEREE):
        if chair not in game.reads_since and game.reads_chat(chair):
            game.reads_since[chair] = len(game.events)


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
