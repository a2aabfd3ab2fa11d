"""Secrecy of events: which chairs may know of what happens at a table.

An action sent twice with the same request id happens once, so that a client without an answer may retry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from yurei.club.model.states import Known
from yurei.club.model.stored import Event, EventKind

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


def known_on(game: Game, chair: str) -> Known:
    """Return what a chair may know of."""
    return game.known[chair]


def number_known(game: Game, chair: str) -> int:
    """Return the number of events that a chair may know of."""
    return len(known_on(game, chair).events)


def note(game: Game, event: Event) -> None:
    """Note the newest event of a game for the chairs that may know of it, and which chairs can read the chat now."""
    game.happened[event.chair] += 1
    for chair, known in game.known.items():
        if known.reads_chat if event.kind is EventKind.CHAT else hears(game, chair, event):
            known.add(event)
        if not known.reads_chat and game.reads_chat(chair):
            known.reads_chat = True
            for said in game.events:
                if said.kind is EventKind.CHAT:
                    known.add(said)


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
    return sum(id(event) not in after for event in known_on(game, chair).events)
