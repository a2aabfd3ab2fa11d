"""Bots: programs with a permanent key and name, which are notified of all their games through one connection.

A bot is a person among the people of this server: its key opens every chair that it sits on. Its name shows that it
is a program. While its stream is open, its inbox notes which of its games have changed; nothing of that is stored, and
a bot that connects again is told of every game in progress.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
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
    """Return notices of events for the bots that play in a game, as far as each may know of them.

    Args:
        names: Nicknames by the digest of the key.
    """
    found = []
    for name, chair in game.chairs.items():
        if chair.key is None or not is_bots(names.get(chair.key, "")) or not game.seats_of(name):
            continue
        if count := sum(hears(game, name, event) for event in happened):
            found.append(BotNews(chair.key, game.stored.id, name, number_known(game, name) - count))
    return found


def news_of_leaving(game: Game, chair: str, left: str, names: Mapping[str, str]) -> list[BotNews]:
    """Return the notice for a bot that it has lost its chair, by the digest of its key."""
    lost = BotNews(left, game.stored.id, chair, number_known(game, chair))
    return [lost] if is_bots(names.get(left, "")) else []


class Inbox:
    """The changed games of a bot of which its stream has not told yet.

    Attributes:
        changed: The number of events that were told before, by game and chair.
        bell: Set at every change.
        is_open: Whether the stream goes on.
    """

    def __init__(self) -> None:
        self.changed: dict[tuple[str, str], int] = {}
        self.bell = asyncio.Event()
        self.is_open = True

    def end(self) -> None:
        """End the stream."""
        self.is_open = False
        self.bell.set()


class Inboxes:
    """The inboxes of the bots whose streams are open at this server, by the digests of their keys."""

    def __init__(self) -> None:
        self._open: dict[str, Inbox] = {}
        self._stopping = False

    def __contains__(self, person: object) -> bool:
        """Return whether a bot has an open stream."""
        return person in self._open

    @contextmanager
    def open(self, person: str) -> Iterator[Inbox]:
        """Yield a new inbox for a bot; its older stream ends."""
        self.end(person)
        inbox = self._open[person] = Inbox()
        if self._stopping:
            inbox.end()
        try:
            yield inbox
        finally:
            if self._open.get(person) is inbox:
                del self._open[person]

    def note(self, news: BotNews) -> None:
        """Note that a game of a bot has changed."""
        if (inbox := self._open.get(news.person)) is not None:
            inbox.changed.setdefault((news.game, news.chair), news.since)
            inbox.bell.set()

    def end(self, person: str) -> None:
        """End the stream of a bot."""
        if (inbox := self._open.pop(person, None)) is not None:
            inbox.end()

    def end_all(self) -> None:
        """End all streams; the bots connect again and are told of their games."""
        for person in list(self._open):
            self.end(person)

    def stop(self) -> None:
        """End all streams, because the server stops."""
        self._stopping = True
        self.end_all()
