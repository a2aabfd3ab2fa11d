"""Bots: programs with a permanent key and name, which are notified of all their games through one connection.

A bot is a person among the people of this server: its key opens every chair that it sits on. Its name shows that it
is a program. News for a bot is stored together with the events, so that it survives the bot's absence and restarts.
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
"""Suffix of the names of bots, reserved for them."""
NO_BOT = N_("this is not the token of a bot; POST /api/bots creates a bot")
"""Error text for a token that is not, or no longer, a bot's."""


def is_bots(name: str) -> bool:
    """Return whether a name is that of a bot, or would look like one."""
    return f" {name}".casefold().endswith(MARK)


def news_for_bots(game: Game, happened: Collection[Event], names: Mapping[str, str]) -> list[BotNews]:
    """Return the news of events for the bots that play in a game, as far as each may know of them.

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
    """Return the news for a bot that it has lost its chair, by the digest of its key."""
    number = number_known(game, chair)
    return [BotNews(left, game.stored.id, chair, number, number)] if is_bots(names.get(left, "")) else []
