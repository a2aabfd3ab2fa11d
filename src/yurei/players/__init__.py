"""Players: a view in, a try out. A player never sees more than a seat is told; chance is handed in."""

from __future__ import annotations

from yurei.errors import unknown
from yurei.players.player import Player
from yurei.players.simple import Simple
from yurei.players.uniform import Uniform

ALL: list[type[Player]] = [Simple, Uniform]


def get(slug: str, seed: int | None = None) -> Player:
    """A player of a name.

    Args:
        slug: The player's name.
        seed: Where his chance begins; None for one that nobody knows.

    Raises:
        Unknown: where no player has that name.
    """
    for player in ALL:
        if player.slug == slug:
            return player(seed)
    raise unknown("player", slug, (player.slug for player in ALL))


__all__ = ["ALL", "Player", "get"]
