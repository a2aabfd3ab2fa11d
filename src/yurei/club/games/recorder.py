"""Writes down what happens in games, together with what lists need of it, and with what bots are to hear of it."""

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
    """What is written down of games.

    Args:
        store: Keeps it.
        people: Everybody who has sat down here.
        summaries: What lists know of games.
        bots: Those that wait for anything to happen in their games.
    """

    def __init__(self, store: Store, people: People, summaries: Summaries, bots: Listeners) -> None:
        self._store, self._people, self._summaries, self._bots = store, people, summaries, bots

    async def begin(self, game: Game) -> None:
        """Write down a new game, with all that has happened there already.

        Raises:
            StoreFailed: where it could not be; there is no such game then.
        """
        news = news_for_bots(game, game.events, self._people.names)
        newest = await self._store.add(game.stored, game.chairs.values(), game.events, summary_of(game), news)
        self._ring(news, newest)

    async def go_on(
        self, name: str, game: Game | None, first: int, happened: Sequence[Event], taken: Chair | None, left: str | None
    ) -> bool:
        """Write down what has happened in a game.

        Args:
            name, game: The game; None where nobody holds it any more.
            first: The number of the first event.
            taken: A chair whose key or token has changed.
            left: Who has sat there before: the digest of his key. Where it is a bot, it hears that it is gone from there.

        Returns:
            Whether it was written down as it is; else somebody has another key by now, and the game is to be loaded anew.

        Raises:
            StoreFailed: where it could not be.
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
