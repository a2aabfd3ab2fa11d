"""Who may know of what happens around a table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from yurei.club.stored import Event

if TYPE_CHECKING:
    from yurei.club.game import Game


def hears(game: Game, chair: str, event: Event) -> bool:
    """Whether one on a chair may know of an event, or at least that it has happened."""
    if event.kind == "chat":
        return game.reads_chat(chair)
    return event.kind != "pencil" or event.chair in game.seats_of(chair)


def who_hears(game: Game | None, happened: Collection[Event] | None) -> Callable[[str], bool]:
    """From which chairs one may know of any of this; everybody of what is no event."""
    if game is None or happened is None:
        return lambda _: True
    return lambda chair: any(hears(game, chair, event) for event in happened)
