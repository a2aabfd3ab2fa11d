"""Recorder: runs an action in a game and stores its events, with the game's summary and the news for bots."""

from collections.abc import Callable, Sequence

from yurei.club.archive.summary import summary_of
from yurei.club.game.game import Game
from yurei.club.game.known_events import who_hears
from yurei.club.games.held_games import HeldGames
from yurei.club.model.stored import BotNews, Chair, Event
from yurei.club.model.summary import Summary
from yurei.club.people.bots import news_for_bots, news_of_leaving
from yurei.club.people.people import People
from yurei.club.store import Store
from yurei.errors import YureiError


class Recorder:
    """Stores the events of games.

    Args:
        held: The games in memory. One whose events could not be stored is dropped from there.
        changed: Called with the name and the events of a game once they are stored.
    """

    def __init__(
        self, store: Store, people: People, held: HeldGames, changed: Callable[[str, Sequence[Event]], None]
    ) -> None:
        self._store, self._people, self._held, self._changed = store, people, held, changed
        self._summaries: dict[str, Summary] = {}  # those stored last, so that only changed ones are written

    async def begin(self, game: Game) -> None:
        """Store a new game with its first events.

        Raises:
            NotKept: if it could not be stored; the game does not exist then.
        """
        news = news_for_bots(game, game.events, self._people.names)
        await self._store.add(game.stored, game.chairs.values(), game.events, summary_of(game), news)
        self._tell_bots(news)

    async def happen(
        self, game: Game, act: Callable[[], list[Event]], taken: Chair | None = None, left: str | None = None
    ) -> list[Event]:
        """Run an action in a game, store its events, and tell the subscribers.

        Args:
            game: The game, whose lock is held.
            act: The action; returns its events.
            taken: A chair whose key or token the action changes.
            left: Digest of the key of the person who sat there before. A bot is told that it has lost the chair.

        Returns:
            The events of the action.

        Raises:
            NotKept: if they could not be stored; the action has not happened then.
            Overtaken: if another server has stored other events first.
        """
        name, before = game.stored.id, len(game.events)
        try:
            events = act()
        except BaseException as error:
            if not isinstance(error, YureiError) or len(game.events) != before:
                self._held.drop(name)  # rebuild it from the store
            raise
        self._held.unwritten[name] = who_hears(game, events)
        try:
            await self._store_events(game, before, events, taken, left)
        except BaseException:
            self._held.drop(name)
            raise
        finally:
            del self._held.unwritten[name]
        if events or taken is not None:
            self._changed(name, events)
        return events

    async def _store_events(
        self, game: Game, first: int, events: Sequence[Event], taken: Chair | None, left: str | None
    ) -> None:
        """Store the events of a game from a number on, and what has changed around them."""
        name, now = game.stored.id, summary_of(game)
        summary = None if now == self._summaries.get(name) else now
        if events or taken is not None or summary is not None:
            news = news_for_bots(game, events, self._people.names)
            if taken is not None and left is not None and left != taken.key:
                news = news_of_leaving(game, taken.name, left, self._people.names) + news
            await self._store.append(name, first, events, taken, summary, news)
            self._tell_bots(news)
        self._summaries[name] = now
        if taken is not None:
            self._held.note_who_sits(game)

    def forget_summary(self, name: str) -> None:
        """Forget the summary of a game that is no longer in memory, or that another server has changed."""
        self._summaries.pop(name, None)

    def _tell_bots(self, news: Sequence[BotNews]) -> None:
        for each in news:
            self._held.bots.note(each)
