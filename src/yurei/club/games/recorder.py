"""Stores the events of games, together with their summaries and the news for bots."""

from __future__ import annotations

from collections.abc import Sequence

from yurei.club.archive.summaries import Summaries
from yurei.club.archive.summary import summary_of
from yurei.club.game.game import Game
from yurei.club.games.listeners import Listeners
from yurei.club.model.stored import BotNews, Chair, Event
from yurei.club.people.bots import news_for_bots, news_of_leaving
from yurei.club.people.people import People
from yurei.club.store import Store


class Written:
    """Stores the events of games.

    Args:
        store: The database.
        people: All people with a key.
        summaries: The stored summaries of games.
        bots: Bots that wait for changes in any of their games.
    """

    def __init__(self, store: Store, people: People, summaries: Summaries, bots: Listeners) -> None:
        self._store, self._people, self._summaries, self._bots = store, people, summaries, bots

    async def begin(self, game: Game) -> None:
        """Store a new game with its first events.

        Raises:
            StoreFailed: if it could not be stored; the game does not exist then.
        """
        news = news_for_bots(game, game.events, self._people.names)
        newest = await self._store.add(game.stored, game.chairs.values(), game.events, summary_of(game), news)
        self._ring(news, newest)

    async def go_on(
        self, name: str, game: Game | None, first: int, happened: Sequence[Event], taken: Chair | None, left: str | None
    ) -> bool:
        """Store the new events of a game.

        Args:
            name, game: The game; None if it is not in memory any more.
            first: The number of the first event.
            taken: A chair whose key or token has changed.
            left: Digest of the key of the person who sat there before. A bot is told that it has lost the chair.

        Returns:
            Whether the game in memory matches the store; if not, a person has a new key, and it must be loaded again.

        Raises:
            StoreFailed: if it could not be stored.
        """
        summary, newest = self._summaries.news(game), dict[str, str]()
        if happened or taken is not None or summary is not None:
            news = [] if game is None else self._news(game, happened, taken, left)
            newest = await self._store.append(name, first, happened, taken, summary, news)
            self._ring(news, newest)
        self._summaries.is_kept(name, summary)
        return not newest

    def _news(self, game: Game, happened: Sequence[Event], taken: Chair | None, left: str | None) -> list[BotNews]:
        news = news_for_bots(game, happened, self._people.names)
        if taken is None or left is None or left == taken.key:
            return news
        return news_of_leaving(game, taken.name, left, self._people.names) + news

    def _ring(self, news: Sequence[BotNews], newest: dict[str, str]) -> None:
        for each in news:
            self._bots.tell(newest.get(each.person, each.person))
