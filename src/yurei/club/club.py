"""The club: what people do at its tables, so that nobody sees what is not written down yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from yurei.club.game import actions
from yurei.club.game.game import Game
from yurei.club.game.idempotency import once_more
from yurei.club.game.programs import versions_of
from yurei.club.game.question import Thinkers
from yurei.club.game.series import next_game
from yurei.club.games.games import Games
from yurei.club.games.housekeeping import ABANDONED_AFTER, Housekeeping
from yurei.club.games.next_games import NextGames
from yurei.club.model.chairs import WINDOW, chairs_of
from yurei.club.model.secrets import Secrets, digest, link_digest, link_secret
from yurei.club.model.stored import Chair, StoredGame
from yurei.club.people.people import People
from yurei.club.people.server_time import Uptime
from yurei.club.programs.dead_stones import Proposer, nobody
from yurei.club.programs.reviews.reviews import Look, Reviews
from yurei.club.programs.thinking.thinker import InProcess
from yurei.club.seats.bot_news import BotDesk
from yurei.club.seats.own_games import OwnGames
from yurei.club.seats.seats import Seats, check_inside
from yurei.club.store import Store
from yurei.errors import NotOver
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings

_CROWDS = (AUDIENCE.name, WINDOW)
"""Where many look from, of whom nothing but their number is kept."""


class Club:
    """The games of this server and the people around them.

    Args:
        store: Keeps them.
        clock: Tells the time.
        secrets: Makes secrets.
        propose: Proposes dead stones where a count begins.
        abandoned_after: For how long nobody is seen before a game ends; None for ever.
        thinkers: Let programs think; without any they do it here, and everybody waits.
        look: Looks at games again that are over; None where no game is reviewed.

    Attributes:
        games, seats, people, own: The games, who sits where, everybody who has sat down here, one person's games.
        reviews: What was found when games were looked at again.
        bots: What bots are told.
        well: Whether something can be written down now.
        several: Whether there may be other servers.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        secrets: Secrets,
        propose: Proposer = nobody,
        abandoned_after: timedelta | None = ABANDONED_AFTER,
        thinkers: Thinkers | None = None,
        look: Look | None = None,
    ) -> None:
        self._uptime = Uptime(store, clock)
        self.well = self._uptime.well
        self.several = store.elsewhere is not None
        self._clock = self._uptime.now
        self._secrets = secrets
        self.people = People(store, self._clock, secrets)
        self.games = Games(store, self._uptime, self.people, propose, thinkers or InProcess())
        self.housekeeping = Housekeeping(self.games, store, self._uptime, abandoned_after)
        self.seats = Seats(self.games, self.people, secrets)
        self._next_games = NextGames(self.games, self.people)
        self.reviews = Reviews(store, look)
        self.own = OwnGames(store, self.games, self.people, self._clock)
        self.bots = BotDesk(store, self.games, self.people)

    async def open(self) -> None:
        """Take up the games where the last server has left them; the time between is charged to nobody."""
        await self._uptime.begin()
        self.games.open()
        self.housekeeping.begin()

    async def ask_review(self, game: Game, key: str | None) -> None:
        """Ask for the review of a game that has ended, for whoever has a key; raises what ``Reviews.ask`` does."""
        person = digest(key) if key else ""
        await self.reviews.ask(game, person, self.people.place(person))

    async def close(self) -> None:
        """Stop thinking, reviewing, and looking at clocks."""
        await self.reviews.close()
        await self.own.close()
        await self.games.close()
        await self.housekeeping.end()
        await self._uptime.end()

    async def make(
        self,
        settings: Settings,
        programs: Mapping[str, str],
        terms: Mapping[str, Any] | None = None,
        seated: Mapping[str, str] | None = None,
        host: str | None = None,
    ) -> tuple[str, str]:
        """Make a game.

        Args:
            settings: What is played.
            programs: Which program sits in which seat.
            terms: What was agreed on beside the rules.
            seated: Who sits down at once, by the chair: digests of keys.
            host: The secret of its maker, where he has one for it already.

        Returns:
            The game's public name, and the secret of its maker, from which every link follows.

        Raises:
            YureiError: where a program cannot sit down.
        """
        introduced = {seat: await self.games.turns.introduce(program) for seat, program in programs.items()}
        name, host = self._secrets()[:12], host or self._secrets()
        stored = StoredGame(
            id=name,
            settings=settings.plain(),
            versions=(settings.ruleset.version, settings.referee.version),
            players={seat: program.name for seat, program in introduced.items()},
            host=digest(host),
            made=self._clock(),
            terms=dict(terms or {}) | versions_of(introduced),
            sealing=_sealing(settings, self._secrets),
        )
        names = chairs_of(settings.seating, programs, terms)
        places = [Chair(chair, link_digest(link_secret(host, chair)), (seated or {}).get(chair)) for chair in names]
        await self.games.add(stored, places, seated or {})
        return name, host

    async def another(self, name: str, chair: str, key: str | None) -> tuple[str, str] | None:
        """Ask for the next game of a series, and make it once it is agreed on.

        Who sat on a chair sits on the opponent's, with the same key.

        Returns:
            The next game, and the chair to sit on there; None where the opponent has yet to agree.

        Raises:
            Forbidden: where the key does not fit the chair.
            NotOver: where this game may still go on, or somebody who is to play has left for good.
            TooMuch: where too many were made just now.
        """
        async with self.games.game(name) as game:
            self.seats.check(game, chair, key)
            check_inside(chair)
            if not game.final:
                raise NotOver(N_("a rematch is possible once this game has ended and the score is agreed"))
            if game.seats_of(chair):
                await self.games.happen(game, partial(actions.perform, game, chair, "rematch"))
            await self._follow(game)
            found = next_game(game, chair)
        self.games.tell(name)
        return found

    async def _follow(self, game: Game) -> None:
        await self._next_games.follow(game, self._clock(), _sealing(game.settings, self._secrets))

    async def perform(self, name: str, chair: str, key: str | None, do: str, at: str, request: str = "") -> None:
        """Do what somebody on a chair asks for; it is written down when this returns. With the same id it happens once.

        Raises:
            Forbidden: where the key does not fit the chair.
            NotKept: where it could not be written down; then it has not happened.
            YureiError: where the game does not allow it.
        """
        await once_more(partial(_perform, self, name, chair, key, do, at, request))

    async def say(
        self, name: str, chair: str, key: str | None, person: str | None, text: str, request: str = ""
    ) -> None:
        """Say something to the others at a table; it is written down when this returns. With the same id it is said once.

        Args:
            person: The key by which the browser is recognised, from which the name follows.

        Raises:
            Forbidden: where the key does not fit the chair.
            NotKept: where it could not be written down; then it was not said.
            YureiError: where it cannot be said.
        """
        known = await self.people.recognised(person)
        called = self.people.names[digest(known)] if known else ""
        await once_more(partial(_say, self, name, chair, key, called, text, request))

    async def lift(self, name: str, chair: str, key: str | None, seat: str) -> None:
        """Lift the curtain of a shared screen."""
        async with self.games.game(name) as game:
            self.seats.check(game, chair, key)
            actions.lift(game, chair, seat)
        self.games.tell(name)

    async def rename(self, key: str | None, nickname: str) -> str:
        """Call somebody by a nickname, at every table at which he sits.

        Returns:
            His key: a new one where his own was not recognised.

        Raises:
            BadValue: where the nickname is none.
        """
        key = await self.people.welcome(key, nickname)
        self.games.tell_those_with(digest(key))
        return key

    def seen(self, game: Game, chair: str) -> None:
        """Note that who sits on a chair has loaded its page."""
        if chair not in _CROWDS:
            self.games.presence.seen((game.stored.id, chair))

    def connected(self, name: str, chair: str, person: str | None = None) -> AbstractContextManager[None]:
        """While this lasts, who sits on a chair has its page open. Of an audience only the number is kept.

        Args:
            person: The key by which the browser is recognised.
        """
        if chair in _CROWDS:
            return self.games.crowds.among(name, person and digest(person))
        return self.games.presence.connected((name, chair))


def _sealing(settings: Settings, secrets: Secrets) -> str:
    """A secret for the seals of a game; none where everybody sees the board."""
    return secrets() if settings.referee.hides else ""


async def _perform(club: Club, name: str, chair: str, key: str | None, *asked: str) -> None:
    if asked[0] == "claim" and club.several:  # nobody loses for being away who is connected to another server
        club.games.doubt(name)
    async with club.games.game(name) as game:
        club.seats.check(game, chair, key)
        happened = await club.games.happen(game, partial(actions.perform, game, chair, *asked))
        if asked[0] == "rematch":
            await club._follow(game)
    club.games.tell(name, happened)


async def _say(club: Club, name: str, chair: str, key: str | None, *said: str) -> None:
    async with club.games.game(name) as game:
        club.seats.check(game, chair, key)
        check_inside(chair)
        happened = await club.games.happen(game, partial(actions.say, game, chair, *said))
    club.games.tell(name, happened)
