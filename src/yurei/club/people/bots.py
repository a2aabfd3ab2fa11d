"""Bots: programs that are known here for good, by one key and one name, and are told of all their games at once.

A bot is a person among the people of this server: its key opens every chair that it sits on. Its name says that nobody
plays there but a program. What it is to hear of is written down together with what happened, so that it is sent also to
who was away, and where the server ended meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from yurei.club.game.known_events import hears, number_known
from yurei.club.model.stored import BotNews, Event
from yurei.languages import N_

if TYPE_CHECKING:
    from yurei.club.game.game import Game

MARK = " [bot]"
"""How the names of bots end, and of nobody else."""
NO_BOT = N_("this is not the token of a bot; POST /api/bots creates a bot")
"""What is said of a token that is none, or none any more."""


def is_bots(name: str) -> bool:
    """Whether a name is that of a bot, or would look like one."""
    return f" {name}".casefold().endswith(MARK)


def news_for_bots(game: Game, happened: Collection[Event], names: Mapping[str, str]) -> list[BotNews]:
    """What bots that play in a game are to hear of what has just happened there; nothing of what they may not know.

    Args:
        names: Nicknames by the digest of the key.
    """
    found = []
    for name, chair in game.chairs.items():
        if chair.key is None or not is_bots(names.get(chair.key, "")) or not game.seats_of(name):
            continue
        if more := sum(hears(game, name, event) for event in happened):
            number = number_known(game, name)
            found.append(BotNews(chair.key, game.stored.id, name, number - more, number))
    return found


def news_of_leaving(game: Game, chair: str, left: str, names: Mapping[str, str]) -> list[BotNews]:
    """What a bot is to hear of a chair on which it sits no more, by the digest of its key."""
    number = number_known(game, chair)
    return [BotNews(left, game.stored.id, chair, number, number)] if is_bots(names.get(left, "")) else []
